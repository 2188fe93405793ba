// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/column.h"
#include "core/data/record_languages.h"
#include "core/data/record_origin.h"
#include "core/data/record_texts.h"
#include "core/io/file_stamp.h"
#include "core/io/text_encoding.h"
#include "core/util/language.h"
#include "core/util/parallel.h"
#include "core/util/problem.h"
#include "core/util/vectors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// The columns of messages that every dataset has, the first ones of MessageTable::columns.
enum class MessageColumn : std::uint8_t {
    Role,
    /// Several intents of a message are a list (Column::members).
    Intent,
    /// The key of a code is a Mark.
    Hallucination,
    /// The key of a code is the level.
    Satisfaction,
    /// Characters of the newest text in English (or the language it stands for) and in Chinese; none for a
    /// message without such a text.
    EnglishLength,
    ChineseLength,
    /// True for messages with an earlier translation.
    EarlierTranslation,
    Count
};
inline constexpr auto kMessageColumns = static_cast<std::size_t>(MessageColumn::Count);

/// Those columns, without values.
std::vector<Column> builtInMessageColumns();

/// Every message of every record, in order; RecordEntry::firstMessage is the index of a record's first one.
/// Copies are snapshots.
struct MessageTable {
    /// How many messages there are: a column may end before.
    std::uint32_t count = 0;
    /// Those of MessageColumn, then other keys of messages, in the order of first appearance. Columns of
    /// messages are of flags and categories only, or of whole numbers (Column::areCodesNumbers()).
    std::vector<Column> columns = builtInMessageColumns();

    const Column& column(MessageColumn which) const { return columns[static_cast<std::size_t>(which)]; }
    /// Of keys of the messages' own.
    std::span<const Column> ownColumns() const { return std::span(columns).subspan(kMessageColumns); }
    Mark mark(MessageIndex message) const
    {
        return static_cast<Mark>(keyOfCode(column(MessageColumn::Hallucination).code(indexOf(message))));
    }
    /// Characters that count: of the English text where there is one.
    std::uint32_t length(MessageIndex message) const
    {
        const CategoryCode english = column(MessageColumn::EnglishLength).code(indexOf(message));
        const CategoryCode chinese = column(MessageColumn::ChineseLength).code(indexOf(message));
        return english != kNoCategory   ? static_cast<std::uint32_t>(english)
               : chinese != kNoCategory ? static_cast<std::uint32_t>(chinese)
                                        : 0;
    }
    /// The one after the last one.
    MessageIndex end() const { return MessageIndex{count}; }
};

enum class RecordState : std::uint8_t {
    /// Parsed as it is.
    Read,
    /// Parsed after its tokens were repaired; the bytes on disk are untouched.
    Repaired,
    /// Could not be parsed: it has a Problem and opens only in the raw view.
    Broken,
};

enum class Translation : std::uint8_t { None, Partial, Complete };

/// What records are counted and filtered by.
struct RecordFigures {
    /// Its first message in the MessageTable; the next record's first is its end.
    MessageIndex firstMessage{0};
    /// Characters of its messages, translations not counted twice.
    std::uint32_t characters = 0;
    /// 0 if nobody is the user.
    std::uint16_t turns = 0;
    /// Index into Snapshot::formats.
    std::uint8_t format = 0;
    /// At most 255.
    std::uint8_t problems = 0;
    RecordState state = RecordState::Read;
    std::uint8_t candidates = 0;
    /// languages(), areLanguagesOpen() and translation().
    std::uint16_t languageBits = 0;

    /// Nothing is known of what it says.
    bool isBroken() const { return state == RecordState::Broken; }
    /// One bit a Language, the first one for Language::English: some message has it. Only those that reading
    /// has told: RecordLanguages has all.
    std::uint16_t languages() const { return languageBits & kLanguageMask; }
    /// Of some texts, reading has told only the script.
    bool areLanguagesOpen() const { return (languageBits & kOpenBit) != 0; }
    Translation translation() const { return static_cast<Translation>(languageBits >> kTranslationShift); }
    void add(Language language)
    {
        if (language == Language::Undetermined)
            return;
        languageBits = static_cast<std::uint16_t>(languageBits | 1U << static_cast<unsigned>(language));
    }
    void setLanguagesOpen() { languageBits |= kOpenBit; }
    /// With a value of RecordLanguages.
    void closeLanguages(std::uint16_t languages)
    {
        if (languages != RecordLanguages::kUnknown)
            languageBits = static_cast<std::uint16_t>((languageBits & ~(kLanguageMask | kOpenBit)) |
                                                      (languages & kLanguageMask));
    }
    void set(Translation translation)
    {
        languageBits = static_cast<std::uint16_t>((languageBits & (kLanguageMask | kOpenBit)) |
                                                  static_cast<unsigned>(translation) << kTranslationShift);
    }

