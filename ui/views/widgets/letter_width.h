// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>

namespace duologue::ui {

/// The width of a small Latin letter, in device-independent pixels, for the sizes of widgets. The average
/// width of a Chinese font is that of its Chinese characters, nearly twice as much.
inline int letterWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(QLatin1Char('x'));
}

} // namespace duologue::ui
