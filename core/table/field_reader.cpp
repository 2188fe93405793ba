// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_reader.h"

#include "core/base/edit_distance.h"
#include "core/base/text.h"
#include "core/table/message_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace duologue {

namespace {

struct BuiltIn {
    BuiltInField field;
    std::string_view key;
    std::string_view title;
    FieldKind kind;
    bool ofMessages;
};

constexpr std::array<BuiltIn, static_cast<std::size_t>(BuiltInField::NotBuiltIn)> kBuiltIn{{
    {BuiltInField::Id, "id", "Id", FieldKind::Text, false},
    {BuiltInField::Format, "format", "Format", FieldKind::Category, false},
    {BuiltInField::File, "file", "File", FieldKind::Category, false},
    {BuiltInField::Record, "record", "Record", FieldKind::Number, false},
    {BuiltInField::Messages, "messages", "Messages", FieldKind::Number, false},
    {BuiltInField::Turns, "turns", "Turns", FieldKind::Number, false},
    {BuiltInField::Language, "language", "Language", FieldKind::Category, false},
    {BuiltInField::Translation, "translation", "Translation", FieldKind::Category, false},
    {BuiltInField::EarlierTranslations, "earlier_translations", "Earlier translations", FieldKind::Number,
     false},
    {BuiltInField::Length, "length", "Length", FieldKind::Number, false},
    {BuiltInField::FirstRole, "first_role", "First role", FieldKind::Category, false},
    {BuiltInField::Candidates, "candidates", "Candidates", FieldKind::Number, false},
    {BuiltInField::Problems, "problems", "Problems", FieldKind::Number, false},
    {BuiltInField::Role, "role", "Role", FieldKind::Categories, true},
    {BuiltInField::Intent, "intent", "Intent", FieldKind::Categories, true},
    {BuiltInField::Hallucination, "hallucination", "Hallucination", FieldKind::Number, true},
    {BuiltInField::Satisfaction, "satisfaction", "Satisfaction", FieldKind::Categories, true},
    {BuiltInField::Position, "position", "Position", FieldKind::Categories, true},
    {BuiltInField::Turn, "turn", "Turn", FieldKind::Categories, true},
    {BuiltInField::MessageLength, "message_length", "Message length", FieldKind::Categories, true},
    {BuiltInField::ReplyToIntent, "reply_to.intent", "Intent replied to", FieldKind::Categories, true},
    {BuiltInField::NextIntent, "next.intent", "Next intent", FieldKind::Categories, true},
}};

constexpr std::array<std::string_view, 3> kMarkValues{"no", "yes", "unclear"};
constexpr std::array<std::string_view, 3> kTranslations{"none", "partial", "complete"};
/// Numbers that RecordEntry::languages may be.
constexpr std::size_t kLanguageSets = std::size_t{1} << kLanguageCount;

/// "en+zh" for the bits of both; "none" for none.
std::string languagesText(CategoryCode bits)
{
    std::string text;
    for (std::size_t i = 0; i < kLanguageCount; ++i) {
        if ((bits >> i & 1U) != 0)
            text.append(text.empty() ? "" : "+").append(languageCode(static_cast<Language>(i)));
    }
    return text.empty() ? "none" : text;
}

/// From here on the built-in fields tell where a message stands.
constexpr BuiltInField kFirstPlace = BuiltInField::Position;

FieldInfo infoOf(const BuiltIn& known)
{
    return {std::string(known.key), std::string(known.title), known.kind, known.ofMessages, {}};
}

std::optional<FieldReader> findAmong(std::vector<FieldReader> fields, std::string_view name)
{
    // Several names may have one key: each is found by its own.
    const auto named = std::find_if(fields.begin(), fields.end(), [name](const FieldReader& field) {
        return !field.info().rawKey.empty() && field.info().rawKey == name;
    });
    if (named != fields.end())
        return std::move(*named);
    const std::string key = fieldKey(name);
    std::optional<FieldReader> byTitle;
    for (FieldReader& field : fields) {
        if (field.info().key == key)
            return std::move(field);
        // A query's field names have become keys already: "preference_alignment".
        const std::string& title = field.info().title;
        if (!byTitle && (equalsFolded(title, name) || (!key.empty() && fieldKey(title) == key)))
            byTitle = std::move(field);
    }
    return byTitle;
}

/// Edits that still make a word look like another of six letters.
constexpr std::size_t kSlips = 3;

std::string similarAmong(const std::vector<FieldReader>& fields, std::string_view name)
{
    const std::string key = fieldKey(name);
    std::string best;
    std::size_t bestDistance = key.size() / 3 + 2;
    for (const FieldReader& field : fields) {
        for (const std::string& known : {field.info().key, fieldKey(field.info().title)}) {
            if (const std::size_t distance = editDistance(key, known); distance < bestDistance) {
                best = field.info().key;
                bestDistance = distance;
            }
        }
    }
    return best;
}

} // namespace

