// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

class QWidget;

namespace duologue::ui {

class Workspace;

/// Where a panel is at first. The panels of Center share the middle of the window, each in some perspectives;
/// those of Inspector are sections of one panel (see section_content.h).
enum class PanelArea { Left, Center, Bottom, Inspector };

/// A part of the window. Each panel is one .cpp in panels/, which includes only work/, models/ and views/,
/// and one line in panel.cpp. The shell makes its dock without knowing it. The actions of the widget
/// (QWidget::actions()) may appear in menus, see menu_section.h.
struct PanelSpec {
    /// Must not change: saved layouts use it.
    QString id;
    QString title;
    PanelArea area = PanelArea::Left;
    /// The widget belongs to `parent`; the workspace outlives it.
    QWidget* (*create)(Workspace& workspace, QWidget* parent) = nullptr;
    /// Of sections: not folded until the user folds it.
    bool isOpenAtFirst = false;
};

/// All panels, in the order of the View menu. Titles are in the language that is installed at the time of the
/// call.
std::vector<PanelSpec> panels();

} // namespace duologue::ui
