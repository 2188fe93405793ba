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

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace duologue {

namespace {

/// Says to the thread sanitizer what it cannot see, as oneTBB is not built with it: what stood before a loop
/// is seen by its pieces, and they by what stands behind it. Nothing in other builds.
class LoopOrder {
public:
    void publish()
    {
#if defined(__SANITIZE_THREAD__)
        __tsan_release(this);
#endif
    }
    void see()
    {
#if defined(__SANITIZE_THREAD__)
        __tsan_acquire(this);
#endif
    }
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
    LoopOrder begin;
    LoopOrder end;
    begin.publish();
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&](const tbb::blocked_range<std::size_t>& range) {
            begin.see();
            body(range.begin(), range.end());
            end.publish();
        },
        tbb::simple_partitioner());
    end.see();
}

void orderedPipeline(const PipelineSteps& steps, int threads, std::size_t itemsInFlight)
{
    // TBB starts no more threads than there are cores unless it is allowed to; without this, asking for more
    // is answered by a warning on standard error.
    std::optional<tbb::global_control> allowed;
    if (threads > availableCores())
        allowed.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
    arena.execute([&] {
        // Raw pointers travel through the filters because TBB copies what it passes on; each is owned by
        // exactly one filter at a time and given back to a unique_ptr by the last.
        tbb::parallel_pipeline(
            itemsInFlight,
            tbb::make_filter<void, PipelineItem*>(tbb::filter_mode::serial_in_order,
                                                  [&](tbb::flow_control& control) -> PipelineItem* {
                                                      auto item = steps.next();
                                                      if (!item)
                                                          control.stop();
                                                      return item.release();
                                                  }) &
                tbb::make_filter<PipelineItem*, PipelineItem*>(tbb::filter_mode::parallel,
                                                               [&](PipelineItem* item) {
                                                                   steps.work(*item);
                                                                   return item;
                                                               }) &
                tbb::make_filter<PipelineItem*, void>(
                    tbb::filter_mode::serial_in_order,
                    [&](PipelineItem* item) { steps.commit(std::unique_ptr<PipelineItem>(item)); }));
    });
}

} // namespace duologue
