// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/cohort/cohort_run.h"
#include "core/table/field_scan.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace duologue {

/// Counts the same messages for several fields, set by set: it has one counter for each combination of the
/// fields' keys, so that a message is counted once, however many fields there are. One thread.
class PackedCounts {
public:
    /// Most bits of all keys together: the counters of 2^12 combinations stay in the nearer caches.
    static constexpr unsigned kMostBits = 12;

    /// `fields` gives the bits of each field's key in the flags of a message.
    PackedCounts(std::span<const FieldScan::FlagBits> fields, std::size_t sets);

    /// Counts the messages of a run in each set that contains their row.
    void count(const CohortRun& run);

    /// Calls visit(field, set, key, count) for all counts; a key may be visited several times.
    template<typename Visit>
    void forEachCount(Visit&& visit) const
    {
        for (std::size_t i = 0; i < m_counts.size(); i += kTurns) {
            std::uint64_t count = 0;
            for (std::size_t turn = 0; turn < kTurns; ++turn)
                count += m_counts[i + turn];
            if (count == 0)
                continue;
            const std::size_t combination = i / kTurns % m_combinations;
            for (std::size_t field = 0; field < m_fields.size(); ++field)
                visit(field, i / kTurns / m_combinations, m_fields[field].keyIn(combination), count);
        }
    }

private:
    /// Counters per combination, used in turn: an increment need not wait for the previous one.
    static constexpr std::size_t kTurns = 2;

    struct Field {
        unsigned place = 0;
        std::uint32_t mask = 0;
        std::uint32_t firstKey = 0;

        std::uint32_t keyIn(std::size_t combination) const
        {
            return (static_cast<std::uint32_t>(combination >> place) & mask) + firstKey;
        }
    };
    /// Bits that move down by the same distance; `mask` is where they arrive.
    struct Move {
        unsigned down = 0;
        std::uint32_t mask = 0;
    };

    void addMove(unsigned down, std::uint32_t mask);

    /// By field.
    std::vector<Field> m_fields;
    /// Intents, roles, and the rest.
    std::array<Move, 3> m_moves{};
    std::size_t m_sets;
    std::size_t m_combinations = 1;
    /// By set, combination and turn.
    std::vector<std::uint32_t> m_counts;
};

} // namespace duologue
