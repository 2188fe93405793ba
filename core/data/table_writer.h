// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/batch_columns.h"
#include "core/data/record_builder.h"
#include "core/data/snapshot.h"
#include "core/util/phrase.h"
#include "core/util/problem.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

struct Snapshot;

/// What the tables hold of a record besides its Conversation: where it is on disk, its format and its state.
struct RecordHeader {
    ByteSpan span;
    std::uint32_t ordinal = 0;
    std::uint8_t format = 0;
    RecordState state = RecordState::Read;
    std::size_t problems = 0;
};

/// Adds the languages of what is said in a record; where nobody speaks, those of its long texts. With
/// Measuring::Scripts they stay open where the script does not tell, as in the texts of `conversation`.
void addLanguages(const Conversation& conversation, Measuring measuring, RecordFigures& record);

/// The table entries of some records, made by one worker independently of all others: codes refer to the
/// batch's own lists, and rows and messages are counted from 0. TableWriter translates and appends them.
class TableBatch {
public:
    void append(const Conversation& conversation, const RecordHeader& header);
    /// A record that could not be read: a row without values.
    void appendBroken(const RecordHeader& header);

    /// Appends rows [begin, end) of a snapshot as records of `file`. The result is the same as reading them
    /// again, as long as no column in which they have values is mixed.
    void appendKnown(const Snapshot& known, Row begin, Row end, FileId file);

    /// Removes all rows. Columns, and the lists to which codes refer, stay for those that come, so a batch is
    /// appended to one table alone.
    void clear();

    std::size_t recordCount() const { return m_records.size(); }
    std::uint32_t messageCount() const { return static_cast<std::uint32_t>(m_messages.size()); }

    /// The first row whose record has more fields than there can be columns.
    std::optional<Row> rowOfTooManyFields() const { return m_rowOfTooManyFields; }
    const std::vector<RecordEntry>& records() const { return m_records; }
    BatchColumns& columns() { return m_columns; }
    /// Appends its codes of all messages, kNoCategory for none; none at all if no message has a value.
    void appendCodes(MessageColumn which, std::vector<CategoryCode>& out) const;
    BatchCategories& categories(MessageColumn which) { return m_categories[static_cast<std::size_t>(which)]; }
    /// Of keys of the messages' own.
    BatchColumns& messageColumns() { return m_messageColumns; }

private:
    /// What the columns of MessageColumn have of a message.
    struct MessageCodes {
        MessageCodes() { codes.fill(kNoCategory); }
        CategoryCode& operator[](MessageColumn which) { return codes[static_cast<std::size_t>(which)]; }
        CategoryCode operator[](MessageColumn which) const { return codes[static_cast<std::size_t>(which)]; }

        std::array<CategoryCode, kMessageColumns> codes;
    };

    /// For a record without messages: counts its long texts instead.
    static void addLongTexts(const Conversation& conversation, RecordEntry& record);
    void appendFields(const Conversation& conversation, Row row);
    /// The fields of the message that is appended next.
    void appendMessageFields(const Conversation& conversation, const Message& message);
    void appendMessageField(std::string_view key, std::uint32_t joints, const JsonView& value);
    /// A field that has no other fields in it.
    void addMessageField(const Field& field);
    /// Which tools the message that is appended next calls, or whose result it is.
    void appendToolUse(const Conversation& conversation, const Message& message);
    void appendMessage(const Conversation& conversation, const Message& message, RecordEntry& record);
    void appendKnownMessages(const Snapshot& known, Row begin, Row end);
    /// Adds an intent to those of the message that is appended next.
    void addIntent(Name intent);
    /// The code of those intents.
    CategoryCode takeIntents();

    std::vector<RecordEntry> m_records;
    std::vector<MessageCodes> m_messages;
    BatchColumns m_columns;
    std::array<BatchCategories, kMessageColumns> m_categories;
    BatchColumns m_messageColumns;
    DistinctCodes m_intents;
    std::string m_ratingKey;
    std::string m_listName;
    std::optional<Row> m_rowOfTooManyFields;
};

enum class ColumnsOf : std::uint8_t { Records, Messages };

/// Writes the columns of records, or of messages, of a dataset: appends the columns of batches in file order.
/// One thread.
class ColumnsWriter {
public:
    explicit ColumnsWriter(ColumnsOf which, std::vector<KnownField> knownFields = {});

    /// At most kMostColumns, besides that of kRecordKeys and those of MessageColumn.
    const std::vector<Column>& columns() const { return m_columns; }

    /// Adds `base` to the indexes of the batch. If there are too many columns, leaves some out and says so in
    /// `notes`, once.
    void append(BatchColumn& source, std::uint32_t base, std::vector<Phrase>& notes);
    /// The same for a column of MessageColumn: `codes` are those of the batch, and become those of the table.
    void append(MessageColumn which, std::vector<CategoryCode>& codes, BatchCategories& categories,
                std::uint32_t base);
    /// Says once that there are too many columns.
    void noteLimit(std::vector<Phrase>& notes);
    /// How many values the column of lists has that has the most.
    std::size_t mostListed() const { return m_mostListed; }

private:
    struct ColumnWriter {
        CategoryCoder coder;
    };

