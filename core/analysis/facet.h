// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/tally.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// One value of a facet, or one bin of numbers.
struct FacetValue {
    /// The value as shown and as a query term finds it, or a bin of numbers.
    GroupValue value;
    /// A category's Chinese name if it is not the one shown, else empty.
    std::string chinese;
    /// Both names, folded for searching.
    std::string folded;
    /// Number of conversations that have it in the whole dataset.
    std::uint64_t total = 0;
    /// The value has only the beginning of a long text.
    bool isLong = false;
};

/// The values of a field in the whole dataset, whatever the filter is. Immutable, any thread.
struct FieldFacet {
    SnapshotPtr snapshot;
    FieldInfo field;
    /// The values are numbers in ascending order, one bar each; otherwise the most frequent value is first.
    bool isNumeric = false;
    /// Bins of the numbers, one value each; none if every number is a value of its own.
    Bins bins;
    std::vector<FacetValue> values;
    /// Unless the field is one of numbers: index in `values` of each category code, kNoPlace if no
    /// conversation has the category.
    std::vector<std::uint32_t> placeOfCode;
    /// The values of each row; empty for lists of many values.
    RowKinds kinds;
    /// Number of conversations that lack the field.
    std::uint64_t missing = 0;

    static constexpr std::uint32_t kNoPlace = 0xFFFF'FFFFU;
};

using FieldFacetPtr = std::shared_ptr<const FieldFacet>;

/// Null if there is no such field or the job was stopped. Call it on a worker.
FieldFacetPtr makeFacet(const SnapshotPtr& snapshot, const std::string& field, const Job& job);

/// The facet of a field from a tally by it in these bins, whoever counted: without codes and kinds of rows,
/// which countFacet() needs.
FieldFacetPtr facetOfTally(const SnapshotPtr& snapshot, const Tally& tally, const Bins& bins);

/// How many records of a tally by the facet's field have each of its values.
std::vector<std::uint64_t> countsOfTally(const FieldFacet& facet, const Tally& tally);

/// How many of `rows` have each of the facet's values; a conversation with several values counts for each.
/// Runs on all cores. Incomplete if the job was stopped.
std::vector<std::uint64_t> countFacet(const FieldFacet& facet, const RowSet& rows, const Job& job);

/// The text of the value at an index, which is read again if the facet has only the beginning of it.
std::string wholeTextAt(const FieldFacet& facet, std::size_t place);

/// A query for exactly the values at these ascending indices; consecutive numbers become one range. Without
/// any index the query matches everything.
Query facetQuery(const FieldFacet& facet, const std::vector<int>& places);

/// A query for the numbers from one value to another, both included. An end that is that of the whole facet
/// is open; everything if both are, and a single value is that value. Only for numbers.
Query facetRangeQuery(const FieldFacet& facet, std::size_t first, std::size_t last);

} // namespace duologue
