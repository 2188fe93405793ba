// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/util/parallel.h"

#include <array>
#include <cstdint>

namespace duologue::ui {

/// How many messages of a dataset carry each kind of annotation.
struct AnnotationCounts {
    std::uint64_t withIntent = 0;
    std::uint64_t withSatisfaction = 0;
    /// Indexed by Mark.
    std::array<std::uint64_t, 4> marks{};

    std::uint64_t marked(Mark mark) const { return marks.at(static_cast<std::size_t>(mark)); }
    bool any() const
    {
        return withIntent > 0 || withSatisfaction > 0 || marked(Mark::Yes) > 0 || marked(Mark::No) > 0 ||
               marked(Mark::Unclear) > 0;
    }
};

/// One pass over the message table. For a worker; incomplete if the job was stopped.
AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job);

} // namespace duologue::ui
