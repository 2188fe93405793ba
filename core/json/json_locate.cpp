// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_locate.h"

#include "core/json/json_layout.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

namespace {

std::size_t skipBlankFrom(std::string_view json, std::size_t at)
{
    return at + skipBlank(json.substr(std::min(at, json.size())));
}

/// Behind the text whose quote stands at `at`.
std::size_t stringEnd(std::string_view json, std::size_t at)
{
    for (++at; at < json.size() && json[at] != '"'; ++at) {
        if (json[at] == '\\')
            ++at;
    }
    return std::min(at + 1, json.size());
}

/// Behind the value that begins at `at`.
std::size_t valueEnd(std::string_view json, std::size_t at)
{
    std::size_t depth = 0;
    while (at < json.size()) {
        const char c = json[at];
        if (c == '"') {
            at = stringEnd(json, at);
        } else if (c == '{' || c == '[') {
            ++depth;
            ++at;
        } else if (c == '}' || c == ']') {
            if (depth == 0)
                return at;
            --depth;
            ++at;
        } else if (depth == 0 && (c == ',' || c == ':')) {
            return at;
        } else {
            at = std::max(at + 1, c == '/' ? skipBlankFrom(json, at) : 0);
            continue;
        }
        if (depth == 0)
            return at;
    }
    return at;
}

std::string unescaped(std::string_view token)
{
    std::string text;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~' && i + 1 < token.size())
            text += token[++i] == '1' ? '/' : '~';
        else
            text += token[i];
    }
    return text;
}

std::optional<std::size_t> memberOf(std::string_view json, std::size_t at, std::string_view name)
{
    std::optional<std::size_t> found;
    at = skipBlankFrom(json, at + 1);
    while (at < json.size() && json[at] == '"') {
        const std::size_t nameEnd = stringEnd(json, at);
        const bool isIt = decodedString(json.substr(at, nameEnd - at)) == name;
        at = skipBlankFrom(json, nameEnd);
        if (at >= json.size() || json[at] != ':')
            break;
        at = skipBlankFrom(json, at + 1);
        if (isIt)
            found = at;
        at = skipBlankFrom(json, valueEnd(json, at));
        if (at >= json.size() || json[at] != ',')
            break;
        at = skipBlankFrom(json, at + 1);
    }
    return found;
}

std::optional<std::size_t> elementOf(std::string_view json, std::size_t at, std::string_view name)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (error != std::errc() || end != name.data() + name.size())
        return std::nullopt;
    at = skipBlankFrom(json, at + 1);
    while (at < json.size() && json[at] != ']') {
        if (index-- == 0)
            return at;
        at = skipBlankFrom(json, valueEnd(json, at));
        if (at >= json.size() || json[at] != ',')
            break;
        at = skipBlankFrom(json, at + 1);
    }
    return std::nullopt;
}

/// An object or array around a place, and what of it the place is in.
struct Level {
    bool isObject = false;
    bool awaitsName = false;
    std::string name;
    std::size_t index = 0;
};

void addPart(std::string& pointer, const Level& level)
{
    if (level.isObject && level.awaitsName)
        return;
    pointer += '/';
    for (const char c : level.isObject ? level.name : std::to_string(level.index)) {
        if (c == '~' || c == '/')
            pointer += c == '~' ? "~0" : "~1";
        else
            pointer += c;
    }
}

} // namespace

std::size_t offsetOfPointer(std::string_view json, std::string_view pointer)
{
    std::size_t at = skipBlankFrom(json, 0);
    while (pointer.starts_with('/') && at < json.size()) {
        const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
        const std::string name = unescaped(pointer.substr(1, end - 1));
        pointer.remove_prefix(end);
        const auto inside = json[at] == '{'   ? memberOf(json, at, name)
                            : json[at] == '[' ? elementOf(json, at, name)
                                              : std::nullopt;
        if (!inside)
            break;
        at = *inside;
    }
    return std::min(at, json.size());
}

std::string pointerOfOffset(std::string_view json, std::size_t offset)
{
    std::vector<Level> levels;
    for (std::size_t at = skipBlankFrom(json, 0); at < json.size() && at <= offset;
         at = skipBlankFrom(json, at)) {
        const char c = json[at];
        const bool inName = !levels.empty() && levels.back().isObject && levels.back().awaitsName;
        if (c == '"') {
            const std::size_t end = stringEnd(json, at);
            if (inName) {
                levels.back().name = decodedString(json.substr(at, end - at));
                levels.back().awaitsName = false;
            }
            at = end;
            continue;
        }
        if (at == offset)
            break;
        if (c == '{' || c == '[') {
            levels.push_back({c == '{', c == '{', {}, 0});
        } else if ((c == '}' || c == ']') && !levels.empty()) {
            levels.pop_back();
        } else if (c == ',' && !levels.empty()) {
            levels.back().awaitsName = levels.back().isObject;
            ++levels.back().index;
        }
        ++at;
    }
    std::string pointer;
    for (const Level& level : levels)
        addPart(pointer, level);
    return pointer;
}

} // namespace duologue
