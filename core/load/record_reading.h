// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/snapshot.h"
#include "core/data/table_writer.h"
#include "core/formats/format.h"
#include "core/json/record_split.h"
#include "core/load/record_parser.h"
#include "core/load/recovering_splitter.h"
#include "core/util/problem.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Limits how many long records are parsed at the same time, because parsing takes several times their length
/// in memory. Any thread. A thread that has a turn must not ask for another one: that would be a deadlock.
class LongRecords {
public:
    /// Longer records wait for a turn.
    static constexpr std::uint64_t kLong = std::uint64_t{16} << 20U;
    /// Total length of the records that have a turn at the same time. A single record may be longer.
    static constexpr std::uint64_t kMostAtOnce = std::uint64_t{128} << 20U;

    /// The constructor waits until the record may be parsed. The caller keeps the turn while it uses the
    /// record's memory.
    class Turn {
    public:
        Turn(LongRecords& records, std::uint64_t length) : m_records(records), m_length(length)
        {
            std::unique_lock lock(m_records.m_mutex);
            m_records.m_ended.wait(lock, [this] {
                return m_records.m_length == 0 || m_records.m_length + m_length <= kMostAtOnce;
            });
            m_records.m_length += m_length;
        }
        ~Turn()
        {
            const std::scoped_lock lock(m_records.m_mutex);
            m_records.m_length -= m_length;
            m_records.m_ended.notify_all();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        LongRecords& m_records;
        const std::uint64_t m_length;
    };

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    /// Total length of the records that have a turn.
    std::uint64_t m_length = 0;
};

struct Snapshot;

/// Gives the first records of the dataset, as they are without a filter: endOfFirstRecords() or more of them.
using FirstRecords = std::function<std::shared_ptr<const Snapshot>()>;

/// Decides which records the loader keeps: first by their bytes, so that most need not be parsed, then by the
/// parsed conversation. Used on several threads at once.
class RecordFilter {
public:
    virtual ~RecordFilter() = default;

    /// The next offset in `bytes`, at or after `from`, that may be in a wanted record; npos if there is none.
    /// `bytes` are one or more records as in their file. A record that contains no such offset is ruled out.
    virtual std::size_t nextCandidate(std::string_view bytes, std::size_t from) const = 0;
    /// A further check of one record that contains such an offset: false if its bytes rule it out.
    virtual bool mayWant(std::string_view) const { return true; }
    /// Decides about a record that its bytes did not rule out, if need be by what the `first` ones have.
    virtual bool keeps(const Conversation& conversation, const FirstRecords& first) const = 0;
    /// The same for a record that has a row already.
    virtual bool keepsRow(const Conversation& conversation, Row, const FirstRecords& first) const
    {
        return keeps(conversation, first);
    }

    /// Whether keeps() and keepsRow() need the languages of texts.
    virtual bool readsLanguages() const { return true; }
    /// Whether records that it keeps become rows; otherwise they are only counted.
    virtual bool wantsRows() const { return true; }

    bool rulesOut(std::string_view record) const
    {
        return nextCandidate(record, 0) == std::string_view::npos || !mayWant(record);
    }
};

/// Records of files, by SourceFile::path, that are like none of those by which it was decided how the file is
/// read. They were met when it was read, and take part when it is decided once more.
using LateRecords = std::unordered_map<std::string, std::vector<std::string>>;

class FolderEvidence;
class HubFolders;
class RecodedFiles;

/// What a worker needs to turn bytes into table rows: mostly a parser and a Conversation, which it uses again
/// for each record. One thread at a time.
struct WorkerContext {
    JsonParser parser;
    /// Of the parser.
    PlainShapes plainShapes;
    /// By JsonKeys::shape of the parser.
    std::vector<FormatList::ShapeScores> scores;
    /// The learned format that they may be about.
    std::shared_ptr<const Format> learned;
    /// By shape, and by which of the record's values are empty: the file of the last such record, and how
    /// many more of them are wanted as LateRecords.
    struct Late {
        FileId file = kNoFile;
        std::uint32_t wanted = 0;
    };
    std::unordered_map<std::uint64_t, Late> lateShapes;
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
    /// Of the same dataset, when it was read before; null if it was not.
    const LateRecords* late = nullptr;
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
    /// Records for LateRecords, a few.
    std::vector<std::pair<FileId, std::string>> late;
    /// How many records without a known shape were looked at for it.
    std::size_t lookedAt = 0;
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
