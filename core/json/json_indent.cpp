// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_indent.h"

#include "core/json/json_tokens.h"

#include <algorithm>

namespace duologue {

namespace {

bool isPunctuation(char c)
{
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':';
}

std::size_t tokenEnd(std::string_view text, std::size_t at)
{
    if (text[at] == '"') {
        for (++at; at < text.size(); ++at) {
            if (text[at] == '\\')
                ++at;
            else if (text[at] == '"')
                return at + 1;
        }
        return text.size();
    }
    if (isPunctuation(text[at]))
        return at + 1;
    while (at < text.size() && !isJsonSpace(text[at]) && !isPunctuation(text[at]) && text[at] != '"')
        ++at;
    return at;
}

} // namespace

std::size_t IndentedJson::targetOf(std::size_t source) const
{
    const auto after = std::upper_bound(sources.begin(), sources.end(), source);
    if (after == sources.begin())
        return 0;
    const auto index = static_cast<std::size_t>(after - sources.begin()) - 1;
    return std::min(targets[index] + (source - sources[index]), text.size());
}

std::size_t nestingDepth(std::string_view text)
{
    std::size_t depth = 0;
    std::size_t deepest = 0;
    for (std::size_t at = 0; at < text.size(); at = tokenEnd(text, at)) {
        while (at < text.size() && isJsonSpace(text[at]))
            ++at;
        if (at == text.size())
            break;
        if (text[at] == '{' || text[at] == '[')
            deepest = std::max(deepest, ++depth);
        else if ((text[at] == '}' || text[at] == ']') && depth > 0)
            --depth;
    }
    return deepest;
}

IndentedJson indentJson(std::string_view text, int spaces)
{
    IndentedJson made;
    made.text.reserve(text.size() + text.size() / 4);
    std::size_t depth = 0;
    char before = '\0';
    const auto newLine = [&] {
        made.text.append(1, '\n').append(depth * static_cast<std::size_t>(spaces), ' ');
    };
    for (std::size_t at = 0; at < text.size();) {
        if (isJsonSpace(text[at])) {
            ++at;
            continue;
        }
        const char c = text[at];
        const std::size_t end = tokenEnd(text, at);
        const bool closes = c == '}' || c == ']';
        if (closes && depth > 0)
            --depth;
        const bool opensEmpty = closes && (before == '{' || before == '[');
        if (before == '{' || before == '[' || before == ',') {
            if (!opensEmpty)
                newLine();
        } else if (closes) {
            newLine();
        } else if (before == ':' || (before != '\0' && c != ',' && c != ':')) {
            made.text += ' ';
        }
        made.sources.push_back(at);
        made.targets.push_back(made.text.size());
        made.text.append(text.substr(at, end - at));
        if (c == '{' || c == '[')
            ++depth;
        before = c;
        at = end;
    }
    return made;
}

} // namespace duologue
