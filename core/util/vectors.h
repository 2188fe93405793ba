// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace duologue {

/// Size of a cache line in bytes.
inline constexpr std::size_t kCacheLine = 64;

/// Starts to load the cache line that is `ahead` bytes after `address`. The line need not exist.
inline void prefetch(const void* address, std::size_t ahead)
{
    constexpr int kForReading = 0;
    // Into the second level of cache: the first is full of what is being worked on.
    constexpr int kLocality = 2;
    // A number, because the address may be past the end of an array.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) + ahead),
                       kForReading, kLocality);
}

/// A vector that only grows and consists of chunks that never move. A copy is a snapshot: it shares the
/// chunks and keeps its size while one writer appends to the original. Elements that a copy can see are never
/// written again. One writer; any thread may read copies.
template<typename T, std::size_t ChunkSize = 16384>
class ChunkedVector {
public:
    using Value = T;
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

/// A ChunkedVector of plain values that takes little memory where the same value comes again and again, as in
/// a column that few records have: there it keeps the value once for each block. Everything else is the same.
template<typename T>
class CellVector {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using Value = T;
    static constexpr std::size_t kChunkSize = ChunkedVector<T>::kChunkSize;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    const T& operator[](std::size_t index) const
    {
        const Chunk& chunk = m_chunks[index / kChunkSize];
        const std::size_t at = index % kChunkSize;
        if (chunk.all)
            return chunk.all[at];
        const T* const block = chunk.blocks->cells[at / kBlock].load(std::memory_order_acquire);
        return block != nullptr ? block[at % kBlock] : chunk.blocks->same[at / kBlock];
    }

    std::span<const T> sideBySide(std::size_t begin, std::size_t end) const
    {
        if (begin >= end || end > m_size || begin / kChunkSize != (end - 1) / kChunkSize)
            return {};
        const Chunk& chunk = m_chunks[begin / kChunkSize];
        return chunk.all ? std::span<const T>(chunk.all.get() + begin % kChunkSize, end - begin)
                         : std::span<const T>();
    }

    void push_back(T value)
    {
        if (m_size < m_endOfAll)
            m_chunks.back().all[m_size++ % kChunkSize] = value;
        else
            pushSlowly(value);
    }

    void padTo(std::size_t size, const T& filler)
    {
        while (m_size < size) {
            if (m_size == m_chunks.size() * kChunkSize && size - m_size >= kBlock)
                m_chunks.push_back({nullptr, std::make_shared<Blocks>()});
            const bool isNewBlock =
                m_size < m_chunks.size() * kChunkSize && m_size >= m_endOfAll && m_size % kBlock == 0;
            if (!isNewBlock) {
                push_back(filler);
                continue;
            }
            m_chunks.back().blocks->same[m_size % kChunkSize / kBlock] = filler;
            m_size += std::min(kBlock, size - m_size);
        }
    }

    template<typename Fill>
    bool fillUp(std::size_t count, Fill&& fill)
    {
        while (count > 0) {
            if (m_size >= m_endOfAll)
                keepAll();
            const std::size_t inChunk = m_size % kChunkSize;
            const std::size_t piece = std::min(kChunkSize - inChunk, count);
            if (!fill(m_chunks.back().all.get() + inChunk, piece))
                return false;
            m_size += piece;
            count -= piece;
        }
        return true;
    }

    template<typename Visit>
    void forEachPiece(std::size_t begin, std::size_t end, Visit&& visit) const
    {
        while (begin < end) {
            const Chunk& chunk = m_chunks[begin / kChunkSize];
            const std::size_t inChunk = begin % kChunkSize;
            const std::size_t whole = chunk.all ? kChunkSize : (inChunk / kBlock + 1) * kBlock;
            const std::size_t count = std::min(whole - inChunk, end - begin);
            if (chunk.all) {
                visit(begin, static_cast<const T*>(chunk.all.get() + inChunk), count);
            } else if (const T* block =
                           chunk.blocks->cells[inChunk / kBlock].load(std::memory_order_acquire)) {
                visit(begin, block + inChunk % kBlock, count);
            } else {
                std::array<T, kBlock> same;
                same.fill(chunk.blocks->same[inChunk / kBlock]);
                visit(begin, static_cast<const T*>(same.data()), count);
            }
            begin += count;
        }
    }

private:
    static constexpr std::size_t kBlock = 32;
    static constexpr std::size_t kBlocks = kChunkSize / kBlock;
    /// A chunk with more blocks of different values keeps all of them side by side.
    static constexpr std::size_t kMostKept = kBlocks / 4;

