// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/number_summary.h"

#include "core/base/parallel.h"
#include "core/record/field_scan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace duologue {

namespace {

/// What one thread finds out of one piece of the rows.
class SummaryPiece {
public:
    void add(double value)
    {
        if (value >= 0 && value < kSmall) {
            const auto small = static_cast<std::size_t>(value);
            if (static_cast<double>(small) == value) {
                ++m_small[small];
                return;
            }
        }
        if (std::isnan(value))
            return;
        m_made.mean.add(value);
        if (std::isfinite(value)) {
            m_made.low = m_anyFinite ? std::min(m_made.low, value) : value;
            m_made.high = m_anyFinite ? std::max(m_made.high, value) : value;
            m_anyFinite = true;
            m_made.whole = m_made.whole && value == std::trunc(value);
        }
        if (m_made.hasValues)
            addValue(value, 1);
    }

    /// Small whole numbers, which most are, join the others.
    void finish()
    {
        for (std::size_t small = 0; small < kSmall; ++small) {
            const std::uint64_t count = std::exchange(m_small[small], 0);
            if (count == 0)
                continue;
            const auto value = static_cast<double>(small);
            const auto n = static_cast<double>(count);
            m_made.mean.add(Mean{count, n * value, n * value * value});
            m_made.low = m_anyFinite ? std::min(m_made.low, value) : value;
            m_made.high = m_anyFinite ? std::max(m_made.high, value) : value;
            m_anyFinite = true;
            addValue(value, count);
        }
    }

    void add(const SummaryPiece& other)
    {
        m_made.mean.add(other.m_made.mean);
        if (other.m_anyFinite) {
            m_made.low = m_anyFinite ? std::min(m_made.low, other.m_made.low) : other.m_made.low;
            m_made.high = m_anyFinite ? std::max(m_made.high, other.m_made.high) : other.m_made.high;
            m_anyFinite = true;
        }
        m_made.whole = m_made.whole && other.m_made.whole;
        if (!other.m_made.hasValues)
            dropValues();
        for (const auto& [value, count] : other.m_made.values)
            addValue(value, count);
    }

    NumberSummary take() { return std::move(m_made); }

private:
    void addValue(double value, std::uint64_t count)
    {
        if (!m_made.hasValues)
            return;
        if (m_last < m_made.values.size() && m_made.values[m_last].first == value) {
            m_made.values[m_last].second += count;
            return;
        }
        const auto place =
            std::lower_bound(m_made.values.begin(), m_made.values.end(), value,
                             [](const auto& known, double wanted) { return known.first < wanted; });
        m_last = static_cast<std::size_t>(place - m_made.values.begin());
        if (place != m_made.values.end() && place->first == value)
            place->second += count;
        else if (m_made.values.size() == NumberSummary::kMostValues)
            dropValues();
        else
            m_made.values.insert(place, {value, count});
    }

    void dropValues()
    {
        m_made.hasValues = false;
        m_made.values.clear();
    }

    static constexpr std::size_t kSmall = 64;

    std::array<std::uint64_t, kSmall> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Where the value before was: many are alike.
    std::size_t m_last = 0;
};

void addRows(SummaryPiece& piece, const RowSet& rows, const FieldReader& field, Row begin, Row end)
{
    std::array<double, FieldScan::kRun> numbers;
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        FieldScan(field).numbers(run, runEnd, numbers.data());
        for (Row row = run; row < runEnd; ++row) {
            if (rows.contains(row))
                piece.add(numbers[row - run]);
        }
    }
}

void addMessages(SummaryPiece& piece, const Snapshot& snapshot, const RowSet& rows, const FieldReader& field,
                 Row begin, Row end)
{
    std::array<std::uint32_t, FieldScan::kRun + 1> starts;
    std::vector<double> numbers;
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        messageStarts(snapshot, run, runEnd, starts.data());
        numbers.resize(starts[runEnd - run] - starts[0]);
        FieldScan(field).messageNumbers(starts[0], starts[runEnd - run], numbers.data());
        for (Row row = run; row < runEnd; ++row) {
            for (std::uint32_t i = starts[row - run]; rows.contains(row) && i < starts[row - run + 1]; ++i)
                piece.add(numbers[i - starts[0]]);
        }
    }
}

} // namespace

NumberSummary summaryOf(const Snapshot& snapshot, const RowSet& rows, const FieldReader& field,
                        const Job& job)
{
    std::vector<SummaryPiece> pieces((rows.size() + FieldScan::kPiece - 1) / FieldScan::kPiece);
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const auto begin = static_cast<Row>(i * FieldScan::kPiece);
            const auto end = static_cast<Row>(std::min<std::size_t>(begin + FieldScan::kPiece, rows.size()));
            if (field.info().ofMessages)
                addMessages(pieces[i], snapshot, rows, field, begin, end);
            else
                addRows(pieces[i], rows, field, begin, end);
            pieces[i].finish();
        }
    });
    // One after the other: sums of fractions depend on their order.
    SummaryPiece all;
    for (const SummaryPiece& piece : pieces)
        all.add(piece);
    return all.take();
}

} // namespace duologue
