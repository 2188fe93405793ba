// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/data/snapshot.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace duologue {

/// The ids that records have of their own. Cheap to ask for many rows; the snapshot must outlive it.
class OwnIds {
public:
    explicit OwnIds(const Snapshot& snapshot);

    /// Empty if the record is named by its place.
    std::string of(Row row) const;

private:
    const Column* m_own;
    std::optional<FieldReader> m_ids;
};

/// Finds the records of a snapshot in a later one of the same files, which may have changed meanwhile: by
/// their own ids, which are unique in a file; without them by their place, also if records were inserted
/// before it or after it. Both snapshots must outlive it. One thread.
class SameRecords {
public:
    SameRecords(const Snapshot& from, const Snapshot& to)
        : m_from(from), m_to(to), m_oldIds(from), m_newIds(to)
    {
    }

    /// Empty if the record is not there any more, or may be any of several.
    std::optional<Row> find(Row row);

private:
    struct File {
        std::optional<FileId> id;
        /// What its records have moved by, in bytes. Empty if they have not moved as a whole.
        std::optional<std::int64_t> moved;
        /// No records were added or removed.
        bool isAsLong = false;
        /// Filled when it is first needed; empty values stand for ids that occur twice.
        std::optional<std::unordered_map<std::string, std::optional<Row>>> byId;
    };

    File& fileOf(FileId id);
    std::optional<FileId> renamed(const SourceFile& source) const;
    std::optional<Row> atPlace(const File& file, const RecordEntry& entry) const;
    std::optional<Row> withId(File& file, const std::string& id) const;

    const Snapshot& m_from;
    const Snapshot& m_to;
    OwnIds m_oldIds;
    OwnIds m_newIds;
    std::map<FileId, File> m_files;
};

/// The rows of a file, [first, second).
std::pair<Row, Row> rowsOfFile(const Snapshot& snapshot, FileId file);

/// The only record of a file with this id of its own.
std::optional<Row> recordOfFile(const Snapshot& snapshot, FileId file, const std::string& id);

} // namespace duologue
