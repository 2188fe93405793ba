// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class MenuBuilder;
class Workspace;

/// Undo and redo of the filter.
void addUndoActions(MenuBuilder& menu, Workspace& workspace);

/// The menu for the query: clear, history and saved queries.
void buildFilterMenu(MainWindow& window, Workspace& workspace);

/// Shows the reference of the query language. Its examples run in the window.
void showQueryHelp(MainWindow& window);

} // namespace duologue::ui
