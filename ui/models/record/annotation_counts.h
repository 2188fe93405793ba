// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/snapshot.h"

#include <array>
#include <cstdint>
#include <vector>

namespace duologue::ui {

/// What annotators said of all messages of a dataset.
struct AnnotationCounts {
    struct Marked {
        std::uint64_t messages = 0;
        /// For which hallucination:yes, :no and :unclear hold.
        std::uint64_t conversations = 0;
    };

    /// Messages with each intent, by its code in MessageTable::intents; one with two counts for both.
    std::vector<std::uint64_t> intents;
    std::uint64_t messagesWithIntent = 0;
    /// By Mark.
    std::array<Marked, 4> marks{};

    const Marked& marked(Mark mark) const { return marks.at(static_cast<std::size_t>(mark)); }
};

/// One pass over the message table. For a worker; incomplete when the job was asked to stop.
AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job);

} // namespace duologue::ui
