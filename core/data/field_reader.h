// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/built_in_field.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Reads one field of a snapshot, however it is stored. Lists, queries, statistics and the window all read
/// fields by it. Cheap to copy; valid as long as the snapshot. Any thread.
class FieldReader {
public:
    FieldReader(const Snapshot& snapshot, const BuiltInField& field);
    /// Reads a column that is not part of the snapshot.
    FieldReader(const Snapshot& snapshot, std::shared_ptr<const Column> column)
        : FieldReader(snapshot, *column)
    {
        m_owned = std::move(column);
    }
    FieldReader(const Snapshot& snapshot, const Column& column)
        : m_snapshot(&snapshot),
          m_info(&column.info),
          m_column(column.info.ofMessages ? nullptr : &column),
          m_messageColumn(column.info.ofMessages ? &column : nullptr)
    {
    }

    const FieldInfo& info() const { return *m_info; }

    /// Reading a value takes no second look at texts (RecordLanguages). Until then, the first value that is
    /// read makes those of all rows.
    bool isMade() const
    {
        return m_builtIn == nullptr || !m_builtIn->ofLanguages || m_snapshot->openLanguages == 0 ||
               m_snapshot->languages->known(*m_snapshot) != nullptr;
    }
    /// Makes the values, on all cores, if that takes a second look at texts. Whoever reads many values calls
    /// it first, so that it can be stopped.
    void make(const Job& job) const
    {
        if (!isMade())
            m_snapshot->languages->of(*m_snapshot, job);
    }

    /// The record's number, even if it is written as a text or is the only one of a list; NaN if it has none.
    /// For marks, the number of marked messages; for times that are texts, seconds since 1970.
    double number(Row row) const;
    /// Calls visit(code) for each distinct category of the record, or of its messages.
    template<typename Visit>
    void forEachCode(Row row, Visit&& visit) const;
    bool has(Row row) const;
    /// The value as people read it. Several values are joined by ", ". Empty if there is none. A value of
    /// which the column keeps only the beginning is read again, unless its record is given.
    std::string text(Row row, const Conversation* record = nullptr) const;
    /// Appends the same to `out`.
    void appendText(Row row, std::string& out, const Conversation* record = nullptr) const;
    /// The same, but of long values only the beginning and an ellipsis: what is drawn.
    std::string shownText(Row row) const;
    /// The values of a field that has several, each by itself.
    std::vector<std::string> texts(Row row, const Conversation* record = nullptr) const;

    /// Number of categories; every code is less.
    std::size_t categoryCount() const;
    /// How many of them are values, and not lists of values.
    std::size_t valueCount() const
    {
        return categoryCount() - (m_messageColumn == nullptr ? 0 : m_messageColumn->lists);
    }
    /// As it is shown: of a long value the beginning and an ellipsis.
    Category category(CategoryCode code) const;
    /// What tells the category apart from others: ValueKey::text() of its value.
    std::string keyOf(CategoryCode code) const
    {
        const Column* const column = columnOfNames();
        return column == nullptr ? std::string(category(code).shown())
                                 : column->categories[indexOf(code)].shown();
    }
    /// The column keeps only the beginning of this value.
    bool isLong(CategoryCode code) const
    {
        return m_column != nullptr && m_column->categories[indexOf(code)].isLong();
    }
    /// The values of different codes, whole. Reads records again for long ones.
    std::vector<std::string> wholeTexts(std::span<const CategoryCode> codes, const Job& job) const;
    /// All values are numbers in the records, some with more digits than a double: they are kept as texts.
    bool areDigits() const
    {
        return m_column != nullptr && m_info->kind == FieldKind::Category && m_column->areDigits &&
               m_column->forms.areNumbers();
    }

    /// Message fields only: the value of a message.
    double messageNumber(MessageIndex message) const;
    template<typename Visit>
    void forEachMessageCode(MessageIndex message, Visit&& visit) const;

    /// A record, or its messages, may have several values.
    bool hasManyValues() const
    {
        return m_info->kind == FieldKind::Categories || (m_info->ofMessages && !isNumber());
    }
    /// Values of records are numbers.
    bool isNumber() const { return m_info->kind == FieldKind::Number; }
    /// Some of its values are numbers that are written as texts.
    bool hasNumbersAsText() const;
    /// All of its values are such numbers or words for "none" ("N/A"), and the key does not say that they are
    /// names.
    bool isNumbersAsText() const;
    /// Each record has one value at most, and all values are times.
    bool isTime() const;
    /// Some of its values are times.
    bool hasTimes() const;
    /// unixUnitsOf() of its column; 0 for built-in fields.
    double unixUnits() const;
    /// The number that a category stands for: of numbers of messages, and of numbers written as text.
    std::optional<double> numberOfCategory(CategoryCode code) const;
    /// Its values are intents: of the message, or of one next to it.
    bool hasIntents() const
    {
        return m_builtIn != nullptr && m_builtIn->messageColumn == MessageColumn::Intent;
    }
    /// Its message keys are values of Mark.
    bool hasMarks() const { return hasMessageValues(MessageValues::Mark); }
    /// Its categories are numbers, each of one message ("turn", "satisfaction").
    bool hasMessageNumbers() const
    {
        return m_builtIn != nullptr ? hasMessageValues(MessageValues::Number)
                                    : m_messageColumn != nullptr && m_messageColumn->areCodesNumbers();
    }
    /// Other words for its categories (KnownField).
    std::span<const Name> synonyms() const;
    /// The number that a category stands for. Only if hasMessageNumbers().
    double categoryNumber(CategoryCode code) const
    {
        const std::uint32_t first = m_builtIn == nullptr ? 0 : m_builtIn->firstNumber;
        return static_cast<double>(first) + static_cast<double>(code);
    }

