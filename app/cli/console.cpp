// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "core/util/escape.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <system_error>
#include <unistd.h>

namespace duologue::cli {

Console::Console(bool quiet) : m_quiet(quiet), m_printsToTerminal(::isatty(STDOUT_FILENO) == 1) {}

void Console::print(std::string_view text)
{
    std::string visible;
    if (m_printsToTerminal) {
        visible = visibleText(text);
        text = visible;
    }
    m_failed = std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || m_failed;
}

void Console::say(std::string_view line)
{
    const std::string text = "duologue-cli: " + visibleLine(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::note(std::string_view line)
{
    if (!m_quiet && m_noted.emplace(line).second)
        say(line);
}

bool Console::showsProgress() const
{
    return ::isatty(STDERR_FILENO) == 1;
}

bool Console::finish()
{
    if (std::fflush(stdout) == 0 && !m_failed)
        return true;
    say("the output could not be written");
    return false;
}

ProgressBar::ProgressBar(const Progress& progress, bool visible) : m_progress(progress), m_visible(visible)
{
    if (!m_visible)
        return;
    try {
        m_thread = std::thread([this] { drawUntilDone(); });
    } catch (const std::system_error&) {
        // The system has no more threads: go on without a bar.
        m_visible = false;
    }
}

ProgressBar::~ProgressBar()
{
    if (!m_visible)
        return;
    {
        const std::scoped_lock lock(m_mutex);
        m_done = true;
    }
    m_wake.notify_one();
    m_thread.join();
    if (m_drawn)
        std::fputs("\r\033[K", stderr);
}

void ProgressBar::drawUntilDone()
{
    constexpr auto kFirst = std::chrono::milliseconds(300);
    constexpr auto kNext = std::chrono::milliseconds(100);
    std::unique_lock lock(m_mutex);
    auto wait = kFirst;
    while (!m_wake.wait_for(lock, wait, [this] { return m_done; })) {
        draw();
        wait = kNext;
    }
}

void ProgressBar::draw()
{
    constexpr std::size_t kWidth = 30;
    const auto total = m_progress.bytesTotal.load();
    const auto done = m_progress.bytesDone.load();
    const std::size_t filled =
        total == 0
            ? 0
            : static_cast<std::size_t>(static_cast<double>(done) / static_cast<double>(total) * kWidth);
    // Allocates nothing: this thread has no way to report a failure.
    std::array<char, kWidth + 1> bar{};
    std::fill_n(bar.begin(), kWidth, ' ');
    std::fill_n(bar.begin(), std::min(filled, kWidth), '#');
    std::array<char, 160> line{};
    const int length = std::snprintf(line.data(), line.size(), "\r[%s] %llu of %llu files, %llu records",
                                     bar.data(), static_cast<unsigned long long>(m_progress.filesDone.load()),
                                     static_cast<unsigned long long>(m_progress.filesTotal.load()),
                                     static_cast<unsigned long long>(m_progress.recordsDone.load()));
    std::fwrite(line.data(), 1, static_cast<std::size_t>(length), stderr);
    std::fflush(stderr);
    m_drawn = true;
}

} // namespace duologue::cli
