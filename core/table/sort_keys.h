// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

#include <cstdint>
#include <memory>

namespace duologue {

/// The keys that some rows are sorted by: numbers as bits that compare as they do, names as their ranks.
/// Eight bytes for each row up to the last. Immutable; any thread.
class SortKeys {
public:
    /// Larger than every key; of rows without a value.
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    /// All cores; where the job is asked to stop, keys are any. Throws std::bad_alloc.
    SortKeys(const RowOrder& rows, const FieldReader& field, const Job& job);

    /// Of one of the rows.
    std::uint64_t operator[](Row row) const { return m_keys[row]; }

private:
    std::unique_ptr<const std::uint64_t[]> m_keys;
};

} // namespace duologue
