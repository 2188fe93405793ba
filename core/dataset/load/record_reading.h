// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/file_remarks.h"
#include "core/dataset/load/long_records.h"
#include "core/dataset/load/record_filter.h"
#include "core/dataset/load/record_parser.h"
#include "core/dataset/load/recovering_splitter.h"
#include "core/formats/format_list.h"
#include "core/io/record_split.h"
#include "core/table/snapshot.h"
#include "core/table/table_batch.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

class FolderEvidence;
class HubFolders;
class RecodedFiles;

/// What a worker needs to turn bytes into table rows: mostly a parser and a Conversation, which it uses again
/// for each record. One thread at a time.
struct WorkerContext {
    JsonParser parser;
    Conversation conversation;
    PaddedBytes bytes;
    std::shared_ptr<const FormatList> formats = FormatList::builtIn();
    /// Null for a single reader.
    std::shared_ptr<const HubFolders> hub;
    /// Lone objects (isLoneObject()) are read, too.
    bool readsLoneObjects = false;
    /// Null: every record is wanted.
    const RecordFilter* filter = nullptr;
    /// For the filter; null without one.
    const FirstRecords* first = nullptr;
    /// As in LoadOptions.
    bool keepsStamps = true;
    /// Shared by all workers of a dataset; null for a single reader.
    LongRecords* longRecords = nullptr;
    /// Decodes files that are not UTF-8. Shared in the same way.
    RecodedFiles* recodedFiles = nullptr;
    /// What is learned of whole folders. Shared in the same way.
    FolderEvidence* folders = nullptr;
    /// The last file that was read; the next ones are often from its folder.
    SourceFile neighbour;

    /// Frees the memory that a long record needed.
    void giveBackMemory();
};

/// Rows, problems and counts made from the records of some files or of one block.
struct ReadOutcome {
    TableBatch batch;
    std::vector<Problem> problems;
    /// Of the current file.
    FileRemarks remarks;
    /// Files that were skipped, but would be read with WorkerContext::readsLoneObjects.
    std::size_t loneObjects = 0;
    /// Records of the file so far, with or without rows. The next record's ordinal is one more.
    std::uint32_t seen = 0;
    /// Records that the filter keeps but does not want as rows (RecordFilter::wantsRows()).
    std::uint64_t counted = 0;
    /// Records that the filter does not keep.
    std::uint64_t passedOver = 0;
    /// Those of them that it cannot look into because they are broken.
    std::uint64_t brokenPassedOver = 0;
};

/// A record's bytes in memory and their offset in the file.
struct RecordBytes {
    std::string_view bytes;
    std::uint64_t offset = 0;
    /// Length on disk of a record that is too long to be read, which has no `bytes`; 0 for others.
    std::uint64_t refusedLength = 0;
    /// What is odd about how it stands in its file; null for nothing.
    const Phrase* remark = nullptr;
};

/// Offsets of a record in its file.
struct RecordRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Offsets of what follows the list of records in a file: another list, or anything else.
struct AfterList {
    std::optional<std::uint64_t> nextList;
    std::optional<std::uint64_t> other;
};

/// What all records of a file share.
struct RecordSource {
    FileId file = kNoFile;
    const RecordOrigin& origin;
    /// The format of the first records; null if none is known.
    const Format* format = nullptr;
    /// How its records begin; null if a broken record is not to be searched for others.
    const FileStarts* starts = nullptr;
    RecordLayout layout = RecordLayout::Lines;
};

/// What the first records of a file show about the whole file.
struct Recognition {
    const Format* format = nullptr;
    int score = 0;
    /// The reason if the file is to be skipped. Empty if all of the first records are broken.
    Phrase skipReason;

    bool isGeneric() const { return format != nullptr && score <= kGenericScore; }
};

/// Recognises a file by its first records that can be parsed; if all are broken, the result is empty.
/// `form` is that of the
/// records, which the origin may not say yet.
Recognition recogniseRecords(WorkerContext& worker, const std::vector<RecordBytes>& records,
                             const RecordOrigin& origin, RecordForm form = RecordForm::Value);
/// The same for a file of one record, whose parsed value is `root`.
Recognition recogniseRecord(const FormatList& formats, const JsonView& root, const RecordOrigin& origin);

/// Whether the records are messages of one conversation, because the file is just a list of messages. Looks
/// at the first.
bool areMessages(WorkerContext& worker, const std::vector<RecordBytes>& records);

/// Corrects the `layout` that brackets alone show, for a text of lists that follow each other: Elements if
/// the elements of the lists are records, `layout` if each list is a conversation, or for any other text.
RecordLayout layoutOfLists(WorkerContext& worker, std::string_view text, RecordLayout layout);

/// Whether the name says JSON and not JSON Lines.
bool isNamedJson(const SourceFile& file);

/// Whether a file holds one object that only the generic format recognises, such as a configuration, and was
/// found in a folder. Such files are skipped unless nothing else is found.
bool isLoneObject(const SourceFile& file, const Recognition& recognition);

/// Sets SourceFile::isOneRecord for a file of one record. Not for JSON Lines of one line, which may grow.
void noteOneRecord(SourceFile& file);

/// Why a format cannot read the record at all: it is neither an object nor a list that the format knows. None
/// if it can. The viewer uses the same test.
std::optional<Problem> refusal(const Format& format, const JsonView& root, const ByteSpan& span);

/// Adds problems about what follows the file's list: another list, which is read as well, or anything else,
/// unless a broken record at that offset has been reported.
void reportAfterList(FileId file, const AfterList& afterList, ReadOutcome& outcome);

/// Parses and reads one record and adds its row to `outcome`, if it is wanted. A broken record that holds
/// others becomes several rows. `seen` counts the records so far, each of which has its number.
void readRecordInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                    std::uint32_t& seen, ReadOutcome& outcome);

/// The same without asking the filter about the record's bytes, because that has been done.
void readCandidateInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                       std::uint32_t& seen, ReadOutcome& outcome);

/// A parsed record and where it is in its file.
struct ParsedInFile {
    const ParsedRecord& parsed;
    ByteSpan span;
    std::uint32_t ordinal = 0;
    /// ReadOutcome::problems holds the record's problems from here on.
    std::size_t firstProblem = 0;
};

/// Reads the record by the source's format and adds its row, if it is wanted.
void addParsedRecord(WorkerContext& worker, const ParsedInFile& record, const RecordSource& source,
                     ReadOutcome& outcome);

} // namespace duologue
