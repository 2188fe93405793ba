// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/table_batch.h"

#include "core/record/record_texts.h"
#include "core/table/snapshot.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace duologue {

namespace {

/// Of longer values only the beginning is kept as the category; the viewer shows them whole.
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

/// Reserved at once: what a run of small files has, and most of a block of lines.
constexpr std::size_t kUsualRows = 64;
constexpr std::size_t kUsualMessages = 512;
/// If there are more columns, keys are data, and each has only a value or two.
constexpr std::size_t kUsualColumns = 64;

/// FieldInfo::rawKey.
std::string rawKeyOf(const Field& field)
{
    std::string rawKey(field.key);
    if (field.joints != 0)
        rawKey += kJointSeparator + std::to_string(field.joints);
    return rawKey;
}

/// Translates codes of a known list into codes of the batch's list.
class CodeTranslation {
public:
    explicit CodeTranslation(std::size_t size) : m_codes(size, kNoCategory) {}

    template<typename Make>
    CategoryCode operator()(std::size_t known, Make&& make)
    {
        if (m_codes[known] == kNoCategory)
            m_codes[known] = make();
        return m_codes[known];
    }

private:
    std::vector<CategoryCode> m_codes;
};

Name nameOf(const Category& category)
{
    return {category.en, category.zh};
}

/// The field that the column was made from, without a value.
Field fieldOf(const FieldInfo& info)
{
    Field field{info.rawKey, info.title, info.kind, 0, {}, {}};
    if (const auto separator = info.rawKey.rfind(kJointSeparator); separator != std::string::npos) {
        field.key = std::string_view(info.rawKey).substr(0, separator);
        const char* const digits = info.rawKey.data() + separator + 1;
        std::from_chars(digits, info.rawKey.data() + info.rawKey.size(), field.joints);
    }
    return field;
}

/// The first row with a value; `end` where there is none.
Row firstValue(const Column& column, Row begin, Row end)
{
    while (begin < end && !column.has(begin))
        ++begin;
    return begin;
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
    // A name with the separator in it could equal the raw key of another field.
    made.mixed = field.key.find(kJointSeparator) != std::string_view::npos;
    made.info = {fieldKey(field.key), std::string(field.title.empty() ? field.key : field.title),
                 field.kind,          false,
                 std::move(rawKey),   {}};
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
        // A repeated key: the last value counts, as in Python.
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
        entry.set(both == conversation.messages.size() ? Translation::Complete : Translation::Partial);
    if (conversation.messages.empty() && conversation.context.empty() && conversation.candidates.empty())
        addLongTexts(conversation, entry);
    appendFields(conversation, row);
    m_records.push_back(entry);
}

void TableBatch::addLongTexts(const Conversation& conversation, RecordEntry& record)
{
    std::size_t characters = 0;
    forEachText(conversation, [&](const RecordText& text) {
        if (isLongText(text.text)) {
            const TextMeasure measured = measure(text.text);
            record.add(measured.language);
            characters += measured.characters;
        }
        return false;
    });
    record.characters = clamped<std::uint32_t>(characters);
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
        m_ratingKey.assign(kRatingGroup).append(rating.name);
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
        record.add(text.language);
        if (isChinese(text.language)) {
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

void TableBatch::appendKnown(const Snapshot& known, Row begin, Row end, FileId file)
{
    if (begin == end)
        return;
    const auto base = static_cast<Row>(m_records.size());
    const std::uint32_t firstMessage = known.record(begin).firstMessage;
    for (Row row = begin; row < end; ++row) {
        RecordEntry entry = known.record(row);
        entry.file = file;
        entry.firstMessage += static_cast<std::uint32_t>(m_messages.size()) - firstMessage;
        m_records.push_back(entry);
    }
    appendKnownMessages(known, begin, end);

    // Columns are made in the order in which the records have their first values.
    struct Found {
        Row row;
        const Column* column;
    };
    std::vector<Found> found;
    for (const Column& column : known.records.columns) {
        if (const Row row = firstValue(column, begin, end); row < end)
            found.push_back({row, &column});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.row < b.row; });
    for (const Found& each : found)
        appendKnownValues(*each.column, each.row, end, base + each.row - begin);
}

void TableBatch::appendKnownMessages(const Snapshot& known, Row begin, Row end)
{
    const MessageTable& table = known.messages;
    CodeTranslation roles(table.roles.size());
    CodeTranslation intentSets(table.intentSets.size());
    const auto setOf = [&](const MessageTable::IntentSet& from) {
        MessageTable::IntentSet set;
        set.count = from.count;
        for (std::size_t i = 0; i < from.count; ++i)
            set.codes[i] = m_intentCoder.code(nameOf(table.intents[from.codes[i]]), m_intents);
        return CategoryCode{m_intentSetCoder.number(set, m_intentSets)};
    };
    const std::uint32_t first = known.messageRange(begin).first;
    const std::uint32_t last = known.messageRange(end - 1).second;
    for (std::uint32_t message = first; message < last; ++message) {
        MessageEntry entry = table.entries[message];
        entry.role = static_cast<std::uint8_t>(
            roles(entry.role, [&] { return m_roleCoder.code(nameOf(table.roles[entry.role]), m_roles); }));
        entry.intentSet = static_cast<std::uint16_t>(
            intentSets(entry.intentSet, [&] { return setOf(table.intentSets[entry.intentSet]); }));
        m_messages.push_back(entry);
    }
}

/// `base` is the batch's row of the known row `begin`.
void TableBatch::appendKnownValues(const Column& known, Row begin, Row end, Row base)
{
    const FieldInfo& info = known.info;
    Field field = fieldOf(info);
    BatchColumn& to = column(field);
    for (Row row = begin; row < end; ++row) {
        const Row own = base + row - begin;
        if (info.kind == FieldKind::Number) {
            field.number = known.number(row);
            if (!std::isnan(field.number))
                to.add(own, field);
            continue;
        }
        known.forEachCode(row, [&](CategoryCode code) {
            field.number = code;
            field.name = nameOf(known.categories[code]);
            to.add(own, field);
        });
    }
}

} // namespace duologue
