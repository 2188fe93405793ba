// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// The end of the string whose opening quote is at `at`; npos if it has no closing one.
std::size_t stringEnd(std::string_view text, std::size_t at);

/// The end of the number that begins at `at`, as Python reads numbers; `at` if none begins there.
std::size_t numberEnd(std::string_view text, std::size_t at);

/// The end of the "//" or "/* */" comment that begins at `at`, its line break not included; `at` if none
/// begins there, npos if it does not end.
std::size_t commentEnd(std::string_view text, std::size_t at);

/// Whether a whole number, sign included, fits in a signed or an unsigned 64-bit number.
bool fitsIn64Bits(std::string_view token);

/// The code unit of the \uXXXX escape at `at`; none if there is no such escape.
std::optional<std::uint32_t> escapedUnit(std::string_view text, std::size_t at);

inline bool isHighSurrogate(std::uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

inline bool isLowSurrogate(std::uint32_t unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/// The escape that begins with the backslash at `at`.
struct JsonEscape {
    /// In bytes; 0 if it is none that JSON knows. A surrogate pair is one escape of 12 bytes.
    std::size_t length = 0;
    /// What it stands for; U+FFFD for an unpaired surrogate.
    char32_t character = 0;
    bool isLoneSurrogate = false;
};

JsonEscape escapeAt(std::string_view text, std::size_t at);

/// True if a text escapes an unpaired surrogate ("\ud83d" alone), which strict parsing may let pass.
bool hasLoneSurrogate(std::string_view json);

/// What a string token, its quotes included, stands for.
std::string decodedString(std::string_view token);

} // namespace duologue
