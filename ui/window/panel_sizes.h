// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;

namespace duologue::ui {

/// Adds a menu whose actions do by key what the mouse does with the lines between panels and between columns:
/// they change the size of the panel that has the keyboard, or the width of the current column of its list.
/// `docks` has the panels; keys work in the window of the menu.
void addSizeMenu(QMenu& menu, QMainWindow& docks);

} // namespace duologue::ui
