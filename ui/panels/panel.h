// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>
#include <vector>

class QWidget;

namespace duologue::ui {

class Workspace;

enum class PanelArea { Left, Center, Right, Bottom };

/// A part of the window. Each panel is one .cpp in panels/, which includes only work/, models/ and views/,
/// and one line in panel.cpp. The shell makes its dock without knowing it. The actions of the widget
/// (QWidget::actions()) may appear in menus, see menu_section.h.
struct PanelSpec {
    /// Must not change: saved layouts use it.
    QString id;
    QString title;
    PanelArea area = PanelArea::Right;
    /// The widget belongs to `parent`; the workspace outlives it.
    QWidget* (*create)(Workspace& workspace, QWidget* parent) = nullptr;
};

/// All panels, in the order of the View menu. Titles are in the language that is installed at the time of the
/// call.
std::vector<PanelSpec> panels();

} // namespace duologue::ui
