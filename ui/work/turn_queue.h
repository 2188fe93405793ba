// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>

namespace duologue::ui {

/// When something has its turn.
enum class Turn {
    /// Behind all that waits.
    Last,
    /// Before all that waits with Last: rows, before what is told about them and would have to be told anew.
    Soon,
};

/// Calls functions one in each turn of the event loop, in the order they came, the sooner ones first: results
/// that arrive together would otherwise be shown together, and keys and clicks would wait for all of them.
/// One for each thread.
class TurnQueue : public QObject {
public:
    /// That of the calling thread; lives as long as the thread, in the main one as long as the application.
    static TurnQueue& ofThisThread();

    TurnQueue();

    /// Only from the queue's own thread.
    void add(std::function<void()> call, Turn turn = Turn::Last);
    /// What is to come last waits until release(), but not longer than `atMost`: the rows that it would tell
    /// about are about to be overtaken.
    void holdLast(std::chrono::milliseconds atMost);
    void release();

private:
    /// There is something that may be called.
    bool isReady() const { return !m_soon.empty() || (!m_last.empty() && !m_hold.isActive()); }
    void callNext();

    std::deque<std::function<void()>> m_soon;
    std::deque<std::function<void()>> m_last;
    QTimer m_timer;
    QTimer m_hold;
};

/// Something that is done in a turn of the event loop of its own, once however often it was asked for before:
/// of what one signal sets off, what can wait. Not done after its destruction. One thread.
class OwnTurn {
public:
    explicit OwnTurn(std::function<void()> call);

    void ask();
    /// It was asked for, and is not done yet.
    bool isWaiting() const { return m_state->isWaiting; }

private:
    struct State {
        std::function<void()> call;
        bool isWaiting = false;
    };

    std::shared_ptr<State> m_state;
};

} // namespace duologue::ui
