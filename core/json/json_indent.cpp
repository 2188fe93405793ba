// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_indent.h"

#include "core/json/json_scanner.h"

#include <algorithm>

namespace duologue {

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
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.isOpening())
            deepest = std::max(deepest, ++depth);
        else if (token.isClosing() && depth > 0)
            --depth;
    }
    return deepest;
}

IndentedJson indentJson(std::string_view text, int spaces)
{
    using Kind = JsonTokenKind;
    IndentedJson made;
    made.text.reserve(text.size() + text.size() / 4);
    std::size_t depth = 0;
    JsonToken previous;
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    for (JsonToken token = scanner.next(); token.kind != Kind::End; token = scanner.next()) {
        if (token.isClosing() && depth > 0)
            --depth;
        const bool isFirst = previous.kind == Kind::End;
        const bool isPunctuation = token.kind == Kind::Comma || token.kind == Kind::Colon;
        const bool beginsLine =
            token.isClosing() ? !previous.isOpening() : previous.isOpening() || previous.kind == Kind::Comma;
        if (beginsLine)
            made.text.append(1, '\n').append(depth * static_cast<std::size_t>(spaces), ' ');
        else if (!token.isClosing() && (previous.kind == Kind::Colon || (!isFirst && !isPunctuation)))
            made.text += ' ';
        made.sources.push_back(token.begin);
        made.targets.push_back(made.text.size());
        made.text.append(token.in(text));
        if (token.isOpening())
            ++depth;
        previous = token;
    }
    return made;
}

} // namespace duologue