    struct Blocks {
        /// The value of all that was appended to a block, as long as it has no cells.
        std::array<T, kBlocks> same;
        /// Copies may read a block while it gets cells: they see the same values.
        std::array<std::atomic<const T*>, kBlocks> cells{};
        std::vector<std::unique_ptr<T[]>> kept;
    };
    /// One of both.
    struct Chunk {
        std::shared_ptr<T[]> all;
        std::shared_ptr<Blocks> blocks;
    };

    static bool isSame(const T& left, const T& right) { return std::memcmp(&left, &right, sizeof(T)) == 0; }

    void pushSlowly(T value)
    {
        if (m_size == m_chunks.size() * kChunkSize || !pushInBlock(value)) {
            keepAll();
            push_back(value);
        }
    }

    /// False if the chunk has too many different values.
    bool pushInBlock(T value)
    {
        Blocks& blocks = *m_chunks.back().blocks;
        const std::size_t block = m_size % kChunkSize / kBlock;
        const std::size_t within = m_size % kBlock;
        const bool hasCells = blocks.cells[block].load(std::memory_order_relaxed) != nullptr;
        if (within == 0)
            blocks.same[block] = value;
        if (!hasCells && !isSame(blocks.same[block], value)) {
            if (blocks.kept.size() == kMostKept)
                return false;
            blocks.kept.push_back(std::make_unique_for_overwrite<T[]>(kBlock));
            std::fill_n(blocks.kept.back().get(), within, blocks.same[block]);
            blocks.kept.back()[within] = value;
            blocks.cells[block].store(blocks.kept.back().get(), std::memory_order_release);
        } else if (hasCells) {
            // The last block that got cells is this one.
            blocks.kept.back()[within] = value;
        }
        ++m_size;
        return true;
    }

    /// From here on the chunk has its values side by side. Copies keep the one that they have.
    void keepAll()
    {
        const std::size_t begin = m_size / kChunkSize * kChunkSize;
        std::shared_ptr<T[]> all = std::make_shared_for_overwrite<T[]>(kChunkSize);
        forEachPiece(begin, m_size, [&](std::size_t first, const T* values, std::size_t count) {
            std::copy_n(values, count, all.get() + (first - begin));
        });
        if (m_size == m_chunks.size() * kChunkSize)
            m_chunks.emplace_back();
        m_chunks.back() = {std::move(all), nullptr};
        m_endOfAll = m_chunks.size() * kChunkSize;
    }

    std::vector<Chunk> m_chunks;
    std::size_t m_size = 0;
    /// Up to here values are written side by side.
    std::size_t m_endOfAll = 0;
};

/// A ChunkedVector of entries that are kept in two parts, so that a loop over one part does not load the
/// other into the caches. Entry derives from both parts and has no other members.
template<typename Entry, typename Hot, typename Cold>
class SplitVector {
public:
    static constexpr std::size_t kChunkSize = ChunkedVector<Hot>::kChunkSize;

    SplitVector() = default;
    /// Both have the same size.
    SplitVector(ChunkedVector<Hot> hot, ChunkedVector<Cold> cold)
        : m_hot(std::move(hot)), m_cold(std::move(cold))
    {
    }

    std::size_t size() const { return m_hot.size(); }
    bool empty() const { return m_hot.empty(); }
    Entry operator[](std::size_t index) const { return {m_hot[index], m_cold[index]}; }

    /// The part that loops over many entries read.
    const ChunkedVector<Hot>& hot() const { return m_hot; }
    const ChunkedVector<Cold>& cold() const { return m_cold; }

