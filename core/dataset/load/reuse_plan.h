// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/dataset/load/file_queue.h"
#include "core/dataset/load/known_files.h"

#include <optional>
#include <vector>

namespace duologue {

/// How much of a file need not be read, because a snapshot before has it.
enum class Reuse : std::uint8_t {
    Nothing,
    /// All that was known of it; it has grown behind that.
    Front,
    Everything,
};

/// A file to load, and what is known of it.
struct PlannedFile {
    QueuedFile queued;
    FileId known = kNoFile;
    Reuse reuse = Reuse::Nothing;
    /// Of a file that is reused: as it was compared. Not that of `known` where it was known by its contents
    /// alone.
    FileStamp stamp = {};
};

/// Which files of a dataset are still as a snapshot knows them, and whose rows can be taken from there so
/// that the outcome is the same as if everything were read: a changed dataset must not look otherwise for
/// having been known before. Looks at all files when it is made; one thread.
class ReusePlan {
public:
    ReusePlan(SnapshotPtr known, FileQueue& queue, const Job& job);

    const KnownFiles& known() const { return m_known; }
    /// Every file is as it was, and no other is there: the snapshot is what reading would bring.
    bool nothingChanged() const { return m_nothingChanged; }
    /// Where nothing has changed: the snapshot, with stamps by which its files are known sooner the next
    /// time. The snapshot itself where it has them.
    SnapshotPtr restamped() const;
    /// Names of files that are no longer there.
    std::vector<std::string> vanished() const;

    /// The next file in scan order; none at the end.
    std::optional<PlannedFile> next();

private:
    void match(FileQueue& queue);
    void compare(const Job& job);
    void compareOne(PlannedFile& file, const Job& job) const;
    Reuse reuseOf(const FileSource& source, PlannedFile& file, const Job& job) const;
    void addVanishedPacked(std::vector<std::string>& names) const;
    /// Takes back what cannot be copied exactly.
    void keepExact();
    void keepOrderOfColumns(const std::vector<bool>& unchanged, std::vector<bool>& refused) const;

    KnownFiles m_known;
    std::vector<PlannedFile> m_files;
    std::size_t m_next = 0;
    bool m_nothingChanged = false;
};

} // namespace duologue
