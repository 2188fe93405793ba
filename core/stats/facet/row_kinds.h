// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/row_set.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace duologue {

/// Sorts all rows once by which of a few values they have (their kind), so that counting does not read
/// records or messages again. Immutable once made, any thread.
struct RowKinds {
    /// Number of values that a kind can tell apart, one bit each.
    static constexpr std::size_t kMostValues = 63;
    /// The bit of kinds that have a value which is not one of these.
    static constexpr std::uint64_t kOther = std::uint64_t{1} << kMostValues;

    /// The kind of each row, in one byte if that is enough for all kinds, as it mostly is, else in four; the
    /// other list is empty.
    std::vector<std::uint8_t> narrow;
    std::vector<std::uint32_t> wide;
    /// The values of each kind, no two the same: bit i stands for value i; 0 for rows without a value.
    std::vector<std::uint64_t> values;

    bool isBuilt() const { return !narrow.empty() || !wide.empty(); }
};

/// Writes the values of each row of [begin, end), at most FieldScan::kRun rows. Called on several threads.
using ValuesOfRows = std::function<void(Row begin, Row end, std::uint64_t* out)>;

/// Reads every row, on all cores. Incomplete if the job was stopped.
RowKinds makeKinds(std::size_t rows, const ValuesOfRows& valuesOf, const Job& job);

/// How many of `rows` are of each kind. Runs on all cores. Incomplete if the job was stopped.
std::vector<std::uint64_t> countKinds(const RowKinds& kinds, const RowSet& rows, const Job& job);

} // namespace duologue
