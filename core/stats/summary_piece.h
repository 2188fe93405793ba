// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/number_summary.h"

#include <array>
#include <cstdint>
#include <span>

namespace duologue {

/// Makes a NumberSummary, value by value or piece by piece. One thread.
class SummaryPiece {
public:
    /// Of `numbers` those at `places`. NaN is no value.
    void addPlaces(const double* numbers, std::span<const std::uint16_t> places)
    {
        std::size_t turn = 0;
        for (const std::uint16_t place : places)
            addNext(numbers[place], turn++);
    }
    void addAll(std::span<const double> numbers)
    {
        std::size_t turn = 0;
        for (const double number : numbers)
            addNext(number, turn++);
    }
    /// A value that is there `count` times.
    void add(double value, std::uint64_t count);
    void add(const SummaryPiece& other);
    /// Before it is added to another one, or taken.
    void finish();
    NumberSummary take() { return std::move(m_made); }

private:
    void addNext(double value, std::size_t turn)
    {
        // Without a branch that depends on whether a value is there, which is as good as random.
        const bool isSmall = value >= 0 && value < static_cast<double>(kSmall);
        const auto small = static_cast<std::size_t>(isSmall ? value : 0);
        const bool isNone = value != value;
        const bool isExact = isSmall && static_cast<double>(small) == value;
        const std::size_t slot = isExact ? small : isNone ? kNone : kOther;
        ++m_small[slot * kTurns + turn % kTurns];
        if (slot == kOther)
            addOther(value);
    }
    void addOther(double value);
    void widen(double low, double high);
    void countValue(double value, std::uint64_t count);
    void dropValues();

    /// Whole numbers below, which most are, have a count each; behind them stand none and all others.
    static constexpr std::size_t kSmall = 64;
    static constexpr std::size_t kNone = kSmall;
    static constexpr std::size_t kOther = kSmall + 1;
    /// Counted in turns, so that a count needs not wait for the one before it.
    static constexpr std::size_t kTurns = 4;

    std::array<std::uint32_t, (kSmall + 2) * kTurns> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Where the value before was: many are alike.
    std::size_t m_last = 0;
};

} // namespace duologue
