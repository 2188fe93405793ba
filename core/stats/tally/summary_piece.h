// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/number_slots.h"
#include "core/stats/tally/number_summary.h"

#include <array>
#include <cstdint>
#include <span>

namespace duologue {

/// Builds a NumberSummary from numbers and from other pieces. One thread.
class SummaryPiece {
public:
    /// Adds the numbers at the indices `places`.
    void addPlaces(const NumberSlots& slots, std::span<const std::uint16_t> places);
    void addAll(std::span<const double> numbers);
    /// Adds a value that occurs `count` times.
    void add(double value, std::uint64_t count);
    void add(const SummaryPiece& other);
    /// Call it after the last number, before the piece is added to another one or taken.
    void finish();
    NumberSummary take() { return std::move(m_made); }

private:
    void addOther(double value);
    void widen(double low, double high);
    void countValue(double value, std::uint64_t count);
    void dropValues();

    /// Counters per slot, used in turn: an increment need not wait for the previous one.
    static constexpr std::size_t kTurns = 4;

    std::array<std::uint32_t, NumberSlots::kCount * kTurns> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Index of the value counted last: consecutive values are often equal.
    std::size_t m_last = 0;
};

} // namespace duologue
