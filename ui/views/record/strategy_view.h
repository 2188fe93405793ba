// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/work/turn_queue.h"

#include <QTreeWidget>

namespace duologue::ui {

class Workspace;

/// The annotated strategies of the current record: their attributes for each turn and for the whole
/// conversation, with one column for each version of the annotation. Values on which versions disagree are
/// bold. Every value has the value menu. GUI thread.
class StrategyView : public QTreeWidget {
    Q_OBJECT

public:
    StrategyView(Workspace& workspace, QWidget* parent);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void rebuild();

    Workspace& m_workspace;
    /// Delayed, so that the conversation is shown first.
    OwnTurn m_turn{[this] { rebuild(); }};
};

/// Whether the key is that of an annotated strategy, such as "strategy_V3.final.order".
bool isStrategyField(std::string_view key);

} // namespace duologue::ui
