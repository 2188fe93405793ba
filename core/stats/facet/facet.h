// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/stats/facet/row_kinds.h"
#include "core/stats/tally/bins.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// One value of a facet, or one bin of numbers.
struct FacetValue {
    /// As people read it, and as a query term finds it, or a bin of numbers.
    GroupValue value;
    /// A category's other name; may be empty.
    std::string chinese;
    /// Both names, folded, for who searches among them.
    std::string folded;
    /// Conversations that have it among all.
    std::uint64_t total = 0;
};

/// The values that a field has in a dataset: what is listed, whatever is filtered. Immutable, any thread.
struct FieldFacet {
    SnapshotPtr snapshot;
    FieldInfo field;
    /// Numbers, in rising order, one bar each; else the most frequent first.
    bool isNumeric = false;
    /// Those of its numbers, each one a value; none where every number stands for itself.
    Bins bins;
    std::vector<FacetValue> values;
    /// Of each category its place in `values`, kNoPlace where no conversation has it.
    std::vector<std::uint32_t> placeOfCode;
    /// Where there are few values: what each row has of them.
    RowKinds kinds;
    /// Conversations that lack the field.
    std::uint64_t missing = 0;

    static constexpr std::uint32_t kNoPlace = 0xFFFF'FFFFU;
};

using FieldFacetPtr = std::shared_ptr<const FieldFacet>;

/// Null where there is no such field, or the job was asked to stop. Call it on a worker.
FieldFacetPtr makeFacet(const SnapshotPtr& snapshot, const std::string& field, const Job& job);

/// How many of `rows` have each of the facet's values. A conversation with several values counts for each. On
/// all cores; incomplete when the job was asked to stop.
std::vector<std::uint64_t> countFacet(const FieldFacet& facet, const RowSet& rows, const Job& job);

/// The terms that keep exactly the values at `places`, which rise: neighbours among numbers as one range.
/// Everything for none.
Query facetQuery(const FieldFacet& facet, const std::vector<int>& places);

} // namespace duologue
