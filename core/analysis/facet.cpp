// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"

#include "core/analysis/bins.h"
#include "core/analysis/tally_keys.h"
#include "core/data/field_reader.h"
#include "core/util/parallel.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>

namespace duologue {

struct FacetTotals {
    /// Indexed like FieldFacet::values.
    std::vector<std::uint64_t> counts;
    /// Rows with any value.
    std::uint64_t present = 0;
};

/// The values of each row, for numbers, marks and other fields with few values; else empty.
RowKinds kindsOf(const FieldFacet& facet, const FieldReader& field, const Job& job);

/// Counts the rows that have each of the facet's values, on all cores. Incomplete if the job was stopped.
FacetTotals countValues(const FieldFacet& facet, const FieldReader& field, const RowSet& rows,
                        const Job& job);

namespace {

constexpr std::size_t kMostNarrow = 256;
/// With more kinds than this, comparing rows with each kind is slower than looking up each row's kind.
constexpr std::size_t kFew = 32;

/// Numbers kinds in the order of their first appearance.
class KindIndex {
public:
    std::uint32_t kindOf(std::uint64_t values)
    {
        // Neighbouring rows are often alike.
        if (m_last < m_kinds.keys().size() && m_kinds.keys()[m_last] == values)
            return m_last;
        return m_last = m_kinds.numberOf(values);
    }
    const std::vector<std::uint64_t>& values() const { return m_kinds.keys(); }

private:
    KeyNumbers m_kinds;
    std::uint32_t m_last = 0;
};

/// Numbers the kinds of one piece's rows, independently of other pieces.
void sortPiece(Row begin, Row end, const ValuesOfRows& valuesOf, KindIndex& index, std::uint32_t* ofRow)
{
    std::array<std::uint64_t, FieldScan::kRun> values;
    for (; begin < end; begin += FieldScan::kRun) {
        const Row runEnd = std::min(begin + FieldScan::kRun, end);
        valuesOf(begin, runEnd, values.data());
        std::transform(values.data(), values.data() + (runEnd - begin), ofRow + indexOf(begin),
                       [&index](std::uint64_t each) { return index.kindOf(each); });
    }
}

/// Counts the kinds of the wanted rows one by one; `begin` is a multiple of 64.
template<typename Kind>
void countListed(const Kind* kinds, const RowSet& rows, Row begin, Row end, std::uint32_t* counts)
{
    std::array<std::uint16_t, FieldScan::kRun> places;
    const std::uint16_t* const last = rows.offsetsIn(begin, end, places.data());
    for (const std::uint16_t* place = places.data(); place != last; ++place)
        ++counts[kinds[indexOf(begin) + *place]];
}

void countRun(const std::vector<std::uint8_t>& kinds, const RowSet& rows, Row begin, Row end,
              std::span<std::uint32_t> counts)
{
    if (counts.size() <= kFew)
        countBytes(kinds.data() + indexOf(begin),
                   rows.words().subspan(indexOf(begin) / 64, (end - begin + 63) / 64), counts);
    else
        countListed(kinds.data(), rows, begin, end, counts.data());
}

void countRun(const std::vector<std::uint32_t>& kinds, const RowSet& rows, Row begin, Row end,
              std::span<std::uint32_t> counts)
{
    countListed(kinds.data(), rows, begin, end, counts.data());
}

template<typename Kind>
std::vector<std::uint64_t> countEach(const std::vector<Kind>& kinds, std::size_t size, const RowSet& rows,
                                     const Job& job)
{
    std::vector<std::uint64_t> total(size);
    std::mutex mutex;
    parallelFor(FieldScan::pieceCount(rows.size()), 4, [&](std::size_t first, std::size_t last) {
        std::vector<std::uint32_t> counts(size);
        const Row end = FieldScan::startOfPiece(last, rows.size());
        for (Row begin = FieldScan::startOfPiece(first, rows.size()); begin < end; begin += FieldScan::kRun) {
            if (indexOf(begin) % FieldScan::kPiece == 0 && job.stopRequested())
                return;
            countRun(kinds, rows, begin, std::min(begin + FieldScan::kRun, end), counts);
        }
        const std::scoped_lock lock(mutex);
        std::transform(counts.begin(), counts.end(), total.begin(), total.begin(), std::plus());
    });
    return total;
}

} // namespace

RowKinds makeKinds(std::size_t rows, const ValuesOfRows& valuesOf, const Job& job)
{
    RowKinds made;
    made.wide.resize(rows);
    std::vector<KindIndex> indexes(FieldScan::pieceCount(rows));
    parallelFor(indexes.size(), 1, [&](std::size_t piece, std::size_t) {
        if (!job.stopRequested())
            sortPiece(FieldScan::startOfPiece(piece, rows), FieldScan::startOfPiece(piece + 1, rows),
                      valuesOf, indexes[piece], made.wide.data());
    });
    KindIndex all;
    std::vector<std::vector<std::uint32_t>> inAll;
    for (const KindIndex& index : indexes) {
        inAll.emplace_back();
        for (const std::uint64_t values : index.values())
            inAll.back().push_back(all.kindOf(values));
    }
    made.values = all.values();
    const bool isNarrow = made.values.size() <= kMostNarrow;
    // Padded to whole words of a RowSet, as countByWideLanes() expects.
    made.narrow.resize(isNarrow ? (rows + 63) / 64 * 64 : 0);
    parallelFor(indexes.size(), 1, [&](std::size_t piece, std::size_t) {
        if (job.stopRequested())
            return;
        const std::size_t end = indexOf(FieldScan::startOfPiece(piece + 1, rows));
        for (std::size_t row = piece * FieldScan::kPiece; row < end; ++row) {
            const std::uint32_t kind = inAll[piece][made.wide[row]];
            if (isNarrow)
                made.narrow[row] = static_cast<std::uint8_t>(kind);
            else
                made.wide[row] = kind;
        }
    });
    if (isNarrow)
        made.wide = {};
    return made;
}

std::vector<std::uint64_t> countKinds(const RowKinds& kinds, const RowSet& rows, const Job& job)
{
    return kinds.narrow.empty() ? countEach(kinds.wide, kinds.values.size(), rows, job)
                                : countEach(kinds.narrow, kinds.values.size(), rows, job);
}

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
    field->make(job);
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

namespace {

/// Counts pieces of rows in parallel and adds them up. take(begin, end, totals) counts one run.
template<typename Take>
FacetTotals countRuns(std::size_t values, const RowSet& rows, const Job& job, const Take& take)
{
    FacetTotals total;
    total.counts.resize(values);
    std::mutex mutex;
    parallelFor(FieldScan::pieceCount(rows.size()), 4, [&](std::size_t first, std::size_t last) {
        FacetTotals own;
        own.counts.resize(values);
        const Row pieceEnd = FieldScan::startOfPiece(last, rows.size());
        for (Row begin = FieldScan::startOfPiece(first, rows.size()); begin < pieceEnd;
             begin += FieldScan::kRun) {
            if (indexOf(begin) % FieldScan::kPiece == 0 && job.stopRequested())
                return;
            const Row end = std::min(begin + FieldScan::kRun, pieceEnd);
            if (rows.anyIn(begin, end))
                take(begin, end, own);
        }
        const std::scoped_lock lock(mutex);
        for (std::size_t i = 0; i < values; ++i)
            total.counts[i] += own.counts[i];
        total.present += own.present;
    });
    return total;
}

/// Finds the index of a category code among the facet's values.
class CodePlaces {
public:
    explicit CodePlaces(const FieldFacet& facet) : m_places(facet.placeOfCode) {}

