// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/text_pattern.h"
#include "core/record/row_set.h"
#include "core/record/snapshot.h"

#include <optional>
#include <string>

namespace duologue {

/// Which of a record's texts are searched.
struct TextScope {
    /// Empty: of any role.
    std::string role;
    std::optional<Language> language;
};

/// The rows among `candidates` with a message, or an answer to choose from, in which the pattern is found.
/// Reads the files again, neighbouring records together; records whose bytes rule a match out are not
/// decoded. All cores; incomplete when the job was asked to stop, which is within a block of records. Call it
/// on a worker.
RowSet searchTexts(const Snapshot& snapshot, const RowSet& candidates, const TextScope& scope,
                   const TextPattern& pattern, const Job& job);

} // namespace duologue
