// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_scan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace duologue {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// There are no values after the end of a column.
template<typename Value>
void copyColumn(const CellVector<Value>& values, std::size_t begin, std::size_t end, Value none, Value* out)
{
    const std::size_t there = std::clamp(values.size(), begin, end);
    values.forEachPiece(begin, there, [&](std::size_t first, const Value* piece, std::size_t count) {
        std::copy_n(piece, count, out + (first - begin));
    });
    std::fill(out + (there - begin), out + (end - begin), none);
}

} // namespace

bool FieldScan::isSingleValued() const
{
    return !isOfMessages() &&
           (m_field.m_column == nullptr || m_field.m_column->info.kind != FieldKind::Categories);
}

void FieldScan::numbers(Row begin, Row end, double* out) const
{
    const Column* const column = m_field.m_column;
    if (column != nullptr && !m_field.isNumber()) {
        for (Row row = begin; row < end; ++row)
            *out++ = m_field.number(row);
    } else if (column != nullptr) {
        copyColumn(column->numbers, indexOf(begin), indexOf(end), kNoNumber, out);
    } else if (m_field.m_builtIn != nullptr && m_field.m_builtIn->numbers != nullptr) {
        m_field.m_builtIn->numbers(*m_field.m_snapshot, begin, end, out);
    } else {
        std::fill(out, out + (end - begin), kNoNumber);
    }
}

std::span<const double> FieldScan::numbersOf(Row begin, Row end, double* buffer) const
{
    if (m_field.m_column != nullptr) {
        if (const auto there = m_field.m_column->numbers.sideBySide(indexOf(begin), indexOf(end));
            !there.empty())
            return there;
    }
    numbers(begin, end, buffer);
    return {buffer, end - begin};
}

void FieldScan::codes(Row begin, Row end, CategoryCode* out) const
{
    if (m_field.m_column != nullptr)
        copyColumn(m_field.m_column->codes, indexOf(begin), indexOf(end), kNoCategory, out);
    else if (m_field.m_builtIn != nullptr && m_field.m_builtIn->codes != nullptr)
        m_field.m_builtIn->codes(*m_field.m_snapshot, begin, end, out);
    else
        std::fill(out, out + (end - begin), kNoCategory);
}

void FieldScan::lists(Row begin, Row end, std::vector<CategoryCode>& codes,
                      std::vector<std::uint32_t>& starts) const
{
    const Column& column = *m_field.m_column;
    const auto startOf = [&column](Row row) {
        const std::size_t before = std::min(indexOf(row), column.ends.size());
        return before == 0 ? 0 : column.ends[before - 1];
    };
    const std::uint32_t first = startOf(begin);
    const std::uint32_t last = startOf(end);
    starts.resize(end - begin + 1);
    starts[0] = first;
    copyColumn(column.ends, indexOf(begin), indexOf(end), last, starts.data() + 1);
    for (std::uint32_t& start : starts)
        start -= first;
    codes.resize(last - first);
    copyColumn(column.codes, first, last, kNoCategory, codes.data());
}

void FieldScan::messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const
{
    m_field.messageKeys(begin, end, out);
}

void FieldScan::messageLists(Row begin, Row end, std::vector<std::uint32_t>& keys,
                             std::vector<std::uint32_t>& starts) const
{
    std::vector<MessageIndex> messages(end - begin + 1);
    messageStarts(*m_field.m_snapshot, begin, end, messages.data());
    const MessageIndex first = messages.front();
    keys.resize(messages.back() - first);
    messageKeys(first, messages.back(), keys.data());
    starts.resize(messages.size());
    std::transform(messages.begin(), messages.end(), starts.begin(),
                   [first](MessageIndex message) { return message - first; });
}

std::size_t FieldScan::messageKeyCount() const
{
    const BuiltInField* const field = m_field.m_builtIn;
    const bool isOwn = field != nullptr && field->keyCount != nullptr && m_field.m_messageColumn == nullptr;
    return isOwn ? field->keyCount(*m_field.m_snapshot) : m_field.categoryCount() + 1;
}

std::optional<FieldScan::FlagBits> FieldScan::flagBits() const
{
    if (m_field.m_builtIn == nullptr || !m_field.m_builtIn->storedKey)
        return std::nullopt;
    const auto& stored = m_field.m_builtIn->storedKey;
    const std::size_t keys = std::max<std::size_t>(messageKeyCount() - stored->firstKey, 1);
    const auto width = std::min(static_cast<unsigned>(std::bit_width(keys - 1)), stored->mostBits);
    return FlagBits{stored->offset, width, stored->firstKey};
}

void FieldScan::messageNumbers(MessageIndex begin, MessageIndex end, double* out) const
{
    std::vector<std::uint32_t> keys(end - begin);
    messageKeys(begin, end, keys.data());
    std::transform(keys.begin(), keys.end(), out,
                   [&](std::uint32_t key) { return m_field.numberOfMessageKey(key); });
}

} // namespace duologue
