// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/json_escape.h"

#include "core/util/text.h"

#include <algorithm>
#include <cstdio>

namespace duologue::test {

std::string escapedBeyondAscii(std::string_view json)
{
    std::string out;
    const auto append = [&out](char32_t unit) {
        char buffer[16];
        std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(unit));
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
