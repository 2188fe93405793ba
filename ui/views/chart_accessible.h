// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class ChartCanvas;

/// Makes a ChartCanvas readable for screen readers: a chart with one child for each bar, which has a name, a
/// place, a selected state, and can be pressed. Once is enough, more does no harm.
void installChartAccessibility();

/// Tells them what changed; `sameBars` where only figures or the choice did.
void chartChanged(ChartCanvas& canvas, bool sameBars);
void chartFocusMoved(ChartCanvas& canvas);

} // namespace duologue::ui
