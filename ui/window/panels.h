// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/panel.h"

#include <vector>

namespace duologue::ui {

/// All panels, in the order of the View menu. Titles are in the language that is installed at the time of the
/// call.
std::vector<PanelSpec> panels();

} // namespace duologue::ui
