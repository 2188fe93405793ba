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

/// What a complete snapshot knows of each of its files, by which a later one need not read them again.
/// Immutable once made; any thread.
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
    /// Those that were only counted.
    std::optional<ProblemCounts> problemsNotKept(FileId file) const;

    /// It was read to its end, and what is known of it is all.
    bool isWhole(FileId file) const;
    /// What is added behind its end can be read alone: it is read in blocks of lines, and what was said of it
    /// as a whole stays true.
    bool canGrow(FileId file) const;

private:
    /// Numbers of the file's problems.
    std::pair<std::size_t, std::size_t> problemRange(FileId file) const;

    SnapshotPtr m_snapshot;
    std::unordered_multimap<std::string_view, FileId> m_byPath;
    /// Numbers of problems of files, by file.
    std::vector<std::uint32_t> m_problems;
};

} // namespace duologue
