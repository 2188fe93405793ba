// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/buffers.h"
#include "core/util/phrase.h"
#include "core/util/problem.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The repair of a record that strict parsing refuses.
struct JsonRepair {
    /// The record as strict JSON; empty if there is a mistake.
    PaddedBytes text;
    /// The repairs of values, as warnings with their pointers; offsets count from the record's start.
    std::vector<Problem> repairs;
    /// The first comma before a closing bracket or after the record; such commas were left out.
    std::optional<std::size_t> strayComma;
    /// The first "//" or "/* */" comment; comments were left out.
    std::optional<std::size_t> comment;
    /// The mistake that cannot be repaired, at the offset that Python's json module would report without
    /// those commas and comments.
    std::optional<JsonMistake> mistake;
};

/// Repairs a record token by token. NaN and Infinity become null. Whole numbers beyond 64 bits become strings
/// of the same digits. Stray commas and comments are left out. In strings, only bytes that are not UTF-8 and
/// unpaired surrogates change: they become U+FFFD. With `dropDuplicates`, only the last of several members of
/// one name is kept. A text that is nested more than kDeepestJson times is not repaired.
JsonRepair repairJson(std::string_view text, bool dropDuplicates);

/// The offset in a JSON text of the value that a pointer (RFC 6901) names; of several members of one name,
/// that of the last. If there is no such value, the offset of the innermost value on the way to it. Never
/// fails, whatever the text is.
std::size_t offsetOfPointer(std::string_view json, std::string_view pointer);

/// The pointer (RFC 6901) of the value or the member's name at a byte of a JSON text; between two members,
/// that of the object they are in. Never fails, whatever the text is.
std::string pointerOfOffset(std::string_view json, std::size_t offset);

} // namespace duologue
