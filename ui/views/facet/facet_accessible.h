// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class FacetHistogram;

/// Makes the histogram accessible to screen readers: a child for each bar, with name, rectangle and state.
void makeAccessible(FacetHistogram& histogram);

} // namespace duologue::ui
