// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohorts.h"

#include "core/base/parallel.h"
#include "core/query/evaluate.h"
#include "core/record/field_scan.h"
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

std::uint64_t messagesOf(const Snapshot& snapshot, const RowSet& rows)
{
    std::uint64_t sum = 0;
    rows.forEach([&](Row row) {
        const auto [first, last] = snapshot.messageRange(row);
        sum += last - first;
    });
    return sum;
}

/// How often each value of a field is there: by value, then by cohort.
using ValueCounts = std::map<std::string, std::vector<std::uint64_t>>;

/// In one go where the split is by a record's field, since to look at the messages is what takes long.
ValueCounts countsOf(const Snapshot& snapshot, std::span<const Cohort> cohorts, const FieldReader& field,
                     const CohortSplit& split, const Job& job)
{
    ValueCounts counts;
    const auto add = [&](const std::string& value, std::size_t cohort, std::uint64_t n) {
        auto& line = counts[value];
        line.resize(cohorts.size());
        line[cohort] += n;
    };
    const auto by = split.field.empty() ? std::nullopt : findField(snapshot, split.field);
    if (!by || by->info().ofMessages) {
        for (std::size_t i = 0; i < cohorts.size(); ++i) {
            for (const TallyRow& row : tally(snapshot, cohorts[i].rows, {field}, {}, job).rows)
                add(row.values.front().text, i, row.n);
        }
        return counts;
    }
    for (const TallyRow& row :
         tally(snapshot, split.rows, {*by, field}, {}, job, {split.bins, Bins()}).rows) {
        const auto found = std::find_if(cohorts.begin(), cohorts.end(), [&](const Cohort& cohort) {
            return cohort.name == row.values.front().text;
        });
        if (found != cohorts.end())
            add(row.values.back().text, static_cast<std::size_t>(found - cohorts.begin()), row.n);
    }
    return counts;
}

/// Of marks and levels of messages, which are few.
std::vector<NumberSummary> levelsOf(const ValueCounts& counts, std::size_t cohorts)
{
    std::vector<NumberSummary> made(cohorts);
    for (const auto& [value, line] : counts) {
        const bool isLevel = value.find_first_not_of("0123456789") == std::string::npos;
        const double number = isLevel ? std::stod(value) : value == markName(Mark::Yes) ? 1 : 0;
        for (std::size_t i = 0; i < cohorts; ++i) {
            const auto n = static_cast<double>(line[i]);
            made[i].mean.add(Mean{line[i], n * number, n * number * number});
            auto& values = made[i].values;
            const auto place =
                std::lower_bound(values.begin(), values.end(), std::pair(number, std::uint64_t{0}));
            if (place != values.end() && place->first == number)
                place->second += line[i];
            else if (line[i] > 0)
                values.insert(place, {number, line[i]});
        }
    }
    return made;
}

NumberComparison numbersOf(const Snapshot& snapshot, std::span<const Cohort> cohorts,
                           const FieldReader& field, const CohortSplit& split, const Job& job)
{
    NumberComparison made;
    made.field = field.info();
    made.kind = field.info().key == "hallucination" ? MeasureKind::Share : MeasureKind::Number;
    std::vector<NumberSummary> summaries;
    if (made.kind == MeasureKind::Share || field.info().key == "satisfaction") {
        summaries = levelsOf(countsOf(snapshot, cohorts, field, split, job), cohorts.size());
    } else {
        for (const Cohort& cohort : cohorts)
            summaries.push_back(summaryOf(snapshot, cohort.rows, field, job));
    }
    for (const NumberSummary& summary : summaries) {
        made.means.push_back(summary.mean);
        made.differences.push_back(differenceOf(summaries.front(), summary));
    }
    return made;
}

CategoryComparison categoriesOf(const Snapshot& snapshot, std::span<const Cohort> cohorts,
                                const FieldReader& field, const CohortSplit& split, const Job& job)
{
    CategoryComparison made;
    made.field = field.info();
    made.totals.resize(cohorts.size());
    ValueCounts counts = countsOf(snapshot, cohorts, field, split, job);
    for (auto& [value, line] : counts) {
        for (std::size_t i = 0; i < cohorts.size(); ++i)
            made.totals[i] += line[i];
        made.values.push_back(value);
        made.counts.push_back(std::move(line));
    }
    const bool isList = field.info().kind == FieldKind::Categories && !field.info().ofMessages;
    if (!isList)
        made.test = shareTestOf(made.counts);
    return made;
}

/// What has a mean; everything else has shares.
bool hasMean(const FieldReader& field)
{
    return field.isNumber() || (field.info().ofMessages && field.hasMessageNumbers());
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
        if (reader && !hasMean(*reader) && reader->categoryCount() > 1 &&
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
                                std::span<const std::string> fields, const CohortSplit& split, const Job& job)
{
    CohortComparison made;
    for (const Cohort& cohort : cohorts) {
        made.names.push_back(cohort.name);
        made.records.push_back(cohort.rows.count());
        made.messages.push_back(messagesOf(snapshot, cohort.rows));
    }
    if (cohorts.empty())
        return made;
    const std::vector<std::string> keys =
        fields.empty() ? usualFields(snapshot) : std::vector<std::string>(fields.begin(), fields.end());
    for (const std::string& key : keys) {
        const auto field = findField(snapshot, key);
        if (!field || key == split.field || job.stopRequested())
            continue;
        if (hasMean(*field)) {
            NumberComparison numbers = numbersOf(snapshot, cohorts, *field, split, job);
            const bool any = std::any_of(numbers.means.begin(), numbers.means.end(),
                                         [](const Mean& mean) { return mean.n > 0; });
            if (any)
                made.numbers.push_back(std::move(numbers));
        } else {
            CategoryComparison categories = categoriesOf(snapshot, cohorts, *field, split, job);
            if (categories.values.size() > 1)
                made.categories.push_back(std::move(categories));
        }
    }
    return made;
}

} // namespace duologue
