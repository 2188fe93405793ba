// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

#include <cstdint>
#include <memory>

namespace duologue {

/// The keys by which some rows are sorted: for numbers, bits in the same order as the numbers; for names,
/// their ranks, first those of names that are numbers, by value. Takes eight bytes for each row up to the
/// last. Immutable; any thread.
class SortKeys {
public:
    /// The key of rows without a value, larger than every other key.
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    /// Runs on all cores. If the job is asked to stop, the keys are arbitrary. Throws std::bad_alloc.
    SortKeys(const RowOrder& rows, const FieldReader& field, const Job& job);

    /// The row must be one of those that were passed to the constructor.
    std::uint64_t operator[](Row row) const { return m_keys[indexOf(row)]; }

private:
    std::unique_ptr<const std::uint64_t[]> m_keys;
};

} // namespace duologue
