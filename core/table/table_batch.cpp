// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/table_batch.h"

#include <algorithm>
#include <limits>

namespace duologue {

namespace {

/// Longer values than this are told apart by their beginning alone; the viewer shows them whole.
constexpr std::size_t kLongestName = 240;

std::string_view shortened(std::string_view text)
{
    if (text.size() <= kLongestName)
        return text;
    std::size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end);
}

template<typename To>
To clamped(std::size_t value)
{
    return static_cast<To>(std::min<std::size_t>(value, std::numeric_limits<To>::max()));
}

/// Room for so many is made at once: what a run of small files has, and most of a block of lines.
constexpr std::size_t kUsualRows = 64;
constexpr std::size_t kUsualMessages = 512;
/// Where there are more columns, keys are data, and each has a value or two.
constexpr std::size_t kUsualColumns = 64;

/// FieldInfo::rawKey.
std::string rawKeyOf(const Field& field)
{
    std::string rawKey(field.key);
    if (field.joints != 0)
        rawKey += kJointSeparator + std::to_string(field.joints);
    return rawKey;
}

} // namespace

TableBatch::BatchColumn& TableBatch::column(const Field& field)
{
    if (m_expectedColumn < m_columns.size() && m_columns[m_expectedColumn].name == field.key &&
        m_columns[m_expectedColumn].joints == field.joints) {
        BatchColumn& expected = m_columns[m_expectedColumn++];
        expected.widen(field.kind);
        return expected;
    }
    auto found = m_columnByRawKey.end();
    if (field.joints == 0) {
        found = m_columnByRawKey.find(field.key);
        if (found == m_columnByRawKey.end())
            return makeColumn(field, std::string(field.key));
    } else {
        std::string rawKey = rawKeyOf(field);
        found = m_columnByRawKey.find(rawKey);
        if (found == m_columnByRawKey.end())
            return makeColumn(field, std::move(rawKey));
    }
    BatchColumn& column = m_columns[found->second];
    column.mixed = column.mixed || column.info.title != (field.title.empty() ? field.key : field.title);
    column.widen(field.kind);
    m_expectedColumn = found->second + 1;
    return column;
}

TableBatch::BatchColumn& TableBatch::makeColumn(const Field& field, std::string rawKey)
{
    m_columnByRawKey.emplace(rawKey, m_columns.size());
    BatchColumn& made = m_columns.emplace_back();
    made.name = field.key;
    made.joints = field.joints;
    // Who has the separator in a name may meet the name of another.
    made.mixed = field.key.find(kJointSeparator) != std::string_view::npos;
    made.info = {fieldKey(field.key), std::string(field.title.empty() ? field.key : field.title), field.kind,
                 false, std::move(rawKey)};
    if (m_columns.size() <= kUsualColumns) {
        made.rows.reserve(kUsualRows);
        field.kind == FieldKind::Number ? made.numbers.reserve(kUsualRows) : made.codes.reserve(kUsualRows);
    }
    if (field.kind == FieldKind::Flag) {
        made.coder.code({"false", {}}, made.categories);
        made.coder.code({"true", {}}, made.categories);
    }
    m_expectedColumn = m_columns.size();
    return made;
}

void TableBatch::BatchColumn::widen(FieldKind kind)
{
    mixed = mixed || info.kind != kind;
    if (info.kind == kind || info.kind == commonKind(info.kind, kind))
        return;
    if (info.kind == FieldKind::Number) {
        for (const double number : numbers)
            codes.push_back(coder.code({numberText(number), {}}, categories));
        numbers.clear();
    }
    info.kind = commonKind(info.kind, kind);
}

void TableBatch::BatchColumn::add(Row row, const Field& field)
{
    if (info.kind != FieldKind::Categories && !rows.empty() && rows.back() == row) {
        // A key that stands twice: the last one counts, as in Python.
        rows.pop_back();
        mixed = true;
        info.kind == FieldKind::Number ? numbers.pop_back() : codes.pop_back();
    }
    rows.push_back(row);
    if (info.kind == FieldKind::Number)
        numbers.push_back(field.number);
    else if (info.kind == FieldKind::Flag)
        codes.push_back(field.number != 0 ? 1 : 0);
    else if (field.kind == FieldKind::Number)
        codes.push_back(coder.code({numberText(field.number), {}}, categories));
    else if (field.kind == FieldKind::Flag)
        codes.push_back(coder.code({field.number != 0 ? "true" : "false", {}}, categories));
    else
        codes.push_back(coder.code({shortened(field.name.en), shortened(field.name.zh)}, categories));
}

