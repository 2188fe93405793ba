// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cohorts.h"

#include "core/analysis/bins.h"
#include "core/analysis/count.h"
#include "core/analysis/statistics.h"
#include "core/analysis/tally.h"
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace duologue {

namespace {

constexpr double kUntested = std::numeric_limits<double>::quiet_NaN();
constexpr double kUpper = 0.975;

double cliffsDelta(const NumberSummary& first, const NumberSummary& second)
{
    // Both lists are ascending, so that `below` only grows.
    double below = 0;
    double difference = 0;
    const auto n = static_cast<double>(first.mean.n);
    std::size_t i = 0;
    for (const auto& [value, count] : second.values) {
        for (; i < first.values.size() && first.values[i].first < value; ++i)
            below += static_cast<double>(first.values[i].second);
        const bool same = i < first.values.size() && first.values[i].first == value;
        const double above = n - below - (same ? static_cast<double>(first.values[i].second) : 0);
        difference += static_cast<double>(count) * (below - above);
    }
    return difference / (n * static_cast<double>(second.mean.n));
}

double cohensD(const Mean& first, const Mean& second)
{
    const auto n = static_cast<double>(first.n);
    const auto m = static_cast<double>(second.n);
    const double pooled = std::sqrt(
        ((n - 1) * std::pow(first.deviation(), 2) + (m - 1) * std::pow(second.deviation(), 2)) / (n + m - 2));
    return (second.mean() - first.mean()) / pooled;
}

/// Confidence interval of the difference, by Welch's t.
Interval welchInterval(const Mean& first, const Mean& second)
{
    if (first.n < 2 || second.n < 2)
        return {kUntested, kUntested};
    const double difference = second.mean() - first.mean();
    const auto n = static_cast<double>(first.n);
    const auto m = static_cast<double>(second.n);
    const double a = std::pow(first.deviation(), 2) / n;
    const double b = std::pow(second.deviation(), 2) / m;
    if (a + b == 0)
        return {difference, difference};
    // Degrees of freedom after Welch and Satterthwaite.
    const double degrees = std::pow(a + b, 2) / (a * a / (n - 1) + b * b / (m - 1));
    const double half = studentQuantile(kUpper, degrees) * std::sqrt(a + b);
    return {difference - half, difference + half};
}

using CountTable = std::vector<std::vector<double>>;

/// Removes lines and columns that are empty.
CountTable filled(const std::vector<std::vector<std::uint64_t>>& counts)
{
    std::vector<double> columns;
    for (const auto& line : counts) {
        columns.resize(std::max(columns.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            columns[i] += static_cast<double>(line[i]);
    }
    CountTable made;
    for (const auto& line : counts) {
        std::vector<double> kept;
        double sum = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (columns[i] > 0)
                kept.push_back(static_cast<double>(line[i]));
            sum += static_cast<double>(line[i]);
        }
        if (sum > 0)
            made.push_back(std::move(kept));
    }
    return made;
}

void addChiSquare(ShareTest& test, const CountTable& counts)
{
    std::vector<double> lines;
    std::vector<double> columns(counts.front().size());
    double all = 0;
    for (const auto& line : counts) {
        lines.push_back(0);
        for (std::size_t i = 0; i < line.size(); ++i) {
            lines.back() += line[i];
            columns[i] += line[i];
        }
        all += lines.back();
    }
    constexpr double kFew = 5;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double expected = lines[k] * columns[i] / all;
            test.smallCounts = test.smallCounts || expected < kFew;
            test.statistic += std::pow(counts[k][i] - expected, 2) / expected;
        }
    }
    test.name = TestName::ChiSquare;
    test.n = static_cast<std::uint64_t>(all);
    test.degrees = static_cast<double>((counts.size() - 1) * (columns.size() - 1));
    test.p = chiSquareTail(test.statistic, test.degrees);
    const auto shorter = static_cast<double>(std::min(counts.size(), columns.size()) - 1);
    test.cramersV = std::sqrt(test.statistic / (all * shorter));
}

} // namespace

