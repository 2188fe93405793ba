// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/file_queue.h"

#include "core/io/folder_scan.h"
#include "core/load/blocks.h"
#include "core/load/source_files.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kSizesAtOnce = 64;
/// Sizes are not looked up sooner: everything may be read by then, and nobody looks at the progress yet.
constexpr std::chrono::milliseconds kSizesDelay{150};

} // namespace

FileQueue::FileQueue(std::vector<std::filesystem::path> roots, const Job& job, FollowLinks follow,
                     ListedFolders listed)
    : m_roots(std::move(roots)), m_job(job), m_follow(follow), m_listed(std::move(listed))
{
    startThread();
}

void FileQueue::startThread()
{
    try {
        m_thread = std::jthread([this](const std::stop_token& stop) {
            scan();
            if (Progress* progress = m_job.progress(); progress != nullptr && !m_looksUpSizes)
                lookUpSizesLater(stop, *progress);
        });
    } catch (const std::system_error&) {
        m_consumerScans = true;
    }
}

FileQueue::~FileQueue()
{
    // The scan may still wait for this call.
    setKnown(nullptr);
}

void FileQueue::scan()
{
    try {
        scanFolders(
            {m_roots, m_follow, std::move(m_listed)}, m_job,
            [this](FoundFile file) { pushFound(std::move(file)); },
            [this](Problem problem, FoundFile file) {
                push({std::move(file), std::move(problem)});
            });
    } catch (const std::bad_alloc&) {
        push({{}, Problem{ProblemCode::OutOfMemory, Severity::Error, {}, {}, PhraseId::NoMemoryToList}});
    } catch (const std::exception& error) {
        push({{},
              Problem{
                  ProblemCode::FolderUnreadable, Severity::Error, {}, {}, Phrase::verbatim(error.what())}});
    }
    const std::scoped_lock lock(m_mutex);
    m_done = true;
    m_pushed.notify_one();
}

void FileQueue::lookUpSizesLater(const std::stop_token& stop, Progress& progress)
{
    {
        std::unique_lock lock(m_mutex);
        if (m_emptied.wait_until(lock, stop, m_begin + kSizesDelay, [this] { return m_files.empty(); }))
            return;
    }
    if (!stop.stop_requested())
        lookUpSizes(progress);
}

void FileQueue::lookUpSizes(Progress& progress)
{
    try {
        // Counts from the end of the queue, because the consumer takes files from its front meanwhile. Works
        // on copies, so that the consumer does not wait while sizes are looked up.
        std::vector<FoundFile> batch;
        for (std::size_t done = 0; !m_job.stopRequested(); done += batch.size()) {
            batch.clear();
            {
                const std::scoped_lock lock(m_mutex);
                for (; batch.size() < kSizesAtOnce && done + batch.size() < m_files.size();) {
                    const QueuedFile& each =
                        *(m_files.end() - 1 - static_cast<std::ptrdiff_t>(done + batch.size()));
                    batch.push_back(each.problem ? FoundFile() : each.file);
                }
            }
            if (batch.empty())
                return;
            for (FoundFile& each : batch)
                each.size = each.path.empty() || each.size > 0 ? 0 : sizeOf(each);
            const std::scoped_lock lock(m_mutex);
            for (std::size_t i = 0; i < batch.size() && done + i < m_files.size(); ++i) {
                FoundFile& each = (m_files.end() - 1 - static_cast<std::ptrdiff_t>(done + i))->file;
                each.size += batch[i].size;
                progress.bytesTotal += batch[i].size;
            }
        }
    } catch (const std::exception&) {
        // Only the total of the progress bar becomes less exact.
    }
}

void FileQueue::pushFound(FoundFile file)
{
    if (file.skipReason.empty() && isPacked(file.path)) {
        unpackAndPush(std::move(file));
        return;
    }
    if (file.skipReason.empty())
        m_warmer.willRead(file.path);
    push({std::move(file), std::nullopt});
}

void FileQueue::setKnown(const SnapshotPtr& known)
{
    std::unordered_multimap<std::string_view, FileId> byPath;
    // An incomplete snapshot may lack some of a packed file's members.
    const bool complete = known != nullptr && known->complete;
    for (const FileId member : complete ? firstMembers(*known) : std::vector<FileId>()) {
        const PackedFile& packed = *known->file(member).packed;
        if (packed.isKnown())
            byPath.emplace(packed.path, member);
    }
    const std::scoped_lock lock(m_mutex);
    if (m_known)
        return;
    m_known = known;
    m_knownPacked = std::move(byPath);
    m_knownIsSet.notify_one();
}

