// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/file_queue.h"

#include "core/base/text.h"

#include <new>
#include <system_error>

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
                push({std::move(place), 0, std::move(problem)});
            });
    } catch (const std::exception& error) {
        push({{}, 0, Problem{ProblemCode::FolderUnreadable, Severity::Error, {}, {}, error.what()}});
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
    std::error_code error;
    const auto size = file.skipReason.empty() ? std::filesystem::file_size(file.path, error) : 0;
    if (file.skipReason.empty() && !error && size <= kLongestToWarm)
        m_warmer.willRead(file.path);
    push({std::move(file), error ? 0 : size, std::nullopt});
}

void FileQueue::unpackAndPush(FoundFile packed)
{
    if (!m_unpacked) {
        auto store = UnpackedStore::create();
        if (!store) {
            push({std::move(packed), 0, store.problem()});
            return;
        }
        m_unpacked = std::move(store).value();
    }
    // A file that is packed alone is called by its own name without the packing.
    const std::filesystem::path inside =
        packed.path.parent_path() / withoutPacking(packed.path.filename().native());
    const auto pathOf = [&](const std::string& name) { return name.empty() ? inside : packed.path / name; };
    const auto reason = [&](const std::string& name) {
        if (name.empty() && packed.namedByUser)
            return std::string();
        const std::filesystem::path path = pathOf(name);
        return isPacked(path) ? "packed inside a packed file" : reasonToSkip(path);
    };
    Unpacked unpacked = unpack(packed.path, UnpackLimits(), m_unpacked, m_job,
                               [&](const std::string& name) { return reason(name).empty(); });
    if (unpacked.members.empty() && !unpacked.problem)
        packed.skipReason = "no files in it";
    if (unpacked.members.empty() || unpacked.problem)
        push({packed, 0, std::move(unpacked.problem)});
    for (PackedMember& member : unpacked.members) {
        FoundFile file = packed;
        file.path = pathOf(member.name);
        file.shownPath = member.name.empty() ? packed.shownPath : packed.shownPath + "/" + member.name;
        file.namedByUser = packed.namedByUser && member.name.empty();
        file.skipReason = reason(member.name);
        const std::uint64_t size = member.file ? member.file->size : 0;
        file.unpacked = std::move(member.file);
        push({std::move(file), size, std::nullopt});
    }
}

void FileQueue::push(QueuedFile file)
{
    if (Progress* progress = m_job.progress()) {
        progress->filesTotal += 1;
        progress->bytesTotal += file.size;
    }
    const std::scoped_lock lock(m_mutex);
    m_files.push_back(std::move(file));
    m_more.notify_one();
}

std::optional<QueuedFile> FileQueue::next()
{
    std::unique_lock lock(m_mutex);
    m_more.wait(lock, [this] { return m_done || !m_files.empty(); });
    if (m_files.empty())
        return std::nullopt;
    QueuedFile file = std::move(m_files.front());
    m_files.pop_front();
    return file;
}

} // namespace duologue
