// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"
#include "ui/work/latest_task.h"

#include <QTimer>
#include <functional>
#include <memory>

namespace duologue::ui {

/// Gives memory back to the system when a dataset has been closed. The C library keeps what was freed, in one
/// heap a thread, for later use: hundreds of MiB after a large dataset, which other programs may need. GUI
/// thread; the work is done elsewhere.
class MemoryReturn {
public:
    /// `giveBack` runs on a worker; the default asks the C library, where it has a way.
    explicit MemoryReturn(std::function<void()> giveBack = &giveBackToSystem);

    /// Gives back once the last part of the window has let go of that dataset.
    void giveBackAfter(const SnapshotPtr& closed);
    /// Somebody still holds that dataset.
    bool isWaiting() const { return m_timer.isActive(); }

private:
    static void giveBackToSystem();
    void look();

    std::function<void()> m_giveBack;
    std::weak_ptr<const Snapshot> m_closed;
    QTimer m_timer;
    LatestTask<bool> m_task;
};

} // namespace duologue::ui
