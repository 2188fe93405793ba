// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class ChartCanvas;

/// Makes a ChartCanvas accessible to screen readers: a chart with a child for each bar, which has a name, a
/// rectangle and a selected state, and can be pressed. Call once for each canvas.
void makeAccessible(ChartCanvas& canvas);

} // namespace duologue::ui
