// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet/facet.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/stats/facet/facet_count.h"
#include "core/stats/tally/number_summary.h"
#include "core/stats/tally/range_query.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace duologue {

namespace {

/// Number of values that one task handles.
constexpr std::size_t kValuesAtOnce = 4096;

void addNumbers(FieldFacet& facet, const FieldReader& field, const Job& job)
{
    const Snapshot& snapshot = *facet.snapshot;
    facet.isNumeric = true;
    facet.bins = binsFor(snapshot, field, job);
    for (std::uint32_t key = 1; key <= facet.bins.count; ++key)
        facet.values.push_back({facet.bins.valueOf(key), {}, {}, 0});
    if (facet.bins.any() || job.stopRequested())
        return;
    const NumberSummary all = summaryOf(RowSet(snapshot.recordCount(), true), field, job);
    for (const auto& [value, count] : all.values) {
        if (std::isfinite(value))
            facet.values.push_back({{numberText(value), value, {}, false}, {}, {}, 0});
    }
}

void addCategories(FieldFacet& facet, const FieldReader& field)
{
    facet.values.resize(field.categoryCount());
    parallelFor(facet.values.size(), kValuesAtOnce, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto code = categoryCode(i);
            const Category category = field.category(code);
            FacetValue& value = facet.values[i];
            value.value.text = category.shown();
            value.chinese = category.zh == category.shown() ? std::string() : category.zh;
            value.isLong = field.isLong(code);
            value.value.number = field.numberOfCategory(code);
        }
    });
    facet.placeOfCode.resize(facet.values.size());
    std::iota(facet.placeOfCode.begin(), facet.placeOfCode.end(), 0U);
}

bool areAllNumbers(const FieldFacet& facet)
{
    return !facet.values.empty() &&
           std::all_of(facet.values.begin(), facet.values.end(),
                       [](const FacetValue& value) { return value.value.number.has_value(); });
}

/// Removes values that no conversation has. Sorts numbers in ascending order, others by frequency.
void arrangeCategories(FieldFacet& facet)
{
    std::vector<std::uint32_t> order(facet.values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t place) { return facet.values[place].total == 0; });
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const FacetValue& one = facet.values[a];
        const FacetValue& other = facet.values[b];
        if (one.value.number && other.value.number)
            return comesBefore(one.value, other.value);
        return one.total > other.total;
    });
    std::vector<FacetValue> arranged(order.size());
    facet.placeOfCode.assign(facet.placeOfCode.size(), FieldFacet::kNoPlace);
    parallelFor(order.size(), kValuesAtOnce, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            facet.placeOfCode[order[i]] = static_cast<std::uint32_t>(i);
            FacetValue& value = arranged[i];
            value = std::move(facet.values[order[i]]);
            value.folded = foldForSearch(value.value.text + "\n" + value.chinese);
        }
    });
    facet.values = std::move(arranged);
    for (std::uint64_t& values : facet.kinds.values) {
        std::uint64_t moved = values & RowKinds::kOther;
        for (std::uint64_t rest = values & ~RowKinds::kOther; rest != 0; rest &= rest - 1)
            moved |= std::uint64_t{1} << facet.placeOfCode[static_cast<std::size_t>(std::countr_zero(rest))];
        values = moved;
    }
}

Query equalsTerm(const std::string& field, std::string value)
{
    QueryTerm term;
    term.kind = TermKind::Equals;
    term.field = field;
    term.value = std::move(value);
    return Query::of(std::move(term));
}

} // namespace

FieldFacetPtr makeFacet(const SnapshotPtr& snapshot, const std::string& key, const Job& job)
{
    const auto field = findField(*snapshot, key);
    if (!field)
        return nullptr;
    auto made = std::make_shared<FieldFacet>();
    made->snapshot = snapshot;
    made->field = field->info();
    const bool areMarks = field->hasMarks();
    if (areMarks) {
        for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear})
            made->values.push_back({{std::string(markName(mark)), {}, {}, false}, {}, {}, 0});
    } else if (field->isNumber()) {
        addNumbers(*made, *field, job);
    } else {
        addCategories(*made, *field);
    }
    const RowSet all(snapshot->recordCount(), true);
    made->kinds = kindsOf(*made, *field, job);
    const FacetTotals totals = countValues(*made, *field, all, job);
    for (std::size_t i = 0; i < made->values.size(); ++i)
        made->values[i].total = totals.counts[i];
    made->missing = snapshot->recordCount() - totals.present;
    if (!areMarks && !field->isNumber())
        arrangeCategories(*made);
    made->isNumeric = made->isNumeric || field->hasMessageNumbers() || areAllNumbers(*made);
    return job.stopRequested() ? nullptr : made;
}

