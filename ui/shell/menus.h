// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class Settings;
class Workspace;

/// Fills the menu bar: every action of the window with its key, each in one line. The actions belong to the
/// window.
void buildMenus(MainWindow& window, Workspace& workspace, Settings& settings);

} // namespace duologue::ui
