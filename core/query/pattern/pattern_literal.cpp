// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/pattern/pattern_literal.h"

#include "core/base/parse_number.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace duologue {

namespace {

/// Runs of plain characters.
struct Runs {
    std::string current;
    std::vector<std::string> all;

    void end()
    {
        if (!current.empty())
            all.push_back(current);
        current.clear();
    }
};

/// The end of the class or group that begins at `at`; npos if it has no end or unusual contents.
std::size_t classEnd(std::string_view text, std::size_t at)
{
    std::size_t i = at + 1;
    if (i < text.size() && text[i] == '^')
        ++i;
    // A bracket at the front is a character of the class.
    if (i < text.size() && text[i] == ']')
        ++i;
    for (; i < text.size(); ++i) {
        if (text[i] == '\\') {
            if (i + 1 < text.size() && (text[i + 1] == 'Q' || text[i + 1] == 'E'))
                return std::string_view::npos;
            ++i;
        } else if (text[i] == '[') {
            // Such as [:alpha:].
            return std::string_view::npos;
        } else if (text[i] == ']') {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

std::size_t groupEnd(std::string_view text, std::size_t at)
{
    std::size_t depth = 0;
    for (std::size_t i = at; i < text.size();) {
        if (text[i] == '\\') {
            if (i + 1 < text.size() && (text[i + 1] == 'Q' || text[i + 1] == 'E'))
                return std::string_view::npos;
            i += 2;
            continue;
        }
        if (text[i] == '[') {
            i = classEnd(text, i);
            if (i == std::string_view::npos)
                return i;
            continue;
        }
        // Options and other groups that begin like this may change the rest.
        if (text[i] == '(' && i + 1 < text.size() && (text[i + 1] == '*' || text[i + 1] == '?') &&
            text.substr(i, 3) != "(?:")
            return std::string_view::npos;
        depth += text[i] == '(' ? 1 : 0;
        if (text[i] == ')' && --depth == 0)
            return i + 1;
        ++i;
    }
    return std::string_view::npos;
}

/// The length of the quantifier at `at`, 0 if there is none. Sets `optional` if it matches zero times, too.
std::size_t quantifier(std::string_view text, std::size_t at, bool& optional)
{
    optional = false;
    if (at >= text.size())
        return 0;
    std::size_t length = 0;
    if (text[at] == '?' || text[at] == '*') {
        optional = true;
        length = 1;
    } else if (text[at] == '+') {
        length = 1;
    } else if (text[at] == '{') {
        const std::size_t end = text.find('}', at);
        const bool counts =
            end != std::string_view::npos && at + 1 < end &&
            text.substr(at + 1, end - at - 1).find_first_not_of("0123456789,") == std::string_view::npos;
        if (!counts)
            return 0;
        optional = text[at + 1] == '0' || text[at + 1] == ',';
        length = end - at + 1;
    }
    const bool more =
        length > 0 && at + length < text.size() && (text[at + length] == '?' || text[at + length] == '+');
    return length + (more ? 1 : 0);
}

/// The most repetitions that a quantifier allows; empty if there is no limit.
std::optional<std::size_t> mostTimes(std::string_view quantifier)
{
    constexpr std::size_t kMost = 1000;
    if (quantifier.empty() || quantifier.front() == '?')
        return 1;
    if (quantifier.front() != '{')
        return std::nullopt;
    const std::size_t close = quantifier.find('}');
    const std::size_t comma = quantifier.find(',');
    const std::size_t begin = comma == std::string_view::npos ? 1 : comma + 1;
    const auto times = parseNumber<std::size_t>(quantifier.substr(begin, close - begin));
    return times && *times <= kMost ? times : std::nullopt;
}

} // namespace

std::vector<std::string> requiredLiterals(std::string_view expression)
{
    Runs runs;
    for (std::size_t at = 0; at < expression.size();) {
        const char c = expression[at];
        std::size_t end = at + 1;
        std::string_view literal;
        if (c == '|') {
            return {};
        } else if (c == '(') {
            end = groupEnd(expression, at);
        } else if (c == '[') {
            end = classEnd(expression, at);
        } else if (c == '\\') {
            // After a backslash, punctuation is plain; letters and digits have a meaning.
            if (at + 1 == expression.size())
                return {};
            const auto escaped = static_cast<unsigned char>(expression[at + 1]);
            constexpr std::string_view kClasses = "dDwWsSbBhHvV";
            end = at + 2;
            if (escaped < 0x80 && std::ispunct(escaped) != 0)
                literal = expression.substr(at + 1, 1);
            else if (kClasses.find(expression[at + 1]) == std::string_view::npos)
                return {};
        } else if (c != '.' && c != '^' && c != '$') {
            end = at + std::max<std::size_t>(codePointLength(expression.substr(at)), 1);
            literal = expression.substr(at, end - at);
        }
        if (end == std::string_view::npos)
            return {};
        bool optional = false;
        const std::size_t counted = quantifier(expression, end, optional);
        if (literal.empty()) {
            runs.end();
        } else if (counted == 0) {
            runs.current += literal;
        } else {
            // "ab+c": a run ends with the b and another begins with it.
            runs.current.append(optional ? std::string_view() : literal);
            runs.end();
        }
        at = end + counted;
    }
    runs.end();
    std::stable_sort(runs.all.begin(), runs.all.end(),
                     [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
    return std::move(runs.all);
}

std::optional<std::size_t> longestMatch(std::string_view expression)
{
    constexpr std::size_t kLongestCharacter = 4;
    std::size_t longest = 0;
    for (std::size_t at = 0; at < expression.size();) {
        const char c = expression[at];
        std::size_t end = 0;
        if (c == '[') {
            end = classEnd(expression, at);
            if (end == std::string_view::npos ||
                expression.substr(at, end - at).find_first_of("^\\\n") != std::string_view::npos)
                return std::nullopt;
        } else if (c == '\\') {
            end = at + 2;
            const char kind = end <= expression.size() ? expression[at + 1] : 'n';
            if (kind != 'd' && kind != 'w' && std::ispunct(static_cast<unsigned char>(kind)) == 0)
                return std::nullopt;
        } else if (std::string_view("|()^$*+?{\n").find(c) != std::string_view::npos) {
            return std::nullopt;
        } else {
            end = at + std::max<std::size_t>(codePointLength(expression.substr(at)), 1);
        }
        bool optional = false;
        const std::size_t counted = quantifier(expression, end, optional);
        const auto times = mostTimes(expression.substr(end, counted));
        if (!times)
            return std::nullopt;
        longest += *times * kLongestCharacter;
        at = end + counted;
    }
    return longest;
}

} // namespace duologue
