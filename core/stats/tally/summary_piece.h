// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/number_slots.h"
#include "core/stats/tally/number_summary.h"

#include <array>
#include <cstdint>
#include <span>

namespace duologue {

/// Makes a NumberSummary, value by value or piece by piece. One thread.
class SummaryPiece {
public:
    /// Those at `places`.
    void addPlaces(const NumberSlots& slots, std::span<const std::uint16_t> places);
    void addAll(std::span<const double> numbers);
    /// A value that is there `count` times.
    void add(double value, std::uint64_t count);
    void add(const SummaryPiece& other);
    /// Before it is added to another one, or taken.
    void finish();
    NumberSummary take() { return std::move(m_made); }

private:
    void addOther(double value);
    void widen(double low, double high);
    void countValue(double value, std::uint64_t count);
    void dropValues();

    /// Counted in turns, so that a count needs not wait for the one before it.
    static constexpr std::size_t kTurns = 4;

    std::array<std::uint32_t, NumberSlots::kCount * kTurns> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Where the value before was: many are alike.
    std::size_t m_last = 0;
};

} // namespace duologue
