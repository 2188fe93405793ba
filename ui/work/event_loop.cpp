// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/event_loop.h"

#include "ui/work/stored_settings.h"

#include <QCoreApplication>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>

namespace duologue::ui {

namespace {

constexpr std::chrono::milliseconds kGrace{250};

/// Destroyed by exit() before any static object, because exit() first destroys thread-local objects.
class ExitGuard {
public:
    ExitGuard() = default;
    ExitGuard(const ExitGuard&) = delete;
    ExitGuard& operator=(const ExitGuard&) = delete;
    ~ExitGuard()
    {
        writeSettings();
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

void endAtOnceOnExit()
{
    thread_local const ExitGuard guard;
}

int runEventLoop()
{
    const int code = QCoreApplication::exec();
    writeSettings();
    endSoon(code);
    return code;
}

} // namespace duologue::ui
