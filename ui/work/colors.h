// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QColor;

namespace duologue::ui {

/// Mixes two colours: `share` (0 to 1) of `over`, the rest of `under`.
QColor blended(const QColor& under, const QColor& over, double share);

/// The contrast of two colours by WCAG 2.1, 1 to 21; text needs at least 4.5.
double contrast(const QColor& one, const QColor& other);

/// True if white text is more readable on it than black.
bool isDark(const QColor& background);

} // namespace duologue::ui
