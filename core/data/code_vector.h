// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace duologue {

/// Keys of 32 bits in as few bytes as the largest of them needs. Immutable; copies share the bytes.
struct NarrowKeys {
    /// A key is 0 where its bytes are 0, else what they say and `base`.
    std::shared_ptr<const void> bytes = nullptr;
    std::uint32_t base = 0;
    /// Of each key: 1, 2 or 4 bytes; 0 where all of them are `base`.
    std::uint8_t width = 0;

    std::uint32_t operator[](std::size_t index) const
    {
        switch (width) {
        case 0:
            return base;
        case 1:
            return whole(static_cast<const std::uint8_t*>(bytes.get())[index]);
        case 2:
            return whole(static_cast<const std::uint16_t*>(bytes.get())[index]);
        default:
            return static_cast<const std::uint32_t*>(bytes.get())[index];
        }
    }

    /// Writes the keys at [begin, begin + count).
    void copyTo(std::size_t begin, std::size_t count, std::uint32_t* out) const;

private:
    std::uint32_t whole(std::uint32_t stored) const { return stored == 0 ? 0 : stored + base; }
};

NarrowKeys narrowed(std::span<const std::uint32_t> keys);

/// Codes, or other numbers of 32 bits, in a list that only grows. Its key is one more than a value, so that 0
/// is that of the largest value, which columns use for "none". Values have four bytes until a chunk is full;
/// then it gets those that it needs. A copy is a snapshot: it keeps its size, and the chunk as it was, while
/// one writer appends to the original. One writer; any thread may read copies.
template<typename T>
class CodeVector {
    static_assert(sizeof(T) == sizeof(std::uint32_t) && std::is_trivially_copyable_v<T>);

public:
    static constexpr std::size_t kChunkSize = 8192;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    /// How many bytes the chunks have.
    std::size_t bytes() const
    {
        std::size_t sum = 0;
        for (const NarrowKeys& chunk : m_chunks)
            sum += chunk.width * kChunkSize;
        return sum;
    }

    T operator[](std::size_t index) const { return valueOf(key(index)); }
    std::uint32_t key(std::size_t index) const { return m_chunks[index / kChunkSize][index % kChunkSize]; }

    /// Writes the keys at [begin, end), which may be after the end of the list: these are 0.
    void keysTo(std::size_t begin, std::size_t end, std::uint32_t* out) const
    {
        const std::size_t last = std::min(end, m_size);
        while (begin < last) {
            const std::size_t inChunk = begin % kChunkSize;
            const std::size_t count = std::min(kChunkSize - inChunk, last - begin);
            m_chunks[begin / kChunkSize].copyTo(inChunk, count, out);
            out += count;
            begin += count;
        }
        if (begin < end)
            std::fill_n(out, end - begin, 0U);
    }

    /// The same for values.
    void valuesTo(std::size_t begin, std::size_t end, T* out) const
    {
        std::array<std::uint32_t, 512> keys;
        while (begin < end) {
            const std::size_t count = std::min(keys.size(), end - begin);
            keysTo(begin, begin + count, keys.data());
            out = std::transform(keys.data(), keys.data() + count, out, valueOf);
            begin += count;
        }
    }

    void push_back(T value)
    {
        if (m_size == m_endOfOpen)
            makeRoom(1);
        m_open[m_size % kChunkSize] = keyOf(value);
        grow(1);
    }

    void append(std::span<const T> values)
    {
        while (!values.empty()) {
            const std::size_t count = makeRoom(values.size());
            std::transform(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count),
                           m_open + m_size % kChunkSize, keyOf);
            grow(count);
            values = values.subspan(count);
        }
    }

    /// Appends copies of `filler` until the size is `size`.
    void padTo(std::size_t size, T filler)
    {
        while (m_size < size) {
            if (m_size % kChunkSize == 0 && size - m_size >= kChunkSize) {
                m_chunks.push_back({nullptr, keyOf(filler), 0});
                m_size += kChunkSize;
                m_endOfOpen = m_size;
                continue;
            }
            const std::size_t count = makeRoom(size - m_size);
            std::fill_n(m_open + m_size % kChunkSize, count, keyOf(filler));
            grow(count);
        }
    }

private:
    static constexpr std::size_t kFirstRoom = 64;

    static constexpr std::uint32_t keyOf(T value) { return static_cast<std::uint32_t>(value) + 1; }
    static constexpr T valueOf(std::uint32_t key) { return static_cast<T>(key - 1); }

    /// Makes room for more values in the chunk that is written, at most so many. Returns for how many it has.
    std::size_t makeRoom(std::size_t wanted)
    {
        const std::size_t inChunk = m_size % kChunkSize;
        const std::size_t count = std::min(wanted, kChunkSize - inChunk);
        if (m_size + count <= m_endOfOpen)
            return count;
        const std::size_t room = std::bit_ceil(std::max(inChunk + count, kFirstRoom));
        // Copies keep the chunk that they have.
        auto made = std::make_shared_for_overwrite<std::uint32_t[]>(room);
        std::copy_n(m_open, inChunk, made.get());
        m_open = made.get();
        if (inChunk == 0)
            m_chunks.emplace_back();
        m_chunks.back() = {std::move(made), 0, sizeof(std::uint32_t)};
        m_endOfOpen = m_size - inChunk + room;
        return count;
    }

    void grow(std::size_t count)
    {
        m_size += count;
        if (m_size % kChunkSize == 0)
            m_chunks.back() = narrowed({m_open, kChunkSize});
    }

    std::vector<NarrowKeys> m_chunks;
    std::size_t m_size = 0;
    /// The keys of the chunk that is written, the last one, and the size at which it is full.
    std::uint32_t* m_open = nullptr;
    std::size_t m_endOfOpen = 0;
};

} // namespace duologue
