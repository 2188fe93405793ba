// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/annotation_counts.h"

namespace duologue::ui {

AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job)
{
    constexpr std::size_t kMessagesBetweenStops = 65536;
    const MessageTable& table = snapshot.messages;
    const Column& satisfaction = table.column(MessageColumn::Satisfaction);
    const Column& intents = table.column(MessageColumn::Intent);
    AnnotationCounts counts;
    for (std::size_t i = 0; i < table.count; ++i) {
        if (i % kMessagesBetweenStops == 0 && job.stopRequested())
            return counts;
        ++counts.marks.at(static_cast<std::size_t>(table.mark(static_cast<MessageIndex>(i))));
        counts.withSatisfaction += satisfaction.has(i) ? 1 : 0;
        counts.withIntent += intents.has(i) ? 1 : 0;
    }
    return counts;
}

} // namespace duologue::ui
