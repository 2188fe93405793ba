// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/diff/record_matches.h"
#include "core/diff/value_diff.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace duologue {

/// A record in the old and in the new dataset.
struct RecordPair {
    Row old{0};
    Row now{0};
    MatchedBy by = MatchedBy::Id;
    /// Some value is another one.
    bool isChanged = false;
    /// It is in another file, or in another list of its file.
    bool isMoved = false;
    /// See RecordMatches::Partner.
    float likeness = 1;
};

/// What has become of the records of a dataset. A value; rows are those of the two snapshots.
struct DatasetDiff {
    /// In rising order.
    std::vector<Row> removed;
    std::vector<Row> added;
    /// Records that are changed or moved, in the order of their old rows. What is changed in them tells
    /// forEachChangedRecord().
    std::vector<RecordPair> pairs;
    std::uint64_t changed = 0;
    std::uint64_t moved = 0;
    /// Records that are neither.
    std::uint64_t equal = 0;
    /// Records that have to be moved inside of their file to give the new order, beside those that are added,
    /// removed and moved.
    std::uint64_t reordered = 0;
    /// Ids that occur more than once in one file. Their records are matched by content and text.
    std::uint64_t repeatedIds = 0;
    /// Records that could not be compared, because their files are gone or have changed since they were
    /// loaded.
    std::uint64_t unread = 0;

    bool isEqual() const
    {
        return removed.empty() && added.empty() && pairs.empty() && reordered == 0 && unread == 0;
    }
};

struct DiffOptions {
    /// False if ids were given anew: records are matched by content and text alone.
    bool matchesIds = true;
};

/// Compares two datasets, each loaded from one path. Records are matched by id, then by content, then by the
/// nearest text, then by file (MatchedBy). The result depends on the data alone. Reads records again on all
/// cores; needs some hundred bytes of memory for each record at most. Blocks: call it on a worker. Incomplete
/// if the job was stopped.
DatasetDiff diffDatasets(const Snapshot& old, const Snapshot& now, const DiffOptions& options,
                         const Job& job);

/// The values in which one record of a pair differs from the other. A broken record is one text: its bytes.
/// Empty if a file is gone or has changed since it was loaded.
ValueDiff diffRecords(const Snapshot& old, Row oldRow, const Snapshot& now, Row newRow, const Job& job);

/// Calls handle() for each pair that is changed, in order, on the caller's thread, until it returns false.
/// Some of them are in memory at a time. Stops early with the job.
void forEachChangedRecord(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, const Job& job,
                          const std::function<bool(const RecordPair&, const ValueDiff&)>& handle);

} // namespace duologue
