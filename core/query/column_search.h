// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace duologue {

/// Finds messages that have one of certain keys, for fields whose keys are in the flags of messages
/// (FieldScan::flagBits()). Immutable; any thread may use it.
class FlagMatcher {
public:
    /// `byKey` is 1 for each wanted key and 0 for others. Keys after its end are not wanted.
    FlagMatcher(const FieldScan::FlagBits& bits, const std::vector<std::uint8_t>& byKey);

    /// Sets bit `at` + i of `out` if messages[i] is wanted. These bits must be 0 before the call.
    void find(const MessageFlags* messages, std::size_t count, std::uint64_t* out, std::size_t at) const;

private:
    unsigned m_shift;
    /// 1 for wanted values of the field's bits in the flags.
    std::vector<std::uint8_t> m_wanted;
};

/// Which messages of a run are wanted.
class MessageBits {
public:
    /// For the messages in [first, last).
    MessageBits(const FieldScan& scan, const FlagMatcher& matcher, MessageIndex first, MessageIndex last);

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
