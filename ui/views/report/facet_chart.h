// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"

namespace duologue::ui {

class FacetModel;

/// What a chart draws of a FacetModel: a group of bars for each value with its means, or, without measures,
/// one bar with its count. Where filters leave fewer conversations than there are, all of them stand behind.
ChartContent chartOf(const FacetModel& model);

} // namespace duologue::ui
