// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_locate.h"

#include "core/json/json_pointer.h"
#include "core/json/json_scanner.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <span>
#include <vector>

namespace duologue {

namespace {

enum class Awaits : unsigned char { Name, Value, Separator };

/// An open object or array, and which member or element of it is being read.
struct Level {
    bool isObject = false;
    Awaits awaits = Awaits::Value;
    /// The quoted name.
    std::string_view name;
    std::size_t index = 0;

    std::string key() const { return isObject ? decodedString(name) : std::to_string(index); }
};

/// The objects and arrays around a token, read leniently.
class Levels {
public:
    bool isName(const JsonToken& token) const
    {
        return token.kind == JsonTokenKind::String && !m_levels.empty() &&
               m_levels.back().awaits == Awaits::Name;
    }

    bool isValue(const JsonToken& token) const
    {
        return (token.isOpening() || token.kind == JsonTokenKind::Scalar ||
                token.kind == JsonTokenKind::String) &&
               (m_levels.empty() || m_levels.back().awaits == Awaits::Value);
    }

    void take(const JsonToken& token, std::string_view json)
    {
        if (!m_levels.empty())
            takeInside(m_levels.back(), token, json);
        if (token.isOpening()) {
            const bool isObject = token.kind == JsonTokenKind::ObjectBegin;
            m_levels.push_back({isObject, isObject ? Awaits::Name : Awaits::Value, {}, 0});
        } else if (token.isClosing() && !m_levels.empty()) {
            m_levels.pop_back();
        }
    }

    std::span<const Level> all() const { return m_levels; }

private:
    void takeInside(Level& level, const JsonToken& token, std::string_view json) const
    {
        if (isName(token))
            level.name = token.in(json);
        if (isName(token) || isValue(token)) {
            level.awaits = Awaits::Separator;
        } else if (token.kind == JsonTokenKind::Colon && level.isObject) {
            level.awaits = Awaits::Value;
        } else if (token.kind == JsonTokenKind::Comma) {
            level.awaits = level.isObject ? Awaits::Name : Awaits::Value;
            ++level.index;
        }
    }

    std::vector<Level> m_levels;
};

} // namespace

std::size_t offsetOfPointer(std::string_view json, std::string_view pointer)
{
    const std::vector<std::string> parts = pointerParts(pointer);
    JsonScanner scanner(json);
    Levels levels;
    std::size_t offset = std::string_view::npos;
    // How many levels lie on the way to the value, from the outermost one on.
    std::size_t onTheWay = 0;
    for (JsonToken token = scanner.next();; token = scanner.next()) {
        const std::size_t depth = levels.all().size();
        onTheWay = std::min(onTheWay, depth);
        const bool isFirst = offset == std::string_view::npos && token.kind != JsonTokenKind::Comment;
        const bool isNext = depth > 0 && onTheWay == depth && depth <= parts.size() &&
                            levels.isValue(token) && levels.all().back().key() == parts[depth - 1];
        if (isFirst || isNext) {
            offset = token.begin;
            onTheWay = depth + 1;
        }
        if (token.kind == JsonTokenKind::End)
            return offset;
        levels.take(token, json);
    }
}

std::string pointerOfOffset(std::string_view json, std::size_t offset)
{
    JsonScanner scanner(json);
    Levels levels;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End && token.begin <= offset;
         token = scanner.next()) {
        if (token.begin == offset && token.kind != JsonTokenKind::String)
            break;
        levels.take(token, json);
    }
    std::string pointer;
    for (const Level& level : levels.all()) {
        if (level.awaits != Awaits::Name)
            appendPointerPart(pointer, level.key());
    }
    return pointer;
}

} // namespace duologue
