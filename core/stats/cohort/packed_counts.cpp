// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohort/packed_counts.h"

#include "core/base/simd/prefetch.h"
#include "core/table/snapshot.h"

#include <algorithm>
#include <numeric>

namespace duologue {

PackedCounts::PackedCounts(std::span<const FieldScan::FlagBits> fields, std::size_t sets)
    : m_fields(fields.size()), m_sets(sets)
{
    // Moves bits down to close the gaps between the fields, and keeps their order.
    std::vector<std::size_t> order(fields.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [fields](std::size_t a, std::size_t b) { return fields[a].offset < fields[b].offset; });
    unsigned end = 0;
    for (const std::size_t field : order) {
        const std::uint32_t mask = (std::uint32_t{1} << fields[field].width) - 1;
        m_fields[field] = {end, mask, fields[field].firstKey};
        addMove(fields[field].offset - end, mask << end);
        end += fields[field].width;
    }
    m_combinations = std::size_t{1} << end;
    m_counts.resize(m_combinations * sets * kTurns);
}

void PackedCounts::addMove(unsigned down, std::uint32_t mask)
{
    const auto move = std::find_if(m_moves.begin(), m_moves.end(), [down](const Move& known) {
        return known.mask == 0 || known.down == down;
    });
    move->down = down;
    move->mask |= mask;
}

void PackedCounts::count(const CohortRun& run)
{
    // Prefetches messages of the next run, for this loop and for other fields that read messages.
    const std::size_t ahead = (run.lastMessage() - run.firstMessage()) * sizeof(MessageFlags);
    const auto packed = [intents = m_moves[0], role = m_moves[1],
                         rest = m_moves[2]](const MessageFlags& message) {
        const std::uint32_t flags = FieldScan::flagsOf(message);
        return (flags >> intents.down & intents.mask) | (flags >> role.down & role.mask) |
               (flags >> rest.down & rest.mask);
    };
    run.snapshot().messages.entries.hot().forEachPiece(
        indexOf(run.firstMessage()), indexOf(run.lastMessage()),
        [&](std::size_t begin, const MessageFlags* messages, std::size_t size) {
            const auto pieceBegin = static_cast<std::uint32_t>(begin - indexOf(run.firstMessage()));
            const auto pieceEnd = static_cast<std::uint32_t>(pieceBegin + size);
            for (std::size_t set = 0; set < m_sets; ++set) {
                std::uint32_t* const counts = m_counts.data() + set * m_combinations * kTurns;
                for (const auto& [from, to] : run.messages(set)) {
                    // Ranges in other pieces become empty.
                    const std::uint32_t first = std::clamp(from, pieceBegin, pieceEnd);
                    const std::uint32_t last = std::clamp(to, pieceBegin, pieceEnd);
                    const MessageFlags* message = messages + (first - pieceBegin);
                    const MessageFlags* const end = messages + (last - pieceBegin);
                    for (; message + 1 < end; message += kTurns) {
                        prefetch(message, ahead);
                        ++counts[packed(message[0]) * kTurns];
                        ++counts[packed(message[1]) * kTurns + 1];
                    }
                    if (message < end)
                        ++counts[packed(*message) * kTurns];
                }
            }
        });
}

} // namespace duologue
