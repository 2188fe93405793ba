// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/wanted_messages.h"

namespace duologue {

void WantedMessages::take(const Snapshot& snapshot, Row begin, Row end, std::span<const std::uint16_t> places)
{
    m_places = places;
    messageStarts(snapshot, begin, end, m_starts.data());
    m_last = m_starts[end - begin];
    m_count = 0;
    for (const std::uint16_t place : places)
        m_count += m_starts[place + 1U] - m_starts[place];
}

} // namespace duologue
