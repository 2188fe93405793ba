// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// The number that the whole text is, as std::from_chars() reads it: without white space or a plus. None if
/// it is no number or one that `Number` cannot hold.
template<typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && read == end ? std::optional(number) : std::nullopt;
}

/// From here on, a double does not hold every whole number: 2^53.
inline constexpr double kLargestExact = 9007199254740992.0;

/// Whether a double may have been rounded from another whole number.
inline bool isBeyondExact(double number)
{
    return std::isfinite(number) && std::abs(number) >= kLargestExact;
}

/// Whether a text is digits, after a sign or none.
bool isWholeNumber(std::string_view text);

/// Whether a text is a number in decimal: digits with a point or an exponent or without, after a sign or
/// none.
bool isDecimal(std::string_view text);

/// Below 0, 0 or above 0, as `left` is less than, equal to or greater than `right`. Both are decimal numbers
/// of any length.
int compareDecimals(std::string_view left, std::string_view right);

/// Whether the shortest text of the double nearest to a decimal number is the same number.
bool isHeldByDouble(std::string_view decimal);

/// Whether a number is kept as its digits, because a double has others, or is no longer written with all of
/// them.
bool isKeptAsDigits(std::string_view number);

/// A decimal number in the one way in which it is kept: equal numbers give equal texts, which are JSON.
std::string plainDecimal(std::string_view decimal);

/// "1,214,338,002"
std::string groupedDigits(std::uint64_t number);

} // namespace duologue
