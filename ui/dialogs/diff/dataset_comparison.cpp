// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/diff/dataset_comparison.h"

#include <utility>

namespace duologue::ui {

std::vector<ComparedRecord> DatasetComparison::records() const
{
    std::vector<ComparedRecord> records;
    std::vector<ComparedRecord> moved;
    for (const RecordPair& pair : diff.pairs) {
        const RecordChange change = pair.isChanged ? RecordChange::Changed : RecordChange::Moved;
        (pair.isChanged ? records : moved)
            .push_back({change, pair.old, pair.now, pair.by, pair.likeness, pair.isMoved});
    }
    for (const Row row : diff.removed)
        records.push_back({.change = RecordChange::Removed, .old = row, .now = {}});
    for (const Row row : diff.added)
        records.push_back({.change = RecordChange::Added, .old = {}, .now = row});
    records.insert(records.end(), moved.begin(), moved.end());
    return records;
}

DatasetComparisonPtr compareDatasets(const std::filesystem::path& old, const std::filesystem::path& now,
                                     const LoadOptions& load, const DiffOptions& options, const Job& job)
{
    auto comparison = std::make_shared<DatasetComparison>();
    comparison->old = loadDataset({old}, load, job);
    comparison->now = loadDataset({now}, load, job);
    if (!job.stopRequested())
        comparison->diff = diffDatasets(*comparison->old, *comparison->now, options, job);
    return comparison;
}

} // namespace duologue::ui
