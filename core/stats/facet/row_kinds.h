// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/row_set.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace duologue {

/// Rows sorted once by which of a few values they have, so that any rows are counted without looking at
/// their records or messages again. Immutable once made, any thread.
struct RowKinds {
    /// Values that a kind can tell apart, a bit each.
    static constexpr std::size_t kMostValues = 63;
    /// A kind that has something, though none of the values.
    static constexpr std::uint64_t kOther = std::uint64_t{1} << kMostValues;

    /// Of each row its kind, in a byte where that suffices for all kinds, which it mostly does, and in four
    /// otherwise; the other list is empty.
    std::vector<std::uint8_t> narrow;
    std::vector<std::uint32_t> wide;
    /// By kind, no two the same: value i is bit i, 0 for rows that have nothing.
    std::vector<std::uint64_t> values;

    bool areMade() const { return !narrow.empty() || !wide.empty(); }
};

/// Writes the values of each row of [begin, end), at most FieldScan::kRun of them. Called on several threads.
using ValuesOfRows = std::function<void(Row begin, Row end, std::uint64_t* out)>;

/// Looks at every row, on all cores; incomplete when the job was asked to stop.
RowKinds makeKinds(std::size_t rows, const ValuesOfRows& valuesOf, const Job& job);

/// How many of `rows` are of each kind. On all cores; incomplete when the job was asked to stop.
std::vector<std::uint64_t> countKinds(const RowKinds& kinds, const RowSet& rows, const Job& job);

} // namespace duologue
