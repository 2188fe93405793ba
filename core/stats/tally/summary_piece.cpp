// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/summary_piece.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace duologue {

void SummaryPiece::addPlaces(const NumberSlots& slots, std::span<const std::uint16_t> places)
{
    std::size_t turn = 0;
    for (const std::uint16_t place : places)
        ++m_small[slots.slots[place] * kTurns + turn++ % kTurns];
    if (!slots.anyOther)
        return;
    for (const std::uint16_t place : places) {
        if (slots.slots[place] == NumberSlots::kOther)
            addOther(slots.numbers[place]);
    }
}

void SummaryPiece::addAll(std::span<const double> numbers)
{
    for (std::size_t begin = 0; begin < numbers.size(); begin += FieldScan::kRun) {
        const NumberSlots slots(
            numbers.subspan(begin, std::min<std::size_t>(FieldScan::kRun, numbers.size() - begin)));
        for (std::size_t i = 0; i < slots.numbers.size(); ++i) {
            ++m_small[slots.slots[i] * kTurns + i % kTurns];
            if (slots.slots[i] == NumberSlots::kOther)
                addOther(slots.numbers[i]);
        }
    }
}

void SummaryPiece::addOther(double value)
{
    m_made.mean.add(value);
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, 1);
}

void SummaryPiece::add(double value, std::uint64_t count)
{
    if (count == 0 || std::isnan(value))
        return;
    const auto n = static_cast<double>(count);
    m_made.mean.add(Mean{count, n * value, n * value * value});
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, count);
}

void SummaryPiece::add(const SummaryPiece& other)
{
    m_made.mean.add(other.m_made.mean);
    if (other.m_anyFinite)
        widen(other.m_made.low, other.m_made.high);
    m_made.whole = m_made.whole && other.m_made.whole;
    if (!other.m_made.hasValues)
        dropValues();
    for (const auto& [value, count] : other.m_made.values)
        countValue(value, count);
}

void SummaryPiece::finish()
{
    for (std::size_t slot = 0; slot < NumberSlots::kSmall * kTurns; ++slot) {
        const std::size_t number = slot / kTurns;
        add(static_cast<double>(number), std::exchange(m_small[slot], 0));
    }
}

void SummaryPiece::widen(double low, double high)
{
    m_made.low = m_anyFinite ? std::min(m_made.low, low) : low;
    m_made.high = m_anyFinite ? std::max(m_made.high, high) : high;
    m_anyFinite = true;
}

void SummaryPiece::countValue(double value, std::uint64_t count)
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

void SummaryPiece::dropValues()
{
    m_made.hasValues = false;
    m_made.values.clear();
}

} // namespace duologue
