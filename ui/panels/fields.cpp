// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/record/field_tree_view.h"

#include <QCoreApplication>

namespace duologue::ui {

PanelSpec fieldsPanel()
{
    return {QStringLiteral("fields"), QCoreApplication::translate("Panels", "Fields"), PanelArea::Inspector,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new FieldTreeView(workspace, FieldTreeView::Shows::Others, parent);
            }};
}

} // namespace duologue::ui
