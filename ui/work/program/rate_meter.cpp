// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/program/rate_meter.h"

namespace duologue::ui {

namespace {

using namespace std::chrono_literals;

/// Older moments do not count: a cache that is warm at first must not promise its speed for the rest.
constexpr RateMeter::Time kWindow = 4s;
/// Before that, a rate would jump about.
constexpr RateMeter::Time kLeast = 700ms;

} // namespace

void RateMeter::note(Time at, std::uint64_t done)
{
    if (!m_samples.empty() && done < m_samples.back().done)
        m_samples.clear();
    m_samples.push_back({at, done});
    while (m_samples.size() > 2 && at - m_samples[1].at >= kWindow)
        m_samples.pop_front();
}

std::optional<double> RateMeter::perSecond() const
{
    if (m_samples.empty())
        return std::nullopt;
    const Time took = m_samples.back().at - m_samples.front().at;
    if (took < kLeast)
        return std::nullopt;
    return static_cast<double>(m_samples.back().done - m_samples.front().done) /
           std::chrono::duration<double>(took).count();
}

std::optional<RateMeter::Time> RateMeter::timeLeft(std::uint64_t total) const
{
    const auto rate = perSecond();
    if (!rate || *rate <= 0)
        return std::nullopt;
    const std::uint64_t done = m_samples.back().done;
    const double left = done < total ? static_cast<double>(total - done) : 0;
    constexpr double kLongest = 1e6;
    const double seconds = left / *rate;
    if (seconds > kLongest)
        return std::nullopt;
    return Time(static_cast<Time::rep>(seconds * 1000));
}

} // namespace duologue::ui
