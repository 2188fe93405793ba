// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/record/strategy_view.h"

#include <QCoreApplication>

namespace duologue::ui {

PanelSpec strategyPanel()
{
    return {QStringLiteral("strategy"), QCoreApplication::translate("Panels", "Strategy"), PanelArea::Right,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new StrategyView(workspace, parent);
            }};
}

} // namespace duologue::ui
