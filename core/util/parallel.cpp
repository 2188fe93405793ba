// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <latch>
#include <mutex>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <optional>
#include <signal.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#if defined(DUOLOGUE_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace duologue {

namespace {

// oneTBB is not built with the thread sanitizer, so the sanitizer does not see in what order TBB runs things.
// These two functions tell it: writes before publish(address) happen before reads after a later see(address).
// They do nothing in other builds. This file itself is built without the sanitizer, because half of it is
// TBB's headers; the functions that it calls are checked.

void publish([[maybe_unused]] void* address)
{
#if defined(DUOLOGUE_THREAD_SANITIZER)
    __tsan_release(address);
#endif
}

void see([[maybe_unused]] void* address)
{
#if defined(DUOLOGUE_THREAD_SANITIZER)
    __tsan_acquire(address);
#endif
}

/// An address for publish() and see().
struct SeenAt {};

/// Exists during a parallel loop; each piece of the loop makes a Piece. Uses destructors because bodies may
/// throw.
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
    SeenAt m_begin;
    SeenAt m_end;
};

/// Returns how many of `wanted` threads can be started at once.
int threadsToBeHad(int wanted)
{
    std::vector<std::atomic<pid_t>> ids(static_cast<std::size_t>(wanted));
    std::latch counted(1);
    std::vector<std::jthread> threads;
    try {
        threads.reserve(ids.size());
        for (std::atomic<pid_t>& id : ids)
            threads.emplace_back([&id, &counted] {
                id = ::gettid();
                counted.wait();
            });
    } catch (const std::exception&) {
        // The system refuses more.
    }
    const auto count = static_cast<int>(threads.size());
    counted.count_down();
    threads.clear();
    // The system still counts a thread for a moment after it has ended. Not for ever: another thread may have
    // got the same number.
    constexpr std::chrono::milliseconds kPatience{100};
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (int i = 0; i < count; ++i) {
        while (::tgkill(::getpid(), ids[static_cast<std::size_t>(i)], 0) == 0 &&
               std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
    }
    return count;
}

/// The threads that TBB has started. TBB ends the program if the system refuses a thread that it expects.
/// So this class finds out how many can be started, limits TBB to these, and starts them at once.
class Threads {
public:
    /// 0 for no limit.
    void limit(int most)
    {
        const std::scoped_lock lock(m_mutex);
        m_most = std::max(0, most);
        m_limit.reset();
        if (most > 0)
            m_limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(most));
    }

    /// Counts the caller's thread.
    int atLeast(int wanted)
    {
        if (const int most = m_most; most > 0)
            wanted = std::min(wanted, most);
        if (m_count >= wanted || m_areAll)
            return std::min<int>(m_count, wanted);
        const std::scoped_lock lock(m_mutex);
        if (m_count < wanted && !m_areAll) {
            const int more = threadsToBeHad(wanted - m_count);
            m_areAll = m_count + more < wanted;
            if (more > 0)
                start(m_count + more);
            else
                m_allowed.emplace(tbb::global_control::max_allowed_parallelism, m_count);
        }
        return std::min<int>(m_count, wanted);
    }

private:
    void start(int count)
    {
        // Without this, TBB prints a warning if it is asked for more threads than there are cores.
        m_allowed.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count));
        std::unique_lock lock(m_meeting.mutex);
        const int number = ++m_meeting.number;
        m_meeting.present = 0;
        tbb::task_arena arena(count);
        for (int i = 1; i < count; ++i)
            arena.enqueue([this, number] { attend(number); });
        // Some may be busy with other work; these have been started already.
        constexpr std::chrono::milliseconds kPatience{100};
        m_meeting.changed.wait_for(lock, kPatience, [&] { return m_meeting.present + 1 == count; });
        ++m_meeting.number;
        m_meeting.changed.notify_all();
        m_count = count;
    }

    /// Blocks its thread until the meeting with this number is over, so that each attendant needs a thread of
    /// its own.
    void attend(int number)
    {
        std::unique_lock lock(m_meeting.mutex);
        if (m_meeting.number != number)
            return;
        ++m_meeting.present;
        m_meeting.changed.notify_all();
        m_meeting.changed.wait(lock, [&] { return m_meeting.number != number; });
    }

    /// Lives as long as the threads, because one may attend after the meeting is over.
    struct Meeting {
        std::mutex mutex;
        std::condition_variable changed;
        /// Increases when a meeting begins and when it ends.
        int number = 0;
        int present = 0;
    };

    std::mutex m_mutex;
    Meeting m_meeting;
    std::atomic<int> m_count = 1;
    /// The system refuses more.
    std::atomic<bool> m_areAll = false;
    std::optional<tbb::global_control> m_allowed;
    std::atomic<int> m_most = 0;
    /// TBB obeys the smaller of both.
    std::optional<tbb::global_control> m_limit;
};

