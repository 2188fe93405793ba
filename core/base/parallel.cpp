// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <algorithm>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <optional>

#if defined(DUOLOGUE_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace duologue {

namespace {

// oneTBB is not built with the thread sanitizer, which therefore does not see in what order it runs things.
// These two say so: what stands before publish(place) is seen behind a later see(place). They are nothing in
// other builds. This file itself is built without the sanitizer, as it is half TBB's headers; what it calls
// is watched.

void publish([[maybe_unused]] void* place)
{
#if defined(DUOLOGUE_THREAD_SANITIZER)
    __tsan_release(place);
#endif
}

void see([[maybe_unused]] void* place)
{
#if defined(DUOLOGUE_THREAD_SANITIZER)
    __tsan_acquire(place);
#endif
}

/// A place for publish and see; only its address counts.
struct Place {};

/// Lasts as long as a parallel loop, whose pieces each make a Piece. Destructors, because bodies may throw.
class LoopRun {
public:
    LoopRun() { publish(&m_begin); }
    ~LoopRun() { see(&m_end); }
    LoopRun(const LoopRun&) = delete;
    LoopRun& operator=(const LoopRun&) = delete;

    class Piece {
    public:
        explicit Piece(LoopRun& run) : m_run(run) { see(&m_run.m_begin); }
        ~Piece() { publish(&m_run.m_end); }
        Piece(const Piece&) = delete;
        Piece& operator=(const Piece&) = delete;

    private:
        LoopRun& m_run;
    };

private:
    Place m_begin;
    Place m_end;
};

/// The steps of a pipeline as TBB calls them. Raw pointers travel through its filters because it copies what
/// it passes on; each is owned by exactly one filter at a time and given back to a unique_ptr by the last.
class PipelineRun {
public:
    /// Made and ended by the thread that starts the pipeline, before and behind all steps.
    explicit PipelineRun(const PipelineSteps& steps) : m_steps(steps) { publish(&m_nexts); }
    ~PipelineRun()
    {
        see(&m_nexts);
        see(&m_commits);
    }
    PipelineRun(const PipelineRun&) = delete;
    PipelineRun& operator=(const PipelineRun&) = delete;

    /// Null ends the pipeline.
    PipelineItem* next()
    {
        see(&m_nexts);
        PipelineItem* item = m_steps.next().release();
        publish(&m_nexts);
        if (item != nullptr)
            publish(item);
        return item;
    }

    PipelineItem* work(PipelineItem* item)
    {
        see(item);
        m_steps.work(*item);
        publish(item);
        return item;
    }

    void commit(PipelineItem* item)
    {
        see(item);
        see(&m_commits);
        m_steps.commit(std::unique_ptr<PipelineItem>(item));
        publish(&m_commits);
    }

private:
    const PipelineSteps& m_steps;
    Place m_nexts;
    Place m_commits;
};

} // namespace

int availableCores()
{
    return std::max(1, tbb::info::default_concurrency());
}

void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t, std::size_t)>& body)
{
    if (count <= grain) {
        if (count > 0)
            body(0, count);
        return;
    }
    LoopRun run;
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&](const tbb::blocked_range<std::size_t>& range) {
            const LoopRun::Piece piece(run);
            body(range.begin(), range.end());
        },
        tbb::simple_partitioner());
}

void orderedPipeline(const PipelineSteps& steps, int threads, std::size_t itemsInFlight)
{
    // TBB starts no more threads than there are cores unless it is allowed to; without this, asking for more
    // is answered by a warning on standard error.
    std::optional<tbb::global_control> allowed;
    if (threads > availableCores())
        allowed.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
    PipelineRun run(steps);
    arena.execute([&] {
        tbb::parallel_pipeline(
            itemsInFlight,
            tbb::make_filter<void, PipelineItem*>(tbb::filter_mode::serial_in_order,
                                                  [&](tbb::flow_control& control) {
                                                      PipelineItem* item = run.next();
                                                      if (item == nullptr)
                                                          control.stop();
                                                      return item;
                                                  }) &
                tbb::make_filter<PipelineItem*, PipelineItem*>(
                    tbb::filter_mode::parallel, [&](PipelineItem* item) { return run.work(item); }) &
                tbb::make_filter<PipelineItem*, void>(tbb::filter_mode::serial_in_order,
                                                      [&](PipelineItem* item) { run.commit(item); }));
    });
}

} // namespace duologue
