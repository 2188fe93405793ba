// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace duologue {

/// Limits the time of regular expressions in one search. Some take for ever: "(a+)+$" tries every way to
/// split a run of the letter a. Shared by all threads of the search; must exist until they are done.
class PatternBudget {
public:
    /// The most time for one record.
    static constexpr std::chrono::milliseconds kTimePerRecord{2000};

    explicit PatternBudget(Job job = Job(), std::chrono::milliseconds timePerRecord = kTimePerRecord)
        : m_job(std::move(job)), m_timePerRecord(timePerRecord)
    {
    }

    bool stopRequested() const { return m_job.stopRequested(); }
    std::chrono::milliseconds timePerRecord() const { return m_timePerRecord; }

    /// Whether several records have used up their time without a result. The search goes on, but gives up
    /// every record that is not decided at once.
    bool isSpent() const { return m_lost.load(std::memory_order_relaxed) >= kMostLost * m_timePerRecord; }
    void addLost(std::chrono::nanoseconds time)
    {
        // A number, because there is no atomic duration.
        auto lost = m_lost.load(std::memory_order_relaxed);
        while (!m_lost.compare_exchange_weak(lost, lost + time, std::memory_order_relaxed)) {
        }
    }

private:
    static constexpr int kMostLost = 4;

    Job m_job;
    std::chrono::milliseconds m_timePerRecord;
    std::atomic<std::chrono::nanoseconds> m_lost{std::chrono::nanoseconds(0)};
};

/// The budget of one record, whose texts are searched one after another. One thread.
class RecordBudget {
public:
    explicit RecordBudget(PatternBudget& search);
    ~RecordBudget();
    RecordBudget(const RecordBudget&) = delete;
    RecordBudget& operator=(const RecordBudget&) = delete;

    /// Whether a pattern needed too much time or memory, so that it is unknown whether it matches. Later
    /// searches in this record find nothing.
    bool gaveUp() const { return m_end == End::GaveUp; }

private:
    friend class TextPattern;

    enum class End : std::uint8_t { None, GaveUp, Stopped };
    struct Engine;

    bool isOver() const { return m_end != End::None; }
    void giveUp() { m_end = End::GaveUp; }
    /// The first call starts the clock of the record.
    void startClock();
    /// False if the time is up or the search is cancelled. Cheap enough to call often.
    bool mayGoOn();

    PatternBudget& m_search;
    End m_end = End::None;
    unsigned m_asked = 0;
    std::chrono::steady_clock::time_point m_begin{};
    /// The memory that PCRE2 works in; allocated for the first regular expression.
    std::unique_ptr<Engine> m_engine;
};

} // namespace duologue
