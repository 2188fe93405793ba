// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/memory_return.h"

#include <cstdlib>
#include <utility>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace duologue::ui {

namespace {

constexpr int kLookMs = 200;
/// What is that small is used again soon.
constexpr Row kFewestRows = 10'000;

} // namespace

MemoryReturn::MemoryReturn(std::function<void()> giveBack) : m_giveBack(std::move(giveBack))
{
    m_timer.setInterval(kLookMs);
    m_timer.callOnTimeout([this] { look(); });
}

void MemoryReturn::giveBackAfter(const SnapshotPtr& closed)
{
    if (closed->recordCount() < kFewestRows)
        return;
    m_closed = closed;
    m_timer.start();
}

void MemoryReturn::look()
{
    if (!m_closed.expired())
        return;
    m_timer.stop();
    m_task.run(
        [giveBack = m_giveBack](const Job&) {
            giveBack();
            return true;
        },
        [](bool) {});
}

void MemoryReturn::giveBackToSystem()
{
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}

} // namespace duologue::ui
