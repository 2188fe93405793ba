// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace duologue {

/// Which messages of a run are wanted.
class MessageBits {
public:
    /// Of messages with these keys, of which the first one is `first`: those for which isWanted(key).
    template<typename IsWanted>
    MessageBits(std::span<const std::uint32_t> keys, MessageIndex first, const IsWanted& isWanted)
        : m_first(first), m_words(keys.size() / 64 + 2)
    {
        for (std::size_t begin = 0; begin < keys.size(); begin += 64) {
            const std::size_t count = std::min<std::size_t>(64, keys.size() - begin);
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < count; ++i)
                bits |= static_cast<std::uint64_t>(isWanted(keys[begin + i])) << i;
            m_words[begin / 64] = bits;
        }
    }

    /// Whether one of these messages is wanted. The answer is unpredictable, so the usual short ranges are
    /// decided without a branch.
    bool anyIn(MessageIndex begin, MessageIndex end) const
    {
        std::uint64_t found = 0;
        for (; end - begin >= 64; begin = begin + 64)
            found |= bitsFrom(begin);
        return (found | (bitsFrom(begin) & ((std::uint64_t{1} << (end - begin)) - 1))) != 0;
    }

private:
    /// The bits of 64 messages, of which `message` is the first.
    std::uint64_t bitsFrom(MessageIndex message) const
    {
        const std::size_t at = message - m_first;
        return m_words[at / 64] >> (at % 64) | m_words[at / 64 + 1] << 1 << (63 - at % 64);
    }

    MessageIndex m_first;
    std::vector<std::uint64_t> m_words;
};

/// The rows among `candidates` for which a term about a field holds (any but Text and Pattern). Reads only
/// columns, a run of rows at a time, on all cores. A field that does not exist is missing in every row. The
/// term must pass checkQuery(). Incomplete if the job was stopped, which it checks every 32 k rows.
RowSet columnRows(const Snapshot& snapshot, const QueryTerm& term, const RowSet& candidates, const Job& job);

} // namespace duologue
