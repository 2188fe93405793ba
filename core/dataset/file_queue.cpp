// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/file_queue.h"

#include "core/base/text.h"

#include <new>
#include <system_error>

namespace duologue {

FileQueue::FileQueue(std::vector<std::filesystem::path> roots, const Job& job)
    : m_roots(std::move(roots)), m_job(job), m_thread([this] { scan(); })
{
}

void FileQueue::scan()
{
    try {
        scanFolders(
            m_roots, m_job,
            [this](FoundFile file) {
                std::error_code error;
                const auto size = file.skipReason.empty() ? std::filesystem::file_size(file.path, error) : 0;
                push({std::move(file), error ? 0 : size, std::nullopt});
            },
            [this](Problem problem, const std::filesystem::path& path) {
                FoundFile place;
                place.path = path;
                place.shownPath = toValidUtf8(path.string());
                push({std::move(place), 0, std::move(problem)});
            });
    } catch (const std::exception& error) {
        push({{}, 0, Problem{ProblemCode::FolderUnreadable, Severity::Error, {}, {}, error.what()}});
    }
    const std::scoped_lock lock(m_mutex);
    m_done = true;
    m_more.notify_one();
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
