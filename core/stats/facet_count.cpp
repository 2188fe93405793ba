// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet_count.h"

#include "core/base/parallel.h"
#include "core/record/field_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <mutex>

namespace duologue {

namespace {

/// Counts pieces of rows, each on its own thread, and adds them up. take(begin, end, totals) counts one run.
template<typename Take>
FacetTotals countRuns(std::size_t values, const RowSet& rows, const Job& job, const Take& take)
{
    FacetTotals total;
    total.counts.resize(values);
    std::mutex mutex;
    const auto rowCount = static_cast<Row>(rows.size());
    const std::size_t pieces = (std::size_t{rowCount} + FieldScan::kPiece - 1) / FieldScan::kPiece;
    parallelFor(pieces, 4, [&](std::size_t first, std::size_t last) {
        FacetTotals own;
        own.counts.resize(values);
        const Row pieceEnd = static_cast<Row>(std::min<std::size_t>(last * FieldScan::kPiece, rowCount));
        for (Row begin = static_cast<Row>(first * FieldScan::kPiece); begin < pieceEnd;
             begin += FieldScan::kRun) {
            if (begin % FieldScan::kPiece == 0 && job.stopRequested())
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

/// What a code counts for, where it is one that is listed.
class CodeCounter {
public:
    explicit CodeCounter(const FieldFacet& facet) : m_places(facet.placeOfCode) {}

    std::uint32_t placeOf(CategoryCode code) const
    {
        return code < m_places.size() ? m_places[code] : FieldFacet::kNoPlace;
    }
    void count(CategoryCode code, FacetTotals& totals) const
    {
        if (const std::uint32_t place = placeOf(code); place != FieldFacet::kNoPlace)
            ++totals.counts[place];
    }

private:
    const std::vector<std::uint32_t>& m_places;
};

/// Which of a facet's values a number is.
class NumberPlaces {
public:
    explicit NumberPlaces(const FieldFacet& facet) : m_bins(facet.bins)
    {
        for (const FacetValue& value : facet.values)
            m_single.push_back(*value.value.number);
        for (std::size_t small = 0; small < m_small.size(); ++small)
            m_small[small] = static_cast<std::uint32_t>(find(static_cast<double>(small)));
    }

    /// As many as there are values for none of them.
    std::size_t placeOf(double value) const
    {
        if (m_bins.any())
            return m_bins.keyOf(value) - 1;
        // Small whole numbers, which most are, need not be looked for.
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

FacetTotals countNumbers(const FieldFacet& facet, const FieldScan& scan, const RowSet& rows, const Job& job)
{
    const NumberPlaces places(facet);
    return countRuns(facet.values.size(), rows, job, [&](Row begin, Row end, FacetTotals& totals) {
        std::array<double, FieldScan::kRun> buffer;
        std::array<std::uint16_t, FieldScan::kRun> wanted;
        const auto numbers = scan.numbersOf(begin, end, buffer.data());
        const std::uint16_t* const last = rows.placesIn(begin, end, wanted.data());
        for (const std::uint16_t* row = wanted.data(); row != last; ++row) {
            const double value = numbers[*row];
            if (std::isnan(value))
                continue;
            ++totals.present;
            if (const std::size_t place = places.placeOf(value); place < totals.counts.size())
                ++totals.counts[place];
        }
    });
}

/// Of each key of a message the places of its values, a bit each; empty where there are more than bits.
template<typename PlaceOf>
std::vector<std::uint64_t> placeMasks(const FieldScan& scan, std::size_t values, const PlaceOf& placeOf)
{
    constexpr std::size_t kBits = 64;
    std::vector<std::uint64_t> masks;
    if (values > kBits)
        return masks;
    masks.resize(scan.messageKeyCount());
    for (std::uint32_t key = 0; key < masks.size(); ++key) {
        scan.forEachCodeOfKey(key, [&](CategoryCode code) {
            if (const std::uint32_t place = placeOf(code); place < values)
                masks[key] |= std::uint64_t{1} << place;
        });
    }
    return masks;
}

/// Calls take(all that a row's messages have, totals) for each row that has some.
template<typename Take>
FacetTotals countMasks(const std::vector<std::uint64_t>& masks, std::size_t values, const FieldScan& scan,
                       const RowSet& rows, const Job& job, const Take& take)
{
    return countRuns(values, rows, job, [&](Row begin, Row end, FacetTotals& totals) {
        std::vector<std::uint32_t> buffer;
        scan.forEachMessageKeys(begin, end, buffer, [&](Row row, std::span<const std::uint32_t> keys) {
            std::uint64_t all = 0;
            for (const std::uint32_t key : keys)
                all |= masks[key];
            if (all == 0 || !rows.contains(row))
                return;
            ++totals.present;
            take(all, totals);
        });
    });
}

void countBits(std::uint64_t bits, FacetTotals& totals)
{
    for (; bits != 0; bits &= bits - 1)
        ++totals.counts[static_cast<std::size_t>(std::countr_zero(bits))];
}

/// A conversation counts once for a value, however many of its messages have it.
FacetTotals countMessageValues(const FieldFacet& facet, const FieldScan& scan, const RowSet& rows,
                               const Job& job)
{
    const CodeCounter counter(facet);
    const auto masks =
        placeMasks(scan, facet.values.size(), [&](CategoryCode code) { return counter.placeOf(code); });
    // A code that no conversation has is never seen, so that present counts all.
    if (!masks.empty())
        return countMasks(masks, facet.values.size(), scan, rows, job, countBits);
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
                counter.count(code, totals);
            totals.present += seen.empty() ? 0 : 1;
        });
    });
}

FacetTotals countCodes(const FieldFacet& facet, const FieldReader& field, const RowSet& rows, const Job& job)
{
    const FieldScan scan(field);
    const CodeCounter counter(facet);
    return countRuns(facet.values.size(), rows, job, [&](Row begin, Row end, FacetTotals& totals) {
        if (!scan.hasOneCode()) {
            for (Row row = begin; row < end; ++row) {
                if (!rows.contains(row))
                    continue;
                bool any = false;
                field.forEachCode(row, [&](CategoryCode code) {
                    counter.count(code, totals);
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
            counter.count(code, totals);
            ++totals.present;
        }
    });
}

/// A mark's name is a question of its own: no means that some are annotated and none is marked.
FacetTotals countMarks(const FieldFacet& facet, const FieldScan& scan, const RowSet& rows, const Job& job)
{
    // Keys of messages are their marks.
    std::vector<std::uint64_t> masks(scan.messageKeyCount());
    const auto bitOf = [&](Mark mark) -> std::uint64_t& { return masks.at(static_cast<std::size_t>(mark)); };
    for (std::size_t i = 0; i < facet.values.size(); ++i) {
        for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear}) {
            if (facet.values[i].value.text == markName(mark))
                bitOf(mark) = std::uint64_t{1} << i;
        }
    }
    const std::uint64_t yes = bitOf(Mark::Yes);
    const std::uint64_t no = bitOf(Mark::No);
    return countMasks(masks, facet.values.size(), scan, rows, job,
                      [yes, no](std::uint64_t all, FacetTotals& totals) {
                          countBits((all & yes) != 0 ? all & ~no : all | no, totals);
                      });
}

} // namespace

FacetTotals countValues(const FieldFacet& facet, const FieldReader& field, const RowSet& rows, const Job& job)
{
    const FieldScan scan(field);
    if (field.info().key == "hallucination")
        return countMarks(facet, scan, rows, job);
    if (scan.isOfMessages())
        return countMessageValues(facet, scan, rows, job);
    return field.isNumber() ? countNumbers(facet, scan, rows, job) : countCodes(facet, field, rows, job);
}

} // namespace duologue