void TableBatch::append(const Conversation& conversation, const RecordPlace& place)
{
    if (m_records.empty()) {
        m_records.reserve(kUsualRows);
        m_messages.reserve(kUsualMessages);
    }
    const auto row = static_cast<Row>(m_records.size());
    RecordEntry entry;
    entry.offset = place.span.offset;
    entry.length = place.span.length;
    entry.file = place.span.file;
    entry.firstMessage = static_cast<std::uint32_t>(m_messages.size());
    entry.ordinal = place.ordinal;
    entry.turns = clamped<std::uint16_t>(conversation.turns());
    entry.format = place.format;
    entry.problems = clamped<std::uint8_t>(place.problems);
    entry.state = place.state;
    entry.candidates = clamped<std::uint8_t>(conversation.candidates.size());

    std::size_t both = 0;
    for (const Message& message : conversation.messages) {
        appendMessage(conversation, message, entry);
        const MessageEntry& last = m_messages.back();
        both += static_cast<std::size_t>(last.hasEnglish() && last.hasChinese());
    }
    if (both > 0)
        entry.translation =
            both == conversation.messages.size() ? Translation::Complete : Translation::Partial;
    appendFields(conversation, row);
    m_records.push_back(entry);
}

void TableBatch::appendBroken(const RecordPlace& place)
{
    RecordEntry entry;
    entry.offset = place.span.offset;
    entry.length = place.span.length;
    entry.file = place.span.file;
    entry.firstMessage = static_cast<std::uint32_t>(m_messages.size());
    entry.ordinal = place.ordinal;
    entry.format = place.format;
    entry.problems = clamped<std::uint8_t>(place.problems);
    entry.state = RecordState::Broken;
    m_records.push_back(entry);
}

void TableBatch::appendFields(const Conversation& conversation, Row row)
{
    m_expectedColumn = 0;
    if (conversation.fieldsLeftOut && !m_rowOfTooManyFields)
        m_rowOfTooManyFields = row;
    if (!conversation.id.empty()) {
        Field field{"id", {}, FieldKind::Text, 0, {conversation.id, {}}, {}};
        column(field).add(row, field);
    }
    for (const Rating& rating : conversation.ratings) {
        if (!rating.value)
            continue;
        m_ratingKey.assign("rating.").append(rating.name);
        Field field{m_ratingKey, rating.name, FieldKind::Number, *rating.value, {}, {}};
        column(field).add(row, field);
    }
    for (const Field& field : conversation.fields) {
        if (field.kind != FieldKind::Tree)
            column(field).add(row, field);
    }
}

void TableBatch::appendMessage(const Conversation& conversation, const Message& message, RecordEntry& record)
{
    constexpr std::size_t kMostRoles = 255;
    MessageEntry entry;
    bool earlier = false;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier) {
            earlier = true;
            continue;
        }
        record.languages |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(text.language));
        if (text.language == Language::Chinese) {
            entry.lengthChinese = clamped<std::uint32_t>(text.characters);
            entry.bits |= 64U;
        } else {
            entry.lengthEnglish = clamped<std::uint32_t>(text.characters);
            entry.bits |= 32U;
        }
    }
    entry.bits = static_cast<std::uint8_t>(entry.bits | static_cast<unsigned>(message.hallucination) |
                                           (static_cast<unsigned>(message.satisfaction & 7U) << 2U) |
                                           (earlier ? 128U : 0U));
    entry.role = clamped<std::uint8_t>(
        std::min<std::size_t>(m_roleCoder.code({shortened(message.role), {}}, m_roles), kMostRoles));
    entry.intentSet = intentSetOf(conversation, message);
    record.characters = clamped<std::uint32_t>(std::size_t{record.characters} + entry.length());
    m_messages.push_back(entry);
}

std::uint16_t TableBatch::intentSetOf(const Conversation& conversation, const Message& message)
{
    MessageTable::IntentSet set;
    for (const Name& intent : conversation.intentsOf(message)) {
        const CategoryCode code = m_intentCoder.code(intent, m_intents);
        if (set.count < set.codes.size() && !set.contains(code))
            set.codes[set.count++] = code;
    }
    return m_intentSetCoder.number(set, m_intentSets);
}

} // namespace duologue
