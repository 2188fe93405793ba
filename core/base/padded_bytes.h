// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace duologue {

/// A growable buffer with room behind its end that a vectorised parser may read (never write). Growing
/// keeps nothing; the memory is not cleared first, because megabytes are about to be read into it.
class PaddedBytes {
public:
    /// At least what the JSON parser wants; checked where it is used.
    static constexpr std::size_t kPadding = 64;

    PaddedBytes() = default;
    explicit PaddedBytes(std::string_view bytes)
    {
        resizeUninitialised(bytes.size());
        if (!bytes.empty())
            std::memcpy(m_bytes.get(), bytes.data(), bytes.size());
    }

    void resizeUninitialised(std::size_t size)
    {
        if (size + kPadding > m_capacity) {
            m_capacity = size + kPadding;
            m_bytes = std::make_unique_for_overwrite<char[]>(m_capacity);
        }
        m_size = size;
        std::memset(m_bytes.get() + size, 0, kPadding);
    }

    /// Makes room for so many bytes in all; what was there stays.
    void reserve(std::size_t size)
    {
        if (size + kPadding <= m_capacity)
            return;
        m_capacity = size + kPadding;
        auto larger = std::make_unique_for_overwrite<char[]>(m_capacity);
        if (m_size > 0)
            std::memcpy(larger.get(), m_bytes.get(), m_size);
        m_bytes = std::move(larger);
    }

    /// Adds `more` bytes that are not cleared and returns where they begin; what was there stays.
    char* extend(std::size_t more)
    {
        const std::size_t size = m_size + more;
        if (size + kPadding > m_capacity)
            reserve(size + size / 4);
        m_size = size;
        std::memset(m_bytes.get() + size, 0, kPadding);
        return m_bytes.get() + size - more;
    }

    /// Forgets what lies behind `size`; `size` must not be larger than before.
    void truncate(std::size_t size)
    {
        m_size = size;
        std::memset(m_bytes.get() + size, 0, kPadding);
    }

    char* data() { return m_bytes.get(); }
    const char* data() const { return m_bytes.get(); }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    std::string_view view() const { return {m_bytes.get(), m_size}; }

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

} // namespace duologue
