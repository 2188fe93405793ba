// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/dataset_diff.h"
#include "core/load/loader.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace duologue::ui {

/// What has happened to a record from the old dataset to the new one.
enum class RecordChange : std::uint8_t { Changed, Removed, Added, Moved };

/// One record of a comparison: of the old dataset, of the new one, or of both.
struct ComparedRecord {
    RecordChange change = RecordChange::Changed;
    std::optional<Row> old;
    std::optional<Row> now;
    MatchedBy by = MatchedBy::Id;
    /// See RecordPair.
    float likeness = 1;
    /// It is in another file as well.
    bool isMoved = false;
};

/// Two datasets and what has become of the records of the old one. Never changes; any thread.
struct DatasetComparison {
    SnapshotPtr old;
    SnapshotPtr now;
    DatasetDiff diff;

    /// Changed ones first, then those that are gone, new or only moved.
    std::vector<ComparedRecord> records() const;
};

using DatasetComparisonPtr = std::shared_ptr<const DatasetComparison>;

/// Loads both paths and compares them. Incomplete if the job was stopped. Blocks: call it on a worker.
DatasetComparisonPtr compareDatasets(const std::filesystem::path& old, const std::filesystem::path& now,
                                     const LoadOptions& load, const DiffOptions& options, const Job& job);

} // namespace duologue::ui
