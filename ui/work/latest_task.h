// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "ui/work/task_failure.h"
#include "ui/work/task_run.h"
#include "ui/work/task_state.h"
#include "ui/work/turn_queue.h"

#include <QMetaObject>
#include <QObject>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace duologue::ui {

/// Runs one kind of work off the GUI thread, newest wins: starting it again asks the run before to stop and
/// drops its results. Results arrive on the thread that made the task, those of all tasks one in each turn of
/// its event loop, but for one that is awaited; an early one does not where a newer one waits already. After
/// its destruction nothing arrives. The work must look at its Job, so that what is dropped also ends.
template<typename Result>
class LatestTask {
public:
    using Done = std::function<void(Result)>;
    using Work = std::function<Result(const Job&)>;
    /// May hand out results before its last one, each in place of the one before.
    using StreamingWork = std::function<Result(const Job&, const Done& early)>;
    using Failed = std::function<void(const TaskFailure&)>;

    /// `turn` is when results have theirs among those of other tasks.
    explicit LatestTask(Turn turn = Turn::Last) : m_turn(turn), m_state(std::make_shared<TaskState>()) {}
    LatestTask(const LatestTask&) = delete;
    LatestTask& operator=(const LatestTask&) = delete;
    ~LatestTask()
    {
        cancel();
        const std::scoped_lock lock(m_state->mutex);
        m_state->receiver.reset();
    }

    void run(Work work, Done done, Failed failed = {})
    {
        stream([work = std::move(work)](const Job& job, const Done&) { return work(job); }, {},
               std::move(done), {}, std::move(failed));
    }

    /// `progress` must live until the work has ended, which may be after a cancel(). What the work throws
    /// ends the run: `failed` is called in place of `done`; where there is none, TaskFailures says so.
    void stream(StreamingWork work, Done early, Done done, std::shared_ptr<Progress> progress = {},
                Failed failed = {})
    {
        cancel();
        m_stop = std::stop_source();
        m_run = std::make_shared<TaskRun>();
        m_running = true;
        const auto ticket = ++m_state->newest;
        // Queues a call for the thread of the task.
        auto deliver = [this, turn = m_turn, state = m_state, stop = m_stop,
                        ticket](std::function<void()> handler, bool last) {
            const std::scoped_lock lock(state->mutex);
            if (!state->receiver || stop.stop_requested())
                return;
            const auto number = ++state->handedOut;
            const auto call = [this, state, ticket, number, last, handler = std::move(handler)] {
                // A task that is gone has cancelled its tickets; one that was waited for is not running.
                if (ticket != state->newest || !m_running || (!last && number != state->handedOut))
                    return;
                m_running = !last;
                if (last)
                    state->forgetEnd();
                handler();
            };
            if (last)
                state->ended = call;
            state->isAnyThere = true;
            state->anyCame.notify_one();
            // Whoever destroys the task takes the lock first, so the receiver lives until this call is
            // queued.
            QMetaObject::invokeMethod(
                state->receiver.get(), [turn, call] { TurnQueue::ofThisThread().add(call, turn); },
                Qt::QueuedConnection);
        };
        const auto deliverResult = [deliver](const Done& handler, Result result, bool last) {
            deliver([handler,
                     result = std::make_shared<Result>(std::move(result))] { handler(std::move(*result)); },
                    last);
        };
        startOnWorker(
            m_run, m_stop.get_token(),
            [work = std::move(work), early = std::move(early), done = std::move(done),
             progress = std::move(progress), token = m_stop.get_token(), deliverResult] {
                const Job job(token, progress.get());
                Result result =
                    work(job, [&](Result before) { deliverResult(early, std::move(before), false); });
                deliverResult(done, std::move(result), true);
            },
            [failed = std::move(failed), deliver](const TaskFailure& failure) {
                deliver(
                    [failed, failure] {
                        if (failed)
                            failed(failure);
                        else
                            TaskFailures::ofThisThread().report(failure);
                    },
                    true);
            });
    }

    /// In its next turn, before anything is painted, the event loop waits for a result of the run, and takes
    /// it then if it is the last one: what comes so soon needs no picture of the time before it. Only from
    /// the thread that made the task.
    void await(std::chrono::milliseconds most)
    {
        const auto wait = [this, state = m_state, ticket = m_state->newest, most] {
            std::unique_lock lock(state->mutex);
            if (!state->receiver || ticket != state->newest || !m_running)
                return;
            state->anyCame.wait_for(lock, most, [&] { return state->isAnyThere; });
            const auto call = state->ended;
            if (!call)
                return;
            lock.unlock();
            call();
        };
        QMetaObject::invokeMethod(m_state->receiver.get(), wait, Qt::QueuedConnection);
    }

    /// The running work is asked to stop; its results never arrive. Work that does not stop, because it hangs
    /// in a read, keeps no other work waiting.
    void cancel()
    {
        m_stop.request_stop();
        if (m_run)
            m_run->drop();
        m_run.reset();
        ++m_state->newest;
        m_running = false;
        m_state->forgetEnd();
    }

    bool isRunning() const { return m_running; }

    /// The work is done, and its result waits for its turn.
    bool isResultThere() const
    {
        const std::scoped_lock lock(m_state->mutex);
        return m_state->ended != nullptr;
    }

private:
    const Turn m_turn;
    std::shared_ptr<TaskState> m_state;
    std::stop_source m_stop;
    std::shared_ptr<TaskRun> m_run;
    bool m_running = false;
};

} // namespace duologue::ui
