// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

namespace duologue::cli {

/// Where a command writes: results to standard output, everything else to standard error. What it writes
/// holds names and texts of data, and no terminal gets to see their control characters as such.
class Console {
public:
    explicit Console(bool quiet);

    /// As it is into files and pipes; on a terminal visibleText() of it.
    void print(std::string_view text);
    /// One line for people, with the program's name before it. Also with --quiet: errors must not vanish.
    /// Always visibleLine() of it: a log is read on a terminal later, and a name cannot make a second line.
    void say(std::string_view line);
    /// One line that --quiet silences.
    void note(std::string_view line);

    /// Standard error is a terminal.
    bool showsProgress() const;
    /// False, after saying so, when the output could not be written (a full disk, a closed pipe).
    bool finish();

private:
    bool m_quiet;
    bool m_printsToTerminal;
    bool m_failed = false;
};

/// A bar on standard error while a job runs; gone when it is destroyed. Draws nothing unless `visible`, and
/// nothing for work that is done at once.
class ProgressBar {
public:
    ProgressBar(const Progress& progress, bool visible);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

private:
    void drawUntilDone();
    void draw();

    const Progress& m_progress;
    bool m_visible;
    bool m_drawn = false;
    bool m_done = false;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::thread m_thread;
};

} // namespace duologue::cli
