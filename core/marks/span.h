// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace duologue {

/// Where a span is in a text now: half open, in code points and in bytes. Both ends are between characters.
struct FoundSpan {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::size_t beginByte = 0;
    std::size_t endByte = 0;
    /// The text there is the span's own. If not, it was edited and is found by what stands around it.
    bool isExact = true;

    bool operator==(const FoundSpan&) const = default;
};

/// The code points that spanOf() keeps of the text before and after a span.
inline constexpr std::size_t kSpanContext = 32;

/// The span of the bytes [beginByte, endByte) of a text in UTF-8. Ends within a character move so that it is
/// whole; ends after the text move to its end.
MarkSpan spanOf(std::string_view text, std::size_t beginByte, std::size_t endByte);

/// Finds a span in a text that may have been edited since: at its place if its text is there; else its text
/// elsewhere, with the surroundings that fit best and, of those that fit equally well, nearest to its old
/// place; else something similar between the surroundings (FoundSpan::isExact is false). Empty if there is
/// nothing like it, or if two places are equally good and equally near. Time grows with the sum of the
/// lengths of the text and the span.
std::optional<FoundSpan> findSpan(std::string_view text, const MarkSpan& span);

} // namespace duologue
