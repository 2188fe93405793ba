// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/tasks.h"
#include "ui/app/settings.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QThreadPool>
#include <QThreadStorage>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <new>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace duologue::ui {

void TaskRun::drop()
{
    const std::scoped_lock lock(m_mutex);
    if (m_phase != Phase::Working)
        return;
    m_phase = Phase::Dropped;
    QThreadPool::globalInstance()->releaseThread();
}

void TaskRun::begin()
{
    const std::scoped_lock lock(m_mutex);
    m_phase = Phase::Working;
}

void TaskRun::end()
{
    const std::scoped_lock lock(m_mutex);
    if (std::exchange(m_phase, Phase::Ended) == Phase::Dropped)
        QThreadPool::globalInstance()->reserveThread();
}

WaitsElsewhere::WaitsElsewhere()
{
    QThreadPool::globalInstance()->releaseThread();
}

WaitsElsewhere::~WaitsElsewhere()
{
    QThreadPool::globalInstance()->reserveThread();
}

void startOnWorker(std::shared_ptr<TaskRun> run, std::stop_token stop, std::function<void()> work,
                   std::function<void(const TaskFailure&)> failed)
{
    QThreadPool::globalInstance()->start(
        [run = std::move(run), stop = std::move(stop), work = std::move(work), failed = std::move(failed)] {
            run->begin();
            try {
                if (!stop.stop_requested())
                    work();
            } catch (...) {
                try {
                    failed(TaskFailure::current());
                } catch (...) {
                    // There is not even enough memory to report it.
                }
            }
            run->end();
        });
}

CallQueue& CallQueue::ofThisThread()
{
    static QThreadStorage<CallQueue*> storage;
    if (!storage.hasLocalData())
        storage.setLocalData(new CallQueue);
    return *storage.localData();
}

CallQueue::CallQueue()
{
    connect(&m_timer, &QTimer::timeout, this, &CallQueue::runNext);
}

void CallQueue::add(std::function<void()> call, CallPriority priority)
{
    (priority == CallPriority::High ? m_high : m_normal).push_back(std::move(call));
    if (!m_timer.isActive())
        m_timer.start(0);
}

void CallQueue::runNext()
{
    auto& calls = m_high.empty() ? m_normal : m_high;
    const auto call = std::move(calls.front());
    calls.pop_front();
    // The call may open a dialog, whose event loop continues with this queue. Qt does not fire a timer again
    // while its slot runs, unless it was restarted.
    m_timer.stop();
    if (!m_high.empty() || !m_normal.empty())
        m_timer.start(0);
    call();
}

DeferredCall::DeferredCall(std::function<void()> call) : m_state(std::make_shared<State>())
{
    m_state->call = std::move(call);
}

void DeferredCall::request()
{
    if (std::exchange(m_state->isPending, true))
        return;
    CallQueue::ofThisThread().add([weak = std::weak_ptr(m_state)] {
        const auto state = weak.lock();
        if (!state)
            return;
        state->isPending = false;
        state->call();
    });
}

TaskFailure TaskFailure::current()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {true, {}};
    } catch (const std::exception& error) {
        return {false, QString::fromUtf8(error.what())};
    } catch (...) {
        return {};
    }
}

QString TaskFailure::why() const
{
    if (isOutOfMemory)
        return TaskFailures::tr("There is not enough memory.");
    return detail.isEmpty() ? TaskFailures::tr("The reason is unknown.") : detail;
}

TaskFailures& TaskFailures::ofThisThread()
{
    static QThreadStorage<TaskFailures*> storage;
    if (!storage.hasLocalData())
        storage.setLocalData(new TaskFailures);
    return *storage.localData();
}

namespace {

constexpr std::chrono::milliseconds kGrace{250};

using Ended = void (*)();

Ended& endedHook()
{
    static Ended hook = nullptr;
    return hook;
}

void callEnded()
{
    if (const Ended hook = std::exchange(endedHook(), nullptr))
        hook();
}

/// The end into which a signal handler writes; -1 before endOnSignals().
int theSignalPipe = -1;

/// It may only call what needs no locks and no memory.
void noteSignal(int)
{
    const int before = errno;
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(theSignalPipe, &byte, 1);
    errno = before;
}

/// Destroyed by exit() before any static object, because exit() first destroys thread-local objects.
class ExitGuard {
public:
    ExitGuard() = default;
    ExitGuard(const ExitGuard&) = delete;
    ExitGuard& operator=(const ExitGuard&) = delete;
    ~ExitGuard()
    {
        writeSettings();
        callEnded();
        std::_Exit(EXIT_FAILURE);
    }
};

void endSoon(int code)
{
    try {
        std::thread([code] {
            std::this_thread::sleep_for(kGrace);
            std::_Exit(code);
        }).detach();
    } catch (const std::system_error&) {
        std::_Exit(code);
    }
}

} // namespace

void endAtOnceOnExit(void (*ended)())
{
    endedHook() = ended;
    thread_local const ExitGuard guard;
}

void endOnSignals(QObject* owner, std::function<void()> end)
{
    std::array<int, 2> pipe{};
    if (theSignalPipe >= 0 || ::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    theSignalPipe = pipe[1];
    auto* arrived = new QSocketNotifier(pipe[0], QSocketNotifier::Read, owner);
    QObject::connect(arrived, &QSocketNotifier::activated, owner, [arrived, end = std::move(end)] {
        arrived->setEnabled(false);
        end();
    });
    struct sigaction action {};
    action.sa_handler = &noteSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        ::sigaction(signal, &action, nullptr);
}

int runEventLoop()
{
    const int code = QCoreApplication::exec();
    writeSettings();
    callEnded();
    endSoon(code);
    return code;
}

} // namespace duologue::ui
