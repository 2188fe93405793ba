// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/chunked_vector.h"

namespace duologue {

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

} // namespace duologue