std::string_view markName(Mark mark)
{
    return mark == Mark::NotAnnotated ? std::string_view()
                                      : kMarkValues.at(static_cast<std::size_t>(mark) - 1);
}

bool isBuiltInKey(std::string_view key)
{
    return key != "id" && std::any_of(kBuiltIn.begin(), kBuiltIn.end(), [key](const BuiltIn& known) {
               return known.field < kFirstPlace && known.key == key;
           });
}

std::vector<FieldReader> allFields(const Snapshot& snapshot)
{
    std::vector<FieldReader> fields;
    for (const BuiltIn& known : kBuiltIn) {
        if (known.field >= kFirstPlace)
            break;
        const Column* column = known.field == BuiltInField::Id ? snapshot.records.column("id") : nullptr;
        fields.push_back(FieldReader(snapshot, infoOf(known), known.field, column));
    }
    for (const Column& column : snapshot.records.columns) {
        if (column.info.key != "id")
            fields.push_back(FieldReader(snapshot, column.info, BuiltInField::NotBuiltIn, &column));
    }
    return fields;
}

std::vector<FieldReader> messageFields(const Snapshot& snapshot)
{
    std::vector<FieldReader> fields;
    for (const BuiltIn& known : kBuiltIn) {
        if (known.ofMessages)
            fields.push_back(FieldReader(snapshot, infoOf(known), known.field, nullptr));
    }
    return fields;
}

void FieldReader::addDistinct(std::vector<CategoryCode>& codes, CategoryCode code)
{
    if (std::find(codes.begin(), codes.end(), code) == codes.end())
        codes.push_back(code);
}

double FieldReader::number(Row row) const
{
    if (m_column != nullptr)
        return isNumber() ? m_column->number(row) : numberOf(m_column->code(row));
    const RecordEntry& record = m_snapshot->record(row);
    const auto [begin, end] = m_snapshot->messageRange(row);
    const auto countMessages = [&, first = begin, last = end](auto&& holds) {
        double count = 0;
        for (std::uint32_t i = first; i < last; ++i)
            count += holds(m_snapshot->messages.entries.hot()[i]) ? 1 : 0;
        return count;
    };
    switch (m_builtIn) {
    case BuiltInField::Record:
        return record.ordinal;
    case BuiltInField::Messages:
        return end - begin;
    case BuiltInField::Turns:
        return record.turns;
    case BuiltInField::Length:
        return record.characters;
    case BuiltInField::Candidates:
        return record.candidates;
    case BuiltInField::Problems:
        return record.problems;
    case BuiltInField::EarlierTranslations:
        return countMessages([](const MessageFlags& message) { return message.hasEarlier(); });
    case BuiltInField::Hallucination: {
        // None marked is 0; nobody looked is no number.
        const double annotated =
            countMessages([](const MessageFlags& message) { return message.mark() != Mark::NotAnnotated; });
        return annotated == 0
                   ? std::numeric_limits<double>::quiet_NaN()
                   : countMessages([](const MessageFlags& message) { return message.mark() == Mark::Yes; });
    }
    default:
        return std::numeric_limits<double>::quiet_NaN();
    }
}