    std::uint32_t placeOf(CategoryCode code) const
    {
        return indexOf(code) < m_places.size() ? m_places[indexOf(code)] : FieldFacet::kNoPlace;
    }
    /// Only for few values; kOther for a code that is not listed.
    std::uint64_t bitOf(CategoryCode code) const
    {
        const std::uint32_t place = placeOf(code);
        return place < RowKinds::kMostValues ? std::uint64_t{1} << place : RowKinds::kOther;
    }
    void count(CategoryCode code, FacetTotals& totals) const
    {
        if (const std::uint32_t place = placeOf(code); place != FieldFacet::kNoPlace)
            ++totals.counts[place];
    }

private:
    const std::vector<std::uint32_t>& m_places;
};

/// Finds the index of a number among the facet's values.
class NumberPlaces {
public:
    explicit NumberPlaces(const FieldFacet& facet) : m_bins(facet.bins)
    {
        for (const FacetValue& value : facet.values)
            m_single.push_back(*value.value.number);
        for (std::size_t small = 0; small < m_small.size(); ++small)
            m_small[small] = static_cast<std::uint32_t>(find(static_cast<double>(small)));
    }

    /// The number of values if the number is none of them.
    std::size_t placeOf(double value) const
    {
        if (m_bins.any())
            return m_bins.keyOf(value) - 1;
        // Small whole numbers, as most are, need no search.
        if (value >= 0 && value < static_cast<double>(m_small.size())) {
            const auto small = static_cast<std::size_t>(value);
            if (static_cast<double>(small) == value)
                return m_small[small];
        }
        return find(value);
    }

private:
    std::size_t find(double value) const
    {
        const auto found = std::lower_bound(m_single.begin(), m_single.end(), value);
        return found != m_single.end() && *found == value ? static_cast<std::size_t>(found - m_single.begin())
                                                          : m_single.size();
    }

