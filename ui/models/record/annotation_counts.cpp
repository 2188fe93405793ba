// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/annotation_counts.h"

namespace duologue::ui {

AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job)
{
    constexpr std::size_t kMessagesBetweenStops = 65536;
    const MessageTable& table = snapshot.messages;
    AnnotationCounts counts;
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
        if (i % kMessagesBetweenStops == 0 && job.stopRequested())
            return counts;
        const MessageEntry& message = table.entries[i];
        ++counts.marks.at(static_cast<std::size_t>(message.mark()));
        counts.withSatisfaction += message.satisfaction() > 0 ? 1 : 0;
        counts.withIntent += table.intentSets[message.intentSet].count > 0 ? 1 : 0;
    }
    return counts;
}

} // namespace duologue::ui
