// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_pointer.h"

#include <algorithm>
#include <charconv>

namespace duologue {

namespace {

std::string unescapedPart(std::string_view part)
{
    std::string text;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] == '~' && i + 1 < part.size())
            text += part[++i] == '1' ? '/' : '~';
        else
            text += part[i];
    }
    return text;
}

JsonView elementAt(const JsonView& list, std::string_view part)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc() || end != part.data() + part.size())
        return {};
    for (const JsonView element : list.elements()) {
        if (index-- == 0)
            return element;
    }
    return {};
}

} // namespace

JsonPointer::JsonPointer(std::string_view text)
{
    if (text.empty())
        return;
    m_text = text.starts_with('/') ? std::string(text) : "/" + std::string(text);
    std::string_view rest = m_text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/', 1), rest.size());
        m_parts.push_back(unescapedPart(rest.substr(1, end - 1)));
        rest.remove_prefix(end);
    }
}

JsonView JsonPointer::in(const JsonView& value) const
{
    if (m_parts.empty())
        return {};
    JsonView at = value;
    for (const std::string& part : m_parts)
        at = at.isArray() ? elementAt(at, part) : at[part];
    return at;
}

std::string_view JsonPointer::member() const
{
    return m_parts.size() == 1 ? std::string_view(m_parts.front()) : std::string_view();
}

} // namespace duologue
