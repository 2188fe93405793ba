// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/work/task_failure.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace duologue::ui {

/// One run of a LatestTask on a thread of the pool. A run that is dropped while it works no longer counts
/// among the pool's threads: one that hangs, on a file that does not answer, takes no thread from others.
class TaskRun {
public:
    /// Nobody waits for the run any longer.
    void drop();
    /// Called by the worker, around the work.
    void begin();
    void end();

private:
    enum class Phase { Waiting, Working, Dropped, Ended };

    std::mutex m_mutex;
    Phase m_phase = Phase::Waiting;
};

/// Calls `work` on a thread of the pool, unless the stop has been requested by then, and `failed` where the
/// work throws. This is the one place where work of the window is caught.
void startOnWorker(std::shared_ptr<TaskRun> run, std::stop_token stop, std::function<void()> work,
                   std::function<void(const TaskFailure&)> failed);

} // namespace duologue::ui
