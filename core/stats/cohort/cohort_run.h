// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_scan.h"
#include "core/table/row_set.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace duologue {

/// The rows of a run that are in some set, by set and all together, with their messages. One thread.
class CohortRun {
public:
    /// Begin and end of the messages of consecutive rows of a set, counted from firstMessage().
    using Messages = std::pair<std::uint32_t, std::uint32_t>;

    CohortRun(const Snapshot& snapshot, std::size_t sets);

    /// Takes the rows [first, last), at most FieldScan::kRun; `first` is a multiple of 64. False if none of
    /// them is in a set.
    bool take(std::span<const RowSet* const> sets, Row first, Row last);

    /// Offsets from `begin` of the rows in one set, and of those in any.
    std::span<const std::uint16_t> places(std::size_t set) const
    {
        return {m_lists[set].data(), m_ends[set]};
    }
    std::span<const std::uint16_t> all() const { return {m_all.data(), m_end}; }

    /// Range of the messages of all rows, wanted or not.
    MessageIndex firstMessage() const { return m_starts[0]; }
    MessageIndex lastMessage() const { return m_starts[end - begin]; }
    std::span<const Messages> messages(std::size_t set) const { return m_messages[set]; }

    const Snapshot& snapshot() const { return m_snapshot; }

    Row begin{0};
    Row end{0};

private:
    using List = std::array<std::uint16_t, FieldScan::kRun>;

    void takeMessages(std::size_t set);

    const Snapshot& m_snapshot;
    std::vector<List> m_lists;
    std::vector<const std::uint16_t*> m_ends;
    List m_all{};
    const std::uint16_t* m_end = m_all.data();
    std::array<MessageIndex, FieldScan::kRun + 1> m_starts{};
    std::vector<std::vector<Messages>> m_messages;
};

} // namespace duologue
