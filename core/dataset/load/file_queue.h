// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/archive.h"
#include "core/io/file_warmer.h"
#include "core/io/folder_scan.h"
#include "core/io/packed_file.h"
#include "core/table/snapshot.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace duologue {

/// A file to be read, or a problem of the scan.
struct QueuedFile {
    FoundFile file;
    std::optional<Problem> problem;
};

/// Scans folders and unpacks packed files on a thread of its own, ahead of the readers; if no thread can be
/// started, on the consumer's, before it gets the first file. If loading takes long, it also looks up the
/// sizes of waiting files for the progress. One consumer.
class FileQueue {
public:
    /// `follow` and `listed` as for scanFolders().
    FileQueue(std::vector<std::filesystem::path> roots, const Job& job,
              FollowLinks follow = FollowLinks::Inside, ListedFolders listed = {});
    ~FileQueue();
    FileQueue(const FileQueue&) = delete;
    FileQueue& operator=(const FileQueue&) = delete;

    /// Packed files that the snapshot knows, and that have not changed, are not unpacked: their members are
    /// taken from the snapshot. Null: nothing is known. The first packed file waits for this call; only the
    /// first call counts.
    void setKnown(const SnapshotPtr& known);

    /// The next file in scan order; waits for the scan. None at the end.
    std::optional<QueuedFile> next();

private:
    using Clock = std::chrono::steady_clock;

    void startThread();
    void scan();
    /// Finds out how much is still to be read, for the progress. Not at once, because everything may be read
    /// a moment later; until then the size of a file is counted when it is opened (LoadPart::uncounted).
    void askForSizes(Progress& progress);
    /// Waits until loading has taken so long that progress is shown, or no file is waiting.
    void askLater(const std::stop_token& stop, Progress& progress);
    void push(QueuedFile file);
    void found(FoundFile file);
    /// Pushes the members of a packed file in place of the file.
    void unpackAndPush(FoundFile file);
    void unpackMembers(FoundFile found, std::shared_ptr<PackedFile> packed);
    /// False if they are not known.
    bool pushKnown(const PackedFile& packed, const FileSource& source);

    std::vector<std::filesystem::path> m_roots;
    const Job& m_job;
    const FollowLinks m_follow;
    /// Used by the scan.
    ListedFolders m_listed;
    std::shared_ptr<UnpackedStore> m_unpacked;
    std::mutex m_mutex;
    std::condition_variable m_knows;
    /// Set once, and only read from then on.
    std::optional<SnapshotPtr> m_known;
    /// By path: the first member of each packed file that is known.
    std::unordered_multimap<std::string_view, FileId> m_knownPacked;
    std::condition_variable m_more;
    /// Not a vector, which would be moved as it grows: the scan is soon far ahead.
    std::deque<QueuedFile> m_files;
    bool m_done = false;
    std::condition_variable_any m_emptied;
    const Clock::time_point m_begin = Clock::now();
    /// Used by the scan: sizes of files are looked up as they are found.
    bool m_asks = false;
    /// Used by the scan.
    FileWarmer m_warmer;
    /// Used by the consumer: it has to run the scan itself.
    bool m_scansLate = false;
    std::jthread m_thread;
};

} // namespace duologue
