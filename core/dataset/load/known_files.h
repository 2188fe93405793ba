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

/// What a complete snapshot knows of each of its files, so that unchanged files need not be read again.
/// Immutable; any thread.
class KnownFiles {
public:
    explicit KnownFiles(SnapshotPtr snapshot);

    const Snapshot& snapshot() const { return *m_snapshot; }
    const SnapshotPtr& snapshotPtr() const { return m_snapshot; }

    /// The file of the same name. `expected` is tried first.
    std::optional<FileId> find(const FoundFile& file, std::size_t expected) const;
    /// [first, second)
    std::pair<Row, Row> rowsOf(FileId file) const;
    /// In their order, as problems of the file `as`.
    std::vector<Problem> problemsOf(FileId file, FileId as) const;
    /// Problems that were only counted.
    std::optional<ProblemCounts> problemsNotKept(FileId file) const;

    /// It was read to its end, and everything about it is known.
    bool isWhole(FileId file) const;
    /// Bytes that are added at its end can be read alone: it is read in blocks of lines, and all that is
    /// known of the whole file stays true.
    bool canGrow(FileId file) const;

private:
    /// Indices of the file's problems.
    std::pair<std::size_t, std::size_t> problemRange(FileId file) const;

    SnapshotPtr m_snapshot;
    std::unordered_multimap<std::string_view, FileId> m_byPath;
    /// Indices of problems, ordered by file.
    std::vector<std::uint32_t> m_problems;
};

} // namespace duologue
