// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query.h"

#include "core/query/query_parser.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace duologue {

namespace {

Query combined(QueryKind kind, std::vector<Query> parts)
{
    std::vector<Query> flat;
    const auto add = [&flat](Query part) {
        if (std::find(flat.begin(), flat.end(), part) == flat.end())
            flat.push_back(std::move(part));
    };
    for (Query& part : parts) {
        if (part.kind == kind)
            std::for_each(part.parts.begin(), part.parts.end(), add);
        else if (part.kind != QueryKind::Everything)
            add(std::move(part));
        else if (kind == QueryKind::Or)
            return {};
    }
    if (flat.empty())
        return {};
    if (flat.size() == 1)
        return std::move(flat.front());
    Query query;
    query.kind = kind;
    query.parts = std::move(flat);
    return query;
}

bool isWordByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '.' || c == '+' || c == '/' ||
           c == '#' || c == '\'' || c == '!' || c == '?' || c == ',' || c == ';' || c == '%' || c == '&' ||
           c == '-';
}

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

/// True for a number or range in wide characters, which the parser would convert to ASCII.
bool narrowsToNumber(std::string_view text)
{
    const std::string narrow = narrowNumber(text);
    return narrow != text &&
           (narrow.front() == '<' || narrow.front() == '>' || narrow.find("..") != std::string::npos ||
            parseNumber<double>(narrow).has_value());
}

/// Quoted unless it reads as one plain word.
std::string word(std::string_view text)
{
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), isWordByte) &&
                       !narrowsToNumber(text) && text.front() != '/' && text.front() != '-' && text != "OR" &&
                       text != "AND" && text != "NOT" && text.find("..") == std::string_view::npos &&
                       std::none_of(kWideForms.begin(), kWideForms.end(), [text](const WideForm& form) {
                           return text.find(form.wide) != std::string_view::npos;
                       });
    return plain ? std::string(text) : quoted(text);
}

/// A column's name with its colon, quoted if it would read as a word of the language.
std::string columnPrefix(std::string_view field)
{
    const bool reserved =
        field == "has" || field == "missing" || field == "text" || field.starts_with("text.");
    return (reserved ? quoted(field) : word(field)) + ":";
}

/// `prefix` says what the numbers belong to, and ends with a colon.
std::string rangeText(const QueryTerm& term, const std::string& prefix)
{
    const bool hasLow = std::isfinite(term.low);
    const bool hasHigh = std::isfinite(term.high);
    const std::string lowEnd = term.lowTyped.empty() ? numberText(term.low) : term.lowTyped;
    const std::string highEnd = term.highTyped.empty() ? numberText(term.high) : term.highTyped;
    if (hasLow && hasHigh && term.lowIncluded && term.highIncluded)
        return prefix + lowEnd + ".." + highEnd;
    const std::string low = prefix + (term.lowIncluded ? ">=" : ">") + lowEnd;
    const std::string high = prefix + (term.highIncluded ? "<=" : "<") + highEnd;
    // The language has no single term for a range that excludes one of its ends.
    if (hasLow && hasHigh)
        return "(" + low + " " + high + ")";
    return hasLow ? low : high;
}

/// The pattern between slashes, with the slashes in it escaped.
std::string patternText(std::string_view pattern)
{
    std::string escaped = "/";
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '/')
            escaped += '\\';
        else if (pattern[i] == '\\' && i + 1 < pattern.size())
            escaped += pattern[i++];
        escaped += pattern[i];
    }
    return escaped + "/";
}

std::string termText(const QueryTerm& term)
{
    const std::string scope = term.field.empty() ? std::string() : term.field + ":";
    switch (term.kind) {
    case TermKind::Text:
        return scope + word(term.value);
    case TermKind::Equals:
        return columnPrefix(term.fieldName()) + word(term.value);
    case TermKind::Pattern:
        return scope + patternText(term.value);
    case TermKind::Range:
        return rangeText(term, columnPrefix(term.fieldName()));
    case TermKind::Has:
        return "has:" + word(term.fieldName());
    case TermKind::Missing:
        return "missing:" + word(term.fieldName());
    }
    return {};
}

std::string messagesText(const Query& query)
{
    const auto* const known = std::find_if(kQuantifiers.begin(), kQuantifiers.end(),
                                           [&](const auto& each) { return each.first == query.quantifier; });
    std::string text = std::string(known->second) + "(" + toText(query.parts.front()) + ")";
    if (query.quantifier != Quantifier::Count)
        return text;
    const QueryTerm& count = query.term;
    if (count.low == count.high)
        return text + ":" + numberText(count.low);
    return rangeText(count, text + ":");
}

std::string partText(const Query& part, QueryKind parent)
{
    const bool wrap = part.kind == QueryKind::And ? parent != QueryKind::Or : part.kind == QueryKind::Or;
    return wrap ? "(" + toText(part) + ")" : toText(part);
}

} // namespace

Query Query::of(QueryTerm term)
{
    Query query;
    query.kind = QueryKind::Term;
    query.term = std::move(term);
    return query;
}

Query Query::all(std::vector<Query> parts)
{
    return combined(QueryKind::And, std::move(parts));
}

Query Query::any(std::vector<Query> parts)
{
    return combined(QueryKind::Or, std::move(parts));
}

std::string queryWord(std::string_view text)
{
    return word(text);
}

std::string toText(const Query& query)
{
    switch (query.kind) {
    case QueryKind::Everything:
        return {};
    case QueryKind::Term:
        return termText(query.term);
    case QueryKind::Messages:
        return messagesText(query);
    case QueryKind::Not:
        return "-" + partText(query.parts.front(), QueryKind::Not);
    case QueryKind::And:
    case QueryKind::Or:
        break;
    }
    std::string text;
    for (const Query& part : query.parts) {
        if (!text.empty())
            text += query.kind == QueryKind::Or ? " OR " : " ";
        text += partText(part, query.kind);
    }
    return text;
}

std::vector<Query> conjuncts(const Query& query)
{
    if (query.kind == QueryKind::And)
        return query.parts;
    if (query.kind == QueryKind::Everything)
        return {};
    return {query};
}

bool isAbout(const Query& query, std::string_view field)
{
    if (query.kind == QueryKind::Term)
        return query.term.field == field;
    return query.kind != QueryKind::Everything && query.kind != QueryKind::Messages &&
           std::all_of(query.parts.begin(), query.parts.end(),
                       [field](const Query& part) { return isAbout(part, field); });
}

bool asksTexts(const Query& query)
{
    if (query.kind == QueryKind::Term)
        return query.term.kind == TermKind::Text || query.term.kind == TermKind::Pattern;
    return std::any_of(query.parts.begin(), query.parts.end(), asksTexts);
}

Query withoutField(const Query& query, std::string_view field)
{
    std::vector<Query> rest = conjuncts(query);
    std::erase_if(rest, [field](const Query& part) { return isAbout(part, field); });
    return Query::all(std::move(rest));
}

Query withField(const Query& query, std::string_view field, Query part)
{
    std::vector<Query> parts = conjuncts(withoutField(query, field));
    parts.push_back(std::move(part));
    return Query::all(std::move(parts));
}

} // namespace duologue
