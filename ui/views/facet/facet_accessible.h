// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class FacetHistogram;

/// Gives the histogram a child for each bar, with its name, position and state, for screen readers.
void makeAccessible(FacetHistogram& histogram);

} // namespace duologue::ui
