// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/work/turn_queue.h"

#include <QTreeWidget>

namespace duologue::ui {

class Workspace;

/// The annotated strategies of the current record: for each turn and for the whole conversation their
/// attributes, with the versions of the annotation in columns side by side. Values that versions disagree on
/// are bold. Any value has the value menu. GUI thread.
class StrategyView : public QTreeWidget {
    Q_OBJECT

public:
    StrategyView(Workspace& workspace, QWidget* parent);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void rebuild();

    Workspace& m_workspace;
    /// Behind the conversation, which is read first.
    OwnTurn m_turn{[this] { rebuild(); }};
};

/// A field of an annotated strategy, "strategy_V3.final.order".
bool isStrategyField(std::string_view key);

} // namespace duologue::ui