    static constexpr unsigned kTranslationShift = 14;
    static constexpr std::uint16_t kLanguageMask = (1U << kLanguageCount) - 1;
    static constexpr std::uint16_t kOpenBit = 1U << 13U;
    static_assert(kLanguageMask < kOpenBit);
};

/// Where a record is on disk.
struct RecordSpan {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    FileId file = kNoFile;
    /// 1-based index in its file.
    std::uint32_t ordinal = 0;

    ByteSpan span() const { return {file, offset, length}; }
};

/// What is kept of every record besides its columns: 40 bytes at most, whatever the format.
struct RecordEntry : RecordFigures, RecordSpan {};

static_assert(sizeof(RecordEntry) <= 40);

/// Every record in file order. Copies are snapshots.
struct RecordTable {
    SplitVector<RecordEntry, RecordFigures, RecordSpan> entries;
    /// In the order of first appearance.
    std::vector<Column> columns;

    /// Null if no record has the field.
    const Column* column(std::string_view key) const;
};

class FormatList;
struct PackedFile;
class RecordBytesSource;
class UnpackedFile;

/// A file of the dataset, read or skipped.
struct SourceFile {
    /// The bytes of the path, as the system has them. For a member of a packed file: the packed file's path
    /// and the member's name; no file has this path.
    std::string path;
    /// The bytes of a member of a packed file, unless it is skipped for its name; else null. openSource()
    /// opens both kinds.
    std::shared_ptr<const UnpackedFile> unpacked;
    /// Makes records of a file of columns; null for a file whose records are text.
    std::shared_ptr<const RecordBytesSource> columns;
    /// The packed file that it is a member of; null for others.
    std::shared_ptr<const PackedFile> packed;
    /// Of its text before it was decoded to UTF-8.
    TextEncoding encoding = TextEncoding::Utf8;
    /// Relative to what was opened (see FoundFile).
    std::string shownPath;
    RecordOrigin origin;
    /// Size in bytes when it was opened, which is not the whole size of a file that was read while it was
    /// still being unpacked.
    std::uint64_t size = 0;
    /// The user opened this very file; it was not found in a folder.
    bool namedByUser = false;
    /// Why its records are not in the table; empty if they are.
    Phrase skipReason;
    /// Index of the opened path in which it was found.
    std::uint32_t root = 0;
    /// Skipped as a single object of no known format. Such files are read only if nothing else is found.
    bool loneObject = false;
    /// Its name ends in .json and it holds one record, whose id is the file's name; records of other files
    /// have a number as well.
    bool isOneRecord = false;
    /// Identifies the contents of the file when it was read.
    FileStamp stamp;
};

struct Snapshot;

/// Reads records again for values that columns lack: those of which they keep only the beginning, and those
/// that need a second look at texts. It has no state: any thread.
class ValueReader {
public:
    struct Wanted {
        Row row{0};
        const FieldInfo* column = nullptr;
        /// ValueKey::text() of the value.
        std::string_view key;
    };

    virtual ~ValueReader() = default;
    /// The values, on all cores; what ValueKey::shown() says of those whose records cannot be read any more.
    virtual std::vector<std::string> read(const Snapshot& snapshot, std::span<const Wanted> wanted,
                                          const Job& job) const = 0;
    /// RecordFigures::languages() of the records, with all languages, on all cores; RecordLanguages::kUnknown
    /// for those that cannot be read any more. Of no use if the job was stopped.
    virtual std::vector<std::uint16_t> languages(const Snapshot& snapshot, std::span<const Row> rows,
                                                 const Job& job) const = 0;
};

/// What is found of a snapshot when somebody first needs it. Any thread.
template<typename T>
class FoundOnce {
public:
    template<typename Find>
    const T& get(const Find& find)
    {
        std::call_once(m_flag, [&] { m_value = find(); });
        return m_value;
    }

private:
    std::once_flag m_flag;
    T m_value;
};

