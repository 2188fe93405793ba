// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace duologue {

/// Cores the machine gives to the program, at least 1.
int availableCores();

/// Starts the threads that loops and pipelines run on, `threads` with the caller's own (0: one for each
/// core), and returns how many there are: fewer where the system gives no more, at least 1. They stay. Loops
/// and pipelines do this by themselves; whoever starts threads that are only a help calls it before. Any
/// thread.
int startThreads(int threads);

/// Calls body(begin, end) for pieces of [0, count), at most `grain` long, on all cores; returns when all are
/// done. What `body` throws ends the loop and is thrown on, once the pieces under way are done. Safe from any
/// thread, also from within another parallel loop.
void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t, std::size_t)>& body);

/// One piece of work that passes through an orderedPipeline; each step puts its outcome into it.
struct PipelineItem {
    virtual ~PipelineItem() = default;
};

/// Steps of a pipeline. next() makes items one at a time, and null ends it; work() runs for several items at
/// once on any thread; commit() runs for one item at a time, in the order in which next() made them.
struct PipelineSteps {
    std::function<std::unique_ptr<PipelineItem>()> next;
    std::function<void(PipelineItem&)> work;
    std::function<void(std::unique_ptr<PipelineItem>)> commit;
};

/// Runs the pipeline on `threads` threads (0: one for each core), or as many as there are, with at most
/// `itemsInFlight` items alive, so that memory stays bounded whatever the input holds. Returns when every
/// item is committed. Steps must not throw.
void orderedPipeline(const PipelineSteps& steps, int threads, std::size_t itemsInFlight);

} // namespace duologue
