// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"

namespace duologue::ui {

class BarChartModel;

/// The content of the chart of a BarChartModel: a group of bars for each value with its means, or one bar
/// with its count if there are no measures. If a filter is active, pale bars show all conversations behind.
ChartContent chartOf(const BarChartModel& model);

} // namespace duologue::ui
