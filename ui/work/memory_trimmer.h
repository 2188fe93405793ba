// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "ui/work/latest_task.h"

#include <QTimer>
#include <functional>
#include <memory>

namespace duologue::ui {

/// Returns memory to the system after a dataset is closed. The C library keeps freed memory in heaps of its
/// threads: hundreds of MiB after a large dataset. GUI thread; a worker does it.
class MemoryTrimmer {
public:
    /// `trim` runs on a worker; the default calls the C library if that supports it.
    explicit MemoryTrimmer(std::function<void()> trim = &trimHeap);

    /// Returns the memory as soon as nothing refers to this dataset any more.
    void trimAfter(const SnapshotPtr& closed);
    /// True while something still refers to the dataset.
    bool isWaiting() const { return m_timer.isActive(); }

private:
    static void trimHeap();
    void look();

    std::function<void()> m_trim;
    std::weak_ptr<const Snapshot> m_closed;
    QTimer m_timer;
    LatestTask<bool> m_task;
};

} // namespace duologue::ui
