// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/number_summary.h"

#include "core/base/parallel.h"
#include "core/stats/tally/summary_piece.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

void addRows(SummaryPiece& piece, const RowSet& rows, const FieldReader& field, Row begin, Row end)
{
    std::array<double, FieldScan::kRun> numbers;
    std::array<std::uint16_t, FieldScan::kRun> places;
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        const std::uint16_t* const last = rows.offsetsIn(run, runEnd, places.data());
        piece.addPlaces(NumberSlots(FieldScan(field).numbersOf(run, runEnd, numbers.data())),
                        {places.data(), last});
    }
}

void addMessages(SummaryPiece& piece, const RowSet& rows, const FieldReader& field, Row begin, Row end)
{
    const FieldScan scan(field);
    std::array<MessageIndex, FieldScan::kRun + 1> starts;
    std::vector<double> numbers;
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        scan.startsOfMessages(run, runEnd, starts.data());
        numbers.resize(starts[runEnd - run] - starts[0]);
        scan.messageNumbers(starts[0], starts[runEnd - run], numbers.data());
        for (Row row = run; row < runEnd; ++row) {
            if (rows.contains(row))
                piece.addAll({numbers.data() + (starts[row - run] - starts[0]),
                              numbers.data() + (starts[row - run + 1] - starts[0])});
        }
    }
}

} // namespace

NumberSummary summaryOf(const RowSet& rows, const FieldReader& field, const Job& job)
{
    std::vector<SummaryPiece> pieces(FieldScan::pieceCount(rows.size()));
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const Row begin = FieldScan::startOfPiece(i, rows.size());
            const Row end = FieldScan::startOfPiece(i + 1, rows.size());
            if (field.info().ofMessages)
                addMessages(pieces[i], rows, field, begin, end);
            else
                addRows(pieces[i], rows, field, begin, end);
            pieces[i].finish();
        }
    });
    // Adds the pieces in their order: sums of fractions depend on it.
    SummaryPiece all;
    for (const SummaryPiece& piece : pieces)
        all.add(piece);
    return all.take();
}

} // namespace duologue
