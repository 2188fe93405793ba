// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"

namespace duologue::ui {

PanelSpec chartsPanel();
PanelSpec conversationPanel();
PanelSpec problemsPanel();
PanelSpec rawPanel();
PanelSpec recordsPanel();
PanelSpec sourcesPanel();

std::vector<PanelSpec> panels()
{
    return {
        sourcesPanel(), recordsPanel(), conversationPanel(), chartsPanel(), problemsPanel(), rawPanel(),
    };
}

} // namespace duologue::ui
