// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/io/file_stamp.h"
#include "core/record/record_origin.h"
#include "core/table/message_table.h"
#include "core/table/record_table.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

class FormatList;
struct PackedFile;
class UnpackedFile;

/// A file of the dataset and what became of it.
struct SourceFile {
    /// As the system spells it. Of a member of a packed file: the packed file's path and the member's name;
    /// nothing lies there.
    std::string path;
    /// Where its bytes are, for a member of a packed file that is not skipped for its name; else null.
    /// openSource() knows both.
    std::shared_ptr<const UnpackedFile> unpacked;
    /// The packed file that it is a member of; null for others.
    std::shared_ptr<const PackedFile> packed;
    /// Relative to what was opened (see FoundFile).
    std::string shownPath;
    RecordOrigin origin;
    /// Bytes when it was opened: of a file that was read while it was still being unpacked, not all.
    std::uint64_t size = 0;
    /// The user named this very file, it was not found in a folder.
    bool namedByUser = false;
    /// Why its records are not in the table; empty where they are.
    std::string skipReason;
    /// Which of the opened paths it was found in.
    std::uint32_t root = 0;
    /// Skipped as an object of no known format that has a file for itself, which would be read where nothing
    /// else is found.
    bool loneObject = false;
    /// It is named .json and holds one record, which is called by the file alone: others are numbered.
    bool isOneRecord = false;
    /// Of the file as it was read.
    FileStamp stamp;
};

/// A record that was looked at and is no row, by its number in its file.
struct UndecidedRecord {
    FileId file = kNoFile;
    std::uint32_t ordinal = 0;
};

/// An immutable view of a dataset at one moment, while loading may go on: tables, files, problems. Held by
/// shared_ptr<const Snapshot>, read on any thread.
struct Snapshot {
    RecordTable records;
    MessageTable messages;
    ChunkedVector<SourceFile, 1024> files;
    ChunkedVector<Problem, 1024> problems;
    ProblemCounts problemCounts;
    /// Ids of the formats that RecordEntry::format counts, "unknown" last.
    std::vector<std::string> formats;
    /// What the records were read with; null for the built-in formats.
    std::shared_ptr<const FormatList> formatList;
    /// What the formats of the list know of fields.
    std::vector<KnownField> knownFields;
    /// Tells the descriptions of formats that it was read with from others; 0 where nobody can tell.
    std::uint64_t formatsChecksum = 0;
    /// Nothing but objects of no known format was found, and so they were read (see loadDataset()).
    bool readsLoneObjects = false;
    /// Problems that came up and were not kept one by one, of files that have such, in rising order.
    std::vector<std::pair<FileId, ProblemCounts>> problemsNotKept;
    /// Where more problems of a kind came up than are kept one by one: how many there were in all is in
    /// problemCounts.
    bool problemsCapped = false;
    /// Records that were seen and are no rows: those that were not asked for (LoadOptions::filter), and those
    /// that were only to be counted.
    std::uint64_t passedOver = 0;
    std::uint64_t counted = 0;
    /// And those for which the filter could not tell whether they are asked for, with the first of them.
    std::uint64_t undecided = 0;
    UndecidedRecord firstUndecided;
    /// False while files are still being read.
    bool complete = false;

    /// Records that were seen, rows or not.
    std::uint64_t recordsSeen() const { return recordCount() + passedOver + counted + undecided; }
    Row recordCount() const { return static_cast<Row>(records.entries.size()); }
    RecordEntry record(Row row) const { return records.entries[row]; }
    const SourceFile& file(FileId id) const { return files[indexOf(id)]; }
    /// [first, second) in messages.entries.
    std::pair<std::uint32_t, std::uint32_t> messageRange(Row row) const
    {
        const auto& figures = records.entries.hot();
        const std::uint32_t end = row + 1 < recordCount()
                                      ? figures[row + 1].firstMessage
                                      : static_cast<std::uint32_t>(messages.entries.size());
        return {figures[row].firstMessage, end};
    }
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

} // namespace duologue
