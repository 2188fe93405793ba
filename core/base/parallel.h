// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace duologue {

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
