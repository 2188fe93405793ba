// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class Settings;
class Workspace;

/// Fills the menu bar with the window's own actions and with those that panels offer.
void buildMenus(MainWindow& window, Workspace& workspace, Settings& settings);

} // namespace duologue::ui