    const Bins& m_bins;
    std::vector<double> m_single;
    std::array<std::uint32_t, 256> m_small{};
};

/// For each message key, the values that it stands for, one bit each.
std::vector<std::uint64_t> bitsOfKeys(const FieldFacet& facet, const FieldScan& scan)
{
    const CodePlaces places(facet);
    std::vector<std::uint64_t> bits(scan.messageKeyCount());
    for (std::uint32_t key = 0; key < bits.size(); ++key) {
        scan.forEachCodeOfKey(key, [&](CategoryCode code) { bits[key] |= places.bitOf(code); });
    }
    return bits;
}

/// Calls take(row, values of all of its messages) for each row of [begin, end).
template<typename Take>
void forEachOfMessages(const FieldScan& scan, const std::vector<std::uint64_t>& bitsOfKeys, Row begin,
                       Row end, const Take& take)
{
    std::vector<std::uint32_t> buffer;
    scan.forEachMessageKeys(begin, end, buffer, [&](Row row, std::span<const std::uint32_t> keys) {
        std::uint64_t all = 0;
        for (const std::uint32_t key : keys)
            all |= bitsOfKeys[key];
        take(row, all);
    });
}

RowKinds kindsOfNumbers(const FieldFacet& facet, const FieldScan& scan, const Job& job)
{
    const NumberPlaces places(facet);
    const auto bitOf = [&](double number) {
        const std::size_t place = std::isnan(number) ? facet.values.size() : places.placeOf(number);
        if (place < facet.values.size())
            return std::uint64_t{1} << place;
        return std::isnan(number) ? 0 : RowKinds::kOther;
    };
    return makeKinds(
        facet.snapshot->recordCount(),
        [&](Row begin, Row end, std::uint64_t* out) {
            std::array<double, FieldScan::kRun> buffer;
            const auto numbers = scan.numbersOf(begin, end, buffer.data());
            std::transform(numbers.begin(), numbers.end(), out, bitOf);
        },
        job);
}

RowKinds kindsOfMessages(const FieldFacet& facet, const FieldScan& scan, const Job& job)
{
    const auto bits = bitsOfKeys(facet, scan);
    return makeKinds(
        facet.snapshot->recordCount(),
        [&](Row begin, Row end, std::uint64_t* out) {
            forEachOfMessages(scan, bits, begin, end,
                              [&](Row row, std::uint64_t all) { out[row - begin] = all; });
        },
        job);
}

/// Conversations by their marks. "no" means that some message is judged and none is marked, "unclear" that
/// nothing is judged.
RowKinds kindsOfMarks(const FieldFacet& facet, const FieldScan& scan, const Job& job)
{
    // The key of a message is its mark.
    std::vector<std::uint64_t> bits(scan.messageKeyCount());
    const auto bitOf = [&](Mark mark) -> std::uint64_t& { return bits.at(static_cast<std::size_t>(mark)); };
    for (std::size_t i = 0; i < facet.values.size(); ++i) {
        for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear}) {
            if (facet.values[i].value.text == markName(mark))
                bitOf(mark) = std::uint64_t{1} << i;
        }
    }
    const std::uint64_t yes = bitOf(Mark::Yes);
    const std::uint64_t no = bitOf(Mark::No);
    return makeKinds(
        facet.snapshot->recordCount(),
        [&](Row begin, Row end, std::uint64_t* out) {
            forEachOfMessages(scan, bits, begin, end, [&](Row row, std::uint64_t all) {
                out[row - begin] = (all & yes) != 0 ? yes : (all & no) != 0 ? no : all;
            });
        },
        job);
}

RowKinds kindsOfCodes(const FieldFacet& facet, const FieldScan& scan, const Job& job)
{
    const CodePlaces places(facet);
    return makeKinds(
        facet.snapshot->recordCount(),
        [&](Row begin, Row end, std::uint64_t* out) {
            std::array<CategoryCode, FieldScan::kRun> codes;
            scan.codes(begin, end, codes.data());
            std::transform(codes.data(), codes.data() + (end - begin), out,
                           [&](CategoryCode code) { return code == kNoCategory ? 0 : places.bitOf(code); });
        },
        job);
}

