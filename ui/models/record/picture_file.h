// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>

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
/// device, and no SVG, which could name other files. Any thread.
ReadPicture readPicture(const QStringList& folders, const QString& address, int most);

} // namespace duologue::ui
