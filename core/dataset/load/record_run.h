// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/file_remarks.h"
#include "core/dataset/load/long_records.h"
#include "core/dataset/load/record_filter.h"
#include "core/dataset/load/record_parser.h"
#include "core/formats/format_list.h"
#include "core/io/record_split.h"
#include "core/table/snapshot.h"
#include "core/table/table_batch.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

class RecodedFiles;

/// What one worker needs to turn bytes into table rows: a parser and a Conversation, which are used again for
/// each record. One thread at a time.
struct WorkerContext {
    JsonParser parser;
    Conversation conversation;
    PaddedBytes bytes;
    std::shared_ptr<const FormatList> formats = FormatList::builtIn();
    /// Files of one object of no known format are read, too.
    bool readsLoneObjects = false;
    /// Null: every record is wanted.
    const RecordFilter* filter = nullptr;
    /// As in LoadOptions.
    bool keepsStamps = true;
    /// Shared by all workers of a dataset; null for a single reader.
    LongRecords* longRecords = nullptr;
    /// As long records; decodes files of other encodings.
    RecodedFiles* recodedFiles = nullptr;
    /// The last file that was read; the next ones are often from its folder.
    SourceFile neighbour;

    /// Frees the memory that a long record has needed.
    void giveBackMemory();
};

/// Rows and problems made from a run of records.
struct RunOutcome {
    TableBatch batch;
    std::vector<Problem> problems;
    /// Of the file that is being read.
    FileRemarks remarks;
    /// Files that were skipped, but would be read with WorkerContext::readsLoneObjects.
    std::size_t loneObjects = 0;
    /// Records of the file so far, with rows or without, for the numbers of the next ones.
    std::uint32_t seen = 0;
    /// Records that the filter keeps and only counts.
    std::uint64_t counted = 0;
    /// Records that the filter does not keep.
    std::uint64_t passedOver = 0;
    /// Records for which the filter cannot be decided.
    std::vector<UndecidedRecord> undecided;
};

/// A record's bytes in memory and their offset in the file.
struct RecordBytes {
    std::string_view bytes;
    std::uint64_t offset = 0;
    /// For a record that is too long, which has no bytes here: its length on disk. Otherwise 0.
    std::uint64_t refusedLength = 0;
};

/// Offsets of a record in its file.
struct RecordRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Offsets of what follows the end of a file's list; none if nothing does.
struct BehindList {
    std::optional<std::uint64_t> nextList;
    std::optional<std::uint64_t> other;
};

/// What all records of a file share.
struct RecordSource {
    FileId file = kNoFile;
    const RecordOrigin& origin;
    /// The format of the first records; null if none is known.
    const Format* format = nullptr;
};

/// What the first records of a file show about the whole file.
struct Recognition {
    const Format* format = nullptr;
    int score = 0;
    /// The reason if the file is skipped. Empty if all of the first records are broken.
    Phrase skipReason;

    bool isGeneric() const { return format != nullptr && score <= kGenericScore; }
};

/// Looks at the first records that can be parsed; if all are broken, all members are empty. `root` is the
/// parsed record of a file that has only one, `described` as in RecordOrigin::describedAs.
Recognition recogniseRecords(WorkerContext& worker, const std::vector<RecordBytes>& records,
                             std::string_view described, RecordForm form = RecordForm::Value);
Recognition recogniseRecord(const FormatList& formats, const JsonView& root, std::string_view described);

/// The records are messages of one conversation: a file that is nothing but a list of messages.
bool areMessages(WorkerContext& worker, const std::vector<RecordBytes>& records);

/// The layout of a text that begins with lists one after another, for which brackets alone show `layout`: the
/// records are the elements of the lists, unless each list is a conversation.
RecordLayout layoutOfLists(WorkerContext& worker, std::string_view text, RecordLayout layout);

/// Whether the name says JSON and not JSON Lines.
bool isNamedJson(const SourceFile& file);

/// A file of one object that only the generic format recognises and that was found in a folder: it is skipped
/// unless nothing else is found.
bool isLoneObject(const SourceFile& file, const Recognition& recognition);

/// Sets SourceFile::isOneRecord for a file of one record, unless it is JSON Lines of one line, which may
/// grow.
void noteOneRecord(SourceFile& file);

/// Why a format cannot read the record at all: it is neither an object nor a list that the format knows. None
/// if it can. The viewer uses the same test.
std::optional<Problem> refusal(const Format& format, const JsonView& root, const ByteSpan& span);

/// Adds a problem about what follows the end of the file's list: another list, which is read as well, or
/// something else, unless a broken record there has a problem already.
void reportBehindList(FileId file, const BehindList& behind, RunOutcome& outcome);

/// Parses and reads one record and adds its row to `outcome`, if it is wanted.
void readRecordInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                    std::uint32_t ordinal, RunOutcome& outcome);

/// The same if the filter's bytes have been found in the record already.
void readCandidateInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                       std::uint32_t ordinal, RunOutcome& outcome);

/// A record whose bytes are parsed already.
struct ParsedInFile {
    const ParsedRecord& parsed;
    ByteSpan span;
    std::uint32_t ordinal = 0;
    /// RunOutcome::problems holds the record's problems from here on.
    std::size_t firstProblem = 0;
};

/// Reads the record by the source's format and adds its row, if it is wanted.
void addParsedRecord(WorkerContext& worker, const ParsedInFile& record, const RecordSource& source,
                     RunOutcome& outcome);

} // namespace duologue
