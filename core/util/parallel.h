// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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

/// How many cores the program may use, at least 1.
int availableCores();

/// From now on loops and pipelines use at most so many threads, counting the caller's own; 0 for one on each
/// core, which is also so before the first call. Those that run go on with theirs. Any thread.
void limitThreads(int most);

/// Starts the threads that loops and pipelines run on: `threads`, counting the caller's own (0: one for each
/// core). Returns how many there are, at least 1; fewer if the system refuses more. They are never ended.
/// Loops and pipelines call this themselves. Code that starts optional helper threads calls it first, so that
/// these do not take the last threads. Any thread.
int startThreads(int threads);

/// Calls body(begin, end) on all cores for pieces of [0, count) that are at most `grain` long. Returns when
/// all are done. An exception from `body` ends the loop; it is rethrown when the pieces that have begun are
/// done. May be called on any thread, also within another parallel loop.
void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t, std::size_t)>& body);

/// A piece of work that passes through an orderedPipeline; each step stores its result in it.
struct PipelineItem {
    virtual ~PipelineItem() = default;
};

/// Steps of a pipeline. next() makes one item at a time; null ends the pipeline. work() runs for several
/// items at once, on any thread. commit() runs for one item at a time, in the order of next().
struct PipelineSteps {
    std::function<std::unique_ptr<PipelineItem>()> next;
    std::function<void(PipelineItem&)> work;
    std::function<void(std::unique_ptr<PipelineItem>)> commit;
};

/// Runs the pipeline on `threads` threads (0: one for each core) or as many as can be started. At most
/// `itemsInFlight` items exist at once, so memory is bounded. Returns when every item is committed. An
/// exception from a step ends the pipeline: no further step does anything, items on their way are deleted,
/// and it is rethrown.
void orderedPipeline(const PipelineSteps& steps, int threads, std::size_t itemsInFlight);

} // namespace duologue
