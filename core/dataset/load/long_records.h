// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace duologue {

/// Lets few long records be parsed at the same time: parsing takes several times their length in memory, and
/// every worker may meet one. Any thread; who waits must not have a turn already.
class LongRecords {
public:
    /// What is longer waits for its turn.
    static constexpr std::uint64_t kLong = std::uint64_t{16} << 20U;
    /// So much is parsed at once, or a single record that is longer.
    static constexpr std::uint64_t kTogether = std::uint64_t{128} << 20U;

    /// Lasts until the memory is given back.
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
    /// Of those that have a turn.
    std::uint64_t m_length = 0;
};

} // namespace duologue
