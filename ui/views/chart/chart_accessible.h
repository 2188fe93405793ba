// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class ChartCanvas;

/// Makes a ChartCanvas readable for screen readers: a chart with one child for each bar, which has a name, a
/// position and a selected state, and can be pressed. Call it once for each canvas.
void makeAccessible(ChartCanvas& canvas);

} // namespace duologue::ui
