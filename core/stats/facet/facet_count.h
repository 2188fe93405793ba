// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/facet/facet.h"

namespace duologue {

struct FacetTotals {
    /// Indexed like FieldFacet::values.
    std::vector<std::uint64_t> counts;
    /// Rows with any value.
    std::uint64_t present = 0;
};

/// The values of each row, for numbers, marks and other fields with few values; else empty.
RowKinds kindsOf(const FieldFacet& facet, const FieldReader& field, const Job& job);

/// Counts the rows that have each of the facet's values, on all cores. Incomplete if the job was stopped.
FacetTotals countValues(const FieldFacet& facet, const FieldReader& field, const RowSet& rows,
                        const Job& job);

} // namespace duologue
