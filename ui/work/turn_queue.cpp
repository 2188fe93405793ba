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
}

void TurnQueue::add(std::function<void()> call)
{
    m_calls.push_back(std::move(call));
    if (!m_timer.isActive())
        m_timer.start(0);
}

void TurnQueue::callNext()
{
    // Taken out first: the call may open a dialog, whose event loop comes here again.
    const auto call = std::move(m_calls.front());
    m_calls.pop_front();
    if (m_calls.empty())
        m_timer.stop();
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