FieldFacetPtr facetOfTally(const SnapshotPtr& snapshot, const Tally& tally, const Bins& bins)
{
    auto made = std::make_shared<FieldFacet>();
    made->snapshot = snapshot;
    made->field = tally.by.front();
    made->bins = bins;
    made->missing = tally.withoutValue;
    for (std::uint32_t key = 1; key <= bins.count; ++key)
        made->values.push_back({bins.valueOf(key), {}, {}, 0});
    if (!bins.any()) {
        for (const TallyRow& row : tally.rows) {
            const GroupValue& value = row.values.front();
            made->values.push_back(
                {value, value.chinese, foldForSearch(value.text + "\n" + value.chinese), 0});
        }
    }
    const std::vector<std::uint64_t> totals = countsOfTally(*made, tally);
    for (std::size_t i = 0; i < totals.size(); ++i)
        made->values[i].total = totals[i];
    made->isNumeric = areAllNumbers(*made);
    if (!made->isNumeric)
        std::stable_sort(made->values.begin(), made->values.end(),
                         [](const FacetValue& a, const FacetValue& b) { return a.total > b.total; });
    return made;
}

std::vector<std::uint64_t> countsOfTally(const FieldFacet& facet, const Tally& tally)
{
    std::map<std::string, std::uint64_t> counts;
    for (const TallyRow& row : tally.rows)
        counts[row.values.front().text] += row.n;
    std::vector<std::uint64_t> made;
    for (const FacetValue& value : facet.values) {
        const auto found = counts.find(value.value.text);
        made.push_back(found == counts.end() ? 0 : found->second);
    }
    return made;
}

std::vector<std::uint64_t> countFacet(const FieldFacet& facet, const RowSet& rows, const Job& job)
{
    const auto field = findField(*facet.snapshot, facet.field.key);
    return field ? countValues(facet, *field, rows, job).counts
                 : std::vector<std::uint64_t>(facet.values.size());
}

std::string wholeTextAt(const FieldFacet& facet, std::size_t place)
{
    const FacetValue& value = facet.values.at(place);
    const auto field = value.isLong ? findField(*facet.snapshot, facet.field.key) : std::nullopt;
    const auto code = std::find(facet.placeOfCode.begin(), facet.placeOfCode.end(), place);
    if (!field || code == facet.placeOfCode.end())
        return value.value.text;
    const CategoryCode wanted = categoryCode(static_cast<std::size_t>(code - facet.placeOfCode.begin()));
    return field->wholeTexts({&wanted, 1}, Job()).front();
}

Query facetRangeQuery(const FieldFacet& facet, std::size_t first, std::size_t last)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool isFromStart = first == 0;
    const bool isToEnd = last + 1 >= facet.values.size();
    if (isFromStart && isToEnd)
        return {};
    if (first == last)
        return facetQuery(facet, {static_cast<int>(first)});
    GroupValue low = facet.values.at(first).value;
    GroupValue high = facet.values.at(last).value;
    if (isFromStart)
        low = {{}, -kInfinity, kInfinity, true};
    if (isToEnd)
        high = {{}, -kInfinity, kInfinity, true};
    return rangeQuery(facet.field.key, low, high);
}

Query facetQuery(const FieldFacet& facet, const std::vector<int>& places)
{
    constexpr std::size_t kShortestRun = 3;
    std::vector<Query> parts;
    for (std::size_t begin = 0; begin < places.size();) {
        std::size_t end = begin + 1;
        while (end < places.size() && places[end] == places[end - 1] + 1)
            ++end;
        const auto valueAt = [&](std::size_t i) -> const FacetValue& {
            return facet.values.at(static_cast<std::size_t>(places[i]));
        };
        const bool isRun = facet.isNumeric && valueAt(begin).value.number && !facet.field.ofMessages &&
                           (facet.bins.any() || end - begin >= kShortestRun);
        if (isRun)
            parts.push_back(rangeQuery(facet.field.key, valueAt(begin).value, valueAt(end - 1).value));
        for (std::size_t i = begin; i < end && !isRun; ++i)
            parts.push_back(
                equalsTerm(facet.field.key, wholeTextAt(facet, static_cast<std::size_t>(places[i]))));
        begin = end;
    }
    return parts.empty() ? Query() : Query::any(std::move(parts));
}

} // namespace duologue
