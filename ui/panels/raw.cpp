// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/raw_view.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>

namespace duologue::ui {

PanelSpec rawPanel()
{
    return {QStringLiteral("raw"), QCoreApplication::translate("Panels", "Raw"), PanelArea::Bottom,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                auto* view = new RawView(parent);
                QObject::connect(&workspace, &Workspace::currentChanged, view,
                                 [&workspace, view] { view->showRecord(workspace.current()); });
                return view;
            }};
}

} // namespace duologue::ui
