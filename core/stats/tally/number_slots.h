// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/simd/small_numbers.h"
#include "core/table/field_scan.h"

#include <array>
#include <cstdint>
#include <span>

namespace duologue {

/// Sorts the numbers of a run of rows into slots, so that they are counted without branches. Each whole
/// number from 0 to kSmall - 1, as most are, has its own slot, followed by one for NaN and one for
/// everything else. Takes at most FieldScan::kRun numbers, which must outlive it.
struct NumberSlots {
    static constexpr std::uint32_t kSmall = 64;
    static constexpr std::uint32_t kNone = kSmall;
    static constexpr std::uint32_t kOther = kSmall + 1;
    static constexpr std::uint32_t kCount = kSmall + 2;

    explicit NumberSlots(std::span<const double> all)
        : numbers(all), anyOther(writeSlots(all, kSmall, slots.data()))
    {
    }

    std::span<const double> numbers;
    std::array<std::uint32_t, FieldScan::kRun> slots;
    bool anyOther;
};

} // namespace duologue
