// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/record/field_tree_view.h"

#include <QCoreApplication>

namespace duologue::ui {

PanelSpec profilePanel()
{
    return {QStringLiteral("profile"), QCoreApplication::translate("Panels", "Profile"), PanelArea::Inspector,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new FieldTreeView(workspace, FieldTreeView::Shows::Profile, parent);
            }};
}

} // namespace duologue::ui
