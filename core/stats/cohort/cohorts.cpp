// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohort/cohorts.h"

#include "core/base/parallel.h"
#include "core/base/phrase_id.h"
#include "core/query/search/evaluate.h"
#include "core/stats/cohort/cohort_count.h"
#include "core/stats/tally/chartable_fields.h"
#include "core/stats/tally/tally.h"
#include "core/stats/tally/value_scale.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace duologue {

namespace {

constexpr std::size_t kMostCohorts = 8;
/// A field with more distinct values is not compared by default.
constexpr std::size_t kMostShares = 16;

/// Finds the cohorts of the rows of a run.
class RowSorter {
public:
    RowSorter(const FieldReader& field, const Bins& bins, std::span<const GroupValue> values)
        : m_scan(field),
          m_bins(bins),
          m_isNumber((field.isNumber() || (field.isNumbersAsText() && bins.any())) &&
                     !field.info().ofMessages)
    {
        if (m_isNumber) {
            for (const GroupValue& value : values) {
                m_numbers.push_back(*value.number);
                m_bin.push_back(bins.any() ? bins.keyOf(*value.number) : 0);
            }
            return;
        }
        const std::size_t count = field.categoryCount();
        m_placeOfKey.resize(count + 1, static_cast<std::uint8_t>(kMostCohorts));
        std::map<std::string, std::size_t, std::less<>> places;
        for (std::size_t i = 0; i < values.size(); ++i)
            places.emplace(ValueKey(values[i].text).text(), i);
        for (std::size_t code = 0; code < count; ++code) {
            if (const auto found = places.find(field.keyOf(categoryCode(code))); found != places.end())
                m_placeOfKey[keyOfCode(categoryCode(code))] = static_cast<std::uint8_t>(found->second);
        }
    }

    /// Each row has at most one value.
    bool hasOneValue() const { return m_isNumber || m_scan.isSingleValued(); }

    /// Writes the index of the cohort of each row of [begin, end), kMostCohorts for none. At most one run.
    void places(Row begin, Row end, std::uint8_t* out) const
    {
        if (m_isNumber) {
            std::array<double, FieldScan::kRun> buffer;
            for (const double number : m_scan.numbersOf(begin, end, buffer.data()))
                *out++ = placeOf(number);
            return;
        }
        std::array<CategoryCode, FieldScan::kRun> codes;
        m_scan.codes(begin, end, codes.data());
        std::transform(codes.data(), codes.data() + (end - begin), out,
                       [this](CategoryCode code) { return m_placeOfKey[keyOfCode(code)]; });
    }

    /// Calls visit(cohort) for each cohort of the row.
    template<typename Visit>
    void forEachPlace(Row row, Visit&& visit) const
    {
        m_scan.field().forEachCode(row, [&](CategoryCode code) {
            if (m_placeOfKey[keyOfCode(code)] < kMostCohorts)
                visit(m_placeOfKey[keyOfCode(code)]);
        });
    }

private:
    std::uint8_t placeOf(double number) const
    {
        const bool any = number == number;
        const std::uint32_t bin = any && m_bins.any() ? m_bins.keyOf(number) : 0;
        for (std::size_t i = 0; any && i < m_numbers.size(); ++i) {
            if (m_bins.any() ? m_bin[i] == bin : m_numbers[i] == number)
                return static_cast<std::uint8_t>(i);
        }
        return kMostCohorts;
    }

    FieldScan m_scan;
    const Bins& m_bins;
    bool m_isNumber;
    /// By keyOfCode().
    std::vector<std::uint8_t> m_placeOfKey;
    /// By cohort.
    std::vector<double> m_numbers;
    std::vector<std::uint32_t> m_bin;
};

void sortRun(const RowSet& rows, const RowSorter& sorter, Row begin, Row end, std::vector<Cohort>& cohorts)
{
    if (!rows.anyIn(begin, end))
        return;
    if (!sorter.hasOneValue()) {
        for (Row row = begin; row < end; ++row) {
            if (rows.contains(row))
                sorter.forEachPlace(row, [&](std::size_t cohort) { cohorts[cohort].rows.add(row); });
        }
        return;
    }
    std::array<std::uint8_t, FieldScan::kRun> places;
    sorter.places(begin, end, places.data());
    for (Row at = begin; at < end; at += 64) {
        std::array<std::uint64_t, kMostCohorts + 1> found{};
        const std::uint32_t count = std::min(64U, end - at);
        for (std::uint32_t i = 0; i < count; ++i)
            found[places[at - begin + i]] |= std::uint64_t{1} << i;
        for (std::size_t cohort = 0; cohort < cohorts.size(); ++cohort)
            cohorts[cohort].rows.words()[indexOf(at) / 64] = found[cohort] & rows.words()[indexOf(at) / 64];
    }
}

/// Adds each row to the cohort of its value; the cohorts are in the order of `values`.
void sortRows(const RowSet& rows, const RowSorter& sorter, std::vector<Cohort>& cohorts, const Job& job)
{
    // Pieces are whole words of the sets, so that no two threads write the same word.
    parallelFor(FieldScan::pieceCount(rows.size()), 1, [&](auto first, auto last) {
        const Row begin = FieldScan::startOfPiece(first, rows.size());
        const Row end = FieldScan::startOfPiece(last, rows.size());
        for (Row run = begin; run < end; run += FieldScan::kRun) {
            if (indexOf(run) % FieldScan::kPiece == 0 && job.stopRequested())
                return;
            sortRun(rows, sorter, run, std::min(run + FieldScan::kRun, end), cohorts);
        }
    });
}

Measure measureOf(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    return field.info().traits.isMark ? Measure{MeasureKind::Share}
                                      : measureOn(scaleOf(snapshot, field, job));
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
    std::vector<TallyRow> all = tally(snapshot, rows, {{*reader}, {}, {bins}}, job).rows;
    if (all.size() > kMostCohorts) {
        std::vector<std::uint64_t> sizes;
        sizes.reserve(all.size());
        for (const TallyRow& row : all)
            sizes.push_back(row.n);
        std::sort(sizes.begin(), sizes.end(), std::greater());
        std::erase_if(all, [&](const TallyRow& row) { return row.n < sizes[kMostCohorts - 1]; });
        all.resize(std::min(all.size(), kMostCohorts));
    }
    std::vector<GroupValue> values;
    for (const TallyRow& row : all) {
        values.push_back(row.values.front());
        const GroupValue& value = row.values.front();
        cohorts.push_back({value.text, RowSet(snapshot.recordCount()), value.chinese});
    }
    sortRows(rows, RowSorter(*reader, bins, values), cohorts, job);
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
        // Shows why the cohort is empty, which would be misleading otherwise.
        else if (const auto* mistake = std::get_if<QueryMistake>(&found))
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
