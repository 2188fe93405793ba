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

/// exit() destroys what belongs to the calling thread before it destroys anything static.
class ExitGuard {
public:
    ExitGuard() = default;
    ExitGuard(const ExitGuard&) = delete;
    ExitGuard& operator=(const ExitGuard&) = delete;
    ~ExitGuard()
    {
        finishStoring();
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
    finishStoring();
    endSoon(code);
    return code;
}

} // namespace duologue::ui
