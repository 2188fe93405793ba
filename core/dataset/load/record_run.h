// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/file_remarks.h"
#include "core/dataset/load/long_records.h"
#include "core/dataset/load/record_filter.h"
#include "core/formats/format_list.h"
#include "core/io/record_split.h"
#include "core/table/snapshot.h"
#include "core/table/table_batch.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// What one worker needs to turn bytes into table rows: a parser and a Conversation that are filled again and
/// again. One thread at a time.
struct WorkerContext {
    JsonParser parser;
    Conversation conversation;
    PaddedBytes bytes;
    std::shared_ptr<const FormatList> formats = FormatList::builtIn();
    /// Objects of no known format that have a file for themselves are records too.
    bool readsLoneObjects = false;
    /// Null: every record is wanted.
    const RecordFilter* filter = nullptr;
    /// As LoadOptions says.
    bool keepsStamps = true;
    /// Shared by all who read a dataset; null for who reads alone.
    LongRecords* longRecords = nullptr;
    /// The last file of those that were read together before; the next ones are often from its folder.
    SourceFile neighbour;

    /// Gives back what a long record took.
    void giveBackMemory();
};

/// Rows and problems made from a run of records.
struct RunOutcome {
    TableBatch batch;
    std::vector<Problem> problems;
    /// Of the file that is being read.
    FileRemarks remarks;
    /// Files skipped that WorkerContext::readsLoneObjects would have read.
    std::size_t loneObjects = 0;
    /// Records of the file that were met, rows or not, for the numbers of those behind them.
    std::uint32_t seen = 0;
    /// Records that the filter keeps and only counts.
    std::uint64_t counted = 0;
    /// Records that the filter does not keep.
    std::uint64_t passedOver = 0;
    /// Ordinals of records for which the filter cannot tell, and their file's.
    std::vector<UndecidedRecord> undecided;
};

/// A record's bytes in memory and where they stand in their file.
struct RecordBytes {
    std::string_view bytes;
    std::uint64_t offset = 0;
    /// Not 0 for a record that is too long: its length on disk; there are no bytes of it then.
    std::uint64_t refusedLength = 0;
};

/// Where something stands behind the end of a file's list; none where nothing does.
struct BehindList {
    std::optional<std::uint64_t> nextList;
    std::optional<std::uint64_t> other;
};

/// What all records of a file share.
struct RecordSource {
    FileId file = kNoFile;
    const RecordOrigin& origin;
    /// Null where nobody knows the records: they are broken.
    const Format* format = nullptr;
};

/// What a file's first records say of the whole file.
struct Recognition {
    const Format* format = nullptr;
    int score = 0;
    /// What to say where the file is skipped. Empty where every record looked at was broken.
    std::string skipReason;

    bool isGeneric() const { return format != nullptr && score <= kGenericScore; }
};

/// Looks at the first records that can be parsed; broken ones alone leave all members empty. `root`, one
/// record that is parsed already, for files of one.
Recognition recogniseRecords(WorkerContext& worker, const std::vector<RecordBytes>& records);
Recognition recogniseRecord(const FormatList& formats, const JsonView& root);

/// The records are messages of one conversation: a file that is nothing but a list of messages.
bool areMessages(WorkerContext& worker, const std::vector<RecordBytes>& records);

/// How the records stand in a text that begins with lists one after another, which is `layout` as far as
/// brackets tell: the records are the lists' elements, unless each list is a conversation.
RecordLayout layoutOfLists(WorkerContext& worker, std::string_view text, RecordLayout layout);

/// A file of one object that only the generic format knows, found in a folder among others: no conversation,
/// unless nothing else is found.
bool isLoneObject(const SourceFile& file, const Recognition& recognition);

/// A file that holds one record is called by itself (SourceFile::isOneRecord), unless it is JSON Lines of one
/// line, which grow.
void noteOneRecord(SourceFile& file);

/// Why a format cannot read the record at all: it is no object, nor a list that the format knows. None where
/// it can. The viewer asks the same.
std::optional<Problem> refusal(const Format& format, const JsonView& root, const ByteSpan& span);

/// Says that something stands behind the end of the file's list: another list, which is read as well, or
/// something else, unless a record there is broken and says so itself.
void reportBehindList(FileId file, const BehindList& behind, RunOutcome& outcome);

/// Parses and reads one record and adds its row to `outcome`, if it is wanted.
void readRecordInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                    std::uint32_t ordinal, RunOutcome& outcome);

/// The same where the filter's bytes have been found in it already.
void readCandidateInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                       std::uint32_t ordinal, RunOutcome& outcome);

/// A record whose bytes are parsed already.
struct ParsedInFile {
    JsonView root;
    RecordState state = RecordState::Read;
    ByteSpan span;
    std::uint32_t ordinal = 0;
    /// RunOutcome::problems holds the record's problems from here on.
    std::size_t firstProblem = 0;
};

/// Reads the record by the source's format and adds its row, if it is wanted.
void addParsedRecord(WorkerContext& worker, const ParsedInFile& record, const RecordSource& source,
                     RunOutcome& outcome);

} // namespace duologue
