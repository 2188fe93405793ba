// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/snapshot.h"

#include <array>
#include <cstdint>
#include <vector>

namespace duologue::ui {

/// Counts of the annotations of all messages of a dataset.
struct AnnotationCounts {
    struct Marked {
        std::uint64_t messages = 0;
        /// Conversations that match hallucination:yes, :no or :unclear.
        std::uint64_t conversations = 0;
    };

    /// The number of messages with each intent, by code in MessageTable::intents. A message with two intents
    /// counts for both.
    std::vector<std::uint64_t> intents;
    std::uint64_t messagesWithIntent = 0;
    /// Indexed by Mark.
    std::array<Marked, 4> marks{};

    const Marked& marked(Mark mark) const { return marks.at(static_cast<std::size_t>(mark)); }
};

/// One pass over the message table. For a worker; incomplete if the job was stopped.
AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job);

} // namespace duologue::ui