    /// The column that holds its values, a row for each record or message; null for built-in fields.
    const Column* anyColumn() const { return m_builtIn == nullptr ? columnOfNames() : m_column; }
    /// No value, but a list of several: no message is found or counted by it.
    bool isList(CategoryCode code) const
    {
        return m_messageColumn != nullptr && m_messageColumn->isList(code);
    }

private:
    bool isTimeText() const;
    friend class FieldScan;

    /// The column that has its categories; null if the snapshot has them otherwise.
    const Column* columnOfNames() const { return m_column != nullptr ? m_column : m_messageColumn; }

    bool hasMessageValues(MessageValues values) const
    {
        return m_builtIn != nullptr && m_info->ofMessages && m_builtIn->values == values;
    }
    /// Replaces those texts of a row's codes of which the column keeps only the beginning, all at once: from
    /// the record, else by reading it again.
    void makeWhole(Row row, std::span<const CategoryCode> codes, std::vector<std::string>& texts,
                   const Conversation* record) const;
    /// Built-in fields with one category for each record only.
    CategoryCode builtInCode(Row row) const;
    /// The number that a category of the column stands for, the only one of a record. NaN if it is no
    /// number.
    double numberOf(CategoryCode code) const;
    /// The keys of the messages [begin, end). Only of message fields.
    void messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const;
    std::uint32_t messageKey(MessageIndex message) const;
    /// What a key of a message means as a number; NaN if nothing.
    double numberOfMessageKey(std::uint32_t key) const;
    template<typename Visit>
    void forEachCodeOfKey(std::uint32_t key, Visit&& visit) const;
    std::vector<CategoryCode> distinctCodes(Row row) const;

    const Snapshot* m_snapshot;
    const FieldInfo* m_info;
    /// Null if the field is just a column.
    const BuiltInField* m_builtIn = nullptr;
    /// Null if the values are in no column of records.
    const Column* m_column = nullptr;
    /// Null if the values are in no column of messages.
    const Column* m_messageColumn = nullptr;
    /// Keeps the column alive if it is not part of the snapshot.
    std::shared_ptr<const Column> m_owned;
};

/// Every field that a record has, by itself or through its messages. Built-in ones come first.
std::vector<FieldReader> allFields(const Snapshot& snapshot);

/// Every field of single messages. Some of them ("position", "turn") are not among allFields().
std::vector<FieldReader> messageFields(const Snapshot& snapshot);

/// The keys of allFields() that have the trait.
std::vector<std::string> keysWith(const Snapshot& snapshot, bool FieldTraits::*trait);

/// Finds a field by its name in the records, its key or its title, ignoring case. Fields of records are found
/// before those of messages alone. "NAME.month" (also .year, .week and .day) is the calendar month of a field
/// of times. "star" and "verdict" are also names of the fields of marks, if the data have no such key.
std::optional<FieldReader> findField(const Snapshot& snapshot, std::string_view name);

/// The keys of the columns that other records or messages have under the name of a field: keys of their own
/// that a built-in field hides ("message.turn"), or the same name written in another way ("age_2" for "Age"
/// next to "age").
std::vector<std::string> otherColumnsNamed(const Snapshot& snapshot, const FieldReader& field);

/// The same among messageFields(), where "length" is the length of a message.
std::optional<FieldReader> findMessageField(const Snapshot& snapshot, std::string_view name);

/// The key of the field that looks most like `name`, or a name from namesWithoutColumn(). Empty if none is
/// similar.
std::string similarField(const Snapshot& snapshot, std::string_view name);
std::string similarMessageField(const Snapshot& snapshot, std::string_view name);

template<typename Visit>
void FieldReader::forEachCodeOfKey(std::uint32_t key, Visit&& visit) const
{
    if (key == 0)
        return;
    const CategoryCode code = codeOfKey(key);
    if (!isList(code)) {
        visit(code);
        return;
    }
    for (const CategoryCode member : m_messageColumn->members[indexOf(code)])
        visit(member);
}

template<typename Visit>
void FieldReader::forEachMessageCode(MessageIndex message, Visit&& visit) const
{
    forEachCodeOfKey(messageKey(message), visit);
}

