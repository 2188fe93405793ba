// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/annotation_counter.h"

#include "ui/work/workspace.h"

namespace duologue::ui {

AnnotationCounter::AnnotationCounter(Workspace& workspace, QObject* parent)
    : QObject(parent), m_workspace(workspace)
{
    connect(&m_workspace, &Workspace::viewChanged, this, &AnnotationCounter::refresh);
    refresh();
}

void AnnotationCounter::refresh()
{
    const SnapshotPtr snapshot = m_workspace.view()->snapshot;
    // While a dataset loads, each count runs to its end before the next one starts.
    if (snapshot == m_counted || m_task.isRunning())
        return;
    m_task.run([snapshot](const Job& job) { return countAnnotations(*snapshot, job); },
               [this, snapshot](AnnotationCounts counts) {
                   m_counts = std::move(counts);
                   m_counted = snapshot;
                   Q_EMIT changed();
                   refresh();
               });
}

} // namespace duologue::ui
