// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

namespace duologue::test {

/// Counts the turns of the event loop: what happened in two of them left the window awake between. How long a
/// turn takes is measured by the programs in tests/bench.
class TurnCounter : public QObject {
public:
    TurnCounter()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { ++m_turns; });
        m_timer.start(0);
    }

    int turns() const { return m_turns; }

private:
    QTimer m_timer;
    int m_turns = 0;
};

} // namespace duologue::test