/// The tables, files and problems of a dataset at one moment; loading may still go on. Immutable once it is
/// shared as shared_ptr<const Snapshot>. Any thread.
struct Snapshot {
    RecordTable records;
    MessageTable messages;
    ChunkedVector<SourceFile, 1024> files;
    ChunkedVector<Problem, 1024> problems;
    ProblemCounts problemCounts;
    /// Ids of formats, "unknown" last; RecordEntry::format is an index.
    std::vector<std::string> formats;
    /// The formats that the records were read with; null for the built-in ones.
    std::shared_ptr<const FormatList> formatList;
    /// What the formats of the list know of fields.
    std::vector<KnownField> knownFields;
    /// Null for tables that are of no files.
    const ValueReader* values = nullptr;
    /// Of records whose languages are open, how many there are, and what they turn out to be.
    std::uint32_t openLanguages = 0;
    std::shared_ptr<RecordLanguages> languages = std::make_shared<RecordLanguages>();
    /// Checksum of the described formats that it was read with; 0 if unknown.
    std::uint64_t formatsChecksum = 0;
    /// Only objects of no known format were found, so they were read (see loadDataset()).
    bool readsLoneObjects = false;
    /// How many problems were counted but not kept, for each file that has such, in rising order.
    std::vector<std::pair<FileId, ProblemCounts>> problemsNotKept;
    /// There were more problems of some kind than are kept; problemCounts says how many in all.
    bool problemsCapped = false;
    /// Records that were seen and have no row: those that the filter excludes (LoadOptions::filter), and
    /// those that are only counted.
    std::uint64_t passedOver = 0;
    std::uint64_t counted = 0;
    /// Of those that the filter excludes, the ones that it could not look into because they are broken.
    std::uint64_t brokenPassedOver = 0;
    /// False while files are still being read, and for ever if that was stopped.
    bool complete = false;
    /// Of the bytes of the files, if it is not complete; 0 if unknown.
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesFound = 0;

    /// For textKeysOf(). Copies with the same rows share it.
    std::shared_ptr<FoundOnce<TextKeys>> textKeys = std::make_shared<FoundOnce<TextKeys>>();

    /// Records that were seen, with or without a row.
    std::uint64_t recordsSeen() const { return recordCount() + passedOver + counted; }
    std::uint32_t recordCount() const { return static_cast<std::uint32_t>(records.entries.size()); }
    /// The row after the last one.
    Row endRow() const { return Row{recordCount()}; }
    RecordEntry record(Row row) const { return records.entries[indexOf(row)]; }
    const SourceFile& file(FileId id) const { return files[indexOf(id)]; }
    /// Its messages, [first, second).
    std::pair<MessageIndex, MessageIndex> messageRange(Row row) const
    {
        const auto& figures = records.entries.hot();
        const MessageIndex end = row + 1 < endRow() ? figures[indexOf(row) + 1].firstMessage : messages.end();
        return {figures[indexOf(row)].firstMessage, end};
    }
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// What numbers are of: how much of the dataset has been read, and which of its conversations are counted.
/// Whoever shows a number shows these phrases with it. A plain value.
struct Coverage {
    /// Conversations that are counted, of those that have been read. 0 of 0 if somebody else counted them.
    std::uint64_t counted = 0;
    std::uint64_t read = 0;
    /// The query that chose them; empty if none did.
    std::string where;
    /// One of several equal parts of them, as in "3/7"; empty for all.
    std::string shard;
    /// Reading came to its end. Otherwise it was stopped, or goes on.
    bool isComplete = true;
    bool isReading = false;
    /// Files and folders, or parts of them, that could not be read, and why: the numbers are without them.
    std::vector<Phrase> notRead;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesFound = 0;
    /// How many of those that are counted could not be read, so that they have no figures of messages. Only
    /// where it matters.
    std::uint64_t broken = 0;
    /// Whatever else holds for the numbers: a sample, a limit, what could not be judged.
    std::vector<Phrase> remarks;

    /// "all 3,980 conversations", "42 of 3,980 conversations, where `task:travel`"
    Phrase chosen() const;
    /// "reading was stopped: the first 23,513 conversations, 39 % of the bytes"; empty if all was read.
    Phrase reading() const;
    /// What holds for the numbers, whichever they are of: what was not read, what is broken, and the remarks.
    std::vector<Phrase> notes() const;
    /// What has to stand with the numbers; nothing if they are of everything there is.
    std::vector<Phrase> phrases() const;
    /// All files were read to their ends.
    bool isWhole() const { return isComplete && notRead.empty(); }
    /// Whole per cent of the bytes that have been read, rounded down; none if unknown.
    std::optional<unsigned> percentRead() const;
};

/// Of `counted` conversations of the snapshot that `where` chose.
Coverage coverageOf(const Snapshot& snapshot, std::uint64_t counted, std::string where = {});

/// The problem is that a file or folder, or a part of it, could not be read. Broken records are others.
bool isNotRead(const Problem& problem);

/// A phrase of a Coverage as a line of Markdown, a sentence in which the query is code.
std::string coverageMarkdown(const Phrase& phrase);

} // namespace duologue
