// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet/facet_count.h"

#include "core/base/parallel.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>

namespace duologue {

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
