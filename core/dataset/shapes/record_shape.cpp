// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/shapes/record_shape.h"

#include "core/base/text.h"

namespace duologue {

namespace {

constexpr std::size_t kMostKeys = 64;
constexpr std::size_t kMostInnerKeys = 16;
constexpr std::size_t kLongestKey = 60;
constexpr int kLevels = 2;

void appendKey(std::string& text, std::string_view key)
{
    if (key.size() <= kLongestKey) {
        text += key;
        return;
    }
    text += key.substr(0, wholeCharacters(key, kLongestKey));
    text += "…";
}

/// What is inside a value of the record, down to `levels`. Scalars of the record itself are named by their
/// kind; those further down by their key alone, because there they differ from record to record.
void appendInside(std::string& text, const JsonView& value, int levels)
{
    if (value.isArray()) {
        text += '[';
        if (value.size() > 0 && levels > 0) {
            const JsonView first = *value.elements().begin();
            if (first.isArray() || first.isObject())
                appendInside(text, first, levels);
            else
                text += kindWord(first.kind());
        }
        text += ']';
        return;
    }
    text += '{';
    std::size_t count = 0;
    for (const auto [key, member] : value.members()) {
        if (count++ == kMostInnerKeys) {
            text += ", …";
            break;
        }
        text += count > 1 ? ", " : "";
        appendKey(text, key);
        if ((member.isArray() || member.isObject()) && levels > 1) {
            text += ": ";
            appendInside(text, member, levels - 1);
        }
    }
    text += '}';
}

} // namespace

std::string_view kindWord(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Missing:
    case JsonKind::Null:
        return "null";
    case JsonKind::Bool:
        return "true/false";
    case JsonKind::Integer:
    case JsonKind::Real:
        return "number";
    case JsonKind::String:
        return "text";
    case JsonKind::Array:
        return "list";
    case JsonKind::Object:
        break;
    }
    return "object";
}

std::vector<std::string> shapeOf(const JsonView& record)
{
    std::vector<std::string> parts;
    if (record.isArray()) {
        appendInside(parts.emplace_back(), record, kLevels);
        return parts;
    }
    for (const auto [key, value] : record.members()) {
        std::string& part = parts.emplace_back();
        if (parts.size() > kMostKeys) {
            part = "…";
            break;
        }
        appendKey(part, key);
        part += ": ";
        if (value.isArray() || value.isObject())
            appendInside(part, value, kLevels);
        else
            part += kindWord(value.kind());
    }
    return parts;
}

} // namespace duologue
