// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"

#include <QCache>
#include <QMetaObject>
#include <QObject>
#include <QString>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace duologue::ui {

/// The state that a LatestTask shares with its runs, which may outlive it.
struct TaskState {
    std::mutex mutex;
    std::condition_variable resultArrived;
    /// The newest run has delivered a result.
    bool hasResult = false;
    /// Delivers the last result of the newest run; null until there is one.
    std::function<void()> ended;
    std::unique_ptr<QObject> receiver = std::make_unique<QObject>();
    std::uint64_t newest = 0;
    /// The number of results of all runs.
    std::atomic<std::uint64_t> delivered = 0;

    void clearEnd()
    {
        // The captured values are destroyed after the lock is released.
        std::function<void()> gone;
        const std::scoped_lock lock(mutex);
        gone.swap(ended);
        hasResult = false;
    }
};

/// Why work off the GUI thread ended without a result: it threw an exception.
struct TaskFailure {
    bool isOutOfMemory = false;
    /// The message of the exception, in English; may be empty.
    QString detail;

    /// Describes the exception that is being handled. Call it in a catch block.
    static TaskFailure current();
    /// The reason as a sentence for the user.
    QString why() const;
};

/// Reports failures of tasks that have no handler of their own. One for each thread.
class TaskFailures : public QObject {
    Q_OBJECT

public:
    /// The object of the calling thread; lives as long as the thread.
    static TaskFailures& ofThisThread();

    void report(const TaskFailure& failure) { Q_EMIT happened(failure.why()); }

Q_SIGNALS:
    void happened(const QString& why);
};

/// One run of a LatestTask on a thread of the pool. A run that is dropped while it works no longer counts as
/// one of the pool's threads: if it hangs in a read, other runs still get theirs.
class TaskRun {
public:
    /// The result of the run is no longer needed.
    void drop();
    /// Called by the worker, around the work.
    void begin();
    void end();

private:
    enum class Phase { Waiting, Working, Dropped, Ended };

    std::mutex m_mutex;
    Phase m_phase = Phase::Waiting;
};

/// While it lives, a run that waits for a server does not count as one of the pool's threads.
class WaitsElsewhere {
public:
    WaitsElsewhere();
    ~WaitsElsewhere();
    WaitsElsewhere(const WaitsElsewhere&) = delete;
    WaitsElsewhere& operator=(const WaitsElsewhere&) = delete;
};

/// Calls `work` on a thread of the pool, unless the stop was requested before it starts, and `failed` if the
/// work throws. This is the only place that catches exceptions of background work.
void startOnWorker(std::shared_ptr<TaskRun> run, std::stop_token stop, std::function<void()> work,
                   std::function<void(const TaskFailure&)> failed);

enum class CallPriority {
    Normal,
    /// Runs before every call with Normal. Used for rows, so that charts and counts are not computed for rows
    /// that are about to be replaced.
    High,
};

/// Runs one function in each iteration of the event loop, so that painting and input come between them.
/// Without it, results that arrive together would block the window together. One for each thread.
class CallQueue : public QObject {
public:
    /// The queue of the calling thread. It lives as long as the thread; in the main thread, as long as the
    /// application.
    static CallQueue& ofThisThread();

    CallQueue();

    /// Only from the queue's own thread. Calls of one priority run in the order in which they are added.
    void add(std::function<void()> call, CallPriority priority = CallPriority::Normal);

private:
    void runNext();

    std::deque<std::function<void()>> m_high;
    std::deque<std::function<void()>> m_normal;
    QTimer m_timer;
};

/// Runs a function once, later, however often it is requested before that: the part of a reaction to a signal
/// that can wait until the window is painted. It does not run after the destruction. One thread.
class DeferredCall {
public:
    explicit DeferredCall(std::function<void()> call);

    void request();
    bool isPending() const { return m_state->isPending; }

private:
    struct State {
        std::function<void()> call;
        bool isPending = false;
    };

    std::shared_ptr<State> m_state;
};

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

/// Keeps a result that a worker computes up to date. Whoever owns it calls refresh() whenever the request may
/// have changed or may be wanted again (the view changed, the widget is shown); it works only if the request
/// differs from the last one. The newest request wins; results of older ones never arrive. One thread.
template<typename Request, typename Result>
class Computed {
public:
    using Early = std::function<void(Result)>;
    /// What is to be computed now; nothing if it is not wanted yet, for example because the widget is hidden.
    using Ask = std::function<std::optional<Request>()>;
    using Work = std::function<Result(const Request&, const Job&, const Early&)>;
    /// Called with each early result and with the last one; `isRunning()` tells them apart.
    using Show = std::function<void(Result)>;
    /// True if a request does not replace `running` but is computed after it: while a dataset grows,
    /// snapshots arrive faster than results, and otherwise none would ever be shown.
    using Waits = std::function<bool(const Request& wanted, const Request& running)>;
    static bool always(const Request&, const Request&) { return true; }

