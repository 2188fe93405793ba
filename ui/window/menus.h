// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/keys_dialog.h"

#include <vector>

namespace duologue::ui {

class MainWindow;
class Workspace;

/// All that the user can ask the window for now: the enabled actions of its menus, among them panels, charts,
/// recent datasets and saved filters, and the fields of the dataset. They run only while the window exists.
std::vector<Findable> findables(MainWindow& window, Workspace& workspace);

class MenuBuilder;

/// The card of the dataset and the report of its checks.
void addReportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace);

/// Adds what takes a dataset out of the window, or keeps what it shows: Export, Save view.
void addExportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace);

/// Adds the actions that copy a command line: one that prints what is shown, one that opens the current
/// record.
void addCommandActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace);

class Settings;

/// Fills the menu bar with the window's own actions and with those that panels offer.
void buildMenus(MainWindow& window, Workspace& workspace, Settings& settings);

} // namespace duologue::ui
