// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/facet/facet.h"

namespace duologue {

struct FacetTotals {
    /// By place in FieldFacet::values.
    std::vector<std::uint64_t> counts;
    /// Rows with any value.
    std::uint64_t present = 0;
};

/// What each row has; of numbers, marks and whatever else has few values.
RowKinds kindsOf(const FieldFacet& facet, const FieldReader& field, const Job& job);

/// Counts the rows that have each of the facet's values, on all cores. Incomplete when the job was asked to
/// stop.
FacetTotals countValues(const FieldFacet& facet, const FieldReader& field, const RowSet& rows,
                        const Job& job);

} // namespace duologue
