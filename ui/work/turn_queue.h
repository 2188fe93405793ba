// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>

namespace duologue::ui {

/// Calls functions one in each turn of the event loop, in the order they came: results that arrive together
/// would otherwise be shown together, and keys and clicks would wait for all of them. One for each thread.
class TurnQueue : public QObject {
public:
    /// That of the calling thread; lives as long as the thread, in the main one as long as the application.
    static TurnQueue& ofThisThread();

    TurnQueue();

    /// Only from the queue's own thread.
    void add(std::function<void()> call);

private:
    void callNext();

    std::deque<std::function<void()>> m_calls;
    QTimer m_timer;
};

} // namespace duologue::ui
