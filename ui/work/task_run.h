// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/work/task_failure.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace duologue::ui {

/// One run of a LatestTask on a thread of the pool. A run that is dropped while it works no longer counts as
/// one of the pool's threads: if it hangs in a read, other runs still get theirs.
class TaskRun {
public:
    /// The result of the run is no longer needed.
    void drop();
    /// Called by the worker, around the work.
    void begin();
    void end();

private:
    enum class Phase { Waiting, Working, Dropped, Ended };

    std::mutex m_mutex;
    Phase m_phase = Phase::Waiting;
};

/// While it lives, a run that waits for a server does not count as one of the pool's threads.
class WaitsElsewhere {
public:
    WaitsElsewhere();
    ~WaitsElsewhere();
    WaitsElsewhere(const WaitsElsewhere&) = delete;
    WaitsElsewhere& operator=(const WaitsElsewhere&) = delete;
};

/// Calls `work` on a thread of the pool, unless the stop was requested before it starts, and `failed` if the
/// work throws. This is the only place that catches exceptions of background work.
void startOnWorker(std::shared_ptr<TaskRun> run, std::stop_token stop, std::function<void()> work,
                   std::function<void(const TaskFailure&)> failed);

} // namespace duologue::ui
