// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_scan.h"

#include "core/base/read_ahead.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace duologue {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Rows behind the end of a column have no value.
template<typename Value>
void copyColumn(const ChunkedVector<Value>& values, Row begin, Row end, Value none, Value* out)
{
    const Row there = static_cast<Row>(std::clamp<std::size_t>(values.size(), begin, end));
    values.forEachPiece(begin, there, [&](std::size_t first, const Value* piece, std::size_t count) {
        std::copy_n(piece, count, out + (first - begin));
    });
    std::fill(out + (there - begin), out + (end - begin), none);
}

} // namespace

template<typename Count>
void FieldScan::fromMessagesOfRows(Row begin, Row end, double* out, Count&& count) const
{
    std::vector<std::uint32_t> starts(end - begin + 1);
    messageStarts(*m_field.m_snapshot, begin, end, starts.data());
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
        *out++ = count(starts[i], starts[i + 1]);
}

void FieldScan::firstRoles(Row begin, Row end, CategoryCode* out) const
{
    const auto& messages = m_field.m_snapshot->messages.entries.hot();
    std::array<std::uint32_t, kRun + 1> starts;
    for (; begin < end; begin += std::min(kRun, end - begin)) {
        const Row count = std::min(kRun, end - begin);
        messageStarts(*m_field.m_snapshot, begin, begin + count, starts.data());
        for (Row i = 0; i < count; ++i)
            *out++ = starts[i] == starts[i + 1] ? kNoCategory : CategoryCode{messages[starts[i]].role};
    }
}

bool FieldScan::isSingleValued() const
{
    return !isOfMessages() &&
           (m_field.m_column == nullptr || m_field.m_column->info.kind != FieldKind::Categories);
}

void FieldScan::numbers(Row begin, Row end, double* out) const
{
    if (m_field.m_column != nullptr && !m_field.isNumber()) {
        for (Row row = begin; row < end; ++row)
            *out++ = m_field.number(row);
        return;
    }
    if (m_field.m_column != nullptr) {
        copyColumn(m_field.m_column->numbers, begin, end, kNoNumber, out);
        return;
    }
    const auto& records = m_field.m_snapshot->records.entries;
    const auto& messages = m_field.m_snapshot->messages.entries.hot();
    switch (m_field.m_builtIn) {
    case BuiltInField::Record:
        return readEach(records.cold(), begin, end, out,
                        [](const RecordSpan& record) { return record.ordinal; });
    case BuiltInField::Messages:
        return fromMessagesOfRows(begin, end, out, [](auto first, auto last) { return last - first; });
    case BuiltInField::Turns:
        return readEach(records.hot(), begin, end, out,
                        [](const RecordFigures& record) { return record.turns; });
    case BuiltInField::Length:
        return readEach(records.hot(), begin, end, out,
                        [](const RecordFigures& record) { return record.characters; });
    case BuiltInField::Candidates:
        return readEach(records.hot(), begin, end, out,
                        [](const RecordFigures& record) { return record.candidates; });
    case BuiltInField::Problems:
        return readEach(records.hot(), begin, end, out,
                        [](const RecordFigures& record) { return record.problems; });
    case BuiltInField::EarlierTranslations:
        return fromMessagesOfRows(begin, end, out, [&messages](auto first, auto last) {
            std::uint32_t earlier = 0;
            for (auto i = first; i < last; ++i)
                earlier += messages[i].hasEarlier() ? 1 : 0;
            return static_cast<double>(earlier);
        });
    case BuiltInField::Hallucination:
        return fromMessagesOfRows(begin, end, out, [&messages](auto first, auto last) {
            std::uint32_t annotated = 0;
            std::uint32_t marked = 0;
            for (auto i = first; i < last; ++i) {
                annotated += messages[i].mark() != Mark::NotAnnotated ? 1 : 0;
                marked += messages[i].mark() == Mark::Yes ? 1 : 0;
            }
            return annotated == 0 ? kNoNumber : static_cast<double>(marked);
        });
    default:
        std::fill(out, out + (end - begin), kNoNumber);
    }
}

std::span<const double> FieldScan::numbersOf(Row begin, Row end, double* buffer) const
{
    if (m_field.m_column != nullptr) {
        if (const auto there = m_field.m_column->numbers.sideBySide(begin, end); !there.empty())
            return there;
    }
    numbers(begin, end, buffer);
    return {buffer, end - begin};
}

void FieldScan::codes(Row begin, Row end, CategoryCode* out) const
{
    if (m_field.m_column != nullptr) {
        copyColumn(m_field.m_column->codes, begin, end, kNoCategory, out);
        return;
    }
    const auto& records = m_field.m_snapshot->records.entries;
    switch (m_field.m_builtIn) {
    case BuiltInField::Format:
        return readEach(records.hot(), begin, end, out,
                        [](const RecordFigures& record) { return record.format; });
    case BuiltInField::File:
        return readEach(records.cold(), begin, end, out,
                        [](const RecordSpan& record) { return static_cast<CategoryCode>(record.file); });
    case BuiltInField::Language:
        return readEach(records.hot(), begin, end, out,
                        [](const RecordFigures& record) { return record.languages; });
    case BuiltInField::Translation:
        return readEach(records.hot(), begin, end, out, [](const RecordFigures& record) {
            return static_cast<CategoryCode>(record.translation);
        });
    case BuiltInField::FirstRole:
        return firstRoles(begin, end, out);
    default:
        for (Row row = begin; row < end; ++row)
            *out++ = m_field.builtInCode(row);
    }
}

