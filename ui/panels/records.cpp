// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/record/record_table_view.h"

#include <QCoreApplication>

namespace duologue::ui {

PanelSpec recordsPanel()
{
    return {QStringLiteral("records"), QCoreApplication::translate("Panels", "Records"), PanelArea::Left,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new RecordTableView(workspace, parent);
            }};
}

} // namespace duologue::ui
