// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/transcript_view.h"

#include <QCoreApplication>

namespace duologue::ui {

PanelSpec conversationPanel()
{
    return {QStringLiteral("conversation"), QCoreApplication::translate("Panels", "Conversation"),
            PanelArea::Center, [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new TranscriptView(workspace, parent);
            }};
}

} // namespace duologue::ui
