// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>

class QPainter;
class QRectF;

namespace duologue::ui {

/// Paints into a file: PNG (at twice the size), SVG or PDF, by the suffix of the path; `size` is in pixels
/// of 1/96 inch. Returns false for another suffix, or if the file cannot be written.
bool writePicture(const QString& path, QSize size, const QString& title,
                  const std::function<void(QPainter&, const QRectF&)>& paint);

} // namespace duologue::ui
