// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_scanner.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The tokens of a query's text, even if it has mistakes: the text after a mistake is read as a new query.
std::vector<QueryToken> queryTokens(std::string_view text);

/// What can be typed at a position in a query's text, for completion.
struct QueryPlace {
    enum class Kind : std::uint8_t {
        /// Nothing that can be suggested: a text, a pattern, a keyword.
        Nothing,
        /// The beginning of a term, for example a field's name.
        Term,
        /// A field's name after has: or missing:.
        FieldName,
        /// A value of `field`.
        Value,
    };

    Kind kind = Kind::Nothing;
    /// The word at the position, in bytes of the text; the chosen suggestion replaces it.
    std::size_t begin = 0;
    std::size_t end = 0;
    /// The part of the word before the position, without quotation marks.
    std::string typed;
    /// The name of the field as it is written, without the colon.
    std::string field;
    /// The position is inside the brackets of a condition on messages.
    bool inMessages = false;
};

/// `cursor` is a byte offset in the text, at the beginning of a character.
QueryPlace queryPlaceAt(std::string_view text, std::size_t cursor);

} // namespace duologue
