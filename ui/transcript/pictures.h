// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/tasks.h"

#include <QImage>
#include <QObject>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace duologue::ui {

/// A picture that was read, or why it could not be. A value.
struct ReadPicture {
    QImage image;
    /// For the reader; empty if there is an image.
    QString failure;
};

/// Whether the picture can be on disk: its address is a path, a file: URL or data in the record itself, and
/// not an address of the web.
bool isLocalPicture(const QString& address);

/// Reads a picture from disk, reduced to about `most` pixels a side. A relative path is looked up in the
/// folders, in their order. Opens nothing but regular files that hold a picture of dots: no web address, no
/// device, and no SVG, which could name other files. A ring marks the place of a click, in pixels of the
/// file. Any thread.
ReadPicture readPicture(const QStringList& folders, const QString& address, int most,
                        const std::optional<QPointF>& click = std::nullopt);

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
