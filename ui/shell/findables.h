// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/keys/action_finder.h"

#include <vector>

namespace duologue::ui {

class MainWindow;
class Workspace;

/// All that the user can ask the window for now: the enabled actions of its menus, among them panels, charts,
/// recent datasets and saved filters, and the fields of the dataset. They run only while the window exists.
std::vector<Findable> findables(MainWindow& window, Workspace& workspace);

} // namespace duologue::ui
