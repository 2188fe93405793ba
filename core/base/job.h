// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace duologue {

/// The progress of a job. Workers write it, the window or the command line reads it; any thread, no locks.
struct Progress {
    std::atomic<std::uint64_t> bytesDone{0};
    std::atomic<std::uint64_t> bytesTotal{0};
    std::atomic<std::uint64_t> filesDone{0};
    std::atomic<std::uint64_t> filesTotal{0};
    std::atomic<std::uint64_t> recordsDone{0};
};

/// Passed by reference to every function that may take long: cancels it and takes its progress. Such
/// functions check stopRequested() at least every 4 MiB or 64 k rows. If it is true they return early, and
/// their result is incomplete and must be dropped.
class Job {
public:
    Job() = default;
    explicit Job(std::stop_token stop, Progress* progress = nullptr)
        : m_stop(std::move(stop)), m_progress(progress)
    {
    }

    bool stopRequested() const { return m_stop.stop_requested(); }
    const std::stop_token& stopToken() const { return m_stop; }
    /// Null if progress is not wanted.
    Progress* progress() const { return m_progress; }

private:
    std::stop_token m_stop;
    Progress* m_progress = nullptr;
};

} // namespace duologue
