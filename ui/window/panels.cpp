// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panels.h"

namespace duologue::ui {

PanelSpec analysisPanel();
PanelSpec chartsPanel();
PanelSpec checksPanel();
PanelSpec comparisonPanel();
PanelSpec conversationPanel();
PanelSpec facetsPanel();
PanelSpec fieldsPanel();
PanelSpec findingsPanel();
PanelSpec hitsPanel();
PanelSpec marksPanel();
PanelSpec messagesPanel();
PanelSpec problemsPanel();
PanelSpec profilePanel();
PanelSpec ratingsPanel();
PanelSpec rawPanel();
PanelSpec recordsPanel();
PanelSpec sourcesPanel();
PanelSpec stepsPanel();
PanelSpec strategyPanel();

std::vector<PanelSpec> panels()
{
    return {
        facetsPanel(),  sourcesPanel(),  recordsPanel(),  conversationPanel(), comparisonPanel(),
        marksPanel(),   stepsPanel(),    messagesPanel(), findingsPanel(),     ratingsPanel(),
        profilePanel(), strategyPanel(), fieldsPanel(),   chartsPanel(),       hitsPanel(),
        checksPanel(),  problemsPanel(), rawPanel(),      analysisPanel(),
    };
}

} // namespace duologue::ui
