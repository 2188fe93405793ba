// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "ui/panels/panel.h"
#include "ui/work/workspace.h"

#include <QDockWidget>
#include <QSplitter>

namespace duologue::ui {

MainWindow::MainWindow(Workspace& workspace, QWidget* parent) : QMainWindow(parent), m_workspace(workspace)
{
    auto* center = new QSplitter(Qt::Vertical, this);
    setCentralWidget(center);
    for (const PanelSpec& spec : panels()) {
        if (spec.area == PanelArea::Center) {
            center->addWidget(spec.create(m_workspace, center));
            continue;
        }
        auto* dock = new QDockWidget(spec.title, this);
        dock->setObjectName(spec.id);
        dock->setWidget(spec.create(m_workspace, dock));
        const auto area = spec.area == PanelArea::Left    ? Qt::LeftDockWidgetArea
                          : spec.area == PanelArea::Right ? Qt::RightDockWidgetArea
                                                          : Qt::BottomDockWidgetArea;
        addDockWidget(area, dock);
    }
}

MainWindow::~MainWindow() = default;

} // namespace duologue::ui