    /// None if there are too many columns already.
    std::optional<std::size_t> columnFor(const BatchColumn& source, std::vector<Phrase>& notes);
    void addColumn(const BatchColumn& source);
    FieldTraits traitsOf(std::string_view key) const;
    /// A key for a new column: the key of its name, unless another column has a better claim to it
    /// (claimTo()). That column gets another key if its claim is worse.
    std::string keyFor(const FieldInfo& info);
    /// The key of a field whose first choice is another column's.
    std::string secondKey(const FieldInfo& info) const;
    /// `key` with the first number that makes it unique.
    std::string unusedKey(const std::string& key) const;
    /// Removes the columns of the object with the most members. False if no object has many.
    bool makeRoom(std::vector<Phrase>& notes);
    void removeMembersOf(const std::string& object);
    /// Whether this is a member of an object whose columns were removed.
    bool isRemoved(const std::string& rawKey) const;
    void appendNumbers(const BatchColumn& source, std::uint32_t base, Column& column);
    /// Finds or makes the codes of those categories of the batch that are new to the column.
    void translate(BatchCategories& source, std::size_t index);
    /// Changes a column's kind to one that can hold both its values and those to come.
    void widen(std::size_t index, FieldKind kind);

    ColumnsOf m_of;
    std::vector<KnownField> m_knownFields;
    std::vector<Column> m_columns;
    /// How many of them are of MessageColumn.
    std::size_t m_builtIn = 0;
    std::vector<ColumnWriter> m_columnWriters;
    TextMap<std::size_t> m_columnByRawKey;
    TextMap<std::size_t> m_columnByKey;
    /// Names with a dot ("rewards.") of objects whose members have no columns, because their names are data.
    std::vector<std::string> m_removed;
    bool m_isLimitNoted = false;
    std::size_t m_mostListed = 0;
};

/// Writes the tables of a dataset: appends batches in file order and returns snapshots in between, which
/// never change. One thread at a time.
class TableWriter {
public:
    explicit TableWriter(std::vector<std::string> formatIds,
                         std::shared_ptr<const FormatList> formatList = nullptr,
                         std::vector<KnownField> knownFields = {});

    /// Files come in FileId order, before their records.
    void addFile(SourceFile file);
    std::size_t fileCount() const { return m_tables.files.size(); }

    /// Whether there will be no more than `most` records, messages, and values of a column of lists, once the
    /// batch is appended.
    bool hasRoomFor(TableBatch& batch, std::uint64_t most) const;

    /// Appends the batch's records after all earlier ones. Adds `ordinalBase` to their ordinals, for a file
    /// that comes in several batches.
    void append(TableBatch& batch, std::uint32_t ordinalBase = 0);
    void addProblem(Problem problem);
    /// Records without rows (Snapshot::passedOver, Snapshot::counted); `broken` of them are broken.
    void addPassedOver(std::uint64_t records, std::uint64_t broken)
    {
        m_tables.passedOver += records;
        m_tables.brokenPassedOver += broken;
    }
    void addCounted(std::uint64_t records) { m_tables.counted += records; }
    /// Adds problems of a file that an earlier snapshot counted but did not keep.
    void countProblems(FileId file, const ProblemCounts& counts);
    /// Sets Snapshot::formatsChecksum and Snapshot::readsLoneObjects.
    void setReading(std::uint64_t formatsChecksum, bool readsLoneObjects);
    /// What reads long values of the snapshot again.
    void setValues(const ValueReader& values) { m_tables.values = &values; }
    void setComplete() { m_tables.complete = true; }
    /// How many bytes of the files are in the tables, and how many are known to be there.
    void setBytes(std::uint64_t read, std::uint64_t found)
    {
        m_tables.bytesRead = read;
        m_tables.bytesFound = found;
    }

    std::uint32_t recordCount() const { return m_tables.recordCount(); }
    std::uint32_t messageCount() const { return m_tables.messages.count; }
    SnapshotPtr snapshot() const;

private:
    /// `first` is the first record that has the field.
    void appendColumn(ColumnsWriter& columns, BatchColumn& source, std::uint32_t base,
                      const RecordEntry& first);
    /// Adds the notes as problems of the record.
    void addNotes(std::vector<Phrase>& notes, const RecordEntry& record);

    /// The next snapshot, without columns: those are in the two writers.
    Snapshot m_tables;
    ColumnsWriter m_recordColumns;
    ColumnsWriter m_messageColumns{ColumnsOf::Messages};
    std::vector<CategoryCode> m_codes;
    std::unordered_map<std::uint32_t, std::uint64_t> m_problemsKept;
};

} // namespace duologue
