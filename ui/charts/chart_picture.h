// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <functional>

class QAbstractItemModel;
class QFont;
class QPainter;
class QRectF;

namespace duologue::ui {

/// Paints into a file: PNG (at twice the size), SVG or PDF by the suffix. `size` is in pixels of 1/96 inch.
/// False if the file cannot be written or the suffix is unknown.
bool writePicture(const QString& path, QSize size, const QString& title,
                  const std::function<void(QPainter&, const QRectF&)>& paint);

/// Writes a whole table as a picture with a title and a caption, black on white: PNG, SVG or PDF by the
/// suffix. False if the file cannot be written or the suffix is unknown.
bool writeTablePicture(const QString& path, const QAbstractItemModel& table, const QString& title,
                       const QStringList& caption, const QFont& font);

} // namespace duologue::ui
