// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"

namespace duologue::ui {

PanelSpec conversationPanel();
PanelSpec hallucinationPanel();
PanelSpec intentPanel();
PanelSpec profilePanel();
PanelSpec ratingsPanel();
PanelSpec recordsPanel();
PanelSpec sourcesPanel();

std::vector<PanelSpec> panels()
{
    return {
        sourcesPanel(),       recordsPanel(), conversationPanel(), intentPanel(),
        hallucinationPanel(), ratingsPanel(), profilePanel(),
    };
}

} // namespace duologue::ui
