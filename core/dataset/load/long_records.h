// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace duologue {

/// Limits how many long records are parsed at the same time, because parsing takes several times their length
/// in memory. Any thread. A thread that has a turn must not ask for another one: that would be a deadlock.
class LongRecords {
public:
    /// Longer records wait for a turn.
    static constexpr std::uint64_t kLong = std::uint64_t{16} << 20U;
    /// Total length of the records that have a turn at the same time. A single record may be longer.
    static constexpr std::uint64_t kMostAtOnce = std::uint64_t{128} << 20U;

    /// The constructor waits until the record may be parsed. The caller keeps the turn while it uses the
    /// record's memory.
    class Turn {
    public:
        Turn(LongRecords& records, std::uint64_t length) : m_records(records), m_length(length)
        {
            std::unique_lock lock(m_records.m_mutex);
            m_records.m_ended.wait(lock, [this] {
                return m_records.m_length == 0 || m_records.m_length + m_length <= kMostAtOnce;
            });
            m_records.m_length += m_length;
        }
        ~Turn()
        {
            const std::scoped_lock lock(m_records.m_mutex);
            m_records.m_length -= m_length;
            m_records.m_ended.notify_all();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        LongRecords& m_records;
        const std::uint64_t m_length;
    };

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    /// Total length of the records that have a turn.
    std::uint64_t m_length = 0;
};

} // namespace duologue
