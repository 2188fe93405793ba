// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"

namespace duologue::ui {

PanelSpec conversationPanel();
PanelSpec recordsPanel();
PanelSpec sourcesPanel();

std::vector<PanelSpec> panels()
{
    return {
        sourcesPanel(),
        recordsPanel(),
        conversationPanel(),
    };
}

} // namespace duologue::ui
