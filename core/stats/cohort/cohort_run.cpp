// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohort/cohort_run.h"

namespace duologue {

CohortRun::CohortRun(const Snapshot& snapshot, std::size_t sets)
    : m_snapshot(snapshot), m_lists(sets), m_ends(sets), m_messages(sets)
{
}

bool CohortRun::take(std::span<const RowSet* const> sets, Row first, Row last)
{
    begin = first;
    end = last;
    RowSet any(end - begin);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        m_ends[i] = sets[i]->offsetsIn(begin, end, m_lists[i].data());
        for (std::size_t word = 0; word < any.words().size(); ++word)
            any.words()[word] |= sets[i]->words()[indexOf(begin) / 64 + word];
    }
    m_end = any.offsetsIn(Row{0}, Row{end - begin}, m_all.data());
    if (m_end == m_all.data())
        return false;
    messageStarts(m_snapshot, begin, end, m_starts.data());
    for (std::size_t i = 0; i < sets.size(); ++i)
        takeMessages(i);
    return true;
}

void CohortRun::takeMessages(std::size_t set)
{
    m_messages[set].clear();
    for (const std::uint16_t place : places(set)) {
        const std::uint32_t from = m_starts[place] - m_starts[0];
        const std::uint32_t to = m_starts[place + 1U] - m_starts[0];
        if (!m_messages[set].empty() && m_messages[set].back().second == from)
            m_messages[set].back().second = to;
        else
            m_messages[set].emplace_back(from, to);
    }
}

} // namespace duologue