std::string_view effectName(EffectSize effect)
{
    return effect == EffectSize::CliffsDelta ? DUOLOGUE_TEXT("Tests", "Cliff's delta")
                                             : DUOLOGUE_TEXT("Tests", "Cohen's d");
}

MeanDifference differenceOf(const NumberSummary& first, const NumberSummary& second)
{
    MeanDifference made;
    made.difference = second.mean.mean() - first.mean.mean();
    made.interval = welchInterval(first.mean, second.mean);
    if (first.hasValues && second.hasValues) {
        made.effect = EffectSize::CliffsDelta;
        made.size = first.mean.n == 0 || second.mean.n == 0 ? kUntested : cliffsDelta(first, second);
    } else {
        made.size = first.mean.n < 2 || second.mean.n < 2 ? kUntested : cohensD(first.mean, second.mean);
    }
    return made;
}

std::string_view testName(TestName name)
{
    switch (name) {
    case TestName::ChiSquare:
        return DUOLOGUE_TEXT("Tests", "chi-square");
    case TestName::Fisher:
        return DUOLOGUE_TEXT("Tests", "Fisher's exact");
    case TestName::None:
        break;
    }
    return {};
}

ShareTest shareTestOf(const std::vector<std::vector<std::uint64_t>>& counts)
{
    ShareTest test;
    const CountTable table = filled(counts);
    if (table.size() < 2 || table.front().size() < 2)
        return test;
    addChiSquare(test, table);
    if (test.smallCounts && table.size() == 2 && table.front().size() == 2) {
        const auto at = [&table](std::size_t line, std::size_t column) {
            return static_cast<std::uint64_t>(table[line][column]);
        };
        test.name = TestName::Fisher;
        test.p = fisherExact({at(0, 0), at(0, 1), at(1, 0), at(1, 1)});
        test.statistic = kUntested;
        test.degrees = kUntested;
        test.smallCounts = false;
    }
    return test;
}

namespace {

constexpr std::size_t kMostCohorts = 8;
/// A field with more distinct values is not compared by default.
constexpr std::size_t kMostShares = 16;

/// Adds each row to the cohorts of its values.
void sortRows(const RowSet& rows, const FieldKeys& keys, const std::vector<std::size_t>& cohortOfKey,
              std::vector<Cohort>& cohorts, const Job& job)
{
    // Pieces are whole words of the sets, so that no two threads write the same word.
    parallelFor(FieldScan::pieceCount(rows.size()), 1, [&](std::size_t first, std::size_t last) {
        FieldKeys own = keys;
        std::vector<std::uint32_t> values;
        std::vector<std::uint32_t> starts;
        const Row end = FieldScan::startOfPiece(last, rows.size());
        for (Row run = FieldScan::startOfPiece(first, rows.size()); run < end; run += FieldScan::kRun) {
            const Row runEnd = std::min(run + FieldScan::kRun, end);
            if (job.stopRequested() || !rows.anyIn(run, runEnd))
                continue;
            own.lists(run, runEnd, values, starts);
            for (std::uint32_t i = 0; i < runEnd - run; ++i) {
                for (std::uint32_t k = starts[i]; k < starts[i + 1] && rows.contains(run + i); ++k) {
                    const std::size_t cohort =
                        values[k] < cohortOfKey.size() ? cohortOfKey[values[k]] : cohorts.size();
                    if (cohort < cohorts.size())
                        cohorts[cohort].rows.add(run + i);
                }
            }
        }
    });
}

Measure measureOf(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    return field.info().traits.isMark ? Measure{MeasureKind::Share}
                                      : measureOn(scaleOf(snapshot, field, job));
}

/// Summaries of marks and levels of messages, from the counts of their values.
FieldCounts levelsOf(const Counts& counts)
{
    const bool isMark = !counts.keys.front().field().hasMessageNumbers();
    std::vector<SummaryPiece> pieces(counts.sets);
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        const GroupValue value = counts.value(group, 0);
        const auto number = isMark ? numberOfMark(value.text) : value.number;
        for (std::size_t set = 0; set < counts.sets && number; ++set)
            pieces[set].add(*number, counts.n[group * counts.sets + set]);
    }
    FieldCounts made;
    for (SummaryPiece& piece : pieces)
        made.numbers.push_back(piece.take());
    return made;
}