RowKinds kindsOfLists(const FieldFacet& facet, const FieldScan& scan, const Job& job)
{
    const CodePlaces places(facet);
    return makeKinds(
        facet.snapshot->recordCount(),
        [&](Row begin, Row end, std::uint64_t* out) {
            std::vector<CategoryCode> codes;
            std::vector<std::uint32_t> starts;
            scan.lists(begin, end, codes, starts);
            for (std::uint32_t i = 0; i < end - begin; ++i) {
                out[i] = std::transform_reduce(codes.begin() + starts[i], codes.begin() + starts[i + 1],
                                               std::uint64_t{0}, std::bit_or<std::uint64_t>(),
                                               [&](CategoryCode code) { return places.bitOf(code); });
            }
        },
        job);
}

FacetTotals totalsOf(const FieldFacet& facet, const std::vector<std::uint64_t>& counts)
{
    FacetTotals totals;
    totals.counts.resize(facet.values.size());
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        const std::uint64_t values = facet.kinds.values[kind];
        totals.present += values != 0 ? counts[kind] : 0;
        for (std::uint64_t rest = values & ~RowKinds::kOther; rest != 0; rest &= rest - 1)
            totals.counts[static_cast<std::size_t>(std::countr_zero(rest))] += counts[kind];
    }
    return totals;
}

/// A conversation counts once for a value, however many of its messages have it.
FacetTotals countMessageValues(const FieldFacet& facet, const FieldScan& scan, const RowSet& rows,
                               const Job& job)
{
    const CodePlaces places(facet);
    return countRuns(facet.values.size(), rows, job, [&](Row begin, Row end, FacetTotals& totals) {
        std::vector<std::uint32_t> buffer;
        std::vector<CategoryCode> seen;
        scan.forEachMessageKeys(begin, end, buffer, [&](Row row, std::span<const std::uint32_t> keys) {
            if (!rows.contains(row))
                return;
            seen.clear();
            for (const std::uint32_t key : keys)
                scan.forEachCodeOfKey(key, [&](CategoryCode code) { seen.push_back(code); });
            std::sort(seen.begin(), seen.end());
            seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
            for (const CategoryCode code : seen)
                places.count(code, totals);
            totals.present += seen.empty() ? 0 : 1;
        });
    });
}

FacetTotals countCodes(const FieldFacet& facet, const FieldReader& field, const RowSet& rows, const Job& job)
{
    const FieldScan scan(field);
    const CodePlaces places(facet);
    return countRuns(facet.values.size(), rows, job, [&](Row begin, Row end, FacetTotals& totals) {
        if (!scan.isSingleValued()) {
            for (Row row = begin; row < end; ++row) {
                if (!rows.contains(row))
                    continue;
                bool any = false;
                field.forEachCode(row, [&](CategoryCode code) {
                    places.count(code, totals);
                    any = true;
                });
                totals.present += any ? 1 : 0;
            }
            return;
        }
        std::array<CategoryCode, FieldScan::kRun> codes;
        scan.codes(begin, end, codes.data());
        for (Row row = begin; row < end; ++row) {
            const CategoryCode code = codes[row - begin];
            if (!rows.contains(row) || code == kNoCategory)
                continue;
            places.count(code, totals);
            ++totals.present;
        }
    });
}

} // namespace

RowKinds kindsOf(const FieldFacet& facet, const FieldReader& field, const Job& job)
{
    const FieldScan scan(field);
    if (field.hasMarks())
        return kindsOfMarks(facet, scan, job);
    if (field.isNumber() && !scan.isOfMessages())
        return kindsOfNumbers(facet, scan, job);
    if (facet.values.size() > RowKinds::kMostValues)
        return {};
    if (scan.isOfMessages())
        return kindsOfMessages(facet, scan, job);
    return scan.isSingleValued() ? kindsOfCodes(facet, scan, job) : kindsOfLists(facet, scan, job);
}

FacetTotals countValues(const FieldFacet& facet, const FieldReader& field, const RowSet& rows, const Job& job)
{
    if (facet.kinds.isBuilt())
        return totalsOf(facet, countKinds(facet.kinds, rows, job));
    const FieldScan scan(field);
    return scan.isOfMessages() ? countMessageValues(facet, scan, rows, job)
                               : countCodes(facet, field, rows, job);
}

} // namespace duologue
