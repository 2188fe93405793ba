// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/field_scan.h"
#include "core/stats/number_summary.h"

#include <array>
#include <cstdint>
#include <span>

namespace duologue {

/// Makes a NumberSummary, value by value or piece by piece. One thread.
class SummaryPiece {
public:
    /// What addPlaces() wants to know of some numbers; NaN is no value.
    struct Slots {
        explicit Slots(std::span<const double> numbers);

        std::span<const double> numbers;
        std::array<std::uint32_t, FieldScan::kRun> slots;
        bool anyOther = false;

    private:
        void take(std::size_t from);
        std::size_t takeWide();
    };

    /// Those at `places`.
    void addPlaces(const Slots& slots, std::span<const std::uint16_t> places);
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

    /// Whole numbers below, which most are, have a count each; behind them stand none and all others.
    static constexpr std::uint32_t kSmall = 64;
    static constexpr std::uint32_t kNone = kSmall;
    static constexpr std::uint32_t kOther = kSmall + 1;
    /// Counted in turns, so that a count needs not wait for the one before it.
    static constexpr std::size_t kTurns = 4;

    std::array<std::uint32_t, (kSmall + 2) * kTurns> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Where the value before was: many are alike.
    std::size_t m_last = 0;
};

} // namespace duologue
