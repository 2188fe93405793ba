// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"

#include "core/analysis/bins.h"
#include "core/analysis/count.h"
#include "core/data/field_reader.h"
#include "core/util/parallel.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace duologue {

namespace {

/// Number of values that one task handles.
constexpr std::size_t kValuesAtOnce = 4096;

bool isOfNumbers(const FieldReader& field)
{
    return field.isNumber() && !field.hasMarks();
}

Counts countBy(const FieldFacet& facet, const FieldReader& field, const RowSet& rows, const Job& job)
{
    return facet.kinds.keys.empty() ? count(*facet.snapshot, rows, {.by = {field}, .bins = {facet.bins}}, job)
                                    : count(facet.kinds, rows, job);
}

void addNumbers(FieldFacet& facet, const Counts& counts)
{
    facet.isNumeric = true;
    for (std::uint32_t key = 1; key <= facet.bins.count; ++key)
        facet.values.push_back({facet.bins.valueOf(key), {}, {}, 0});
    if (facet.bins.any())
        return;
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        if (GroupValue value = counts.value(group, 0); std::isfinite(*value.number))
            facet.values.push_back({std::move(value), {}, {}, 0});
    }
    std::sort(facet.values.begin(), facet.values.end(),
              [](const FacetValue& a, const FacetValue& b) { return *a.value.number < *b.value.number; });
}

bool areAllNumbers(const FieldFacet& facet)
{
    return !facet.values.empty() &&
           std::all_of(facet.values.begin(), facet.values.end(),
                       [](const FacetValue& value) { return value.value.number.has_value(); });
}

/// Those that conversations have, numbers in ascending order, others by frequency.
void addCategories(FieldFacet& facet, const FieldReader& field, const Counts& counts)
{
    struct Found {
        CategoryCode code;
        std::uint64_t total;
    };
    std::vector<Found> found;
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        if (const std::uint32_t key = counts.keyAt(group, 0); !counts.keys.front().namesRow(key))
            found.push_back({codeOfKey(key), counts.n[group]});
    }
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.code < b.code; });
    const auto forAll = [&found](const auto& take) {
        parallelFor(found.size(), kValuesAtOnce, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                take(i);
        });
    };
    std::vector<GroupValue> values(found.size());
    forAll([&](std::size_t i) { values[i] = counts.keys.front().value(keyOfCode(found[i].code)); });
    std::vector<std::uint32_t> order(found.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return values[a].number && values[b].number ? comesBefore(values[a], values[b])
                                                    : found[a].total > found[b].total;
    });
    facet.placeOfCode.assign(field.categoryCount(), FieldFacet::kNoPlace);
    facet.values.resize(found.size());
    forAll([&](std::size_t i) {
        const CategoryCode code = found[order[i]].code;
        const Category category = field.category(code);
        facet.placeOfCode[indexOf(code)] = static_cast<std::uint32_t>(i);
        FacetValue& value = facet.values[i];
        value.chinese = category.zh == category.shown() ? std::string() : category.zh;
        value.value = std::move(values[order[i]]);
        value.value.chinese.clear();
        value.folded = foldForSearch(value.value.text + "\n" + value.chinese);
        value.isLong = field.isLong(code);
    });
}

/// Where each group of a count by the facet's field is in `values`, kNoPlace for none.
std::uint32_t placeOf(const FieldFacet& facet, const Counts& counts, std::size_t group)
{
    const std::uint32_t key = counts.keyAt(group, 0);
    if (facet.bins.any())
        return key - 1;
    if (!facet.placeOfCode.empty())
        return counts.keys.front().namesRow(key) ? FieldFacet::kNoPlace
                                                 : facet.placeOfCode[indexOf(codeOfKey(key))];
    const double number = *counts.value(group, 0).number;
    const auto found =
        std::lower_bound(facet.values.begin(), facet.values.end(), number,
                         [](const FacetValue& value, double sought) { return *value.value.number < sought; });
    return found != facet.values.end() && *found->value.number == number
               ? static_cast<std::uint32_t>(found - facet.values.begin())
               : FieldFacet::kNoPlace;
}

std::vector<std::uint64_t> countsOf(const FieldFacet& facet, const Counts& counts)
{
    std::vector<std::uint64_t> made(facet.values.size());
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        if (const std::uint32_t place = placeOf(facet, counts, group); place != FieldFacet::kNoPlace)
            made[place] += counts.n[group];
    }
    return made;
}

/// Records without a value, also those that are named by their row.
std::uint64_t missingIn(const Counts& counts)
{
    std::uint64_t missing = counts.without.front();
    for (std::size_t group = 0; group < counts.groups.size(); ++group)
        missing += counts.keys.front().namesRow(counts.keyAt(group, 0)) ? counts.n[group] : 0;
    return missing;
}

/// All three, whether there are such conversations or not.
void addMarks(FieldFacet& facet)
{
    facet.placeOfCode = {1, 0, 2};
    for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear})
        facet.values.push_back({{std::string(markName(mark)), {}, {}, false}, {}, {}, 0});
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
    if (isOfNumbers(*field))
        made->bins = binsFor(*snapshot, *field, job);
    const RowSet all(snapshot->recordCount(), true);
    made->kinds = kindsOf(*snapshot, *field, made->bins, job);
    const Counts counts = countBy(*made, *field, all, job);
    if (job.stopRequested())
        return nullptr;
    if (field->hasMarks())
        addMarks(*made);
    else if (field->isNumber())
        addNumbers(*made, counts);
    else
        addCategories(*made, *field, counts);
    const std::vector<std::uint64_t> totals = countsOf(*made, counts);
    for (std::size_t i = 0; i < totals.size(); ++i)
        made->values[i].total = totals[i];
    made->missing = missingIn(counts);
    made->isNumeric = made->isNumeric || field->hasMessageNumbers() || areAllNumbers(*made);
    return made;
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
    return field ? countsOf(facet, countBy(facet, *field, rows, job))
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
