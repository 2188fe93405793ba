// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

/// From now on exit(), called on this thread, writes settings and ends the process at once, with a failure.
/// Qt calls it when the display is gone; to destroy statics under threads that still work would crash. Call
/// it once, in main(), before work begins.
void endAtOnceOnExit();

/// Runs the event loop of the program and returns its exit code; main() calls it once and hands the code to
/// std::_Exit(). Work under way on other threads may hang in a read, and nobody wants its result: the process
/// ends without waiting for it. So settings are written when the loop ends, and what main() destroys
/// afterwards has a quarter of a second, after which the process ends anyway.
int runEventLoop();

} // namespace duologue::ui
