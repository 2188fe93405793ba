// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <utility>
#include <variant>

namespace duologue {

/// A T, or the Problem that prevented it. Layers return this to each other instead of throwing.
template<typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Problem problem) : m_state(std::in_place_index<1>, std::move(problem)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Only when ok().
    const T& value() const& { return std::get<0>(m_state); }
    T& value() & { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }

    /// Only when not ok().
    const Problem& problem() const { return std::get<1>(m_state); }

private:
    std::variant<T, Problem> m_state;
};

} // namespace duologue
