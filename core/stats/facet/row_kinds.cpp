// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet/row_kinds.h"

#include "core/base/parallel.h"
#include "core/base/simd/byte_counts.h"
#include "core/stats/tally/tally_keys.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <array>
#include <mutex>

namespace duologue {

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

} // namespace duologue
