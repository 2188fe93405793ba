// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/annotation_counts.h"

namespace duologue::ui {

AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job)
{
    constexpr std::uint32_t kRowsBetweenStops = 16384;
    const MessageTable& table = snapshot.messages;
    AnnotationCounts counts;
    counts.intents.resize(table.intents.size());
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (indexOf(row) % kRowsBetweenStops == 0 && job.stopRequested())
            return counts;
        std::array<bool, 4> seen{};
        const auto [begin, end] = snapshot.messageRange(row);
        for (std::uint32_t i = begin; i < end; ++i) {
            const MessageEntry& message = table.entries[i];
            const auto mark = static_cast<std::size_t>(message.mark());
            ++counts.marks.at(mark).messages;
            seen.at(mark) = true;
            const auto& set = table.intentSets[message.intentSet];
            counts.messagesWithIntent += set.count > 0 ? 1 : 0;
            for (std::size_t k = 0; k < set.count; ++k)
                ++counts.intents[indexOf(set.codes.at(k))];
        }
        // The same meaning as in queries: "no" needs an annotated conversation without a "yes".
        const auto has = [&seen](Mark mark) { return seen.at(static_cast<std::size_t>(mark)); };
        seen.at(static_cast<std::size_t>(Mark::No)) =
            (has(Mark::No) || has(Mark::Unclear)) && !has(Mark::Yes);
        for (std::size_t mark = 0; mark < seen.size(); ++mark)
            counts.marks.at(mark).conversations += seen.at(mark) ? 1 : 0;
    }
    return counts;
}

} // namespace duologue::ui
