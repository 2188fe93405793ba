// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpack_on_demand.h"

#include "core/base/job.h"
#include "core/io/archive.h"
#include "core/io/recoded_files.h"

#include <chrono>
#include <exception>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>

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
    cancel();
    constexpr std::chrono::milliseconds kPatience{50};
    std::unique_lock lock(m_work->mutex);
    m_work->changed.wait_for(lock, kPatience, [this] { return !m_work->isRunning; });
}

std::shared_ptr<const UnpackedFile> UnpackOnDemand::add(const std::shared_ptr<const PackedFile>& packed,
                                                        std::uint64_t size)
{
    auto& files = m_work->packed;
    auto& members = m_work->members;
    if (files.empty() || files.back().file != packed)
        files.push_back({packed, members.size(), members.size(), false});
    ++files.back().end;
    const auto self = shared_from_this();
    members.emplace_back(m_work->store, m_nextOffset, LateFile{self, files.size() - 1, size});
    m_nextOffset += size;
    return {self, &members.back()};
}

void UnpackOnDemand::begin(std::size_t packed)
{
    std::unique_lock lock(m_work->mutex);
    Contents& contents = m_work->packed[packed];
    if (m_work->stop.stop_requested()) {
        m_work->finish(contents);
        return;
    }
    if (std::exchange(contents.asked, true))
        return;
    m_work->asked.push_back(packed);
    m_work->changed.notify_all();
    if (std::exchange(m_work->isRunning, true))
        return;
    try {
        std::thread([work = m_work] { work->run(); }).detach();
        return;
    } catch (const std::system_error&) {
        // There is no thread: the reader unpacks.
        m_work->unpackAsked(lock);
    }
    m_work->isRunning = false;
    m_work->changed.notify_all();
}

void UnpackOnDemand::cancel()
{
    const std::scoped_lock lock(m_work->mutex);
    if (!m_work->stop.request_stop())
        return;
    // Including the one that is being unpacked, because the thread may hang.
    for (const Contents& contents : m_work->packed) {
        if (contents.asked)
            m_work->finish(contents);
    }
    m_work->changed.notify_all();
}

void UnpackOnDemand::Work::run()
{
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        unpackAsked(lock);
        changed.wait(lock, [this] { return !asked.empty() || stop.stop_requested(); });
    }
    isRunning = false;
    changed.notify_all();
}

void UnpackOnDemand::Work::unpackAsked(std::unique_lock<std::mutex>& lock)
{
    while (!asked.empty() && !stop.stop_requested()) {
        const Contents contents = packed[asked.front()];
        asked.pop_front();
        lock.unlock();
        try {
            unpackAgain(contents);
        } catch (const std::exception&) {
            // The reader reports the missing bytes.
        }
        finish(contents);
        lock.lock();
    }
}

void UnpackOnDemand::Work::unpackAgain(const Contents& contents)
{
    const PackedFile& file = *contents.file;
    const auto source = FileSource::open(file.path, kNoFile);
    const Job job(stop.get_token());
    if (!source ||
        (!isUnchanged(source.value(), file.stamp) && !hasSameContents(source.value(), file.stamp, job)))
        return;
    if (file.encoding != TextEncoding::Utf8) {
        (void)decodeInto(members[contents.first], source.value(), file.encoding, stop.get_token());
        return;
    }
    std::size_t next = contents.first;
    UnpackHandlers handlers;
    handlers.wants = [&](const std::string& name) { return reasonToSkipMember(file, name).empty(); };
    handlers.place = [&]() -> std::shared_ptr<UnpackedFile> {
        // It owns nothing: the members outlive this thread.
        return next < contents.end ? std::shared_ptr<UnpackedFile>(std::shared_ptr<void>(), &members[next++])
                                   : nullptr;
    };
    handlers.found = [](const PackedMember&) {};
    UnpackLimits limits;
    limits.wholeUpTo = std::numeric_limits<std::uint64_t>::max();
    // The file had no problems when it was unpacked first. If it has some now, the reader reports missing
    // bytes.
    (void)unpack({file.path, limits, store, handlers}, job);
}

void UnpackOnDemand::Work::finish(const Contents& contents)
{
    for (std::size_t i = contents.first; i < contents.end; ++i)
        members[i].finish();
}

} // namespace duologue
