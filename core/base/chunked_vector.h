// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace duologue {

/// A vector that only grows and consists of chunks that never move. A copy is a snapshot: it shares the
/// chunks and keeps its size while one writer appends to the original. Elements that a copy can see are never
/// written again. One writer; any thread may read copies.
template<typename T, std::size_t ChunkSize = 16384>
class ChunkedVector {
public:
    static constexpr std::size_t kChunkSize = ChunkSize;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    const T& operator[](std::size_t index) const { return m_chunks[index / ChunkSize][index % ChunkSize]; }

    /// The elements of [begin, end) if one chunk has all of them; empty otherwise.
    std::span<const T> sideBySide(std::size_t begin, std::size_t end) const
    {
        if (begin >= end || end > m_size || begin / ChunkSize != (end - 1) / ChunkSize)
            return {};
        return {m_chunks[begin / ChunkSize].get() + begin % ChunkSize, end - begin};
    }

    void push_back(T value)
    {
        if (m_size == m_chunks.size() * ChunkSize)
            m_chunks.push_back(std::make_shared_for_overwrite<T[]>(ChunkSize));
        m_chunks.back()[m_size % ChunkSize] = std::move(value);
        ++m_size;
    }

    /// Appends copies of `filler` until the size is `size`.
    void padTo(std::size_t size, const T& filler)
    {
        while (m_size < size)
            push_back(filler);
    }

    /// Appends `count` elements, which fill(pointer, count) writes chunk by chunk. Stops and returns false if
    /// fill() returns false.
    template<typename Fill>
    bool fillUp(std::size_t count, Fill&& fill)
    {
        while (count > 0) {
            if (m_size == m_chunks.size() * ChunkSize)
                m_chunks.push_back(std::make_shared_for_overwrite<T[]>(ChunkSize));
            const std::size_t inChunk = m_size % ChunkSize;
            const std::size_t piece = std::min(ChunkSize - inChunk, count);
            if (!fill(m_chunks.back().get() + inChunk, piece))
                return false;
            m_size += piece;
            count -= piece;
        }
        return true;
    }

    /// Calls visit(first index, pointer, count) for each contiguous piece of [begin, end).
    template<typename Visit>
    void forEachPiece(std::size_t begin, std::size_t end, Visit&& visit) const
    {
        while (begin < end) {
            const std::size_t inChunk = begin % ChunkSize;
            const std::size_t count = std::min(ChunkSize - inChunk, end - begin);
            visit(begin, m_chunks[begin / ChunkSize].get() + inChunk, count);
            begin += count;
        }
    }

private:
    std::vector<std::shared_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

} // namespace duologue
