// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_scan.h"

#include <array>
#include <cstdint>
#include <span>

namespace duologue {

/// Sorts the numbers of a run of rows into what counts them without a branch: whole numbers below kSmall,
/// which most are, have a slot each; behind them stand none (NaN) and all others. Valid as long as the
/// numbers, of which it takes at most FieldScan::kRun.
struct NumberSlots {
    static constexpr std::uint32_t kSmall = 64;
    static constexpr std::uint32_t kNone = kSmall;
    static constexpr std::uint32_t kOther = kSmall + 1;
    static constexpr std::uint32_t kCount = kSmall + 2;

    explicit NumberSlots(std::span<const double> all);

    std::span<const double> numbers;
    std::array<std::uint32_t, FieldScan::kRun> slots;
    bool anyOther = false;

private:
    void take(std::size_t from);
    std::size_t takeWide();
};

} // namespace duologue
