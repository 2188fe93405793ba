// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

namespace duologue::test {

/// The design's bound on how long the window may be away, in milliseconds; instrumented builds are slower by
/// the factor that their tools cost.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
inline constexpr qint64 kLongestAway = 50 * 6;
#else
inline constexpr qint64 kLongestAway = 50;
#endif

/// Measures the longest time between two turns of the event loop.
class AwayMeter : public QObject {
public:
    AwayMeter()
    {
        m_clock.start();
        connect(&m_timer, &QTimer::timeout, this, [this] { m_longest = qMax(m_longest, m_clock.restart()); });
        m_timer.start(0);
    }

    qint64 longest() const { return m_longest; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

} // namespace duologue::test