double FieldReader::numberOf(CategoryCode code) const
{
    const bool isOne = m_info.kind == FieldKind::Category || m_info.kind == FieldKind::Text;
    const auto value =
        isOne && code != kNoCategory ? numberIn(m_column->categories[code].shown()) : std::nullopt;
    return value && std::isfinite(*value) ? *value : std::numeric_limits<double>::quiet_NaN();
}

bool FieldReader::hasNumbersAsText() const
{
    const std::size_t count = m_column != nullptr && !isNumber() ? m_column->categories.size() : 0;
    for (std::size_t code = 0; code < count; ++code) {
        if (!std::isnan(numberOf(static_cast<CategoryCode>(code))))
            return true;
    }
    return false;
}

CategoryCode FieldReader::builtInCode(Row row) const
{
    const RecordEntry& record = m_snapshot->record(row);
    switch (m_builtIn) {
    case BuiltInField::Format:
        return record.format;
    case BuiltInField::File:
        return static_cast<CategoryCode>(record.file);
    case BuiltInField::Language:
        return record.languages;
    case BuiltInField::Translation:
        return static_cast<CategoryCode>(record.translation);
    case BuiltInField::FirstRole: {
        const auto [begin, end] = m_snapshot->messageRange(row);
        return begin == end ? kNoCategory : CategoryCode{m_snapshot->messages.entries.hot()[begin].role};
    }
    default:
        return kNoCategory;
    }
}

bool FieldReader::has(Row row) const
{
    if (m_builtIn == BuiltInField::Id)
        return true;
    if (m_column != nullptr)
        return m_column->has(row);
    if (m_info.ofMessages) {
        bool any = false;
        forEachCode(row, [&](CategoryCode) { any = true; });
        return any;
    }
    return isNumber() ? !std::isnan(number(row)) : builtInCode(row) != kNoCategory;
}

std::string FieldReader::text(Row row) const
{
    std::string text;
    appendText(row, text);
    return text;
}

void FieldReader::appendText(Row row, std::string& out) const
{
    if (m_builtIn == BuiltInField::Id && (m_column == nullptr || !m_column->has(row))) {
        // Records without an id of their own are called by their file and their number in it: by nothing
        // that depends on what else is open or asked for.
        const RecordEntry& record = m_snapshot->record(row);
        const SourceFile& file = m_snapshot->file(record.file);
        out += file.origin.shownStem;
        if (!file.isOneRecord) {
            out += '#';
            out += std::to_string(record.ordinal);
        }
        return;
    }
    if (isNumber()) {
        if (const double value = number(row); !std::isnan(value))
            out += numberText(value);
        return;
    }
    bool isFirst = true;
    forEachCode(row, [&](CategoryCode code) {
        if (!std::exchange(isFirst, false))
            out += ", ";
        out += category(code).shown();
    });
}

std::size_t FieldReader::categoryCount() const
{
    if (m_column != nullptr)
        return m_column->categories.size();
    switch (m_builtIn) {
    case BuiltInField::Format:
        return m_snapshot->formats.size();
    case BuiltInField::File:
        return m_snapshot->files.size();
    case BuiltInField::Language:
        return kLanguageSets;
    case BuiltInField::Translation:
        return kTranslations.size();
    case BuiltInField::FirstRole:
    case BuiltInField::Role:
        return m_snapshot->messages.roles.size();
    case BuiltInField::Intent:
    case BuiltInField::ReplyToIntent:
    case BuiltInField::NextIntent:
        return m_snapshot->messages.intents.size();
    case BuiltInField::Hallucination:
        return kMarkValues.size();
    case BuiltInField::Satisfaction:
        return 5;
    case BuiltInField::Position:
        return mostMessages(*m_snapshot);
    case BuiltInField::Turn:
        return mostMessages(*m_snapshot) / 2 + 1;
    case BuiltInField::MessageLength:
        return longestMessage(*m_snapshot) + std::size_t{1};
    default:
        return 0;
    }
}

