// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QColor;

namespace duologue::ui {

/// `under` with `share` (0 to 1) of `over` in it.
QColor blended(const QColor& under, const QColor& over, double share);

/// Contrast of two colours after WCAG 2.1, 1 to 21; text wants at least 4.5.
double contrast(const QColor& one, const QColor& other);

/// True where white text reads better on it than black.
bool isDark(const QColor& background);

} // namespace duologue::ui
