// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace duologue::ui {

/// The state that a LatestTask shares with its runs, which may outlive it.
struct TaskState {
    std::mutex mutex;
    std::condition_variable resultArrived;
    /// The newest run has delivered a result.
    bool hasResult = false;
    /// Delivers the last result of the newest run; null until there is one.
    std::function<void()> ended;
    std::unique_ptr<QObject> receiver = std::make_unique<QObject>();
    std::uint64_t newest = 0;
    /// The number of results of all runs.
    std::atomic<std::uint64_t> delivered = 0;

    void clearEnd()
    {
        // The captured values are destroyed after the lock is released.
        std::function<void()> gone;
        const std::scoped_lock lock(mutex);
        gone.swap(ended);
        hasResult = false;
    }
};

} // namespace duologue::ui
