// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/folder_scan.h"
#include "core/table/snapshot.h"

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

} // namespace duologue
