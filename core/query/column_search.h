// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
        // Bytes at first, not bits, because the compiler can then take several keys at a time.
        std::array<std::uint8_t, 64> answers;
        for (std::size_t begin = 0; begin < keys.size(); begin += 64) {
            const std::uint32_t* const key = keys.data() + begin;
            if (keys.size() - begin >= 64) {
                std::transform(key, key + 64, answers.begin(), isWanted);
            } else {
                answers.fill(0);
                std::transform(key, keys.data() + keys.size(), answers.begin(), isWanted);
            }
            m_words[begin / 64] = bitsOf(answers);
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
    /// A bit for each byte, which is 1 or 0.
    static std::uint64_t bitsOf(const std::array<std::uint8_t, 64>& answers)
    {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < answers.size(); i += 8) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, answers.data() + i, sizeof(bytes));
            // The product moves the lowest bit of each byte to its own position in the highest byte.
            bits |= (bytes * 0x0102'0408'1020'4080U) >> 56U << i;
        }
        return bits;
    }

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