Category FieldReader::category(CategoryCode code) const
{
    if (m_column != nullptr)
        return m_column->categories[code];
    switch (m_builtIn) {
    case BuiltInField::Format:
        return {m_snapshot->formats[code], {}};
    case BuiltInField::File:
        return {m_snapshot->files[code].shownPath, {}};
    case BuiltInField::Language:
        return {languagesText(code), {}};
    case BuiltInField::Translation:
        return {std::string(kTranslations.at(code)), {}};
    case BuiltInField::FirstRole:
    case BuiltInField::Role:
        return m_snapshot->messages.roles[code];
    case BuiltInField::Intent:
    case BuiltInField::ReplyToIntent:
    case BuiltInField::NextIntent:
        return m_snapshot->messages.intents[code];
    case BuiltInField::Hallucination:
        return {std::string(kMarkValues.at(code)), {}};
    case BuiltInField::Satisfaction:
    case BuiltInField::Position:
    case BuiltInField::Turn:
    case BuiltInField::MessageLength:
        return {numberText(categoryNumber(code)), {}};
    default:
        return {};
    }
}

std::uint32_t FieldReader::messageKey(Row row, std::uint32_t message) const
{
    const MessageEntry& entry = m_snapshot->messages.entries[message];
    std::uint32_t key = 0;
    switch (m_builtIn) {
    case BuiltInField::Intent:
        return entry.intentSet;
    case BuiltInField::Role:
        return std::uint32_t{entry.role} + 1;
    case BuiltInField::Hallucination:
        return static_cast<std::uint32_t>(entry.mark());
    case BuiltInField::Satisfaction:
        return entry.satisfaction();
    case BuiltInField::MessageLength:
        return entry.length() + 1;
    case BuiltInField::Position:
        return message - m_snapshot->record(row).firstMessage + 1;
    case BuiltInField::Turn:
        messageTurns(*m_snapshot, message, message + 1, &key);
        return key;
    case BuiltInField::ReplyToIntent:
        repliedIntentSets(*m_snapshot, message, message + 1, &key);
        return key;
    case BuiltInField::NextIntent:
        nextIntentSets(*m_snapshot, message, message + 1, &key);
        return key;
    default:
        return 0;
    }
}

bool FieldReader::hasIntents() const
{
    return m_builtIn == BuiltInField::Intent || m_builtIn == BuiltInField::ReplyToIntent ||
           m_builtIn == BuiltInField::NextIntent;
}

bool FieldReader::hasMessageNumbers() const
{
    return m_builtIn == BuiltInField::Satisfaction || m_builtIn == BuiltInField::Position ||
           m_builtIn == BuiltInField::Turn || m_builtIn == BuiltInField::MessageLength;
}

double FieldReader::categoryNumber(CategoryCode code) const
{
    // Messages may have no characters; the rest is counted from 1.
    return m_builtIn == BuiltInField::MessageLength ? code : code + 1.0;
}

double FieldReader::messageNumber(Row row, std::uint32_t message) const
{
    const std::uint32_t key = messageKey(row, message);
    if (hasMessageNumbers() && key != 0)
        return categoryNumber(key - 1);
    if (m_builtIn == BuiltInField::Hallucination && key != 0)
        return static_cast<Mark>(key) == Mark::Yes ? 1 : 0;
    return std::numeric_limits<double>::quiet_NaN();
}

std::optional<FieldReader> findField(const Snapshot& snapshot, std::string_view name)
{
    auto found = findAmong(allFields(snapshot), name);
    return found ? std::move(found) : findAmong(messageFields(snapshot), name);
}

std::optional<FieldReader> findMessageField(const Snapshot& snapshot, std::string_view name)
{
    return findAmong(messageFields(snapshot), fieldKey(name) == "length" ? "message_length" : name);
}

std::string similarField(const Snapshot& snapshot, std::string_view name)
{
    std::vector<FieldReader> fields = allFields(snapshot);
    for (FieldReader& field : messageFields(snapshot))
        fields.push_back(std::move(field));
    return similarAmong(fields, name);
}

std::string similarMessageField(const Snapshot& snapshot, std::string_view name)
{
    const std::string similar = similarAmong(messageFields(snapshot), name);
    const bool isLength = similar.empty() && editDistance(fieldKey(name), "length") <= kSlips;
    return isLength ? "length" : similar;
}

} // namespace duologue
