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

/// What a LatestTask shares with its runs, which may outlive it.
struct TaskState {
    std::mutex mutex;
    std::condition_variable anyCame;
    /// Of the newest run.
    bool isAnyThere = false;
    /// Hands over the last result of the newest run, once it is there.
    std::function<void()> ended;
    std::unique_ptr<QObject> receiver = std::make_unique<QObject>();
    std::uint64_t newest = 0;
    /// Results of all runs.
    std::atomic<std::uint64_t> handedOut = 0;

    void forgetEnd()
    {
        // What it holds ends behind the lock.
        std::function<void()> gone;
        const std::scoped_lock lock(mutex);
        gone.swap(ended);
        isAnyThere = false;
    }
};

} // namespace duologue::ui
