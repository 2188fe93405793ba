// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>

namespace duologue::ui {

enum class CallPriority {
    Normal,
    /// Runs before every call with Normal. Used for rows, so that charts and counts are not computed for rows
    /// that are about to be replaced.
    High,
};

/// Runs one function in each iteration of the event loop, so that painting and input come between them.
/// Without it, results that arrive together would block the window together. One for each thread.
class CallQueue : public QObject {
public:
    /// The queue of the calling thread. It lives as long as the thread; in the main thread, as long as the
    /// application.
    static CallQueue& ofThisThread();

    CallQueue();

    /// Only from the queue's own thread. Calls of one priority run in the order in which they are added.
    void add(std::function<void()> call, CallPriority priority = CallPriority::Normal);

private:
    void runNext();

    std::deque<std::function<void()>> m_high;
    std::deque<std::function<void()>> m_normal;
    QTimer m_timer;
};

/// Runs a function once, later, however often it is requested before that: the part of a reaction to a signal
/// that can wait until the window is painted. It does not run after the destruction. One thread.
class DeferredCall {
public:
    explicit DeferredCall(std::function<void()> call);

    void request();
    bool isPending() const { return m_state->isPending; }

private:
    struct State {
        std::function<void()> call;
        bool isPending = false;
    };

    std::shared_ptr<State> m_state;
};

} // namespace duologue::ui