FieldCounts valuesOf(Counts& counts)
{
    FieldCounts made{std::move(counts.summaries), {}};
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        auto& line = made.values[counts.value(group, 0).text];
        line.resize(counts.sets);
        for (std::size_t set = 0; set < counts.sets; ++set)
            line[set] += counts.n[group * counts.sets + set];
    }
    return made;
}

NumberComparison numbersOf(const FieldInfo& field, const Measure& measure,
                           std::span<const NumberSummary> summaries)
{
    NumberComparison made;
    made.field = field;
    made.measure = measure;
    for (const NumberSummary& summary : summaries) {
        made.means.push_back(summary.mean);
        made.differences.push_back(differenceOf(summaries.front(), summary));
    }
    return made;
}

CategoryComparison categoriesOf(const FieldReader& reader, const FieldCounts& counts, std::size_t cohorts)
{
    const FieldInfo& field = reader.info();
    std::map<std::string, std::string> chinese;
    for (std::size_t code = 0; code < reader.categoryCount(); ++code) {
        const Category category = reader.category(categoryCode(code));
        if (counts.values.count(category.shown()) > 0)
            chinese.emplace(category.shown(), otherNameOf(category));
    }
    CategoryComparison made;
    made.field = field;
    made.totals.resize(cohorts);
    for (const auto& [value, line] : counts.values) {
        for (std::size_t i = 0; i < cohorts; ++i)
            made.totals[i] += line[i];
        made.values.push_back(value);
        made.chinese.push_back(chinese[value]);
        made.counts.push_back(line);
    }
    const bool isList = field.kind == FieldKind::Categories && !field.ofMessages;
    if (!isList)
        made.test = shareTestOf(made.counts);
    return made;
}

std::uint64_t sharedRows(std::span<const Cohort> cohorts)
{
    RowSet once(cohorts.front().rows.size());
    RowSet again(once.size());
    for (const Cohort& cohort : cohorts) {
        RowSet both = once;
        both &= cohort.rows;
        again |= both;
        once |= cohort.rows;
    }
    return again.count();
}

/// Removes figures that assume independent cohorts.
void dropTests(CohortComparison& comparison)
{
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    for (NumberComparison& number : comparison.numbers) {
        for (MeanDifference& difference : number.differences) {
            difference.interval = {kUnknown, kUnknown};
            difference.size = kUnknown;
        }
    }
    for (CategoryComparison& category : comparison.categories)
        category.test = {};
}

/// The fields that are compared by default.
std::vector<std::string> usualFields(const Snapshot& snapshot)
{
    std::vector<std::string> keys{"turns", "messages", "length", "satisfaction"};
    for (const std::string& key : keysWith(snapshot, &FieldTraits::isMark))
        keys.push_back(key);
    for (const FieldInfo& rating : ratingFields(snapshot))
        keys.push_back(rating.key);
    for (const FieldInfo& field : groupingFields(snapshot)) {
        const auto reader = findField(snapshot, field.key);
        // The intents of neighbouring messages would repeat the field "intent".
        const bool isSaidAgain = field.rawKey.empty() && field.key.ends_with(".intent");
        if (reader && !isSaidAgain && !hasMean(*reader) && reader->valueCount() > 1 &&
            reader->valueCount() <= kMostShares)
            keys.push_back(field.key);
    }
    return keys;
}

} // namespace

bool hasMean(const FieldReader& field)
{
    return field.isNumber() || (field.info().ofMessages && field.hasMessageNumbers());
}

