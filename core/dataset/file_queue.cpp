// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/file_queue.h"

#include "core/base/text.h"
#include "core/dataset/large_file.h"

#include <new>

namespace duologue {

namespace {

/// Of longer files the system reads ahead by itself.
constexpr std::uint64_t kLongestToWarm = std::uint64_t{4} << 20U;

} // namespace

FileQueue::FileQueue(std::vector<std::filesystem::path> roots, const Job& job)
    : m_roots(std::move(roots)), m_job(job), m_thread([this] { scan(); })
{
}

void FileQueue::scan()
{
    try {
        scanFolders(
            m_roots, m_job, [this](FoundFile file) { found(std::move(file)); },
            [this](Problem problem, FoundFile place) {
                push({std::move(place), std::move(problem)});
            });
    } catch (const std::exception& error) {
        push({{}, Problem{ProblemCode::FolderUnreadable, Severity::Error, {}, {}, error.what()}});
    }
    const std::scoped_lock lock(m_mutex);
    m_done = true;
    m_more.notify_one();
}

void FileQueue::found(FoundFile file)
{
    if (file.skipReason.empty() && isPacked(file.path)) {
        unpackAndPush(std::move(file));
        return;
    }
    if (file.size > 0 && file.size <= kLongestToWarm)
        m_warmer.willRead(file.path);
    push({std::move(file), std::nullopt});
}

void FileQueue::unpackAndPush(FoundFile packed)
{
    // What is read is what lies in it.
    packed.size = 0;
    if (!m_unpacked) {
        auto store = UnpackedStore::create();
        if (!store) {
            push({std::move(packed), store.problem()});
            return;
        }
        m_unpacked = std::move(store).value();
    }
    // A file that is packed alone is called by its own name without the packing.
    const auto pathOf = [&](const std::string& name) {
        return name.empty() ? std::string(withoutPacking(packed.path)) : packed.path + "/" + name;
    };
    const auto reason = [&](const std::string& name) {
        if (name.empty() && packed.namedByUser)
            return std::string();
        const std::string path = pathOf(name);
        return isPacked(path) ? "packed inside a packed file" : reasonToSkip(path);
    };
    std::size_t members = 0;
    std::uint64_t expected = 0;
    UnpackHandlers handlers;
    handlers.wants = [&](const std::string& name) { return reason(name).empty(); };
    handlers.found = [&](PackedMember member) {
        ++members;
        FoundFile file = packed;
        file.path = pathOf(member.name);
        file.shownPath = member.name.empty() ? packed.shownPath : packed.shownPath + "/" + member.name;
        file.namedByUser = packed.namedByUser && member.name.empty();
        file.skipReason = reason(member.name);
        file.size = expected = member.file ? member.file->size() : 0;
        file.unpacked = std::move(member.file);
        push({std::move(file), std::nullopt});
    };
    handlers.expects = [&](std::uint64_t size) {
        if (Progress* progress = m_job.progress())
            progress->bytesTotal += size - expected;
        expected = size;
    };
    UnpackLimits limits;
    limits.wholeUpTo = kLargeFile;
    auto problem = unpack(packed.path, limits, m_unpacked, m_job, handlers);
    if (members == 0 && !problem)
        packed.skipReason = "no files in it";
    if (members == 0 || problem)
        push({std::move(packed), std::move(problem)});
}

void FileQueue::push(QueuedFile file)
{
    if (Progress* progress = m_job.progress()) {
        progress->filesTotal += 1;
        progress->bytesTotal += file.file.size;
    }
    const std::scoped_lock lock(m_mutex);
    m_files.push_back(std::move(file));
    m_more.notify_one();
}

std::optional<QueuedFile> FileQueue::next()
{
    if (m_nextTaken == m_taken.size()) {
        m_taken.clear();
        m_nextTaken = 0;
        std::unique_lock lock(m_mutex);
        m_more.wait(lock, [this] { return m_done || !m_files.empty(); });
        m_files.swap(m_taken);
    }
    if (m_taken.empty())
        return std::nullopt;
    return std::move(m_taken[m_nextTaken++]);
}

} // namespace duologue
