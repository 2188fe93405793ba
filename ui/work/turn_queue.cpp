// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/turn_queue.h"

#include <QThreadStorage>
#include <utility>

namespace duologue::ui {

TurnQueue& TurnQueue::ofThisThread()
{
    static QThreadStorage<TurnQueue*> storage;
    if (!storage.hasLocalData())
        storage.setLocalData(new TurnQueue);
    return *storage.localData();
}

TurnQueue::TurnQueue()
{
    connect(&m_timer, &QTimer::timeout, this, &TurnQueue::callNext);
    m_hold.setSingleShot(true);
    connect(&m_hold, &QTimer::timeout, this, &TurnQueue::release);
}

void TurnQueue::add(std::function<void()> call, Turn turn)
{
    (turn == Turn::Soon ? m_soon : m_last).push_back(std::move(call));
    if (!m_timer.isActive() && isReady())
        m_timer.start(0);
}

void TurnQueue::holdLast(std::chrono::milliseconds atMost)
{
    m_hold.start(atMost);
    if (!isReady())
        m_timer.stop();
}

void TurnQueue::release()
{
    m_hold.stop();
    if (!m_timer.isActive() && isReady())
        m_timer.start(0);
}

void TurnQueue::callNext()
{
    // Taken out first, and the timer is another one then: the call may open a dialog, whose event loop has to
    // come here again, and Qt does not call for a timer whose call is under way.
    auto& calls = m_soon.empty() ? m_last : m_soon;
    const auto call = std::move(calls.front());
    calls.pop_front();
    m_timer.stop();
    if (isReady())
        m_timer.start(0);
    call();
}

OwnTurn::OwnTurn(std::function<void()> call) : m_state(std::make_shared<State>())
{
    m_state->call = std::move(call);
}

void OwnTurn::ask()
{
    if (std::exchange(m_state->isWaiting, true))
        return;
    TurnQueue::ofThisThread().add([known = std::weak_ptr(m_state)] {
        const auto state = known.lock();
        if (!state)
            return;
        state->isWaiting = false;
        state->call();
    });
}

} // namespace duologue::ui
