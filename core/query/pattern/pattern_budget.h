// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace duologue {

/// What regular expressions may cost in one search. Some take for ever: "(a+)+$" tries every way to cut a run
/// of the letter a into pieces. Shared by all threads of the search, which it must outlive.
class PatternBudget {
public:
    /// A reader still waits so long for one record.
    static constexpr std::chrono::milliseconds kTimePerRecord{2000};

    explicit PatternBudget(Job job = Job(), std::chrono::milliseconds timePerRecord = kTimePerRecord)
        : m_job(std::move(job)), m_timePerRecord(timePerRecord)
    {
    }

    bool stopRequested() const { return m_job.stopRequested(); }
    std::chrono::milliseconds timePerRecord() const { return m_timePerRecord; }

    /// Several records have used up their time in vain. The search goes on, but a record that is not decided
    /// at once is given up at once.
    bool isSpent() const { return m_lost.load(std::memory_order_relaxed) >= kMostLost * m_timePerRecord; }
    void addLost(std::chrono::nanoseconds time)
    {
        // Added up as numbers: there is no atomic duration.
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

/// The share of one record, in which patterns are looked for text by text. One thread.
class RecordBudget {
public:
    explicit RecordBudget(PatternBudget& search);
    ~RecordBudget();
    RecordBudget(const RecordBudget&) = delete;
    RecordBudget& operator=(const RecordBudget&) = delete;

    /// A pattern needed more time or memory than there is: nobody knows whether it matches. What is looked
    /// for after that is not found.
    bool gaveUp() const { return m_end == End::GaveUp; }

private:
    friend class TextPattern;

    enum class End : std::uint8_t { None, GaveUp, Stopped };
    struct Engine;

    bool isOver() const { return m_end != End::None; }
    void giveUp() { m_end = End::GaveUp; }
    /// The clock of the record runs from the first call.
    void startClock();
    /// False, and it is over, where the time is up or the search is to stop. Cheap enough to be asked often.
    bool mayGoOn();

    PatternBudget& m_search;
    End m_end = End::None;
    unsigned m_asked = 0;
    std::chrono::steady_clock::time_point m_begin{};
    /// What the library works in; made with the first regular expression that is looked for.
    std::unique_ptr<Engine> m_engine;
};

} // namespace duologue
