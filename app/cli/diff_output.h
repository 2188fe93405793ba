// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/dataset_diff.h"
#include "core/analysis/field_diff.h"

#include <cstddef>
#include <string>

namespace duologue::cli {

class Console;
struct CommonOptions;

/// What is compared, as the user called it.
struct ComparedFields {
    std::string first;
    std::string second;
};

/// Prints what has become of the records of a dataset: a table of the changes, at most `limit` rows of it,
/// and the counts; or all of it as JSON.
void printDatasetDiff(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, std::size_t limit,
                      const CommonOptions& options, Console& console);

/// Compares two fields and prints where they differ, and the counts. Prints nothing if no record has one of
/// them.
FieldDiffCounts printFieldDiff(const Snapshot& snapshot, const ComparedFields& fields, std::size_t limit,
                               const CommonOptions& options, Console& console);

} // namespace duologue::cli
