// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/event_loop.h"

#include "ui/work/stored_settings.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace duologue::ui {

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
