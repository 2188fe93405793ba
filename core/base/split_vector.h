// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/chunked_vector.h"

namespace duologue {

/// A ChunkedVector of entries in two parts that lie apart, so that what goes through one part of all entries
/// brings no more than that into the caches. Entry is both parts and nothing else: it derives from them.
template<typename Entry, typename Near, typename Far>
class SplitVector {
public:
    static constexpr std::size_t kChunkSize = ChunkedVector<Near>::kChunkSize;

    SplitVector() = default;
    /// Of as many near as far parts.
    SplitVector(ChunkedVector<Near> near, ChunkedVector<Far> far)
        : m_near(std::move(near)), m_far(std::move(far))
    {
    }

    std::size_t size() const { return m_near.size(); }
    bool empty() const { return m_near.empty(); }
    /// Put together; what is not looked at is not read.
    Entry operator[](std::size_t index) const { return {m_near[index], m_far[index]}; }

    /// What is asked for often, of many entries at once.
    const ChunkedVector<Near>& near() const { return m_near; }
    const ChunkedVector<Far>& far() const { return m_far; }

    void push_back(const Entry& entry)
    {
        m_near.push_back(entry);
        m_far.push_back(entry);
    }

    /// Appends entryAt(0) to entryAt(count - 1); asks for each twice.
    template<typename EntryAt>
    void append(std::size_t count, EntryAt&& entryAt)
    {
        appendParts(m_near, count, entryAt);
        appendParts(m_far, count, entryAt);
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

    ChunkedVector<Near> m_near;
    ChunkedVector<Far> m_far;
};

} // namespace duologue