Threads& startedThreads()
{
    // Never deleted: TBB's threads may outlive whatever the end of the program deletes.
    static Threads* const started = new Threads;
    return *started;
}

/// The steps of a pipeline as TBB calls them. TBB copies what it passes between filters, so these are raw
/// pointers. One filter at a time owns each; the last one gives it to a unique_ptr.
class PipelineRun {
public:
    /// Constructed before all steps and destroyed after them, by the thread that starts the pipeline.
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
        PipelineItem* item = nullptr;
        attempt([&] { item = m_steps.next().release(); });
        publish(&m_nexts);
        if (item != nullptr)
            publish(item);
        return item;
    }

    PipelineItem* work(PipelineItem* item)
    {
        see(item);
        attempt([&] { m_steps.work(*item); });
        publish(item);
        return item;
    }

    void commit(PipelineItem* item)
    {
        see(item);
        see(&m_commits);
        std::unique_ptr<PipelineItem> owned(item);
        attempt([&] { m_steps.commit(std::move(owned)); });
        publish(&m_commits);
    }

    /// After the pipeline: what a step has thrown first.
    void throwAgain() const
    {
        if (m_thrown)
            std::rethrow_exception(m_thrown);
    }

private:
    /// Nothing may be thrown through TBB, which would lose the items on their way. After an exception no
    /// step does anything more, so that the pipeline ends soon.
    template<typename Step>
    void attempt(const Step& step)
    {
        if (m_hasFailed)
            return;
        try {
            step();
        } catch (...) {
            const std::scoped_lock lock(m_mutex);
            if (!m_hasFailed.exchange(true))
                m_thrown = std::current_exception();
        }
    }

    const PipelineSteps& m_steps;
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex;
    std::exception_ptr m_thrown;
    SeenAt m_nexts;
    SeenAt m_commits;
};

} // namespace

int availableCores()
{
    return std::max(1, tbb::info::default_concurrency());
}

int startThreads(int threads)
{
    return startedThreads().atLeast(threads > 0 ? threads : availableCores());
}

void limitThreads(int most)
{
    startedThreads().limit(most);
}

void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t, std::size_t)>& body)
{
    if (count <= grain || startThreads(0) == 1) {
        for (std::size_t begin = 0; begin < count; begin += grain)
            body(begin, std::min(begin + grain, count));
        return;
    }
    LoopRun run;
    // Who waits for the end of a loop takes no work of another one, which might wait for what this thread
    // holds.
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, count, grain),
            [&](const tbb::blocked_range<std::size_t>& range) {
                const LoopRun::Piece piece(run);
                body(range.begin(), range.end());
            },
            tbb::simple_partitioner());
    });
}

void orderedPipeline(const PipelineSteps& steps, int threads, std::size_t itemsInFlight)
{
    const int started = startThreads(threads);
    if (started == 1) {
        while (auto item = steps.next()) {
            steps.work(*item);
            steps.commit(std::move(item));
        }
        return;
    }
    tbb::task_arena arena(started);
    PipelineRun run(steps);
    const auto next = [&run](tbb::flow_control& control) {
        PipelineItem* const item = run.next();
        if (item == nullptr)
            control.stop();
        return item;
    };
    const auto work = [&run](PipelineItem* item) { return run.work(item); };
    const auto commit = [&run](PipelineItem* item) { run.commit(item); };
    using tbb::filter_mode;
    arena.execute([&] {
        tbb::parallel_pipeline(
            itemsInFlight, tbb::make_filter<void, PipelineItem*>(filter_mode::serial_in_order, next) &
                               tbb::make_filter<PipelineItem*, PipelineItem*>(filter_mode::parallel, work) &
                               tbb::make_filter<PipelineItem*, void>(filter_mode::serial_in_order, commit));
    });
    run.throwAgain();
}

} // namespace duologue
