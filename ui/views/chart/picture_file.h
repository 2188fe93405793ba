// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>

class QPainter;
class QRectF;

namespace duologue::ui {

/// Paints into a file: PNG (at twice the size), SVG or PDF by the suffix. `size` is in pixels of 1/96 inch.
/// False if the file cannot be written or the suffix is unknown.
bool writePicture(const QString& path, QSize size, const QString& title,
                  const std::function<void(QPainter&, const QRectF&)>& paint);

} // namespace duologue::ui
