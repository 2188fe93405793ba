// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet_count.h"

#include "core/base/parallel.h"
#include "core/query/column_search.h"
#include "core/record/field_scan.h"

#include <algorithm>
#include <array>
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

FacetTotals countNumbers(const FieldFacet& facet, const FieldScan& scan, const RowSet& rows, const Job& job)
{
    std::vector<double> single;
    for (const FacetValue& value : facet.values)
        single.push_back(*value.value.number);
    const auto placeOf = [&](double value) -> std::size_t {
        if (facet.bins.any())
            return facet.bins.keyOf(value) - 1;
        const auto found = std::lower_bound(single.begin(), single.end(), value);
        return found != single.end() && *found == value ? static_cast<std::size_t>(found - single.begin())
                                                        : single.size();
    };
    return countRuns(single.size(), rows, job, [&](Row begin, Row end, FacetTotals& totals) {
        std::array<double, FieldScan::kRun> numbers;
        scan.numbers(begin, end, numbers.data());
        for (Row row = begin; row < end; ++row) {
            const double value = numbers[row - begin];
            if (!rows.contains(row) || std::isnan(value))
                continue;
            ++totals.present;
            if (const std::size_t place = placeOf(value); place < totals.counts.size())
                ++totals.counts[place];
        }
    });
}

/// A conversation counts once for a value, however many of its messages have it.
FacetTotals countMessageValues(const FieldFacet& facet, const FieldScan& scan, const RowSet& rows,
                               const Job& job)
{
    const CodeCounter counter(facet);
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

/// A mark's name is a question of its own: no means that none is marked.
FacetTotals countMarks(const FieldFacet& facet, const RowSet& rows, const Job& job)
{
    FacetTotals totals;
    QueryTerm term;
    term.kind = TermKind::Equals;
    term.field = facet.field.key;
    for (const FacetValue& value : facet.values) {
        term.value = value.value.text;
        totals.counts.push_back(columnRows(*facet.snapshot, term, rows, job).count());
    }
    term.kind = TermKind::Has;
    totals.present = columnRows(*facet.snapshot, term, rows, job).count();
    return totals;
}

} // namespace

FacetTotals countValues(const FieldFacet& facet, const FieldReader& field, const RowSet& rows, const Job& job)
{
    const FieldScan scan(field);
    if (field.info().key == "hallucination")
        return countMarks(facet, rows, job);
    if (scan.isOfMessages())
        return countMessageValues(facet, scan, rows, job);
    return field.isNumber() ? countNumbers(facet, scan, rows, job) : countCodes(facet, field, rows, job);
}

} // namespace duologue
