// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/record/record_texts.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <array>
#include <cstdint>
#include <vector>

namespace duologue {

/// What is usual in the records of one format, so that checks can tell what is not.
struct FormatFacts {
    std::uint64_t records = 0;
    /// Records with messages whose last one, apart from the system's, is the user's.
    std::uint64_t endWithUser = 0;
    /// Records with messages whose first one, apart from the system's, is the assistant's.
    std::uint64_t beginWithAssistant = 0;
    std::uint64_t withMessages = 0;
    /// Records by each combination of languages; the index is RecordFigures::languages().
    std::vector<std::uint64_t> byLanguages;
    /// The combination that most records with text have, and how many have it.
    std::uint16_t usualLanguages = 0;
    std::uint64_t withUsualLanguages = 0;
    std::uint64_t withText = 0;
};

/// The same for each format of the dataset. Made of tables and the first records, before all are read again.
struct DatasetFacts {
    /// By RecordFigures::format.
    std::vector<FormatFacts> formats;
    /// Which values of fields are texts, as for a search.
    TextKeys keys;
};

DatasetFacts factsOf(const Snapshot& snapshot, const RowSet& rows, const Job& job);

} // namespace duologue
