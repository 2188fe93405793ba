// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

namespace duologue::test {

/// Counts the iterations of the event loop. Between two iterations the window paints and handles input. The
/// programs in tests/bench measure how long an iteration takes.
class IterationCounter : public QObject {
public:
    IterationCounter()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { ++m_count; });
        m_timer.start(0);
    }

    int count() const { return m_count; }

private:
    QTimer m_timer;
    int m_count = 0;
};

} // namespace duologue::test
