// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"

namespace duologue::ui {

PanelSpec chartsPanel();
PanelSpec conversationPanel();
PanelSpec facetsPanel();
PanelSpec fieldsPanel();
PanelSpec hallucinationPanel();
PanelSpec hitsPanel();
PanelSpec intentPanel();
PanelSpec problemsPanel();
PanelSpec profilePanel();
PanelSpec ratingsPanel();
PanelSpec rawPanel();
PanelSpec recordsPanel();
PanelSpec sourcesPanel();
PanelSpec strategyPanel();

std::vector<PanelSpec> panels()
{
    return {
        sourcesPanel(),       facetsPanel(),  recordsPanel(),  conversationPanel(), intentPanel(),
        hallucinationPanel(), ratingsPanel(), profilePanel(),  strategyPanel(),     fieldsPanel(),
        chartsPanel(),        hitsPanel(),    problemsPanel(), rawPanel(),
    };
}

} // namespace duologue::ui
