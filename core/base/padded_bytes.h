// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace duologue {

/// A growable buffer with padding after its end, which a vectorised parser may read but not write. New memory
/// is not cleared, because megabytes are about to be read into it.
class PaddedBytes {
public:
    /// At least as much as the JSON parser requires; json_view.cpp checks that.
    static constexpr std::size_t kPadding = 64;

    PaddedBytes() = default;
    explicit PaddedBytes(std::string_view bytes)
    {
        resizeUninitialised(bytes.size());
        if (!bytes.empty())
            std::memcpy(m_bytes.get(), bytes.data(), bytes.size());
    }

    /// The old bytes are lost if the buffer has to grow.
    /// The old bytes are lost if the buffer has to grow.
    void resizeUninitialised(std::size_t size)
    {
        if (size + kPadding > m_capacity) {
            m_capacity = size + kPadding;
            m_bytes = std::make_unique_for_overwrite<char[]>(m_capacity);
        }
        m_size = size;
        std::memset(m_bytes.get() + size, 0, kPadding);
    }

    /// Allocates memory for `size` bytes and keeps the bytes.
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

    /// Appends `more` uninitialised bytes, keeps the bytes before them, and returns the address of the first.
    char* extend(std::size_t more)
    {
        const std::size_t size = m_size + more;
        if (size + kPadding > m_capacity)
            reserve(size + size / 4);
        m_size = size;
        std::memset(m_bytes.get() + size, 0, kPadding);
        return m_bytes.get() + size - more;
    }

    /// Drops the bytes from `size` on; `size` must not be larger than before.
    void truncate(std::size_t size)
    {
        m_size = size;
        std::memset(m_bytes.get() + size, 0, kPadding);
    }

    char* data() { return m_bytes.get(); }
    const char* data() const { return m_bytes.get(); }
    std::size_t size() const { return m_size; }
    std::size_t capacity() const { return m_capacity; }
    bool empty() const { return m_size == 0; }
    std::string_view view() const { return {m_bytes.get(), m_size}; }

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

} // namespace duologue
