// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class Workspace;

/// The menu of what can be done with the query: undo, clear, its history, and queries saved under a name.
void buildFilterMenu(MainWindow& window, Workspace& workspace);

/// The page that explains the query language; its examples are asked in the window.
void showQueryHelp(MainWindow& window);

} // namespace duologue::ui
