// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/memory_trimmer.h"

#include <cstdlib>
#include <utility>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace duologue::ui {

namespace {

constexpr int kLookMs = 200;
/// The memory of smaller datasets is soon used again.
constexpr std::uint32_t kFewestRows = 10'000;

} // namespace

MemoryTrimmer::MemoryTrimmer(std::function<void()> trim) : m_trim(std::move(trim))
{
    m_timer.setInterval(kLookMs);
    m_timer.callOnTimeout([this] { look(); });
}

void MemoryTrimmer::trimAfter(const SnapshotPtr& closed)
{
    if (closed->recordCount() < kFewestRows)
        return;
    m_closed = closed;
    m_timer.start();
}

void MemoryTrimmer::look()
{
    if (!m_closed.expired())
        return;
    m_timer.stop();
    m_task.run(
        [trim = m_trim](const Job&) {
            trim();
            return true;
        },
        [](bool) {});
}

void MemoryTrimmer::trimHeap()
{
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}

} // namespace duologue::ui
