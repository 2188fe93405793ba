// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "ui/work/turn_queue.h"

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace duologue::ui {

/// Runs one kind of work off the GUI thread, newest wins: starting it again asks the run before to stop and
/// drops its results. Results arrive on the thread that made the task, those of all tasks one in each turn of
/// its event loop; an early one does not where a newer one waits already. After its destruction nothing
/// arrives.
/// The work must look at its Job, so that what is dropped also ends.
template<typename Result>
class LatestTask {
public:
    using Done = std::function<void(Result)>;
    using Work = std::function<Result(const Job&)>;
    /// May hand out results before its last one, each in place of the one before.
    using StreamingWork = std::function<Result(const Job&, const Done& early)>;

    /// `turn` is when results have theirs among those of other tasks.
    explicit LatestTask(Turn turn = Turn::Last) : m_turn(turn), m_state(std::make_shared<State>()) {}
    LatestTask(const LatestTask&) = delete;
    LatestTask& operator=(const LatestTask&) = delete;
    ~LatestTask()
    {
        cancel();
        const std::scoped_lock lock(m_state->mutex);
        m_state->receiver.reset();
    }

    void run(Work work, Done done)
    {
        stream([work = std::move(work)](const Job& job, const Done&) { return work(job); }, {},
               std::move(done));
    }

    /// `progress` must live until the work has ended, which may be after a cancel().
    void stream(StreamingWork work, Done early, Done done, std::shared_ptr<Progress> progress = {})
    {
        cancel();
        m_stop = std::stop_source();
        m_running = true;
        const auto ticket = ++m_state->newest;
        auto deliver = [this, turn = m_turn, state = m_state, stop = m_stop,
                        ticket](Done handler, Result result, bool last) {
            const std::scoped_lock lock(state->mutex);
            if (!state->receiver || stop.stop_requested())
                return;
            const auto number = ++state->handedOut;
            // Whoever destroys the task takes the lock first, so the receiver lives until this call is
            // queued.
            QMetaObject::invokeMethod(
                state->receiver.get(),
                [turn, call =
                           [this, state, ticket, number, last, handler = std::move(handler),
                            result = std::make_shared<Result>(std::move(result))] {
                               // A task that is gone has cancelled its tickets.
                               if (ticket != state->newest || (!last && number != state->handedOut))
                                   return;
                               m_running = !last;
                               handler(std::move(*result));
                           }]() mutable { TurnQueue::ofThisThread().add(std::move(call), turn); },
                Qt::QueuedConnection);
        };
        QThreadPool::globalInstance()->start([work = std::move(work), early = std::move(early),
                                              done = std::move(done), progress = std::move(progress),
                                              stop = m_stop, deliver]() mutable {
            const Job job(stop.get_token(), progress.get());
            auto result = work(job, [&](Result before) { deliver(early, std::move(before), false); });
            deliver(std::move(done), std::move(result), true);
        });
    }

    /// The running work is asked to stop; its results never arrive.
    void cancel()
    {
        m_stop.request_stop();
        ++m_state->newest;
        m_running = false;
    }

    bool isRunning() const { return m_running; }

private:
    struct State {
        std::mutex mutex;
        std::unique_ptr<QObject> receiver = std::make_unique<QObject>();
        std::uint64_t newest = 0;
        /// Results of all runs.
        std::atomic<std::uint64_t> handedOut = 0;
    };

    const Turn m_turn;
    std::shared_ptr<State> m_state;
    std::stop_source m_stop;
    bool m_running = false;
};

} // namespace duologue::ui
