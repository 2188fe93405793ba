// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohorts.h"

#include "core/base/parallel.h"
#include "core/query/evaluate.h"
#include "core/record/field_scan.h"
#include "core/stats/cohort_count.h"
#include "core/stats/report_parts.h"

#include <algorithm>
#include <array>
#include <map>

namespace duologue {

namespace {

constexpr std::size_t kMostCohorts = 8;
/// More different values than that are no shares that anybody compares.
constexpr std::size_t kMostShares = 16;

/// Rows that have a value, by the value's place in `values`.
void sortRows(const RowSet& rows, const FieldReader& field, const Bins& bins,
              std::span<const GroupValue> values, std::vector<Cohort>& cohorts, const Job& job)
{
    std::map<std::string_view, std::size_t> places;
    std::map<double, std::size_t> numbers;
    for (std::size_t i = 0; i < values.size(); ++i) {
        places.emplace(values[i].text, i);
        if (values[i].number)
            numbers.emplace(*values[i].number, i);
    }
    const bool isNumber = field.isNumber() && !field.info().ofMessages;
    std::vector<std::size_t> placeOfCode(field.categoryCount(), values.size());
    for (std::size_t code = 0; code < placeOfCode.size() && !isNumber; ++code) {
        if (const auto found = places.find(field.category(static_cast<CategoryCode>(code)).shown());
            found != places.end())
            placeOfCode[code] = found->second;
    }
    // Pieces are whole words of the sets, so threads do not share one.
    parallelFor((rows.size() + FieldScan::kPiece - 1) / FieldScan::kPiece, 1, [&](auto first, auto last) {
        const auto begin = static_cast<Row>(first * FieldScan::kPiece);
        const auto end = static_cast<Row>(std::min<std::size_t>(last * FieldScan::kPiece, rows.size()));
        for (Row row = begin; row < end; ++row) {
            if ((row % FieldScan::kPiece == 0 && job.stopRequested()) || !rows.contains(row))
                continue;
            if (!isNumber) {
                field.forEachCode(row, [&](CategoryCode code) {
                    if (placeOfCode[code] < cohorts.size())
                        cohorts[placeOfCode[code]].rows.add(row);
                });
                continue;
            }
            const double number = field.number(row);
            if (number != number)
                continue;
            const auto found = numbers.find(bins.any() ? *bins.valueOf(bins.keyOf(number)).number : number);
            if (found != numbers.end())
                cohorts[found->second].rows.add(row);
        }
    });
}

NumberComparison numbersOf(const FieldInfo& field, std::span<const NumberSummary> summaries)
{
    NumberComparison made;
    made.field = field;
    made.kind = field.key == "hallucination" ? MeasureKind::Share : MeasureKind::Number;
    for (const NumberSummary& summary : summaries) {
        made.means.push_back(summary.mean);
        made.differences.push_back(differenceOf(summaries.front(), summary));
    }
    return made;
}

CategoryComparison categoriesOf(const FieldInfo& field, FieldCounts counts, std::size_t cohorts)
{
    CategoryComparison made;
    made.field = field;
    made.totals.resize(cohorts);
    for (auto& [value, line] : counts.values) {
        for (std::size_t i = 0; i < cohorts; ++i)
            made.totals[i] += line[i];
        made.values.push_back(value);
        made.counts.push_back(std::move(line));
    }
    const bool isList = field.kind == FieldKind::Categories && !field.ofMessages;
    if (!isList)
        made.test = shareTestOf(made.counts);
    return made;
}

/// What is compared where nobody says what.
std::vector<std::string> usualFields(const Snapshot& snapshot)
{
    constexpr std::array<std::string_view, 5> kNumbers{"turns", "messages", "length", "satisfaction",
                                                       "hallucination"};
    std::vector<std::string> keys(kNumbers.begin(), kNumbers.end());
    for (const FieldInfo& rating : ratingFields(snapshot))
        keys.push_back(rating.key);
    for (const FieldInfo& field : groupingFields(snapshot)) {
        const auto reader = findField(snapshot, field.key);
        // What stands around a message says again what intents there are.
        const bool isSaidAgain = reader && reader->hasIntents() && field.key != "intent";
        if (reader && !isSaidAgain && !hasMean(*reader) && reader->categoryCount() > 1 &&
            reader->categoryCount() <= kMostShares)
            keys.push_back(field.key);
    }
    return keys;
}

} // namespace

std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, const std::string& field,
                              const Bins& bins, const Job& job)
{
    std::vector<Cohort> cohorts;
    const auto reader = findField(snapshot, field);
    if (!reader)
        return cohorts;
    std::vector<TallyRow> all = tally(snapshot, rows, {*reader}, {}, job, {bins}).rows;
    if (all.size() > kMostCohorts) {
        std::vector<std::uint64_t> sizes;
        for (const TallyRow& row : all)
            sizes.push_back(row.n);
        std::sort(sizes.begin(), sizes.end(), std::greater());
        std::erase_if(all, [&](const TallyRow& row) { return row.n < sizes[kMostCohorts - 1]; });
        all.resize(std::min(all.size(), kMostCohorts));
    }
    std::vector<GroupValue> values;
    for (const TallyRow& row : all) {
        values.push_back(row.values.front());
        cohorts.push_back({row.values.front().text, RowSet(snapshot.recordCount())});
    }
    sortRows(rows, *reader, bins, values, cohorts, job);
    return cohorts;
}

std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, std::span<const Query> queries,
                              const Job& job)
{
    std::vector<Cohort> cohorts;
    for (const Query& query : queries) {
        Cohort cohort{toText(query), RowSet(snapshot.recordCount())};
        auto found = evaluate(snapshot, query, job);
        if (auto* kept = std::get_if<RowSet>(&found); kept != nullptr && kept->size() == rows.size())
            cohort.rows = std::move(*kept &= rows);
        cohorts.push_back(std::move(cohort));
    }
    return cohorts;
}

CohortComparison compareCohorts(const Snapshot& snapshot, std::span<const Cohort> cohorts,
                                std::span<const std::string> fields, std::string_view leftOut, const Job& job)
{
    CohortComparison made;
    std::vector<const RowSet*> sets;
    for (const Cohort& cohort : cohorts) {
        made.names.push_back(cohort.name);
        made.records.push_back(cohort.rows.count());
        sets.push_back(&cohort.rows);
    }
    if (cohorts.empty())
        return made;
    std::vector<FieldReader> readers;
    for (const std::string& key :
         fields.empty() ? usualFields(snapshot) : std::vector<std::string>(fields.begin(), fields.end())) {
        if (const auto field = findField(snapshot, key); field && key != leftOut)
            readers.push_back(*field);
    }
    CohortCounts counted = countCohorts(snapshot, sets, readers, job);
    made.messages = std::move(counted.messages);
    for (std::size_t i = 0; i < readers.size(); ++i) {
        FieldCounts& counts = counted.fields[i];
        if (std::any_of(counts.numbers.begin(), counts.numbers.end(),
                        [](const NumberSummary& summary) { return summary.mean.n > 0; }))
            made.numbers.push_back(numbersOf(readers[i].info(), counts.numbers));
        else if (counts.values.size() > 1)
            made.categories.push_back(categoriesOf(readers[i].info(), std::move(counts), cohorts.size()));
    }
    return made;
}

} // namespace duologue
