// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/io/archive.h"
#include "core/io/file_warmer.h"
#include "core/io/folder_scan.h"
#include "core/io/unpacked_file.h"

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

/// A file to be read, or one for which the scan reports a problem.
struct QueuedFile {
    FoundFile file;
    std::optional<Problem> problem;
};

/// Scans folders and unpacks packed files on its own thread, ahead of the readers. If that thread cannot be
/// started, the first call of next() scans everything. If loading takes long, the queue also looks up the
/// sizes of waiting files for the progress. One consumer.
class FileQueue {
public:
    /// `follow` and `listed` as for scanFolders().
    FileQueue(std::vector<std::filesystem::path> roots, const Job& job,
              FollowLinks follow = FollowLinks::Inside, ListedFolders listed = {});
    ~FileQueue();
    FileQueue(const FileQueue&) = delete;
    FileQueue& operator=(const FileQueue&) = delete;

    /// Must be called once; the scan waits for it at the first packed file. Packed files that the snapshot
    /// knows and that have not changed are not unpacked: their members are taken from the snapshot. Null if
    /// there is none. Further calls do nothing.
    void setKnown(const SnapshotPtr& known);

    /// The next file in scan order; waits for the scan. None at the end.
    std::optional<QueuedFile> next();

private:
    using Clock = std::chrono::steady_clock;

    void startThread();
    void scan();
    /// Adds the sizes of all waiting files to the progress. Files whose size was not looked up are counted
    /// when they are opened (LoadPart::uncounted).
    void lookUpSizes(Progress& progress);
    /// The same once loading has taken so long that progress is shown. Nothing if the queue is empty before.
    void lookUpSizesLater(const std::stop_token& stop, Progress& progress);
    void push(QueuedFile file);
    void pushFound(FoundFile file);
    /// Pushes the members of a packed file in place of the file.
    void unpackAndPush(FoundFile file);
    void unpackMembers(FoundFile found, std::shared_ptr<PackedFile> packed);
    /// Pushes the members of a packed file from the known snapshot. False if it has none, or the file
    /// changed.
    bool pushKnown(const PackedFile& packed, const FileSource& source);

    std::vector<std::filesystem::path> m_roots;
    const Job& m_job;
    const FollowLinks m_follow;
    /// Used by the scan.
    ListedFolders m_listed;
    std::shared_ptr<UnpackedStore> m_unpacked;
    std::mutex m_mutex;
    std::condition_variable m_knownIsSet;
    /// Set once, and only read from then on.
    std::optional<SnapshotPtr> m_known;
    /// By path: the first member of each packed file that is known.
    std::unordered_multimap<std::string_view, FileId> m_knownPacked;
    std::condition_variable m_pushed;
    /// A deque because the scan is soon far ahead, and a growing vector would move all files.
    std::deque<QueuedFile> m_files;
    bool m_done = false;
    std::condition_variable_any m_emptied;
    const Clock::time_point m_begin = Clock::now();
    /// Used by the scan: sizes are looked up for each file that is pushed.
    bool m_looksUpSizes = false;
    /// Used by the scan.
    FileWarmer m_warmer;
    /// Used by the consumer: it has to run the scan itself.
    bool m_consumerScans = false;
    std::jthread m_thread;
};

} // namespace duologue
