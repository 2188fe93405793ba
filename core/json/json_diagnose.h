// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace duologue {

/// What is wrong with a JSON text and where, in bytes from its start.
struct JsonMistake {
    std::size_t offset = 0;
    /// The text ended before the value did.
    bool truncated = false;
    /// "expected ',' or ']'"
    Phrase what;
    /// Nothing else is wrong than that the text is nested more than kDeepestJson times (repairJson()).
    bool tooDeep = false;
};

/// The first mistake in a text that should be one JSON value, at the offset that Python's json module
/// reports. NaN, Infinity and numbers of any size pass, as they do in Python. None if the text is
/// well-formed. Deep nesting takes no more stack.
std::optional<JsonMistake> diagnoseJson(std::string_view text);

/// 1-based line and column, the column in characters.
struct TextPlace {
    std::uint64_t line = 1;
    std::uint64_t column = 1;
};

TextPlace placeInText(std::string_view text, std::size_t offset);

} // namespace duologue
