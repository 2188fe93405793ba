// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/pictures.h"
#include "ui/app/text.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/transcript_attachments.h"
#include "ui/transcript/transcript_view.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QPainter>
#include <QUrl>
#include <algorithm>
#include <array>
#include <cmath>

namespace duologue::ui {

namespace {

struct PictureFile {
    Q_DECLARE_TR_FUNCTIONS(PictureFile)
};

constexpr qint64 kLargestFile = qint64{200} << 20U;
/// Pixels of a picture that has to be decoded whole before it is reduced.
constexpr qint64 kMostPixels = qint64{100} * 1000 * 1000;
const QString kData = QStringLiteral("data:");

bool isInline(const QString& address)
{
    return address.startsWith(kData, Qt::CaseInsensitive);
}

/// The data of a picture alone, as Anthropic writes them: longer than a path, and of the letters of base64.
bool isBareData(const QString& address)
{
    constexpr qsizetype kLongestPath = 300;
    return address.size() > kLongestPath && std::ranges::all_of(address, [](QChar c) {
               return (c.unicode() < 0x80 && c.isLetterOrNumber()) || c == QLatin1Char('+') ||
                      c == QLatin1Char('/') || c == QLatin1Char('=');
           });
}

/// The path on disk that an address means; empty for an address of the web.
QString pathIn(const QString& address)
{
    const QUrl url(address);
    if (url.isLocalFile())
        return url.host().isEmpty() ? url.toLocalFile() : QString();
    return address.contains(QLatin1String("://")) ? QString() : address;
}

QString fileNamed(const QString& path, const QStringList& folders)
{
    if (QDir::isAbsolutePath(path))
        return QFileInfo(path).isFile() ? path : QString();
    for (const QString& folder : folders) {
        const QString file = QDir(folder).filePath(path);
        if (QFileInfo(file).isFile())
            return file;
    }
    return {};
}

/// A ring that can be seen on light and dark ground.
void drawClick(QImage& image, const QPointF& at)
{
    constexpr double kRadius = 11;
    image.convertTo(QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Qt::white, 6));
    painter.drawEllipse(at, kRadius, kRadius);
    painter.setPen(QPen(QColor(214, 40, 57), 3));
    painter.drawEllipse(at, kRadius, kRadius);
    painter.drawPoint(at);
}

ReadPicture decode(QImageReader& reader, int most, const std::optional<QPointF>& click)
{
    static const std::array<QByteArray, 3> kDrawings{"svg", "svgz", "pdf"};
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);
    if (!reader.canRead() || std::ranges::find(kDrawings, reader.format()) != kDrawings.end())
        return {{}, PictureFile::tr("This is not an image that can be shown")};
    const QSize size = reader.size();
    if (size.isValid() && qint64{size.width()} * size.height() > kMostPixels)
        return {{}, PictureFile::tr("The image is too large")};
    if (size.isValid() && std::max(size.width(), size.height()) > most)
        reader.setScaledSize(size.scaled(most, most, Qt::KeepAspectRatio));
    QImage image = reader.read();
    const QSize whole = size.isValid() ? size : image.size();
    if (image.isNull())
        return {{}, PictureFile::tr("This is not an image that can be shown")};
    if (std::max(image.width(), image.height()) > most)
        image = image.scaled(most, most, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    if (click && QRectF(QPointF(), whole).contains(*click))
        drawClick(image,
                  {click->x() * image.width() / whole.width(), click->y() * image.height() / whole.height()});
    return {image, {}};
}

ReadPicture readInline(const QString& address, int most, const std::optional<QPointF>& click)
{
    const qsizetype comma = address.indexOf(QLatin1Char(','));
    if (comma >= 0 && !address.left(comma).endsWith(QLatin1String(";base64")))
        return {{}, PictureFile::tr("This is not an image that can be shown")};
    QByteArray bytes = QByteArray::fromBase64(address.mid(comma + 1).toLatin1());
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    return decode(reader, most, click);
}

} // namespace

bool isLocalPicture(const QString& address)
{
    return !address.isEmpty() && (isInline(address) || !pathIn(address).isEmpty());
}

ReadPicture readPicture(const QStringList& folders, const QString& address, int most,
                        const std::optional<QPointF>& click)
{
    if (isInline(address) || isBareData(address))
        return readInline(address, most, click);
    const QString path = pathIn(address);
    if (path.isEmpty())
        return {{}, PictureFile::tr("Remote images are not loaded")};
    const QString file = fileNamed(path, folders);
    if (file.isEmpty())
        return {{}, PictureFile::tr("No such file on disk")};
    if (QFileInfo(file).size() > kLargestFile)
        return {{}, PictureFile::tr("The image is too large")};
    QImageReader reader(file);
    return decode(reader, most, click);
}

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
         scale, picture,
         click = clickIn(transcript.conversation(), transcript.pictures()[picture])](const Job&) {
            OnePicture one{picture, readPicture(folders, address, most, click)};
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
