// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_keys.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace duologue {

namespace {

std::uint64_t signOf(std::string_view key)
{
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, key.data(), sizeof bytes);
    if (key.size() < sizeof bytes)
        bytes &= (std::uint64_t{1} << (8 * key.size())) - 1;
    return bytes ^ std::rotr(std::uint64_t{key.size()}, 8);
}

} // namespace

void JsonKeys::reserve(std::size_t count)
{
    m_names.reserve(count);
    m_signs.reserve(count);
}

void JsonKeys::add(std::string_view key)
{
    m_names.push_back(key);
    m_signs.push_back(signOf(key));
}

void JsonKeys::cutTo(std::size_t count)
{
    m_names.resize(count);
    m_signs.resize(count);
}

bool JsonKeys::anyTwice(std::size_t first)
{
    constexpr std::size_t kFew = 24;
    if (m_names.size() - first > kFew) {
        const auto begin = m_names.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, m_names.end());
        return std::adjacent_find(begin, m_names.end()) != m_names.end();
    }
    for (std::size_t i = first + 1; i < m_names.size(); ++i) {
        for (std::size_t j = first; j < i; ++j) {
            if (m_signs[i] == m_signs[j] && m_names[i] == m_names[j])
                return true;
        }
    }
    return false;
}

} // namespace duologue
