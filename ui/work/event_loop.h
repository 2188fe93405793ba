// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;

namespace duologue::ui {

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