    Computed(Ask ask, Work work, Show show, Waits waits = {})
        : m_ask(std::move(ask)), m_work(std::move(work)), m_show(std::move(show)), m_waits(std::move(waits))
    {
    }

    void refresh()
    {
        std::optional<Request> wanted = m_ask();
        if (!wanted || (m_asked && *wanted == *m_asked))
            return;
        if (m_task.isRunning() && m_waits && m_waits(*wanted, *m_asked))
            return;
        m_asked = std::move(wanted);
        const auto done = [this](Result result) {
            m_show(std::move(result));
            if (!m_task.isRunning())
                refresh();
        };
        m_task.stream([work = m_work, request = *m_asked](
                          const Job& job, const Early& early) { return work(request, job, early); },
                      m_show, done);
    }

    /// Later, so that what is waiting is painted first.
    void refreshSoon() { m_deferred.request(); }

    /// Drops what runs; the next refresh() computes anew.
    void reset()
    {
        m_task.cancel();
        m_asked.reset();
    }

    bool isRunning() const { return m_task.isRunning(); }
    /// The request that runs, or whose result was shown last.
    const std::optional<Request>& asked() const { return m_asked; }

private:
    Ask m_ask;
    Work m_work;
    Show m_show;
    Waits m_waits;
    std::optional<Request> m_asked;
    LatestTask<Result> m_task;
    DeferredCall m_deferred{[this] { refresh(); }};
};

/// What a list shows of items that are read by a worker when they are painted: the latest that was asked for
/// first, a few at a time, so that those that are scrolled to meanwhile do not wait long. GUI thread.
template<typename Key, typename Value>
class ReadWhenShown {
public:
    using Values = std::vector<std::pair<Key, Value>>;
    using Work = std::function<Values(const std::vector<Key>&, const Job&)>;
    using Arrived = std::function<void(const std::vector<Key>&)>;

    /// Keeps so many values. `work` is called on the GUI thread when reading starts, and returns what a
    /// worker does then.
    ReadWhenShown(qsizetype kept, std::function<Work()> work, Arrived arrived)
        : m_work(std::move(work)), m_arrived(std::move(arrived)), m_known(kept)
    {
    }

    /// Null while it is not known: then it is read.
    const Value* of(Key key)
    {
        if (const Value* known = m_known.object(key))
            return known;
        // What was scrolled past is forgotten.
        constexpr std::size_t kMostWanted = 200;
        std::erase(m_wanted, key);
        m_wanted.push_back(key);
        if (m_wanted.size() > kMostWanted)
            m_wanted.erase(m_wanted.begin());
        // All items of one painting are asked for first.
        m_next.request();
        return nullptr;
    }

    void forget()
    {
        m_task.cancel();
        m_known.clear();
        m_wanted.clear();
    }

    template<typename Test>
    void forgetIf(const Test& test)
    {
        for (const Key key : m_known.keys()) {
            if (test(*m_known.object(key)))
                m_known.remove(key);
        }
    }

private:
    void readNext()
    {
        constexpr std::size_t kReadAtOnce = 16;
        if (m_wanted.empty() || m_task.isRunning())
            return;
        const auto begin =
            m_wanted.end() - static_cast<std::ptrdiff_t>(std::min(m_wanted.size(), kReadAtOnce));
        std::vector<Key> keys(begin, m_wanted.end());
        std::reverse(keys.begin(), keys.end());
        m_wanted.erase(begin, m_wanted.end());
        m_task.run([work = m_work(), keys](const Job& job) { return work(keys, job); },
                   [this](Values values) {
                       std::vector<Key> read;
                       for (auto& [key, value] : values) {
                           m_known.insert(key, new Value(std::move(value)));
                           read.push_back(key);
                       }
                       m_arrived(read);
                       readNext();
                   });
    }

    std::function<Work()> m_work;
    Arrived m_arrived;
    QCache<Key, Value> m_known;
    /// Asked for and not read yet, the latest last.
    std::vector<Key> m_wanted;
    LatestTask<Values> m_task;
    DeferredCall m_next{[this] { readNext(); }};
};

/// Makes exit() write the settings and end the process at once, with a failure, if this thread calls it. Qt
/// does so when the display is gone. A normal exit() would destroy static objects that other threads still
/// use, and crash. `ended` is called then, and when the event loop has ended; it may be called on any thread.
/// Call it once, in main(), before work begins.
void endAtOnceOnExit(void (*ended)() = nullptr);

/// Calls `end` in the event loop of this thread when the desktop or a terminal asks the program to end
/// (SIGTERM, SIGINT, SIGHUP). A second signal ends it at once. Nothing is called after `owner` is gone.
void endOnSignals(QObject* owner, std::function<void()> end);

/// Runs the event loop, writes the settings and returns the exit code. main() calls it once and passes the
/// code to std::_Exit(), because background work may hang in a read and its result is no longer needed. What
/// main() destroys afterwards has a quarter of a second; then the process ends anyway.
int runEventLoop();

} // namespace duologue::ui
