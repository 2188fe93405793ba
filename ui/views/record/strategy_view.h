// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/work/call_queue.h"

#include <QTreeWidget>

namespace duologue::ui {

class Workspace;

/// The annotated strategies of the current record: the attributes of each turn and of the whole conversation,
/// with a column for each version of the annotation. Values that differ between versions are bold. Values
/// have the value menu. GUI thread.
class StrategyView : public QTreeWidget {
    Q_OBJECT

public:
    StrategyView(Workspace& workspace, QWidget* parent);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void rebuild();

    Workspace& m_workspace;
    /// Deferred, so that the conversation is shown first.
    DeferredCall m_deferred{[this] { rebuild(); }};
};

/// Whether the key is that of an annotated strategy, such as "strategy_V3.final.order".
bool isStrategyField(std::string_view key);

} // namespace duologue::ui
