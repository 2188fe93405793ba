// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>
#include <vector>

class QWidget;

namespace duologue::ui {

class Workspace;

enum class PanelArea { Left, Center, Right, Bottom };

/// A part of the window. Each panel is one .cpp in panels/ that includes work/, models/ and views/ only, and
/// one line in panel.cpp; the shell puts it into a dock (or the centre) without knowing what it is.
struct PanelSpec {
    /// Stable: layouts are saved under it.
    QString id;
    QString title;
    PanelArea area = PanelArea::Right;
    /// The widget belongs to `parent`; the workspace outlives it.
    QWidget* (*create)(Workspace& workspace, QWidget* parent) = nullptr;
};

/// Every panel, in the order of the View menu. Titles are in the language that is installed at the time of
/// the call.
std::vector<PanelSpec> panels();

} // namespace duologue::ui
