// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace duologue {

/// How far a job is. Written by workers, read by whoever shows it; any thread, no locks.
struct Progress {
    std::atomic<std::uint64_t> bytesDone{0};
    std::atomic<std::uint64_t> bytesTotal{0};
    std::atomic<std::uint64_t> filesDone{0};
    std::atomic<std::uint64_t> filesTotal{0};
    std::atomic<std::uint64_t> recordsDone{0};
};

/// Passed by reference to every function that may take long: asks it to stop and hears how far it is.
/// Functions look at stopRequested() at least every 4 MiB or 64 k rows and then return early; their result
/// is incomplete and must be thrown away.
class Job {
public:
    Job() = default;
    explicit Job(std::stop_token stop, Progress* progress = nullptr)
        : m_stop(std::move(stop)), m_progress(progress)
    {
    }

    bool stopRequested() const { return m_stop.stop_requested(); }
    const std::stop_token& stopToken() const { return m_stop; }
    /// May be null: nobody listens.
    Progress* progress() const { return m_progress; }

private:
    std::stop_token m_stop;
    Progress* m_progress = nullptr;
};

} // namespace duologue