CohortCounts countCohorts(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const FieldReader> fields, const Job& job)
{
    std::vector<CountRequest> requests{{.ofMessages = true}};
    for (const FieldReader& field : fields) {
        const bool ofMessages = field.info().ofMessages;
        requests.push_back(field.isNumber() && !ofMessages
                               ? CountRequest{.means = {field}}
                               : CountRequest{.by = {field}, .ofMessages = ofMessages});
    }
    std::vector<Counts> counted = count(snapshot, sets, requests, job);
    CohortCounts made;
    made.messages = std::move(counted.front().of);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Counts& counts = counted[i + 1];
        counts.readLong(job);
        made.fields.push_back(hasMean(fields[i]) && counts.summaries.empty() ? levelsOf(counts)
                                                                             : valuesOf(counts));
    }
    return made;
}

FieldCohorts cohortsOf(const Snapshot& snapshot, const RowSet& rows, const std::string& field,
                       const Bins& bins, const Job& job)
{
    FieldCohorts made;
    std::vector<Cohort>& cohorts = made.cohorts;
    const auto reader = findField(snapshot, field);
    if (!reader)
        return made;
    const bool ofMessages = reader->info().ofMessages;
    Counts counts = count(snapshot, rows, {.by = {*reader}, .bins = {bins}, .ofMessages = ofMessages}, job);
    std::vector<TallyRow> all = tallyRows(counts, job);
    if (all.size() > kMostCohorts) {
        made.otherValues = all.size() - kMostCohorts;
        std::vector<std::uint64_t> sizes;
        sizes.reserve(all.size());
        for (const TallyRow& row : all)
            sizes.push_back(row.n);
        std::sort(sizes.begin(), sizes.end(), std::greater());
        std::erase_if(all, [&](const TallyRow& row) { return row.n < sizes[kMostCohorts - 1]; });
        all.resize(std::min(all.size(), kMostCohorts));
    }
    for (const TallyRow& row : all)
        cohorts.push_back(
            {row.values.front().text, RowSet(snapshot.recordCount()), row.values.front().chinese});
    std::vector<std::size_t> cohortOfKey;
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        const std::uint32_t key = counts.keyAt(group, 0);
        const auto found = std::find_if(all.begin(), all.end(), [&](const TallyRow& row) {
            return row.values.front() == counts.value(group, 0);
        });
        if (key >= cohortOfKey.size())
            cohortOfKey.resize(key + 1, cohorts.size());
        cohortOfKey[key] = static_cast<std::size_t>(found - all.begin());
    }
    sortRows(rows, ofMessages ? FieldKeys(*reader, bins, false) : counts.keys.front(), cohortOfKey, cohorts,
             job);
    return made;
}

std::vector<Cohort> cohortsOf(const Snapshot& snapshot, const RowSet& rows, std::span<const Query> queries,
                              const Job& job)
{
    std::vector<Cohort> cohorts;
    for (const Query& query : queries) {
        Cohort cohort{toText(query), RowSet(snapshot.recordCount())};
        auto found = evaluate(snapshot, query, job);
        if (auto* kept = found.get(); kept != nullptr && kept->size() == rows.size())
            cohort.rows = std::move(*kept &= rows);
        // Shows why the cohort is empty, which would be misleading otherwise.
        else if (const auto* mistake = found.error())
            cohort.name = inEnglish(mistake->what);
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
        made.chineseNames.push_back(cohort.chinese);
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
    made.shared = sharedRows(cohorts);
    CohortCounts counted = countCohorts(snapshot, sets, readers, job);
    made.messages = std::move(counted.messages);
    for (std::size_t i = 0; i < readers.size(); ++i) {
        FieldCounts& counts = counted.fields[i];
        if (std::any_of(counts.numbers.begin(), counts.numbers.end(),
                        [](const NumberSummary& summary) { return summary.mean.n > 0; }))
            made.numbers.push_back(
                numbersOf(readers[i].info(), measureOf(snapshot, readers[i], job), counts.numbers));
        else if (counts.values.size() > 1)
            made.categories.push_back(categoriesOf(readers[i], counts, cohorts.size()));
    }
    if (made.shared > 0)
        dropTests(made);
    return made;
}

} // namespace duologue
