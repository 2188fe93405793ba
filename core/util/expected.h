// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

namespace duologue {

struct Problem;

/// A T, or what prevented it: a Problem of the data, a Phrase where there is no place to name, or where a
/// query is wrong. Functions that can fail as a whole return this to each other instead of throwing.
template<typename T, typename E = Problem>
class [[nodiscard]] Expected {
public:
    Expected() requires std::is_default_constructible_v<T> : m_state(std::in_place_index<0>) {}
    Expected(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Expected(E error) : m_state(std::in_place_index<1>, std::move(error)) {}
    /// From what one of the two is made of.
    template<typename Other>
    requires(!std::is_same_v<std::remove_cvref_t<Other>, Expected> &&
             !std::is_same_v<std::remove_cvref_t<Other>, T> &&
             !std::is_same_v<std::remove_cvref_t<Other>, E> &&
             std::is_constructible_v<std::variant<T, E>, Other>) Expected(Other&& other)
        : m_state(std::forward<Other>(other))
    {
    }

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Only when ok().
    const T& value() const& { return std::get<0>(m_state); }
    T& value() & { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    /// Null unless ok().
    const T* get() const { return std::get_if<0>(&m_state); }
    T* get() { return std::get_if<0>(&m_state); }

    /// Only when not ok().
    const E& problem() const { return std::get<1>(m_state); }
    /// Null when ok().
    const E* error() const { return std::get_if<1>(&m_state); }
    E* error() { return std::get_if<1>(&m_state); }

private:
    std::variant<T, E> m_state;
};

} // namespace duologue
