// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace duologue {

/// Limits how many long records are parsed at the same time, because parsing takes several times their length
/// in memory. Any thread; a thread that has a turn must not wait for another.
class LongRecords {
public:
    /// Longer records wait for a turn.
    static constexpr std::uint64_t kLong = std::uint64_t{16} << 20U;
    /// Bytes that are parsed at once; or a single longer record.
    static constexpr std::uint64_t kTogether = std::uint64_t{128} << 20U;

    /// Lives as long as the memory of the record is in use.
    class Turn {
    public:
        Turn(LongRecords& records, std::uint64_t length) : m_records(records), m_length(length)
        {
            std::unique_lock lock(m_records.m_mutex);
            m_records.m_ended.wait(lock, [this] {
                return m_records.m_length == 0 || m_records.m_length + m_length <= kTogether;
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
    /// Of all records that have a turn.
    std::uint64_t m_length = 0;
};

} // namespace duologue
