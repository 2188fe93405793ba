// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/record/annotation_counts.h"
#include "ui/work/latest_task.h"
#include "ui/work/view.h"

#include <QObject>

namespace duologue::ui {

class Workspace;

/// Keeps the counts of the whole dataset up to date. GUI thread; a worker counts.
class AnnotationCounter : public QObject {
    Q_OBJECT

public:
    AnnotationCounter(Workspace& workspace, QObject* parent);

    const AnnotationCounts& counts() const { return m_counts; }
    /// The snapshot that was counted.
    const Snapshot& snapshot() const { return *m_counted; }

Q_SIGNALS:
    void changed();

private:
    void refresh();

    Workspace& m_workspace;
    AnnotationCounts m_counts;
    SnapshotPtr m_counted = std::make_shared<const Snapshot>();
    LatestTask<AnnotationCounts> m_task;
};

} // namespace duologue::ui
