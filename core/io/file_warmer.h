// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace duologue {

/// Asks the disk for small files ahead of those who parse them, from more threads than there are cores: a
/// disk answers many questions at once sooner than one after another. While files are in memory already,
/// which a sample of them tells, it does nothing. It only ever advises: what is wrong with a file, its reader
/// finds out. Where the system gives fewer threads, fewer help.
class FileWarmer {
public:
    FileWarmer() = default;
    FileWarmer(const FileWarmer&) = delete;
    FileWarmer& operator=(const FileWarmer&) = delete;
    /// Waits for the questions that are being asked, not for those that wait.
    ~FileWarmer();

    /// A file that will be read soon. One thread.
    void willRead(const std::string& file);
    /// Whether one of the last files that were looked at was not in memory. The same thread.
    bool isWarming() const { return m_warmSamples < kWarmForSure; }

private:
    void startThreads();
    void work(const std::stop_token& stop);

    /// After so many that are in memory the others are believed to be there too.
    static constexpr std::size_t kWarmForSure = 2;

    std::size_t m_seen = 0;
    /// Files looked at since the last one that was not in memory; at first there was none.
    std::size_t m_warmSamples = kWarmForSure;
    bool m_started = false;
    std::mutex m_mutex;
    std::condition_variable_any m_more;
    std::deque<std::string> m_waiting;
    std::vector<std::jthread> m_threads;
};

} // namespace duologue
