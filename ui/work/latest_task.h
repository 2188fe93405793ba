// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"
#include "ui/work/call_queue.h"
#include "ui/work/task_failure.h"
#include "ui/work/task_run.h"
#include "ui/work/task_state.h"

#include <QMetaObject>
#include <QObject>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace duologue::ui {

/// Runs one kind of work off the GUI thread. The newest run wins: starting the task again asks the previous
/// run to stop and drops its results. Results arrive on the thread that made the task, through its CallQueue;
/// an early result is dropped if a newer one is already waiting. After the destruction of the task nothing
/// arrives. The work must check its Job, so that a dropped run ends.
template<typename Result>
class LatestTask {
public:
    using Done = std::function<void(Result)>;
    using Work = std::function<Result(const Job&)>;
    /// May deliver early results, each of which replaces the one before.
    using StreamingWork = std::function<Result(const Job&, const Done& early)>;
    using Failed = std::function<void(const TaskFailure&)>;

    /// `priority` is that of the results in the CallQueue.
    explicit LatestTask(CallPriority priority = CallPriority::Normal)
        : m_priority(priority), m_state(std::make_shared<TaskState>())
    {
    }
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

    /// `progress` must live until the work has ended, which may be after a cancel(). If the work throws,
    /// `failed` is called instead of `done`; without `failed`, TaskFailures reports it.
    void stream(StreamingWork work, Done early, Done done, std::shared_ptr<Progress> progress = {},
                Failed failed = {})
    {
        cancel();
        m_stop = std::stop_source();
        m_run = std::make_shared<TaskRun>();
        m_running = true;
        const auto ticket = ++m_state->newest;
        // Queues a call for the thread of the task.
        auto deliver = [this, priority = m_priority, state = m_state, stop = m_stop,
                        ticket](std::function<void()> handler, bool last) {
            const std::scoped_lock lock(state->mutex);
            if (!state->receiver || stop.stop_requested())
                return;
            const auto number = ++state->delivered;
            const auto call = [this, state, ticket, number, last, handler = std::move(handler)] {
                // The ticket of a destroyed task is outdated; a task whose result was awaited is not running.
                if (ticket != state->newest || !m_running || (!last && number != state->delivered))
                    return;
                m_running = !last;
                if (last)
                    state->clearEnd();
                handler();
            };
            if (last)
                state->ended = call;
            state->hasResult = true;
            state->resultArrived.notify_one();
            // The destructor takes the lock, so the receiver lives until this call is queued.
            QMetaObject::invokeMethod(
                state->receiver.get(), [priority, call] { CallQueue::ofThisThread().add(call, priority); },
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

    /// In its next iteration, before it paints, the event loop waits up to `most` for a result of the run. If
    /// it is the last result, it is delivered at once, so that no older state is painted in between. Only
    /// from the thread that made the task.
    void await(std::chrono::milliseconds most)
    {
        const auto wait = [this, state = m_state, ticket = m_state->newest, most] {
            std::unique_lock lock(state->mutex);
            if (!state->receiver || ticket != state->newest || !m_running)
                return;
            state->resultArrived.wait_for(lock, most, [&] { return state->hasResult; });
            const auto call = state->ended;
            if (!call)
                return;
            lock.unlock();
            call();
        };
        QMetaObject::invokeMethod(m_state->receiver.get(), wait, Qt::QueuedConnection);
    }

    /// Asks the running work to stop; its results never arrive. Work that hangs in a read delays no other
    /// work.
    void cancel()
    {
        m_stop.request_stop();
        if (m_run)
            m_run->drop();
        m_run.reset();
        ++m_state->newest;
        m_running = false;
        m_state->clearEnd();
    }

    bool isRunning() const { return m_running; }

    /// The work is done, but its last result is not delivered yet.
    bool hasPendingResult() const
    {
        const std::scoped_lock lock(m_state->mutex);
        return m_state->ended != nullptr;
    }

private:
    const CallPriority m_priority;
    std::shared_ptr<TaskState> m_state;
    std::stop_source m_stop;
    std::shared_ptr<TaskRun> m_run;
    bool m_running = false;
};

} // namespace duologue::ui
