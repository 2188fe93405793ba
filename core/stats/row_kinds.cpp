// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/row_kinds.h"

#include "core/base/parallel.h"
#include "core/record/field_scan.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

namespace duologue {

namespace {

/// Numbers kinds in the order in which they are met.
class KindIndex {
public:
    std::uint32_t kindOf(std::uint64_t values)
    {
        // Neighbours are often alike.
        if (m_last < m_values.size() && m_values[m_last] == values)
            return m_last;
        const auto [found, isNew] = m_kinds.try_emplace(values, static_cast<std::uint32_t>(m_values.size()));
        if (isNew)
            m_values.push_back(values);
        return m_last = found->second;
    }
    const std::vector<std::uint64_t>& values() const { return m_values; }

private:
    std::unordered_map<std::uint64_t, std::uint32_t> m_kinds;
    std::vector<std::uint64_t> m_values;
    std::uint32_t m_last = 0;
};

std::size_t piecesOf(std::size_t rows)
{
    return (rows + FieldScan::kPiece - 1) / FieldScan::kPiece;
}

Row rowAt(std::size_t piece, std::size_t rows)
{
    return static_cast<Row>(std::min<std::size_t>(piece * FieldScan::kPiece, rows));
}

/// Numbers the kinds of a piece's rows by themselves.
void sortPiece(Row begin, Row end, const ValuesOfRows& valuesOf, KindIndex& index, std::uint32_t* ofRow)
{
    std::array<std::uint64_t, FieldScan::kRun> values;
    for (; begin < end; begin += FieldScan::kRun) {
        const Row runEnd = std::min(begin + FieldScan::kRun, end);
        valuesOf(begin, runEnd, values.data());
        std::transform(values.data(), values.data() + (runEnd - begin), ofRow + begin,
                       [&index](std::uint64_t each) { return index.kindOf(each); });
    }
}

} // namespace

RowKinds makeKinds(std::size_t rows, const ValuesOfRows& valuesOf, const Job& job)
{
    RowKinds made;
    made.ofRow.resize(rows);
    std::vector<KindIndex> indexes(piecesOf(rows));
    parallelFor(indexes.size(), 1, [&](std::size_t piece, std::size_t) {
        if (!job.stopRequested())
            sortPiece(rowAt(piece, rows), rowAt(piece + 1, rows), valuesOf, indexes[piece],
                      made.ofRow.data());
    });
    KindIndex all;
    std::vector<std::vector<std::uint32_t>> inAll;
    for (const KindIndex& index : indexes) {
        inAll.emplace_back();
        for (const std::uint64_t values : index.values())
            inAll.back().push_back(all.kindOf(values));
    }
    parallelFor(indexes.size(), 1, [&](std::size_t piece, std::size_t) {
        std::uint32_t* const first = made.ofRow.data() + rowAt(piece, rows);
        std::uint32_t* const last = made.ofRow.data() + rowAt(piece + 1, rows);
        if (!job.stopRequested())
            std::transform(first, last, first, [&](std::uint32_t kind) { return inAll[piece][kind]; });
    });
    made.values = all.values();
    return made;
}

std::vector<std::uint64_t> countKinds(const RowKinds& kinds, const RowSet& rows, const Job& job)
{
    std::vector<std::uint64_t> total(kinds.values.size());
    std::mutex mutex;
    parallelFor(piecesOf(rows.size()), 4, [&](std::size_t first, std::size_t last) {
        std::vector<std::uint32_t> counts(total.size());
        std::array<std::uint16_t, FieldScan::kRun> places;
        const Row end = rowAt(last, rows.size());
        for (Row begin = rowAt(first, rows.size()); begin < end; begin += FieldScan::kRun) {
            if (begin % FieldScan::kPiece == 0 && job.stopRequested())
                return;
            const std::uint32_t* const ofRow = kinds.ofRow.data() + begin;
            const auto* const listEnd =
                rows.placesIn(begin, std::min(begin + FieldScan::kRun, end), places.data());
            for (const std::uint16_t* place = places.data(); place != listEnd; ++place)
                ++counts[ofRow[*place]];
        }
        const std::scoped_lock lock(mutex);
        std::transform(counts.begin(), counts.end(), total.begin(), total.begin(), std::plus());
    });
    return total;
}

} // namespace duologue
