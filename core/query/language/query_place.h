// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_scanner.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The pieces of a query's text, also of one that is wrong: what comes behind a mistake is read as a query of
/// its own.
std::vector<QueryToken> queryTokens(std::string_view text);

/// What can be typed at a place of a query's text.
struct QueryPlace {
    enum class Kind : std::uint8_t {
        /// Nothing that could be known in advance: a text, a pattern, a keyword.
        Nothing,
        /// A term begins: a field's name, among other things.
        Term,
        /// A field's name behind has: or missing:.
        FieldName,
        /// A value of `field`.
        Value,
    };

    Kind kind = Kind::Nothing;
    /// The word at the place, in bytes of the text; what is chosen takes its place.
    std::size_t begin = 0;
    std::size_t end = 0;
    /// What of the word stands before the place, without quotation marks.
    std::string typed;
    /// As it is written, without the colon.
    std::string field;
    /// Within the brackets of a condition on messages.
    bool inMessages = false;
};

/// `cursor` in bytes of the text, at a character's beginning.
QueryPlace queryPlaceAt(std::string_view text, std::size_t cursor);

} // namespace duologue
