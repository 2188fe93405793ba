// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace duologue::test {

/// Pseudo-random numbers, the same in every run.
class Random {
public:
    explicit Random(std::uint32_t seed) : m_engine(seed) {}

    /// 0 to `count` - 1.
    std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(m_engine() % count); }
    /// True once in `times` calls on average.
    bool oneIn(std::size_t times) { return below(times) == 0; }
    /// An element of the list.
    template<typename List>
    const auto& of(const List& list)
    {
        return *(std::begin(list) + below(std::size(list)));
    }

private:
    std::mt19937 m_engine;
};

} // namespace duologue::test
