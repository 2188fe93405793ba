// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// The tokens of JSON, for those who walk over a text themselves.

inline bool isJsonSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Where a number that begins at `at` ends, as Python reads numbers; `at` where none begins there.
std::size_t numberEnd(std::string_view text, std::size_t at);

/// Where a comment that begins at `at` ends, its line break not included; `at` where none begins there, npos
/// where it does not end.
std::size_t commentEnd(std::string_view text, std::size_t at);

/// The unit of the \uXXXX escape at `at`; none where there is none.
std::optional<std::uint32_t> escapedUnit(std::string_view text, std::size_t at);

inline bool isHighSurrogate(std::uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

inline bool isLowSurrogate(std::uint32_t unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/// True where a text escapes half of a character pair ("\ud83d" alone), which strict parsing may let pass.
bool hasLoneSurrogate(std::string_view json);

/// A whole number's token, sign included, has a place among signed or unsigned 64-bit numbers.
bool fitsIn64Bits(std::string_view token);

/// What a well-formed text token (quotes included) says.
std::string decodedString(std::string_view token);

} // namespace duologue
