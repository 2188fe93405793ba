// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"

namespace duologue::ui {

PanelSpec problemsPanel();
PanelSpec rawPanel();
PanelSpec chartsPanel();
PanelSpec recordsPanel();
PanelSpec sourcesPanel();

std::vector<PanelSpec> panels()
{
    return {
        sourcesPanel(),
        recordsPanel(),
        problemsPanel(),
        rawPanel(),
        chartsPanel(),
    };
}

} // namespace duologue::ui
