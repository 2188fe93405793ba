// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/record/field_scan.h"
#include "core/record/row_set.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace duologue {

/// The keys that some rows are sorted by: numbers as bits that compare as they do, names as their ranks.
/// Made on all cores; where the job is asked to stop, keys are any. Valid as long as the field.
class SortKeys {
public:
    /// Larger than every key; of rows without a value.
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    SortKeys(const RowOrder& rows, const FieldReader& field, const Job& job);

    /// Of one of the rows.
    std::uint64_t operator[](Row row) const { return m_keys[row]; }

private:
    template<typename Take>
    void forEachRun(const Take& take) const;
    void takeNumbers();
    void takeCategories();
    void takeRanks(const std::vector<std::uint32_t>& ranks);
    void takeFirstRanks(const std::vector<std::uint32_t>& ranks);
    void takeMessageRanks(const std::vector<std::uint32_t>& ranks);
    void takeTexts();

    const FieldReader& m_field;
    FieldScan m_scan;
    const Job& m_job;
    Row m_end = 0;
    RowSet m_wanted;
    /// Of rows in runs that hold wanted ones.
    std::unique_ptr<std::uint64_t[]> m_keys;
};

} // namespace duologue
