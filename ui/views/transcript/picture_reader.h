// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/record/picture_file.h"
#include "ui/work/latest_task.h"

#include <QObject>
#include <cstddef>
#include <utility>
#include <vector>

namespace duologue::ui {

class TranscriptView;

/// Shows and hides the pictures of a view's conversation when the reader asks for it. A worker reads them
/// from disk, one after the other; another conversation drops those that are not read yet. GUI thread.
class PictureReader : public QObject {
    Q_OBJECT

public:
    explicit PictureReader(TranscriptView& view);

    /// Shows a picture that is not shown, hides one that is. The index is that of picturesOf().
    void toggle(std::size_t picture);
    /// The same for all pictures of a message: shows those that are not shown, or hides them all.
    void toggleAllOf(int message);
    bool hasPictures(int message) const;

private:
    struct OnePicture {
        std::size_t picture = 0;
        ReadPicture read;
    };

    void show(std::size_t picture);
    void readNext();

    TranscriptView& m_view;
    /// Asked for and not read yet.
    std::vector<std::size_t> m_wanted;
    LatestTask<OnePicture> m_task;
};

} // namespace duologue::ui
