// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/tally_keys.h"

#include <algorithm>
#include <cmath>

namespace duologue {

bool PairTable::growTo(std::uint32_t first, std::uint32_t second)
{
    if (covers(first, second))
        return true;
    const std::uint64_t height = std::max<std::uint64_t>(m_height, std::bit_ceil(std::uint64_t{first} + 1));
    const std::uint64_t width = std::max<std::uint64_t>(m_width, std::bit_ceil(std::uint64_t{second} + 1));
    if (height > kLargest || width > kLargest || height * width > kLargest)
        return false;
    std::vector<std::uint32_t> values(height * width, m_none);
    for (std::size_t line = 0; line < m_height; ++line)
        std::copy_n(m_values.data() + line * m_width, m_width, values.data() + line * width);
    m_values = std::move(values);
    m_height = static_cast<std::uint32_t>(height);
    m_width = static_cast<std::uint32_t>(width);
    return true;
}

std::uint32_t PairNumbers::addOrFind(std::uint32_t first, std::uint32_t second)
{
    const auto next = static_cast<std::uint32_t>(m_pairs.size());
    if (m_table.growTo(first, second)) {
        m_table(first, second) = next;
    } else {
        const std::uint32_t other = m_others.numberOf(std::uint64_t{first} << 32U | second);
        if (other < m_numberOfOther.size())
            return m_numberOfOther[other];
        m_numberOfOther.push_back(next);
    }
    m_pairs.emplace_back(first, second);
    return next;
}

std::uint32_t ValueKeys::addOrFind(double value)
{
    if (std::isnan(value))
        return 0;
    const std::uint32_t key = m_bits.numberOf(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)) + 1;
    if (key > m_values.size())
        m_values.push_back(value == 0 ? 0.0 : value);
    if (value >= 0 && value < kSmall && value == std::trunc(value)) {
        const auto small = static_cast<std::size_t>(value);
        m_small.resize(std::max(m_small.size(), small + 1));
        m_small[small] = key;
    }
    return key;
}

std::uint32_t ListKeys::keyOf(const List& codes)
{
    if (codes.empty())
        return 0;
    if (codes.size() == 1)
        return static_cast<std::uint32_t>(codes.front()) + 1;
    const auto [known, isNew] = m_numbers.try_emplace(codes, static_cast<std::uint32_t>(m_lists.size()));
    if (isNew)
        m_lists.push_back(codes);
    return m_categories + 1 + known->second;
}

ListKeys::List ListKeys::listOf(std::uint32_t key) const
{
    if (key == 0)
        return {};
    return key <= m_categories ? List(1, static_cast<char32_t>(key - 1)) : m_lists[key - m_categories - 1];
}

} // namespace duologue
