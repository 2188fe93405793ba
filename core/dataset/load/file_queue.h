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

/// A file to be read, or what went wrong while it was looked for.
struct QueuedFile {
    FoundFile file;
    std::optional<Problem> problem;
};

/// Scans folders and unpacks packed files on a thread of its own, ahead of those who read; where the system
/// gives none, on the consumer's, before it gets the first file. Where this takes long it asks for the sizes
/// of files that wait, so that it is known how much there is to do. One consumer.
class FileQueue {
public:
    /// `follow` and `listed` as for scanFolders().
    FileQueue(std::vector<std::filesystem::path> roots, const Job& job,
              FollowLinks follow = FollowLinks::Inside, ListedFolders listed = {});
    ~FileQueue();
    FileQueue(const FileQueue&) = delete;
    FileQueue& operator=(const FileQueue&) = delete;

    /// Packed files that the snapshot knows, and that have not changed, are not unpacked: their members are
    /// the snapshot's. Null: nothing is known. The first packed file waits for this call; of
    /// several the first one counts.
    void setKnown(const SnapshotPtr& known);

    /// The next file in scan order; waits for the scan. None at the end.
    std::optional<QueuedFile> next();

private:
    using Clock = std::chrono::steady_clock;

    void startThread();
    void scan();
    /// How much is still to be read, for who watches the progress. In a moment all may be read, and nobody
    /// looks that soon: whoever opens a file counts it then (LoadPart::uncounted).
    void askForSizes(Progress& progress);
    /// Waits until nobody can be expected not to look, or nothing waits.
    void askLater(const std::stop_token& stop, Progress& progress);
    void push(QueuedFile file);
    void found(FoundFile file);
    /// The members of a packed file in its place.
    void unpackAndPush(FoundFile file);
    void unpackMembers(FoundFile found, std::shared_ptr<PackedFile> packed);
    /// False where they are not known.
    bool pushKnown(const PackedFile& packed, const FileSource& source);

    std::vector<std::filesystem::path> m_roots;
    const Job& m_job;
    const FollowLinks m_follow;
    /// The scan's.
    ListedFolders m_listed;
    std::shared_ptr<UnpackedStore> m_unpacked;
    std::mutex m_mutex;
    std::condition_variable m_knows;
    /// Set once, and only read from then on.
    std::optional<SnapshotPtr> m_known;
    /// By path: the first member of each packed file that is known.
    std::unordered_multimap<std::string_view, FileId> m_knownPacked;
    std::condition_variable m_more;
    /// A list would be moved again and again as it grows: the scan is soon far ahead.
    std::deque<QueuedFile> m_files;
    bool m_done = false;
    std::condition_variable_any m_emptied;
    const Clock::time_point m_begin = Clock::now();
    /// The scan's: files are asked for their sizes as they are found.
    bool m_asks = false;
    /// The scan's.
    FileWarmer m_warmer;
    /// The consumer's: nobody scans yet.
    bool m_scansLate = false;
    std::jthread m_thread;
};

} // namespace duologue
