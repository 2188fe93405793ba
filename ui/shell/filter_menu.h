// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class Workspace;

/// The menu for the query: undo, clear, history and saved queries.
void buildFilterMenu(MainWindow& window, Workspace& workspace);

/// Shows the reference of the query language. Its examples run in the window.
void showQueryHelp(MainWindow& window);

} // namespace duologue::ui
