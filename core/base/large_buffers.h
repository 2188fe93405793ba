// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace duologue {

/// Large buffers that are filled one after the other. New memory of the system for each of them would take as
/// long as unpacking into it. What nobody needs is kept only while there is a user. Any thread.
class LargeBuffers {
public:
    /// Smaller ones are no work for the system.
    static constexpr std::size_t kLarge = std::size_t{1} << 20U;

    /// Somebody who fills buffers, as long as it lives.
    class User {
    public:
        explicit User(LargeBuffers& buffers) : m_buffers(buffers) { m_buffers.count(1); }
        ~User() { m_buffers.count(-1); }
        User(const User&) = delete;
        User& operator=(const User&) = delete;

    private:
        LargeBuffers& m_buffers;
    };

    /// A buffer with room for `size` bytes, with any bytes in it.
    PaddedBytes take(std::size_t size)
    {
        PaddedBytes buffer;
        if (size >= kLarge) {
            const std::scoped_lock lock(m_mutex);
            const auto fits = std::find_if(m_free.begin(), m_free.end(), [size](const PaddedBytes& each) {
                return each.capacity() >= size + PaddedBytes::kPadding;
            });
            // One that is too small makes room for one that is not.
            const auto taken = fits != m_free.end() || m_free.empty() ? fits : m_free.begin();
            if (taken != m_free.end()) {
                if (taken == fits)
                    buffer = std::move(*taken);
                m_free.erase(taken);
            }
        }
        // The next one may be a little larger. The system gives memory where it is written.
        if (buffer.capacity() == 0 && size >= kLarge)
            buffer.reserve(size + size / 4);
        buffer.resizeUninitialised(size);
        return buffer;
    }

    void give(PaddedBytes buffer)
    {
        if (buffer.capacity() < kLarge)
            return;
        const std::scoped_lock lock(m_mutex);
        if (m_users > 0 && sumOfFree() + buffer.capacity() <= kMostFree)
            m_free.push_back(std::move(buffer));
    }

    std::size_t bytesKept()
    {
        const std::scoped_lock lock(m_mutex);
        return sumOfFree();
    }

private:
    /// All bytes of those that are free.
    static constexpr std::size_t kMostFree = std::size_t{256} << 20U;

    std::size_t sumOfFree() const
    {
        std::size_t bytes = 0;
        for (const PaddedBytes& each : m_free)
            bytes += each.capacity();
        return bytes;
    }

    void count(int more)
    {
        const std::scoped_lock lock(m_mutex);
        m_users += more;
        if (m_users == 0)
            m_free.clear();
    }

    std::mutex m_mutex;
    std::vector<PaddedBytes> m_free;
    int m_users = 0;
};

} // namespace duologue
