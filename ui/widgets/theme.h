// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>

class QApplication;
class QColor;
class QTextDocument;

namespace duologue::ui {

// Sizes of the window, in device-independent pixels. Distances are multiples of half the grid.

inline constexpr int kGrid = 8;
inline constexpr int kHalfGrid = kGrid / 2;
/// The icons of the toolbar and of buttons.
inline constexpr int kToolIcon = 24;
inline constexpr int kSmallIcon = 16;
/// Between a panel and its neighbour.
inline constexpr int kSeparator = 4;
/// How long a panel takes to slide in, in milliseconds.
inline constexpr int kSlideMs = 140;

/// The width of a small Latin letter, in device-independent pixels, for the sizes of widgets. The average
/// width of a Chinese font is that of its Chinese characters, nearly twice as much.
inline int letterWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(QLatin1Char('x'));
}

/// Gives a page that was read from Markdown room around its headings and tables, and tables thin lines of
/// this colour. Qt gives them double borders and no room. GUI thread.
void setPageLook(QTextDocument& page, const QColor& lines);

enum class Appearance { System, Light, Dark };

/// The name in the settings: "system", "light" or "dark". Any other name is System.
Appearance appearanceOf(const QString& name);
QString nameOf(Appearance appearance);

/// Sets the style and the colours of the whole program; System restores those of the desktop. Adds Chinese
/// font families. Call it at the start and whenever the setting changes; widgets get QEvent::PaletteChange.
void applyTheme(QApplication& application, Appearance appearance);

} // namespace duologue::ui
