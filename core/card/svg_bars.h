// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// One bar of a chart.
struct SvgBar {
    std::string label;
    double value = 0;
    /// What stands at its end.
    std::string shown;
    /// Both ends of an interval around the value; equal if there is none.
    double low = 0;
    double high = 0;
};

/// A chart of bars from left to right, as a document of its own that any browser shows: no script, no font,
/// no colour that vanishes on a dark page. The axis begins at 0.
std::string svgBars(std::string_view title, const std::vector<SvgBar>& bars);

} // namespace duologue
