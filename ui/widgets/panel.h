// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

class QWidget;

namespace duologue::ui {

class Workspace;

/// Where a panel is at first. The panels of Center share the middle of the window, each in some perspectives;
/// those of Inspector are sections of one panel (see layouts.h).
enum class PanelArea { Left, Center, Bottom, Inspector };

/// A part of the window. Each is created by a function in the folder of its feature and listed in
/// window/panels.cpp. The window makes its dock without knowing it. The actions of the widget
/// (QWidget::actions()) may appear in menus, see actions.h.
struct PanelSpec {
    /// Must not change: saved layouts use it.
    QString id;
    QString title;
    PanelArea area = PanelArea::Left;
    /// The widget belongs to `parent`; the workspace outlives it.
    QWidget* (*create)(Workspace& workspace, QWidget* parent) = nullptr;
    /// Of sections: not folded until the user folds it.
    bool isOpenAtFirst = false;
    /// Shows and hides the panel; empty for none.
    QKeySequence shortcut = {};
};

/// PanelSpec::create for a widget that is constructed from the workspace, the arguments and its parent.
template<typename Widget, auto... arguments>
QWidget* makePanel(Workspace& workspace, QWidget* parent)
{
    return new Widget(workspace, arguments..., parent);
}

} // namespace duologue::ui
