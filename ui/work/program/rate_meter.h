// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace duologue::ui {

/// How fast something goes now, from what was done of it at some moments. A value.
class RateMeter {
public:
    using Time = std::chrono::milliseconds;

    /// `at` is the time since any fixed moment, and never less than before. `done` that is less than before
    /// begins anew.
    void note(Time at, std::uint64_t done);

    /// In units of `done` per second; empty until enough is known.
    std::optional<double> perSecond() const;
    /// How long the rest takes; empty if that is not known.
    std::optional<Time> timeLeft(std::uint64_t total) const;

private:
    struct Sample {
        Time at;
        std::uint64_t done;
    };

    std::deque<Sample> m_samples;
};

} // namespace duologue::ui
