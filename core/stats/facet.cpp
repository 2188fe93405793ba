// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet.h"

#include "core/base/text.h"
#include "core/record/field_scan.h"
#include "core/stats/facet_count.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace duologue {

namespace {

constexpr Row kRowsBetweenLooks = 1U << 15U;

/// A step of 1, 2 or 5 times a power of ten that makes at most kMostBars of a width.
double niceStep(double width)
{
    const double rough = width / static_cast<double>(kMostBars - 1);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= rough)
            return power * factor;
    }
    return power * 10;
}

struct Numbers {
    double low = 0;
    double high = 0;
    bool areWhole = true;
    /// At most one more than kMostBars.
    std::set<double> distinct;
};

Numbers numbersOf(const FieldReader& field, Row rowCount, const Job& job)
{
    Numbers found;
    const FieldScan scan(field);
    std::vector<double> run(FieldScan::kRun);
    for (Row begin = 0; begin < rowCount; begin += FieldScan::kRun) {
        if (begin % kRowsBetweenLooks == 0 && job.stopRequested())
            return found;
        const Row end = std::min(begin + FieldScan::kRun, rowCount);
        scan.numbers(begin, end, run.data());
        for (Row row = begin; row < end; ++row) {
            const double value = run[row - begin];
            if (!std::isfinite(value))
                continue;
            if (found.distinct.empty())
                found.low = found.high = value;
            found.low = std::min(found.low, value);
            found.high = std::max(found.high, value);
            found.areWhole = found.areWhole && value == std::trunc(value);
            if (found.distinct.size() <= kMostBars)
                found.distinct.insert(value == 0 ? 0.0 : value);
        }
    }
    return found;
}

std::string stretchText(double low, double high, bool whole)
{
    return whole && low == high ? numberText(low) : numberText(low) + "–" + numberText(high);
}

void addNumbers(FieldFacet& facet, const Numbers& numbers)
{
    facet.isNumeric = true;
    facet.areWhole = numbers.areWhole;
    if (numbers.distinct.size() <= kMostBars) {
        for (const double value : numbers.distinct)
            facet.values.push_back({{numberText(value), value, {}, false}, {}, {}, 0, value});
        return;
    }
    facet.isBinned = true;
    const double step = std::max(niceStep(numbers.high - numbers.low), numbers.areWhole ? 1.0 : 0.0);
    const double first = std::floor(numbers.low / step);
    for (double i = first; i * step <= numbers.high; ++i) {
        // Multiples, so that errors do not add up; written as people would write them.
        const auto edge = [&](double at) { return std::stod(numberText(std::round(at * step * 1e9) / 1e9)); };
        const double low = edge(i);
        const double high = numbers.areWhole ? edge(i + 1) - 1 : edge(i + 1);
        facet.values.push_back({{stretchText(low, high, facet.areWhole), low, {}, false}, {}, {}, 0, high});
    }
}

void addCategories(FieldFacet& facet, const FieldReader& field)
{
    for (CategoryCode code = 0; code < field.categoryCount(); ++code) {
        const Category category = field.category(code);
        FacetValue value;
        value.value.text = category.shown();
        value.chinese = category.zh == category.shown() ? std::string() : category.zh;
        if (field.hasMessageNumbers())
            value.value.number = field.categoryNumber(code);
        facet.values.push_back(std::move(value));
    }
    facet.placeOfCode.resize(facet.values.size());
    std::iota(facet.placeOfCode.begin(), facet.placeOfCode.end(), 0U);
}

/// Leaves out what no conversation has, and puts the most frequent first.
void arrangeCategories(FieldFacet& facet)
{
    std::vector<std::uint32_t> order(facet.values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t place) { return facet.values[place].total == 0; });
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const FacetValue& one = facet.values[a];
        const FacetValue& other = facet.values[b];
        if (one.value.number && other.value.number)
            return *one.value.number < *other.value.number;
        return one.total > other.total;
    });
    std::vector<FacetValue> arranged;
    facet.placeOfCode.assign(facet.placeOfCode.size(), FieldFacet::kNoPlace);
    for (const std::uint32_t place : order) {
        facet.placeOfCode[place] = static_cast<std::uint32_t>(arranged.size());
        arranged.push_back(std::move(facet.values[place]));
        FacetValue& value = arranged.back();
        value.folded = foldForSearch(value.value.text + "\n" + value.chinese);
    }
    facet.values = std::move(arranged);
}

Query equalsTerm(const std::string& field, const FacetValue& value)
{
    QueryTerm term;
    term.kind = TermKind::Equals;
    term.field = field;
    term.value = value.value.text;
    return Query::of(std::move(term));
}

/// From one stretch of numbers to another.
Query rangeQuery(const FieldFacet& facet, const FacetValue& first, const FacetValue& last)
{
    QueryTerm term;
    term.kind = TermKind::Range;
    term.field = facet.field.key;
    term.low = *first.value.number;
    term.high = last.high;
    if (facet.isBinned && !facet.areWhole && &last != &facet.values.back()) {
        // The language has no term for a range without its end: two of them.
        QueryTerm below = term;
        term.high = std::numeric_limits<double>::infinity();
        below.low = -std::numeric_limits<double>::infinity();
        below.highIncluded = false;
        return Query::all({Query::of(std::move(term)), Query::of(std::move(below))});
    }
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
    const bool areMarks = field->info().key == "hallucination";
    if (areMarks) {
        for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear})
            made->values.push_back({{std::string(markName(mark)), {}, {}, false}, {}, {}, 0, 0});
    } else if (field->isNumber()) {
        addNumbers(*made, numbersOf(*field, snapshot->recordCount(), job));
    } else {
        addCategories(*made, *field);
    }
    const RowSet all(snapshot->recordCount(), true);
    const FacetTotals totals = countValues(*made, *field, all, job);
    for (std::size_t i = 0; i < made->values.size(); ++i)
        made->values[i].total = totals.counts[i];
    made->missing = snapshot->recordCount() - totals.present;
    if (!areMarks && !field->isNumber())
        arrangeCategories(*made);
    made->isNumeric = made->isNumeric || field->hasMessageNumbers();
    return job.stopRequested() ? nullptr : made;
}

std::vector<std::uint64_t> countFacet(const FieldFacet& facet, const RowSet& rows, const Job& job)
{
    const auto field = findField(*facet.snapshot, facet.field.key);
    return field ? countValues(facet, *field, rows, job).counts
                 : std::vector<std::uint64_t>(facet.values.size());
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
                           (facet.isBinned || end - begin >= kShortestRun);
        if (isRun)
            parts.push_back(rangeQuery(facet, valueAt(begin), valueAt(end - 1)));
        for (std::size_t i = begin; i < end && !isRun; ++i)
            parts.push_back(equalsTerm(facet.field.key, valueAt(i)));
        begin = end;
    }
    return parts.empty() ? Query() : Query::any(std::move(parts));
}

} // namespace duologue
