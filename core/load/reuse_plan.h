// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/io/folder_scan.h"
#include "core/load/file_queue.h"
#include "core/util/parallel.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Finds the rows and problems of each file of an earlier, complete snapshot, so that unchanged files need
/// not be read again. Immutable; any thread.
class KnownFiles {
public:
    explicit KnownFiles(SnapshotPtr snapshot);

    const Snapshot& snapshot() const { return *m_snapshot; }
    const SnapshotPtr& snapshotPtr() const { return m_snapshot; }

    /// The file with the same path. The index `expected` is tried first.
    std::optional<FileId> find(const FoundFile& file, std::size_t expected) const;
    /// [first, second)
    std::pair<Row, Row> rowsOf(FileId file) const;
    /// The problems of `file` in their order, with `newId` as their file.
    std::vector<Problem> problemsOf(FileId file, FileId newId) const;
    /// Numbers of problems that were counted only, because the file has too many.
    std::optional<ProblemCounts> problemsNotKept(FileId file) const;

    /// The file was read to its end.
    bool isWhole(FileId file) const;
    /// Bytes that are added at its end can be read alone: the file is read in blocks of lines, and longer
    /// contents would change neither its format nor its problems.
    bool canGrow(FileId file) const;

private:
    /// Range of `m_problems` that belongs to the file.
    std::pair<std::size_t, std::size_t> problemRange(FileId file) const;

    SnapshotPtr m_snapshot;
    std::unordered_multimap<std::string_view, FileId> m_byPath;
    /// Indices of problems, ordered by file.
    std::vector<std::uint32_t> m_problems;
};

/// How much of a file need not be read, because an earlier snapshot has it.
enum class Reuse : std::uint8_t {
    Nothing,
    /// The file has only grown: all known rows are copied, and the new lines are read.
    Front,
    Everything,
};

/// A file to load, and how much of the earlier snapshot is used for it.
struct PlannedFile {
    QueuedFile queued;
    /// Its id in the earlier snapshot.
    FileId known = kNoFile;
    Reuse reuse = Reuse::Nothing;
    /// For a file that is reused: its present stamp. Differs from that of `known` if the file was touched but
    /// its contents are the same.
    FileStamp stamp = {};
    /// Its records have shown what those did not by which it was decided how they are read (LateRecords).
    /// They are copied only if they are still read in the same way.
    bool isDecidedAgain = false;
};

/// Finds files of a dataset that have not changed since an earlier snapshot, so that their rows can be
/// copied. The result is the same as if everything were read. The constructor compares all files. One thread.
class ReusePlan {
public:
    ReusePlan(SnapshotPtr known, FileQueue& queue, const Job& job);

    const KnownFiles& known() const { return m_known; }
    /// No file has changed, vanished or been added: reading would give the same snapshot.
    bool nothingChanged() const { return m_nothingChanged; }
    /// The same but for settings of checks, which have no rows: they may have been added or vanished.
    bool noDataChanged() const { return m_noDataChanged; }
    /// If nothing has changed: the snapshot with the present stamps, so that the next comparison is faster.
    /// The snapshot itself if no stamp is new.
    SnapshotPtr restamped() const;
    /// Names of files that have vanished.
    std::vector<std::string> vanished() const;

    /// The next file in scan order; none at the end.
    std::optional<PlannedFile> next();

private:
    void match(FileQueue& queue);
    void compare(const Job& job);
    bool isDataSame() const;
    void compareOne(PlannedFile& file, const Job& job) const;
    void reuseDecoded(PlannedFile& file, const Job& job) const;
    Reuse reuseOf(const FileSource& source, PlannedFile& file, const Job& job) const;
    void addVanishedPacked(std::vector<std::string>& names) const;
    /// Plans to read files again whose rows cannot be copied exactly.
    void excludeInexact();
    void excludeForColumnOrder(const std::vector<bool>& unchanged, std::vector<bool>& refused) const;

    KnownFiles m_known;
    std::vector<PlannedFile> m_files;
    std::size_t m_next = 0;
    bool m_nothingChanged = false;
    bool m_noDataChanged = false;
};

} // namespace duologue
