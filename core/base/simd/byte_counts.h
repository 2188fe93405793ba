// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace duologue {

/// Adds to counts[i] how often `bytes` are i where a bit is set: bit j of word k stands for byte 64 * k + j.
/// There are 64 bytes for each word. Takes longer for more counts.
void countBytes(const std::uint8_t* bytes, std::span<const std::uint64_t> words,
                std::span<std::uint32_t> counts);

} // namespace duologue
