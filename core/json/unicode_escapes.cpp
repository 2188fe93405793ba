// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/unicode_escapes.h"

#include "core/json/json_tokens.h"

#include <array>
#include <cstdint>

namespace duologue {

namespace {

/// The value of a hexadecimal digit; beyond 16 bits where there is none, so that it shows in a sum.
struct HexDigits {
    constexpr HexDigits()
    {
        values.fill(0x1'0000);
        for (std::uint32_t digit = 0; digit < 10; ++digit)
            values['0' + digit] = digit;
        for (std::uint32_t digit = 10; digit < 16; ++digit)
            values['a' + digit - 10] = values['A' + digit - 10] = digit;
    }

    std::array<std::uint32_t, 256> values{};
};

constexpr HexDigits kUnicodeEscapesHexDigits;

/// What four hexadecimal digits say; more than 0xFFFF where they are none.
std::uint32_t fourDigits(const char* at)
{
    const auto digit = [at](int i) {
        return kUnicodeEscapesHexDigits.values[static_cast<unsigned char>(at[i])];
    };
    return digit(0) << 12U | digit(1) << 8U | digit(2) << 4U | digit(3);
}

bool beginsEscape(const char* at)
{
    return at[0] == '\\' && at[1] == 'u';
}

char* writeUtf8(std::uint32_t character, char* to)
{
    const auto tail = [character](unsigned shift) {
        return static_cast<char>(0x80U | ((character >> shift) & 0x3FU));
    };
    if (character < 0x80) {
        *to++ = static_cast<char>(character);
    } else if (character < 0x800) {
        *to++ = static_cast<char>(0xC0U | (character >> 6U));
        *to++ = tail(0);
    } else if (character < 0x1'0000) {
        *to++ = static_cast<char>(0xE0U | (character >> 12U));
        *to++ = tail(6);
        *to++ = tail(0);
    } else {
        *to++ = static_cast<char>(0xF0U | (character >> 18U));
        *to++ = tail(12);
        *to++ = tail(6);
        *to++ = tail(0);
    }
    return to;
}

} // namespace

bool decodeUnicodeEscapes(const char*& from, const char* end, char*& to)
{
    do {
        std::uint32_t character = fourDigits(from + 2);
        if (!beginsEscape(from) || character > 0xFFFF || isLowSurrogate(character))
            return false;
        from += 6;
        if (isHighSurrogate(character)) {
            const std::uint32_t low = fourDigits(from + 2);
            if (!beginsEscape(from) || !isLowSurrogate(low))
                return false;
            character = 0x1'0000 + ((character - 0xD800) << 10U) + (low - 0xDC00);
            from += 6;
        }
        to = writeUtf8(character, to);
    } while (from < end && beginsEscape(from));
    return true;
}

} // namespace duologue
