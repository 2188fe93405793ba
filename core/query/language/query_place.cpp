// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/language/query_place.h"

#include "core/query/language/query_parser.h"

#include <algorithm>

namespace duologue {

namespace {

bool isOpening(std::string_view bracket)
{
    return bracket == "(" || bracket == "（";
}

bool endsInMessages(std::string_view text, const std::vector<QueryToken>& tokens)
{
    std::vector<bool> brackets;
    bool afterQuantifier = false;
    for (const QueryToken& token : tokens) {
        if (token.kind == QueryTokenKind::Bracket) {
            if (isOpening(text.substr(token.begin, token.end - token.begin)))
                brackets.push_back(afterQuantifier || (!brackets.empty() && brackets.back()));
            else if (!brackets.empty())
                brackets.pop_back();
        }
        afterQuantifier = token.kind == QueryTokenKind::Quantifier;
    }
    return !brackets.empty() && brackets.back();
}

/// Removes the quotation mark at the beginning, and the one at the end if there is one.
std::string unquoted(std::string_view word)
{
    QueryScanner scanner(word);
    if (scanner.peek() != '"')
        return std::string(word);
    try {
        return scanner.quoted(QueryTokenKind::Value);
    } catch (const QueryMistake&) {
        return std::string(word.substr(QueryScanner(word).width()));
    }
}

/// The name of a field token, without the colon.
std::string fieldName(std::string_view text, const QueryToken& token)
{
    std::string_view name = text.substr(token.begin, token.end - token.begin);
    for (const std::string_view colon : {":", "："}) {
        if (name.ends_with(colon))
            name.remove_suffix(colon.size());
    }
    return unquoted(name);
}

bool isTextScope(std::string_view name)
{
    return name == "text" || name.starts_with("text.");
}

/// Describes a position after a field's name.
void describeValue(QueryPlace& place, const std::string& field)
{
    place.field = field;
    if (field == "has" || field == "missing")
        place.kind = QueryPlace::Kind::FieldName;
    else if (!isTextScope(field))
        place.kind = QueryPlace::Kind::Value;
}

} // namespace

std::vector<QueryToken> queryTokens(std::string_view text)
{
    std::vector<QueryToken> all;
    std::size_t from = 0;
    while (from < text.size()) {
        std::vector<QueryToken> some;
        const auto made = parseQuery(text.substr(from), &some);
        for (const QueryToken& token : some)
            all.push_back({token.kind, token.begin + from, token.end + from});
        if (std::holds_alternative<Query>(made))
            break;
        const std::size_t read = some.empty() ? from : all.back().end;
        if (read > from) {
            from = read;
            continue;
        }
        // Nothing can be read here, as at a bracket that closes nothing or a colon without a name.
        QueryScanner here(text.substr(from));
        here.skipSpace();
        const std::size_t begin = from + here.at();
        from = begin + std::max<std::size_t>(here.width(), 1);
        if (here.peek() == ')')
            all.push_back({QueryTokenKind::Bracket, begin, from});
    }
    return all;
}

QueryPlace queryPlaceAt(std::string_view text, std::size_t cursor)
{
    const std::string_view head = text.substr(0, cursor);
    const std::vector<QueryToken> tokens = queryTokens(head);
    QueryPlace place;
    place.begin = place.end = cursor;
    place.inMessages = endsInMessages(head, tokens);
    if (tokens.empty() || tokens.back().end < cursor) {
        place.kind = QueryPlace::Kind::Term;
        return place;
    }
    const QueryToken& last = tokens.back();
    const std::string_view word = head.substr(last.begin);
    const bool isQuoted = QueryScanner(word).peek() == '"';
    const bool hasName = tokens.size() > 1 && tokens[tokens.size() - 2].kind == QueryTokenKind::Field;
    if (word == "-" || word == "－" || (last.kind == QueryTokenKind::Bracket && isOpening(word))) {
        place.kind = QueryPlace::Kind::Term;
        return place;
    }
    if (last.kind == QueryTokenKind::Field) {
        describeValue(place, fieldName(head, last));
    } else if (last.kind == QueryTokenKind::Value && hasName) {
        describeValue(place, fieldName(head, tokens[tokens.size() - 2]));
    } else if (last.kind == QueryTokenKind::Text && !isQuoted) {
        place.kind = QueryPlace::Kind::Term;
    }
    if (last.kind == QueryTokenKind::Field)
        return place;
    place.begin = last.begin;
    place.typed = unquoted(word);
    for (const QueryToken& token : queryTokens(text)) {
        if (token.begin == last.begin && token.kind == last.kind)
            place.end = std::max(cursor, token.end);
    }
    return place;
}

} // namespace duologue