bool FileQueue::pushKnown(const PackedFile& packed, const FileSource& source)
{
    {
        std::unique_lock lock(m_mutex);
        m_knownIsSet.wait(lock, [this] { return m_known.has_value(); });
    }
    const auto [begin, end] = m_knownPacked.equal_range(packed.path);
    const auto found = std::find_if(begin, end, [&](const auto& each) {
        const PackedFile& known = *(*m_known)->file(each.second).packed;
        return known.shownPath == packed.shownPath && known.root == packed.root &&
               known.namedByUser == packed.namedByUser;
    });
    if (found == end)
        return false;
    const auto& files = (*m_known)->files;
    const std::size_t first = indexOf(found->second);
    std::shared_ptr<const PackedFile> owner = files[first].packed;
    if (!isUnchanged(source, owner->stamp)) {
        if (!hasSameContents(source, owner->stamp, m_job))
            return false;
        // With the new stamp, its contents need not be compared the next time.
        auto again = std::make_shared<PackedFile>(*owner);
        again->stamp.identity = source.identity();
        again->stamp.isSettled = source.isSettled();
        owner = std::move(again);
    }
    for (std::size_t i = first; i < files.size() && files[i].packed == files[first].packed; ++i) {
        FoundFile file;
        file.path = files[i].path;
        file.shownPath = files[i].shownPath;
        file.root = files[i].root;
        file.namedByUser = files[i].namedByUser;
        // A member that was unpacked was skipped because of its contents; reading it finds the reason again.
        file.skipReason = files[i].unpacked == nullptr ? files[i].skipReason : Phrase();
        file.size = files[i].unpacked == nullptr ? 0 : files[i].unpacked->wholeSize();
        file.unpacked = files[i].unpacked;
        file.packed = owner;
        push({std::move(file), std::nullopt});
    }
    return true;
}

void FileQueue::unpackAndPush(FoundFile found)
{
    // The progress counts the sizes of the members instead.
    found.size = 0;
    auto packed = std::make_shared<PackedFile>();
    packed->path = found.path;
    packed->shownPath = found.shownPath;
    packed->root = found.root;
    packed->namedByUser = found.namedByUser;
    if (const auto source = FileSource::open(found.path, kNoFile)) {
        if (pushKnown(*packed, source.value()))
            return;
        PaddedBytes head;
        if (source.value().read(0, kStandInHead, head) && !pointerInPlaceOfData(head.view()).empty()) {
            // The reader reports why it skips the file.
            push({std::move(found), std::nullopt});
            return;
        }
        packed->stamp = readStamp(source.value(), m_job);
    }
    if (!m_unpacked) {
        auto store = UnpackedStore::create();
        if (!store) {
            push({std::move(found), store.problem()});
            return;
        }
        m_unpacked = std::move(store).value();
    }
    unpackMembers(std::move(found), std::move(packed));
}

void FileQueue::unpackMembers(FoundFile found, std::shared_ptr<PackedFile> packed)
{
    std::size_t members = 0;
    std::uint64_t expected = 0;
    UnpackHandlers handlers;
    handlers.wants = [&](const std::string& name) { return reasonToSkipMember(*packed, name).empty(); };
    handlers.found = [&](PackedMember member) {
        ++members;
        FoundFile file = found;
        file.path = memberPath(*packed, member.name);
        file.shownPath = shownMemberPath(*packed, member.name);
        file.namedByUser = packed->namedByUser && member.name.empty();
        file.skipReason =
            member.isNoFile ? Phrase(PhraseId::LinkInPacked) : reasonToSkipMember(*packed, member.name);
        file.size = expected = member.file ? member.file->size() : 0;
        file.unpacked = std::move(member.file);
        file.packed = packed;
        push({std::move(file), std::nullopt});
    };
    handlers.expects = [&](std::uint64_t size) {
        if (Progress* progress = m_job.progress())
            progress->bytesTotal += size - expected;
        expected = size;
    };
    UnpackLimits limits;
    limits.wholeUpTo = kLargeFile;
    auto problem = unpack({packed->path, limits, m_unpacked, handlers}, m_job);
    const auto after = FileSource::open(packed->path, kNoFile);
    packed->isWhole =
        !problem && !m_job.stopRequested() && after && after.value().identity() == packed->stamp.identity;
    if (members == 0 && !problem)
        found.skipReason = PhraseId::NoFiles;
    if (members == 0 || problem)
        push({std::move(found), std::move(problem)});
}

void FileQueue::push(QueuedFile file)
{
    Progress* const progress = m_job.progress();
    if (progress != nullptr) {
        if (m_looksUpSizes && file.file.size == 0 && !file.problem)
            file.file.size = sizeOf(file.file);
        progress->filesTotal += 1;
        progress->bytesTotal += file.file.size;
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_files.push_back(std::move(file));
        m_pushed.notify_one();
    }
    if (progress != nullptr && !m_looksUpSizes && Clock::now() - m_begin > kSizesDelay) {
        m_looksUpSizes = true;
        lookUpSizes(*progress);
    }
}

std::optional<QueuedFile> FileQueue::next()
{
    if (std::exchange(m_consumerScans, false))
        scan();
    std::unique_lock lock(m_mutex);
    m_pushed.wait(lock, [this] { return m_done || !m_files.empty(); });
    if (m_files.empty())
        return std::nullopt;
    QueuedFile file = std::move(m_files.front());
    m_files.pop_front();
    if (m_files.empty())
        m_emptied.notify_one();
    return file;
}

} // namespace duologue
