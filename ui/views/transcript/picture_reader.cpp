// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/picture_reader.h"

#include "ui/views/document/transcript_attachments.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/work/qt_text.h"

#include <algorithm>
#include <cmath>

namespace duologue::ui {

PictureReader::PictureReader(TranscriptView& view) : QObject(&view), m_view(view)
{
    connect(&view, &TranscriptView::sourceChanged, this, [this] {
        m_wanted.clear();
        m_task.cancel();
    });
}

bool PictureReader::hasPictures(int message) const
{
    const TranscriptDocument* transcript = m_view.transcript();
    return transcript != nullptr && std::ranges::any_of(transcript->pictures(), [&](const auto& picture) {
               return static_cast<int>(picture.message) == message && isLocalPicture(toQt(picture.address));
           });
}

void PictureReader::toggle(std::size_t picture)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || picture >= transcript->pictures().size())
        return;
    if (transcript->folds().pictures.contains(picture))
        m_view.hidePicture(picture);
    else
        show(picture);
}

void PictureReader::toggleAllOf(int message)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr)
        return;
    std::vector<std::size_t> all;
    std::vector<std::size_t> hidden;
    for (std::size_t i = 0; i < transcript->pictures().size(); ++i) {
        const PictureName& picture = transcript->pictures()[i];
        if (static_cast<int>(picture.message) != message || !isLocalPicture(toQt(picture.address)))
            continue;
        all.push_back(i);
        if (!transcript->folds().pictures.contains(i))
            hidden.push_back(i);
    }
    for (const std::size_t picture : hidden)
        show(picture);
    if (!hidden.empty())
        return;
    for (const std::size_t picture : all)
        m_view.hidePicture(picture);
}

void PictureReader::show(std::size_t picture)
{
    if (!isLocalPicture(toQt(m_view.transcript()->pictures()[picture].address)))
        return;
    m_view.showPicture(picture, {});
    m_wanted.push_back(picture);
    readNext();
}

void PictureReader::readNext()
{
    if (m_wanted.empty() || m_task.isRunning() || m_view.transcript() == nullptr)
        return;
    const std::size_t picture = m_wanted.front();
    m_wanted.erase(m_wanted.begin());
    const TranscriptDocument& transcript = *m_view.transcript();
    const double scale = m_view.devicePixelRatioF();
    const int most = static_cast<int>(std::lround(transcript.style().scaled(kPictureSide) * scale));
    m_task.run(
        [folders = m_view.shownSource().folders, address = toQt(transcript.pictures()[picture].address), most,
         scale, picture](const Job&) {
            OnePicture one{picture, readPicture(folders, address, most)};
            one.read.image.setDevicePixelRatio(scale);
            return one;
        },
        [this](OnePicture one) {
            // Hidden again meanwhile.
            if (m_view.transcript() != nullptr && m_view.transcript()->folds().pictures.contains(one.picture))
                m_view.showPicture(one.picture, std::move(one.read));
            readNext();
        });
}

} // namespace duologue::ui