template<typename Visit>
void FieldReader::forEachCode(Row row, Visit&& visit) const
{
    if (m_column != nullptr) {
        m_column->forEachCode(indexOf(row), visit);
        return;
    }
    if (!m_info->ofMessages) {
        if (const CategoryCode code = builtInCode(row); code != kNoCategory)
            visit(code);
        return;
    }
    for (const CategoryCode code : distinctCodes(row))
        visit(code);
}

/// Reads one field for many rows or messages at once, so that the storage of the field is looked up once for
/// all of them. Filters, sorting and counts use it. Returns the same values as FieldReader. Valid as long as
/// the reader and its snapshot. Any thread.
class FieldScan {
public:
    /// Number of rows in a run: few enough for its buffers to stay in the L1 cache, and a whole number of
    /// words of a RowSet.
    static constexpr std::uint32_t kRun = 512;
    /// Rows that one thread takes at a time, between two checks of a Job. A whole number of runs.
    static constexpr std::uint32_t kPiece = 32768;

    static constexpr std::size_t pieceCount(std::size_t rows) { return (rows + kPiece - 1) / kPiece; }
    /// The first row of a piece; for the piece after the last one, the end of all rows.
    static constexpr Row startOfPiece(std::size_t piece, std::size_t rows)
    {
        return static_cast<Row>(std::min(piece * kPiece, rows));
    }

    explicit FieldScan(const FieldReader& field) : m_field(field) {}

    const FieldReader& field() const { return m_field; }

    /// No record has more than one category; codes() returns it.
    bool isSingleValued() const;
    /// The field is the id: records without one are named by their file and number.
    bool isRowNumber() const
    {
        return m_field.m_builtIn != nullptr && m_field.m_builtIn->appendDefault != nullptr;
    }
    /// Each message has a value, which messageKeys() reads.
    bool isOfMessages() const { return m_field.info().ofMessages; }

    /// FieldReader::number() of each row of [begin, end).
    void numbers(Row begin, Row end, double* out) const;
    /// The same. Copies them to `buffer` only if they are not already contiguous in memory.
    std::span<const double> numbersOf(Row begin, Row end, double* buffer) const;
    /// The category of each row of [begin, end), kNoCategory for none. Only if isSingleValued().
    void codes(Row begin, Row end, CategoryCode* out) const;
    /// keyOfCode() of the same.
    void keys(Row begin, Row end, std::uint32_t* out) const;

    /// Sets `codes` to the categories of the rows of [begin, end), row after row, and `starts` to the index
    /// in `codes` at which each row begins and, last, at which the last row ends. Only for columns that are
    /// not single-valued.
    void lists(Row begin, Row end, std::vector<CategoryCode>& codes,
               std::vector<std::uint32_t>& starts) const;

    /// The name of a category as it is shown, valid as long as the snapshot. Only of fields that are columns.
    std::string_view shownName(CategoryCode code) const
    {
        return ValueKey::shown(m_field.m_column->categories[indexOf(code)].shown());
    }
    bool isColumn() const { return m_field.m_column != nullptr; }

    /// For each message, a small number that stands for all its categories; 0 for none. Only if
    /// isOfMessages().
    void messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const;
    /// The keys of the messages of the rows of [begin, end), as lists() gives categories.
    void messageLists(Row begin, Row end, std::vector<std::uint32_t>& keys,
                      std::vector<std::uint32_t>& starts) const;
    /// The index of the first message of each row of [begin, end), and the end of those of the last row.
    void startsOfMessages(Row begin, Row end, MessageIndex* out) const
    {
        messageStarts(*m_field.m_snapshot, begin, end, out);
    }
    /// One more than the largest key. For positions and lengths this reads all messages.
    std::size_t messageKeyCount() const;
    /// The keys are those of a column, so that messageKeyCount() reads no messages.
    bool hasKeysOfColumn() const { return m_field.m_messageColumn != nullptr; }
    /// FieldReader::messageNumber() of each message of [begin, end). Only if isOfMessages().
    void messageNumbers(MessageIndex begin, MessageIndex end, double* out) const;
    /// Calls visit(code) for each category that a key stands for.
    template<typename Visit>
    void forEachCodeOfKey(std::uint32_t key, Visit&& visit) const
    {
        m_field.forEachCodeOfKey(key, visit);
    }

    /// Calls visit(row, keys of its messages) for each row of [begin, end), at most kRun. The call overwrites
    /// `buffer`.
    template<typename Visit>
    void forEachMessageKeys(Row begin, Row end, std::vector<std::uint32_t>& buffer, Visit&& visit) const
    {
        std::array<MessageIndex, kRun + 1> starts;
        messageStarts(*m_field.m_snapshot, begin, end, starts.data());
        const MessageIndex first = starts[0];
        buffer.resize(starts[end - begin] - first);
        messageKeys(first, starts[end - begin], buffer.data());
        const std::span<const std::uint32_t> keys(buffer);
        for (Row row = begin; row < end; ++row)
            visit(row,
                  keys.subspan(starts[row - begin] - first, starts[row - begin + 1] - starts[row - begin]));
    }

private:
    const FieldReader& m_field;
};

} // namespace duologue
