// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class MenuBuilder;
class Workspace;

/// The card of the dataset and the report of its checks.
void addReportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace);

/// Adds what takes a dataset out of the window, or keeps what it shows: Export, Save view.
void addExportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace);

/// Adds the actions that copy a command line: one that prints what is shown, one that opens the current
/// record.
void addCommandActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace);

} // namespace duologue::ui
