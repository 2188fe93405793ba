// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/json_escape.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdio>

namespace duologue::test {

std::string escapedBeyondAscii(std::string_view json)
{
    std::string out;
    const auto append = [&out](char32_t unit) {
        char buffer[8];
        // A UTF-16 unit has four digits, which the compiler is told by its type: more would not fit.
        std::snprintf(buffer, sizeof buffer, "\\u%04x", unsigned{static_cast<char16_t>(unit)});
        out += buffer;
    };
    while (!json.empty()) {
        const CodePoint front = codePointAt(json);
        if (front.length <= 1) {
            out += json.front();
        } else if (front.value < 0x1'0000) {
            append(front.value);
        } else {
            append(0xD800 + ((front.value - 0x1'0000) >> 10U));
            append(0xDC00 + ((front.value - 0x1'0000) & 0x3FFU));
        }
        json.remove_prefix(std::max<std::size_t>(front.length, 1));
    }
    return out;
}

} // namespace duologue::test
