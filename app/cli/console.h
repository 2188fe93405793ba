// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace duologue::cli {

/// Writes results to standard output and everything else to standard error. The text comes from data, so
/// control characters never reach a terminal.
class Console {
public:
    explicit Console(bool quiet);

    /// Writes `text` unchanged to files and pipes, and visibleText() of it to a terminal.
    void print(std::string_view text);
    /// Writes one line for people, after the program's name, even with --quiet. Always visibleLine() of it:
    /// logs are read on terminals, and a file name must not add a second line.
    void say(std::string_view line);
    /// Writes one line unless --quiet is given; the same line once.
    void note(std::string_view line);

    /// Whether standard error is a terminal.
    bool showsProgress() const;
    /// False, after saying so, if the output could not be written (full disk, closed pipe).
    bool finish();

private:
    bool m_quiet;
    bool m_printsToTerminal;
    bool m_failed = false;
    std::set<std::string, std::less<>> m_noted;
};

/// Draws a progress bar on standard error while a job runs and removes it when destroyed. Draws nothing
/// unless `visible`, and nothing for jobs that end at once.
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