    void push_back(const Entry& entry)
    {
        m_hot.push_back(entry);
        m_cold.push_back(entry);
    }

    /// Appends entryAt(0) to entryAt(count - 1); calls it twice for each.
    template<typename EntryAt>
    void append(std::size_t count, EntryAt&& entryAt)
    {
        appendParts(m_hot, count, entryAt);
        appendParts(m_cold, count, entryAt);
    }

private:
    template<typename Part, typename EntryAt>
    static void appendParts(ChunkedVector<Part>& parts, std::size_t count, EntryAt& entryAt)
    {
        std::size_t at = 0;
        parts.fillUp(count, [&](Part* piece, std::size_t length) {
            for (std::size_t i = 0; i < length; ++i)
                piece[i] = entryAt(at++);
            return true;
        });
    }

    ChunkedVector<Hot> m_hot;
    ChunkedVector<Cold> m_cold;
};

/// A hash table from values to numbers that does not store the values: the caller has them in a list and
/// compares them. Open addressing with eight bytes a slot. tsl::robin_map, which stores hash, value and
/// number, takes as long for few different texts and 1.7 times as long to number a million. One thread.
class CodeIndex {
public:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;

    /// The number with this hash for which isIt(number) is true; kNone if there is none.
    template<typename IsIt>
    std::uint32_t find(std::uint64_t hash, IsIt&& isIt) const
    {
        if (m_slots.empty())
            return kNone;
        const std::uint32_t tag = tagOf(hash);
        for (std::size_t at = tag & m_mask;; at = (at + 1) & m_mask) {
            const Slot& slot = m_slots[at];
            if (slot.number == kNone)
                return kNone;
            if (slot.tag == tag && isIt(slot.number))
                return slot.number;
        }
    }

    /// Prefetches the slot of this hash, for a find() soon.
    void expect(std::uint64_t hash) const
    {
        if (!m_slots.empty())
            __builtin_prefetch(&m_slots[tagOf(hash) & m_mask]);
    }

    /// Keeps its memory.
    void clear()
    {
        std::fill(m_slots.begin(), m_slots.end(), Slot());
        m_used = 0;
    }

    /// `number` must not be kNone, and must not have been added with this hash before.
    void add(std::uint64_t hash, std::uint32_t number)
    {
        // At most half full, so that a missing value is known after a slot or two.
        if (2 * (m_used + 1) > m_slots.size())
            grow();
        put({tagOf(hash), number});
        ++m_used;
    }

private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t number = kNone;
    };

    static std::uint32_t tagOf(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

    void put(Slot slot)
    {
        std::size_t at = slot.tag & m_mask;
        while (m_slots[at].number != kNone)
            at = (at + 1) & m_mask;
        m_slots[at] = slot;
    }

    void grow()
    {
        constexpr std::size_t kFirst = 32;
        std::vector<Slot> old(m_slots.empty() ? kFirst : 2 * m_slots.size());
        old.swap(m_slots);
        m_mask = m_slots.size() - 1;
        for (const Slot& slot : old) {
            if (slot.number != kNone)
                put(slot);
        }
    }

    std::vector<Slot> m_slots;
    std::size_t m_mask = 0;
    std::size_t m_used = 0;
};

/// Writes value(entry) to `out` for each entry of [begin, end). Callers read a list run by run, so the next
/// run of the same length is prefetched.
template<typename Entry, std::size_t ChunkSize, typename Out, typename Value>
void readEach(const ChunkedVector<Entry, ChunkSize>& entries, std::size_t begin, std::size_t end, Out* out,
              Value&& value)
{
    constexpr std::size_t kLine = kCacheLine / sizeof(Entry);
    entries.forEachPiece(begin, end, [&](std::size_t, const Entry* piece, std::size_t count) {
        const Entry* const last = piece + count;
        for (; last - piece >= static_cast<std::ptrdiff_t>(kLine); piece += kLine) {
            prefetch(piece, count * sizeof(Entry));
            out = std::transform(piece, piece + kLine, out, value);
        }
        out = std::transform(piece, last, out, value);
    });
}

} // namespace duologue
