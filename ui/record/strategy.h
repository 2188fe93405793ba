// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "ui/app/tasks.h"

#include <QTreeWidget>

namespace duologue::ui {

class Workspace;

/// The annotated strategies of the current record: the attributes of each turn and of the whole conversation,
/// in one version of the annotation or with a column for each. Values that differ between versions are bold.
/// Values have the value menu. GUI thread.
class StrategyView : public QTreeWidget {
    Q_OBJECT

public:
    StrategyView(Workspace& workspace, QWidget* parent);

    /// Those of the current record.
    const QStringList& versions() const { return m_versions; }
    /// The version that is shown; empty for all.
    const QString& version() const { return m_version; }
    void setVersion(const QString& version);

Q_SIGNALS:
    void versionsChanged();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void rebuild();

    Workspace& m_workspace;
    QStringList m_versions;
    /// The one that the user wants; the last one is shown where there is none of this name.
    QString m_wanted;
    QString m_version;
    bool m_showsAll = false;
    /// Deferred, so that the conversation is shown first.
    DeferredCall m_deferred{[this] { rebuild(); }};
};

/// Whether the key is that of an annotated strategy, such as "strategy_V3.final.order".
bool isStrategyField(std::string_view key);

} // namespace duologue::ui
