// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/phrase.h"
#include "core/export/choose/choose_rows.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace duologue {

/// Which of the rows are exported, and how they are dealt to files. Names are those of rowKeys().
struct RowChoice {
    /// Of rows with equal values, only the first, and all that lack one of the values; empty for all rows.
    std::vector<std::string> dedup;
    /// So many rows by chance; 0 for all.
    std::size_t sample = 0;
    /// So many for each value of this field; empty for so many in all.
    std::string per;
    /// Empty for one file.
    std::vector<SplitPart> split;
    /// Shares hold for each of its values; may be empty.
    std::string stratify;
    /// Rows that share a value go to the same file (rowGroups()); may be empty.
    std::string group;
    std::uint64_t seed = 0;

    bool operator==(const RowChoice&) const = default;
};

/// The rows of one file.
struct ChosenRows {
    /// Of the part of a split; empty for the only file.
    std::string part;
    RowOrder rows;
};

struct ChosenParts {
    std::vector<ChosenRows> parts;
    std::size_t repeats = 0;
};

/// Chooses among the rows: repeats are dropped first, then the sample is taken, then it is split. A phrase
/// says which field does not exist. Incomplete if the job was stopped.
std::variant<ChosenParts, Phrase> choose(const Snapshot& snapshot, RowOrder rows, const RowChoice& choice,
                                         const Job& job);

/// The file of a part: "out.train.jsonl.gz" for "out.jsonl.gz"; the path itself for the only file.
std::filesystem::path pathOfPart(const std::filesystem::path& path, const std::string& part);

} // namespace duologue
