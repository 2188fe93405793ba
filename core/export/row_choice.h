// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

// Chooses rows for an export. Everything depends on the seed, the keys and the order of the rows alone, so it
// is the same on every machine. Keys are as rowKeys() makes them, one for each row.

/// `count` rows by chance, in their order; all of them if there are no more.
RowOrder sampleOf(const RowOrder& rows, std::size_t count, std::uint64_t seed);

/// `count` rows of each list of indexes. A row that is in several lists may be chosen for each of them.
RowOrder sampleOfEach(const RowOrder& rows, std::vector<std::vector<std::size_t>> lists, std::size_t count,
                      std::uint64_t seed);

/// A part of a split.
struct SplitPart {
    std::string name;
    /// Of all rows; those of all parts add up to 1 or less.
    double share = 0;
};

/// "train=0.8,dev=0.1,test=0.1". None if it is none: names are words of letters, digits, "-" and "_", all
/// different; shares are above 0 and add up to 1 at most.
std::optional<std::vector<SplitPart>> splitParts(std::string_view text);

/// The rows of each part, in their order. Shares hold within each class as well, to within a record, and for
/// all classes together; without classes, `classes` is empty. Rows of the same group go to the same part;
/// without groups, `groups` is empty. With groups, shares hold as well as the sizes of groups allow.
std::vector<RowOrder> splitRows(const RowOrder& rows, const std::vector<SplitPart>& parts,
                                const std::vector<std::uint64_t>& classes,
                                const std::vector<std::uint64_t>& groups, std::uint64_t seed);

/// Which of the rows are exported, and how they are dealt to files. Names are those of rowKeys().
struct RowChoice {
    /// Of rows with equal values, only the first, and all that lack one of the values; empty for all rows.
    std::vector<std::string> dedup;
    /// So many rows by chance; 0 for all.
    std::size_t sample = 0;
    /// So many for each value of this field, also where records have several; empty for so many in all.
    std::string per;
    /// Empty for one file.
    std::vector<SplitPart> split;
    /// Shares hold for each of its values; may be empty.
    std::string stratify;
    /// Rows that share a value go to the same file (rowGroups()), those without one anywhere; may be empty.
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
Expected<ChosenParts, Phrase> choose(const Snapshot& snapshot, RowOrder rows, const RowChoice& choice,
                                     const Job& job);

/// The file of a part: "out.train.jsonl.gz" for "out.jsonl.gz"; the path itself for the only file.
std::filesystem::path pathOfPart(const std::filesystem::path& path, const std::string& part);

} // namespace duologue
