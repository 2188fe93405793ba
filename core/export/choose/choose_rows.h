// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/row_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

// Chooses rows for an export. Everything depends on the seed, the keys and the order of the rows alone, so it
// is the same on every machine. Keys are as rowKeys() makes them, one for each row.

/// `count` rows by chance, in their order; all of them if there are no more.
RowOrder sampleOf(const RowOrder& rows, std::size_t count, std::uint64_t seed);

/// `count` rows of each key.
RowOrder sampleOfEach(const RowOrder& rows, const std::vector<std::uint64_t>& keys, std::size_t count,
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

/// The rows of each part, in their order. Shares hold within each class as well, to within a record; without
/// classes, `classes` is empty. Rows of the same group go to the same part; without groups, `groups` is
/// empty. With groups, shares hold as well as the sizes of groups allow.
std::vector<RowOrder> splitRows(const RowOrder& rows, const std::vector<SplitPart>& parts,
                                const std::vector<std::uint64_t>& classes,
                                const std::vector<std::uint64_t>& groups, std::uint64_t seed);

} // namespace duologue
