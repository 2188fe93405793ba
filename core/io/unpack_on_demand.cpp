// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpack_on_demand.h"

#include "core/base/job.h"
#include "core/io/archive.h"

#include <limits>

namespace duologue {

Result<std::shared_ptr<UnpackOnDemand>> UnpackOnDemand::create()
{
    auto store = UnpackedStore::create();
    if (!store)
        return store.problem();
    return std::shared_ptr<UnpackOnDemand>(new UnpackOnDemand(std::move(store).value()));
}

UnpackOnDemand::~UnpackOnDemand()
{
    giveUp();
}

std::shared_ptr<const UnpackedFile> UnpackOnDemand::add(const std::shared_ptr<const PackedFile>& packed,
                                                        std::uint64_t size)
{
    if (m_packed.empty() || m_packed.back().file != packed)
        m_packed.push_back({packed, m_members.size(), m_members.size(), false});
    Contents& contents = m_packed.back();
    ++contents.end;
    const auto self = shared_from_this();
    m_members.emplace_back(m_store, m_nextOffset, LateFile{self, m_packed.size() - 1, size});
    m_nextOffset += size;
    return {self, &m_members.back()};
}

void UnpackOnDemand::begin(std::size_t packed)
{
    const std::scoped_lock lock(m_mutex);
    if (m_givenUp) {
        finish(m_packed[packed]);
        return;
    }
    if (std::exchange(m_packed[packed].asked, true))
        return;
    m_asked.push_back(packed);
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    m_more.notify_one();
}

void UnpackOnDemand::giveUp()
{
    const std::scoped_lock lock(m_mutex);
    m_givenUp = true;
    m_thread.request_stop();
    for (const std::size_t packed : std::exchange(m_asked, {}))
        finish(m_packed[packed]);
}

void UnpackOnDemand::work(const std::stop_token& stop)
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        if (!m_more.wait(lock, stop, [this] { return !m_asked.empty(); }))
            return;
        const Contents contents = m_packed[m_asked.front()];
        m_asked.pop_front();
        lock.unlock();
        unpackAgain(contents, stop);
        finish(contents);
    }
}

void UnpackOnDemand::unpackAgain(const Contents& contents, const std::stop_token& stop)
{
    const PackedFile& file = *contents.file;
    const auto source = FileSource::open(file.path, kNoFile);
    if (!source || !isUnchanged(source.value(), file.stamp))
        return;
    std::size_t next = contents.first;
    UnpackHandlers handlers;
    handlers.wants = [&](const std::string& name) { return reasonToSkipMember(file, name).empty(); };
    handlers.place = [&]() -> std::shared_ptr<UnpackedFile> {
        // Not an owner: members last until this thread has ended.
        return next < contents.end
                   ? std::shared_ptr<UnpackedFile>(std::shared_ptr<void>(), &m_members[next++])
                   : nullptr;
    };
    handlers.found = [](const PackedMember&) {};
    UnpackLimits limits;
    limits.wholeUpTo = std::numeric_limits<std::uint64_t>::max();
    // What is wrong now was not when the file was unpacked first: who reads misses bytes, and says so.
    (void)unpack(file.path, limits, m_store, Job(stop), handlers);
}

void UnpackOnDemand::finish(const Contents& contents)
{
    for (std::size_t i = contents.first; i < contents.end; ++i)
        m_members[i].finish();
}

} // namespace duologue