void FieldScan::lists(Row begin, Row end, std::vector<CategoryCode>& codes,
                      std::vector<std::uint32_t>& starts) const
{
    const Column& column = *m_field.m_column;
    const auto startOf = [&column](Row row) {
        const std::size_t before = std::min<std::size_t>(row, column.ends.size());
        return before == 0 ? 0 : column.ends[before - 1];
    };
    const std::uint32_t first = startOf(begin);
    const std::uint32_t last = startOf(end);
    starts.resize(end - begin + 1);
    starts[0] = first;
    copyColumn(column.ends, begin, end, last, starts.data() + 1);
    for (std::uint32_t& start : starts)
        start -= first;
    codes.resize(last - first);
    copyColumn(column.codes, first, last, kNoCategory, codes.data());
}

void FieldScan::messageKeys(std::uint32_t begin, std::uint32_t end, std::uint32_t* out) const
{
    const auto& messages = m_field.m_snapshot->messages.entries;
    switch (m_field.m_builtIn) {
    case BuiltInField::Intent:
        return readEach(messages.hot(), begin, end, out,
                        [](const MessageFlags& message) { return message.intentSet; });
    case BuiltInField::Role:
        return readEach(messages.hot(), begin, end, out,
                        [](const MessageFlags& message) { return std::uint32_t{message.role} + 1; });
    case BuiltInField::Hallucination:
        return readEach(messages.hot(), begin, end, out, [](const MessageFlags& message) {
            return static_cast<std::uint32_t>(message.mark());
        });
    case BuiltInField::Satisfaction:
        return readEach(messages.hot(), begin, end, out,
                        [](const MessageFlags& message) { return message.satisfaction(); });
    case BuiltInField::MessageLength:
        for (; begin < end; ++begin)
            *out++ = messages[begin].length() + 1;
        return;
    case BuiltInField::Position:
        return messagePositions(*m_field.m_snapshot, begin, end, out);
    case BuiltInField::Turn:
        return messageTurns(*m_field.m_snapshot, begin, end, out);
    case BuiltInField::ReplyToIntent:
        return repliedIntentSets(*m_field.m_snapshot, begin, end, out);
    case BuiltInField::NextIntent:
        return nextIntentSets(*m_field.m_snapshot, begin, end, out);
    default:
        std::fill(out, out + (end - begin), 0U);
    }
}

void FieldScan::messageLists(Row begin, Row end, std::vector<std::uint32_t>& keys,
                             std::vector<std::uint32_t>& starts) const
{
    starts.resize(end - begin + 1);
    messageStarts(*m_field.m_snapshot, begin, end, starts.data());
    const std::uint32_t first = starts.front();
    keys.resize(starts.back() - first);
    messageKeys(first, starts.back(), keys.data());
    for (std::uint32_t& start : starts)
        start -= first;
}

std::size_t FieldScan::messageKeyCount() const
{
    switch (m_field.m_builtIn) {
    case BuiltInField::Intent:
    case BuiltInField::ReplyToIntent:
    case BuiltInField::NextIntent:
        return m_field.m_snapshot->messages.intentSets.size();
    case BuiltInField::Role:
        return m_field.categoryCount() + 1;
    case BuiltInField::Hallucination:
        return 4;
    case BuiltInField::Position:
    case BuiltInField::Turn:
    case BuiltInField::MessageLength:
        return m_field.categoryCount() + 1;
    default:
        // Three bits of satisfaction.
        return 8;
    }
}

std::optional<FieldScan::FlagBits> FieldScan::flagBits() const
{
    const auto widthOf = [](std::size_t values) {
        return static_cast<unsigned>(std::bit_width(std::max<std::size_t>(values, 1) - 1));
    };
    switch (m_field.m_builtIn) {
    case BuiltInField::Intent:
        return FlagBits{0, widthOf(messageKeyCount())};
    case BuiltInField::Role:
        // Roles that have no room in a byte share its last number.
        return FlagBits{16, std::min(widthOf(m_field.categoryCount()), 8U), 1};
    case BuiltInField::Hallucination:
        return FlagBits{24, 2};
    case BuiltInField::Satisfaction:
        return FlagBits{26, 3};
    default:
        return std::nullopt;
    }
}

void FieldScan::messageNumbers(std::uint32_t begin, std::uint32_t end, double* out) const
{
    std::vector<std::uint32_t> keys(end - begin);
    messageKeys(begin, end, keys.data());
    const bool areNumbers = m_field.hasMessageNumbers();
    const bool areMarks = m_field.m_builtIn == BuiltInField::Hallucination;
    std::transform(keys.begin(), keys.end(), out, [&](std::uint32_t key) {
        if (key == 0 || !(areNumbers || areMarks))
            return kNoNumber;
        return areNumbers ? m_field.categoryNumber(key - 1) : static_cast<Mark>(key) == Mark::Yes ? 1.0 : 0.0;
    });
}

} // namespace duologue
