// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_reader.h"
#include "core/table/message_position.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace duologue {

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
    /// Calls visit(index of the first as a number, messages, count) for pieces of [begin, end) that are
    /// contiguous in memory.
    template<typename Visit>
    void forEachPieceOfMessages(MessageIndex begin, MessageIndex end, Visit&& visit) const
    {
        m_field.m_snapshot->messages.entries.hot().forEachPiece(indexOf(begin), indexOf(end), visit);
    }
    /// One more than the largest key. For positions and lengths this reads all messages.
    std::size_t messageKeyCount() const;
    /// A message's flags as one number.
    static std::uint32_t flagsOf(const MessageFlags& message)
    {
        return message.intentSet | std::uint32_t{message.role} << 16U | std::uint32_t{message.bits} << 24U;
    }
    /// Which bits of flagsOf() hold the key of a field.
    struct FlagBits {
        unsigned offset = 0;
        unsigned width = 0;
        /// The key if these bits are 0.
        std::uint32_t firstKey = 0;
    };
    /// Empty if the key is not in the flags alone. Only if isOfMessages().
    std::optional<FlagBits> flagBits() const;
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
