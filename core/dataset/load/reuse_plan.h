// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/dataset/load/file_queue.h"
#include "core/dataset/load/known_files.h"

#include <optional>
#include <vector>

namespace duologue {

/// How much of a file need not be read, because an earlier snapshot has it.
enum class Reuse : std::uint8_t {
    Nothing,
    /// Everything that is known; the file has grown after it.
    Front,
    Everything,
};

/// A file to load, and what is known of it.
struct PlannedFile {
    QueuedFile queued;
    FileId known = kNoFile;
    Reuse reuse = Reuse::Nothing;
    /// For a file that is reused: its stamp when it was compared. Differs from that of `known` if only the
    /// contents were the same.
    FileStamp stamp = {};
};

/// Finds out which files of a dataset have not changed since a snapshot, and whose rows can be copied so that
/// the result is the same as if everything were read. The constructor looks at all files; one thread.
class ReusePlan {
public:
    ReusePlan(SnapshotPtr known, FileQueue& queue, const Job& job);

    const KnownFiles& known() const { return m_known; }
    /// No file has changed, vanished or been added: reading would give the same snapshot.
    bool nothingChanged() const { return m_nothingChanged; }
    /// If nothing has changed: the snapshot with new stamps, by which its files are recognised faster the
    /// next time. The snapshot itself if its stamps are up to date.
    SnapshotPtr restamped() const;
    /// Names of files that have vanished.
    std::vector<std::string> vanished() const;

    /// The next file in scan order; none at the end.
    std::optional<PlannedFile> next();

private:
    void match(FileQueue& queue);
    void compare(const Job& job);
    void compareOne(PlannedFile& file, const Job& job) const;
    void reuseDecoded(PlannedFile& file, const Job& job) const;
    Reuse reuseOf(const FileSource& source, PlannedFile& file, const Job& job) const;
    void addVanishedPacked(std::vector<std::string>& names) const;
    /// Excludes files whose rows cannot be copied exactly.
    void keepExact();
    void keepOrderOfColumns(const std::vector<bool>& unchanged, std::vector<bool>& refused) const;

    KnownFiles m_known;
    std::vector<PlannedFile> m_files;
    std::size_t m_next = 0;
    bool m_nothingChanged = false;
};

} // namespace duologue
