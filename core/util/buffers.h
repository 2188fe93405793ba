// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A growable buffer with padding after its end, which a vectorised parser may read but not write. New memory
/// is not cleared, because megabytes are about to be read into it.
class PaddedBytes {
public:
    /// At least as much as the JSON parser requires; json_view.cpp checks that.
    static constexpr std::size_t kPadding = 64;

    PaddedBytes() = default;
    explicit PaddedBytes(std::string_view bytes)
        : m_bytes(std::make_unique_for_overwrite<char[]>(bytes.size() + kPadding)),
          m_size(bytes.size()),
          m_capacity(bytes.size() + kPadding)
    {
        if (!bytes.empty())
            std::memcpy(m_bytes.get(), bytes.data(), bytes.size());
        std::memset(m_bytes.get() + m_size, 0, kPadding);
    }

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

/// Owns short strings that are joined from parts. A returned view is valid until clear() or the destruction
/// of the arena, also when the arena is moved. clear() keeps the memory for the next record.
class StringArena {
public:
    std::string_view join(std::initializer_list<std::string_view> parts)
    {
        std::size_t length = 0;
        for (const std::string_view part : parts)
            length += part.size();
        char* target = allocate(length);
        char* at = target;
        for (const std::string_view part : parts) {
            if (!part.empty())
                std::memcpy(at, part.data(), part.size());
            at += part.size();
        }
        return {target, length};
    }

    std::string_view keep(std::string_view text) { return join({text}); }

    void clear()
    {
        m_block = 0;
        m_used = 0;
    }

private:
    static constexpr std::size_t kBlock = 4096;

    struct Block {
        std::unique_ptr<char[]> bytes;
        std::size_t size;
    };

    char* allocate(std::size_t length)
    {
        while (m_block < m_blocks.size() && m_used + length > m_blocks[m_block].size) {
            ++m_block;
            m_used = 0;
        }
        if (m_block == m_blocks.size()) {
            const std::size_t size = length > kBlock ? length : kBlock;
            m_blocks.push_back({std::make_unique_for_overwrite<char[]>(size), size});
        }
        char* const begin = m_blocks[m_block].bytes.get() + m_used;
        m_used += length;
        return begin;
    }

    std::vector<Block> m_blocks;
    std::size_t m_block = 0;
    std::size_t m_used = 0;
};

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
