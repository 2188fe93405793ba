// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/call_queue.h"

#include <QThreadStorage>
#include <utility>

namespace duologue::ui {

CallQueue& CallQueue::ofThisThread()
{
    static QThreadStorage<CallQueue*> storage;
    if (!storage.hasLocalData())
        storage.setLocalData(new CallQueue);
    return *storage.localData();
}

CallQueue::CallQueue()
{
    connect(&m_timer, &QTimer::timeout, this, &CallQueue::runNext);
}

void CallQueue::add(std::function<void()> call, CallPriority priority)
{
    (priority == CallPriority::High ? m_high : m_normal).push_back(std::move(call));
    if (!m_timer.isActive())
        m_timer.start(0);
}

void CallQueue::runNext()
{
    auto& calls = m_high.empty() ? m_normal : m_high;
    const auto call = std::move(calls.front());
    calls.pop_front();
    // The call may open a dialog, whose event loop continues with this queue. Qt does not fire a timer again
    // while its slot runs, unless it was restarted.
    m_timer.stop();
    if (!m_high.empty() || !m_normal.empty())
        m_timer.start(0);
    call();
}

DeferredCall::DeferredCall(std::function<void()> call) : m_state(std::make_shared<State>())
{
    m_state->call = std::move(call);
}

void DeferredCall::request()
{
    if (std::exchange(m_state->isPending, true))
        return;
    CallQueue::ofThisThread().add([weak = std::weak_ptr(m_state)] {
        const auto state = weak.lock();
        if (!state)
            return;
        state->isPending = false;
        state->call();
    });
}

} // namespace duologue::ui
