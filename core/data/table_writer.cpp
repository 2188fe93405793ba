// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/table_writer.h"

#include "core/data/record_texts.h"
#include "core/data/snapshot.h"
#include "core/util/escape.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace duologue {

namespace {

template<typename To>
To clamped(std::size_t value)
{
    return static_cast<To>(std::min<std::size_t>(value, std::numeric_limits<To>::max()));
}

/// Numbers of rows and messages for which memory is reserved at once: those of some small files, and most of
/// those of a block of lines.
constexpr std::size_t kUsualRows = 64;
constexpr std::size_t kUsualMessages = 512;

/// The column has the categories that are met; those of others are always the same.
bool isOfNames(MessageColumn which)
{
    return which == MessageColumn::Role || which == MessageColumn::Intent;
}

/// Members of an object of a message that become columns; one with more is a table of its own.
constexpr std::size_t kMostMessageMembers = 200;

std::string textOfNumber(const JsonView& value)
{
    if (value.kind() == JsonView::Kind::Integer)
        return value.toJson();
    return value.digits().empty() ? numberText(value.number().value_or(0)) : std::string(value.digits());
}

/// Whether a column of messages has the text, and not kUnshownValue.
bool fitsColumn(std::string_view text)
{
    return text.size() <= kLongestName && !isListName(text);
}

/// The name of a category for a list of a message: kMemberMark and a text for each member; of a single one,
/// its text. Nulls are no members; none if there are no others. kUnshownValue if the name would be long, or
/// if a member is a list or an object.
std::optional<std::string> listName(const JsonView& list)
{
    std::string name;
    std::size_t members = 0;
    for (const JsonView member : list.elements()) {
        if (!member.hasValue())
            continue;
        if (member.isArray() || member.isObject())
            return std::string(kUnshownValue);
        const std::string text = member.isString()                       ? std::string(member.string())
                                 : member.kind() == JsonView::Kind::Bool ? member.toJson()
                                                                         : textOfNumber(member);
        name.append(1, kMemberMark).append(text);
        ++members;
        if (name.size() > kLongestName || text.find(kMemberMark) != std::string::npos)
            return std::string(kUnshownValue);
    }
    if (members == 0)
        return std::nullopt;
    return members == 1 ? name.substr(1) : name;
}

/// Nobody speaks in the record: its long texts count.
bool isOfLongTexts(const Conversation& conversation)
{
    return conversation.messages.empty() && conversation.context.empty() && conversation.candidates.empty();
}

} // namespace

void addLanguages(const Conversation& conversation, Measuring measuring, RecordFigures& record)
{
    const auto add = [&record](Language language, bool isOpen) {
        if (isOpen)
            record.setLanguagesOpen();
        else
            record.add(language);
    };
    for (const Message& message : conversation.messages) {
        for (const Text& text : conversation.textsOf(message.texts)) {
            if (!text.earlier)
                add(text.language, text.isLanguageOpen);
        }
    }
    if (!isOfLongTexts(conversation))
        return;
    forEachText(conversation, [&](const RecordText& text) {
        if (isLongText(text.text)) {
            const TextMeasure measured = measure(text.text);
            const bool looks = measured.isLanguageOpen && measuring == Measuring::Languages;
            add(looks ? languageOf(text.text) : measured.language, measured.isLanguageOpen && !looks);
        }
        return false;
    });
}

void TableBatch::append(const Conversation& conversation, const RecordHeader& header)
{
    if (m_records.empty()) {
        m_records.reserve(kUsualRows);
        m_messages.reserve(kUsualMessages);
    }
    const auto row = static_cast<Row>(m_records.size());
    RecordEntry entry;
    entry.offset = header.span.offset;
    entry.length = header.span.length;
    entry.file = header.span.file;
    entry.firstMessage = MessageIndex{messageCount()};
    entry.ordinal = header.ordinal;
    entry.turns = clamped<std::uint16_t>(conversation.turns());
    entry.format = header.format;
    entry.problems = clamped<std::uint8_t>(header.problems);
    entry.state = header.state;
    entry.candidates = clamped<std::uint8_t>(conversation.candidates.size());

    std::size_t both = 0;
    for (const Message& message : conversation.messages) {
        appendMessage(conversation, message, entry);
        const MessageCodes& last = m_messages.back();
        both += static_cast<std::size_t>(last[MessageColumn::EnglishLength] != kNoCategory &&
                                         last[MessageColumn::ChineseLength] != kNoCategory);
    }
    if (both > 0)
        entry.set(both == conversation.messages.size() ? Translation::Complete : Translation::Partial);
    if (isOfLongTexts(conversation))
        addLongTexts(conversation, entry);
    addLanguages(conversation, Measuring::Scripts, entry);
    appendFields(conversation, row);
    m_records.push_back(entry);
}

void TableBatch::clear()
{
    m_records.clear();
    m_messages.clear();
    m_columns.clear();
    for (BatchCategories& each : m_categories) {
        if (each.categories.size() > BatchCategories::kMostKept)
            each.clear();
    }
    m_messageColumns.clear();
    m_rowOfTooManyFields.reset();
}

void TableBatch::addLongTexts(const Conversation& conversation, RecordEntry& record)
{
    std::size_t characters = 0;
    forEachText(conversation, [&](const RecordText& text) {
        characters += isLongText(text.text) ? characterCount(text.text) : 0;
        return false;
    });
    record.characters = clamped<std::uint32_t>(characters);
}

void TableBatch::appendBroken(const RecordHeader& header)
{
    RecordEntry entry;
    entry.offset = header.span.offset;
    entry.length = header.span.length;
    entry.file = header.span.file;
    entry.firstMessage = MessageIndex{messageCount()};
    entry.ordinal = header.ordinal;
    entry.format = header.format;
    entry.problems = clamped<std::uint8_t>(header.problems);
    entry.state = RecordState::Broken;
    m_records.push_back(entry);
}

void TableBatch::appendFields(const Conversation& conversation, Row row)
{
    const auto index = static_cast<std::uint32_t>(row);
    m_columns.beginNext();
    if (conversation.fieldsLeftOut && !m_rowOfTooManyFields)
        m_rowOfTooManyFields = row;
    if (!conversation.id.empty()) {
        Field field{"id", {}, FieldKind::Text, 0, {conversation.id, {}}, {}};
        m_columns.add(index, field);
    }
    for (const Rating& rating : conversation.ratings) {
        if (!rating.value)
            continue;
        m_ratingKey.assign(kRatingGroup).append(rating.name);
        Field field{m_ratingKey, rating.name, FieldKind::Number, *rating.value, {}, {}};
        m_columns.add(index, field);
    }
    for (const Field& field : conversation.fields) {
        if (field.kind != FieldKind::Tree)
            m_columns.add(index, field);
    }
}

void TableBatch::appendMessage(const Conversation& conversation, const Message& message, RecordEntry& record)
{
    MessageCodes codes;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier)
            codes[MessageColumn::EarlierTranslation] = categoryCode(1);
        else
            codes[isChinese(text.language) ? MessageColumn::ChineseLength : MessageColumn::EnglishLength] =
                categoryCode(clamped<std::uint32_t>(text.characters));
    }
    // The key of a mark or level is its number, and that of none is 0.
    codes[MessageColumn::Hallucination] = codeOfKey(static_cast<std::uint32_t>(message.hallucination));
    codes[MessageColumn::Satisfaction] = codeOfKey(message.satisfaction);
    const std::string_view role = isListName(message.role) ? kUnshownValue : message.role;
    codes[MessageColumn::Role] = categories(MessageColumn::Role).codeOf({ValueKey(role).text(), {}});
    const CategoryCode english = codes[MessageColumn::EnglishLength];
    const std::uint32_t length =
        keyOfCode(english != kNoCategory ? english : codes[MessageColumn::ChineseLength]);
    record.characters =
        clamped<std::uint32_t>(std::size_t{record.characters} + (length == 0 ? 0 : length - 1));
    for (const Name& intent : conversation.intentsOf(message))
        addIntent(intent);
    appendMessageFields(conversation, message);
    codes[MessageColumn::Intent] = takeIntents();
    m_messages.push_back(codes);
}

void TableBatch::addIntent(Name intent)
{
    const auto hasMark = [](std::string_view name) {
        return name.find(kMemberMark) != std::string_view::npos;
    };
    if (hasMark(intent.en) || hasMark(intent.zh))
        intent = nameByScript(kUnshownValue);
    m_intents.add(categories(MessageColumn::Intent).codeOf(intent));
}

CategoryCode TableBatch::takeIntents()
{
    const std::vector<CategoryCode>& intents = m_intents.codes();
    if (intents.empty())
        return kNoCategory;
    BatchCategories& to = categories(MessageColumn::Intent);
    CategoryCode code = intents.front();
    if (intents.size() > 1) {
        m_listName.clear();
        for (const CategoryCode intent : intents)
            m_listName.append(1, kMemberMark).append(to.categories[indexOf(intent)].shown());
        code = to.codeOf({m_listName, {}});
    }
    m_intents.clear();
    return code;
}

void TableBatch::appendCodes(MessageColumn which, std::vector<CategoryCode>& out) const
{
    std::uint32_t keys = 0;
    for (const MessageCodes& message : m_messages)
        keys |= keyOfCode(message[which]);
    if (keys == 0)
        return;
    for (const MessageCodes& message : m_messages)
        out.push_back(message[which]);
}

void TableBatch::appendMessageFields(const Conversation& conversation, const Message& message)
{
    m_messageColumns.beginNext();
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        // The text of the message is not a field: searching texts finds it.
        if (field.kind == FieldKind::Category)
            addMessageField(field);
        else if (!field.isContent)
            appendMessageField(field.key, 0, field.value);
    }
    if (message.parts.size() > 0)
        appendToolUse(conversation, message);
}

void TableBatch::addMessageField(const Field& field)
{
    if (field.key != "intent" || field.joints != 0) {
        m_messageColumns.add(messageCount(), field);
        return;
    }
    if (field.kind == FieldKind::Flag)
        addIntent(nameByScript(field.number != 0 ? "true" : "false"));
    else if (isListName(field.name.shown()))
        forEachMemberName(field.name.shown(),
                          [this](std::string_view member) { addIntent(nameByScript(member)); });
    else
        addIntent(field.name);
}

void TableBatch::appendToolUse(const Conversation& conversation, const Message& message)
{
    const ToolUse use = toolUseOf(conversation, message);
    const auto add = [&](std::string_view key, std::string_view title, FieldKind kind, double number,
                         std::string_view text) {
        m_messageColumns.add(messageCount(), {key, title, kind, number, nameByScript(text), {}, kRunJoints});
    };
    std::string tools;
    for (const std::string_view tool : use.tools) {
        if (fitsColumn(tool) && tools.size() + tool.size() < kLongestName)
            tools.append(1, kMemberMark).append(tool);
    }
    if (!tools.empty())
        add("run.tool", "Tool", FieldKind::Category, 0,
            use.tools.size() == 1 ? std::string_view(tools).substr(1) : std::string_view(tools));
    if (use.isError)
        add("run.tool_error", "Tool error", FieldKind::Flag, *use.isError ? 1 : 0, {});
    if (use.duration)
        add("run.duration", "Duration", FieldKind::Category, 0, numberText(*use.duration));
}

/// Columns of messages hold flags and categories only: numbers and lists are categories, so that every
/// message has a small key (FieldScan::messageKeys()). Column::members says what is in a list.
void TableBatch::appendMessageField(std::string_view key, std::uint32_t joints, const JsonView& value)
{
    Field field{key, {}, FieldKind::Category, 0, {}, {}, joints};
    std::string text;
    switch (value.kind()) {
    case JsonView::Kind::Missing:
    case JsonView::Kind::Null:
        return;
    case JsonView::Kind::Bool:
        field.kind = FieldKind::Flag;
        field.number = value.boolean() == true ? 1 : 0;
        break;
    case JsonView::Kind::Integer:
    case JsonView::Kind::Real:
        text = textOfNumber(value);
        break;
    case JsonView::Kind::String:
        text = fitsColumn(value.string()) ? value.string() : kUnshownValue;
        break;
    case JsonView::Kind::Array:
        if (auto list = listName(value))
            text = std::move(*list);
        else
            return;
        break;
    case JsonView::Kind::Object:
        if (value.size() <= kMostMessageMembers) {
            const std::uint32_t joined = jointAfter(joints, key.size());
            for (const auto [name, member] : value.members())
                appendMessageField(std::string(key).append(1, '.').append(name), joined, member);
            return;
        }
        text = kUnshownValue;
        break;
    }
    field.name = nameByScript(text);
    addMessageField(field);
}

void TableBatch::appendKnown(const Snapshot& known, Row begin, Row end, FileId file)
{
    if (begin == end)
        return;
    const auto base = static_cast<std::uint32_t>(m_records.size());
    const MessageIndex firstMessage = known.record(begin).firstMessage;
    const std::uint32_t messages = messageCount();
    const RecordLanguages::Values languages =
        known.openLanguages > 0 ? known.languages->known(known) : nullptr;
    for (Row row = begin; row < end; ++row) {
        RecordEntry entry = known.record(row);
        if (languages && entry.areLanguagesOpen())
            entry.closeLanguages((*languages)[indexOf(row)]);
        entry.file = file;
        entry.firstMessage = MessageIndex{messages + (entry.firstMessage - firstMessage)};
        m_records.push_back(entry);
    }
    appendKnownMessages(known, begin, end);

    m_columns.appendKnown(known.records.columns, static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(end), base);
}

namespace {

/// Makes codes of a known column those of the batch.
void translateKnown(const Column& from, BatchCategories& to, std::vector<CategoryCode>& codes)
{
    std::vector<CategoryCode> translated(from.categories.size(), kNoCategory);
    const auto codeOf = [&](CategoryCode code) { return to.codeOf(nameOf(from.categories[indexOf(code)])); };
    for (CategoryCode& code : codes) {
        if (code == kNoCategory)
            continue;
        CategoryCode& here = translated[indexOf(code)];
        // As reading does, members first.
        if (here == kNoCategory && from.isList(code)) {
            for (const CategoryCode member : from.members[indexOf(code)])
                codeOf(member);
        }
        if (here == kNoCategory)
            here = codeOf(code);
        code = here;
    }
}

} // namespace

void TableBatch::appendKnownMessages(const Snapshot& known, Row begin, Row end)
{
    const MessageIndex first = known.messageRange(begin).first;
    const MessageIndex last = known.messageRange(end - 1).second;
    m_messageColumns.appendKnown(known.messages.ownColumns(), static_cast<std::uint32_t>(first),
                                 static_cast<std::uint32_t>(last), messageCount());
    const std::size_t base = m_messages.size();
    m_messages.resize(base + (last - first));
    std::vector<CategoryCode> codes(last - first);
    for (std::size_t which = 0; which < kMessageColumns; ++which) {
        const Column& from = known.messages.columns[which];
        from.codes.valuesTo(indexOf(first), indexOf(last), codes.data());
        if (isOfNames(static_cast<MessageColumn>(which)))
            translateKnown(from, m_categories[which], codes);
        for (std::size_t i = 0; i < codes.size(); ++i)
            m_messages[base + i].codes[which] = codes[i];
    }
}

namespace {

/// If there are too many columns, an object with so many different members is taken for data.
constexpr std::size_t kManyMembers = 50;
constexpr std::size_t kMostRemoved = 20;

/// The key of a field if no other field has it.
std::string keyOfName(const FieldInfo& info, ColumnsOf which)
{
    const std::string_view rawKey = info.rawKey;
    std::string key = fieldKey(rawKey.substr(0, rawKey.rfind(kJointSeparator)));
    if (isRunField(info))
        return key.substr(kRunPrefix.size());
    if (which == ColumnsOf::Messages)
        return isBuiltInMessageKey(key) ? "message." + key : key;
    return isBuiltInKey(key) ? "record." + key : key;
}

/// How good a field's claim to a key is: 2 if the key is exactly its name in the records, 1 if the name is
/// joined from several, 0 if it is spelled differently, -1 if the program has made the field.
int claimTo(std::string_view key, const FieldInfo& info)
{
    if (isRunField(info))
        return -1;
    const std::string_view rawKey = info.rawKey;
    return rawKey == key ? 2 : rawKey.substr(0, rawKey.rfind(kJointSeparator)) == key ? 1 : 0;
}

/// The code of a number as a text.
CategoryCode codeOf(double number, CategoryCoder& coder, Column& column)
{
    const std::size_t before = column.categories.size();
    const CategoryCode code = coder.code({numberText(number), {}}, column.categories);
    if (column.categories.size() > before)
        column.forms.add(column.categories[before].shown());
    return code;
}

/// Notes what the category that was added last is: its form or, of a list of a message, its members, which
/// become categories themselves.
void noteCategory(CategoryCoder& coder, Column& column)
{
    const CategoryCode added = categoryCode(column.categories.size() - 1);
    const std::string& name = column.categories[indexOf(added)].shown();
    if (!column.info.ofMessages || !isListName(name)) {
        column.forms.add(name);
        return;
    }
    DistinctCodes members;
    forEachMemberName(name, [&](std::string_view member) {
        const std::size_t before = column.categories.size();
        members.add(coder.code(nameByScript(member), column.categories));
        if (column.categories.size() > before)
            column.forms.add(member);
    });
    column.addList(added, std::move(members).take());
}

} // namespace

ColumnsWriter::ColumnsWriter(ColumnsOf which, std::vector<KnownField> knownFields)
    : m_of(which), m_knownFields(std::move(knownFields))
{
    if (which == ColumnsOf::Messages)
        m_columns = builtInMessageColumns();
    m_builtIn = m_columns.size();
    m_columnWriters.resize(m_builtIn);
}

void ColumnsWriter::noteLimit(std::vector<Phrase>& notes)
{
    if (!std::exchange(m_isLimitNoted, true))
        notes.push_back({PhraseId::TooManyFields, kMostColumns});
}

FieldTraits ColumnsWriter::traitsOf(std::string_view key) const
{
    return m_of == ColumnsOf::Records ? columnTraits(m_knownFields, key) : FieldTraits();
}

bool ColumnsWriter::isRemoved(const std::string& rawKey) const
{
    return std::any_of(m_removed.begin(), m_removed.end(),
                       [&](const std::string& object) { return rawKey.starts_with(object); });
}

bool ColumnsWriter::makeRoom(std::vector<Phrase>& notes)
{
    if (m_removed.size() == kMostRemoved)
        return false;
    // The members of each object, by the names before a dot.
    std::map<std::string, std::set<std::string>> members;
    for (const Column& column : m_columns) {
        const std::string& name = column.info.rawKey;
        for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
            const std::size_t end = std::min(name.find('.', dot + 1), name.size());
            members[name.substr(0, dot + 1)].insert(name.substr(dot + 1, end - dot - 1));
        }
    }
    const auto most =
        std::max_element(members.begin(), members.end(), [](const auto& left, const auto& right) {
            return left.second.size() < right.second.size();
        });
    if (most == members.end() || most->second.size() < kManyMembers)
        return false;
    removeMembersOf(most->first);
    notes.push_back({PhraseId::TooManyMembers, kMostColumns, most->first.substr(0, most->first.size() - 1)});
    return true;
}

void ColumnsWriter::removeMembersOf(const std::string& object)
{
    m_removed.push_back(object);
    std::vector<Column> kept;
    std::vector<ColumnWriter> keptWriters;
    m_columnByRawKey.clear();
    m_columnByKey.clear();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].info.rawKey.starts_with(object))
            continue;
        if (i >= m_builtIn) {
            m_columnByRawKey.emplace(m_columns[i].info.rawKey, kept.size());
            m_columnByKey.emplace(m_columns[i].info.key, kept.size());
        }
        kept.push_back(std::move(m_columns[i]));
        keptWriters.push_back(std::move(m_columnWriters[i]));
    }
    m_columns = std::move(kept);
    m_columnWriters = std::move(keptWriters);
}

std::optional<std::size_t> ColumnsWriter::columnFor(const BatchColumn& source, std::vector<Phrase>& notes)
{
    const auto found = m_columnByRawKey.find(source.info.rawKey);
    if (found == m_columnByRawKey.end()) {
        // If making room has failed once, it is not tried again for each of a million names.
        const std::size_t most = m_builtIn + kMostColumns + (isRecordKeys(source.info) ? 1 : 0);
        while (m_columns.size() >= most && !m_isLimitNoted && !isRemoved(source.info.rawKey) &&
               makeRoom(notes)) {
        }
        if (isRemoved(source.info.rawKey))
            return std::nullopt;
        if (m_columns.size() >= most) {
            noteLimit(notes);
            return std::nullopt;
        }
        addColumn(source);
        return m_columns.size() - 1;
    }
    Column& column = m_columns[found->second];
    const FieldKind kind = column.info.kind;
    column.mixed =
        column.mixed || source.mixed || kind != source.info.kind || column.info.title != source.info.title;
    if (kind != source.info.kind)
        widen(found->second, commonKind(kind, source.info.kind));
    return found->second;
}

void ColumnsWriter::addColumn(const BatchColumn& source)
{
    FieldInfo info = source.info;
    info.key = keyFor(info);
    info.ofMessages = m_of == ColumnsOf::Messages;
    info.traits = traitsOf(info.key);
    // The field of ids shows texts, and takes a column whose name is another spelling of "id".
    if (m_of == ColumnsOf::Records && info.key == "id" &&
        (info.kind == FieldKind::Number || info.kind == FieldKind::Flag))
        info.kind = FieldKind::Text;
    // The column got a key that depends on other records.
    const bool sharesKey = info.key != keyOfName(info, m_of);
    m_columnByRawKey.emplace(info.rawKey, m_columns.size());
    m_columnByKey.emplace(info.key, m_columns.size());
    Column& made = m_columns.emplace_back();
    made.info = std::move(info);
    made.mixed = source.mixed || sharesKey || made.info.kind != source.info.kind;
    m_columnWriters.emplace_back();
    if (source.info.kind == FieldKind::Flag) {
        m_columnWriters.back().coder.code({"false", {}}, m_columns.back().categories);
        m_columnWriters.back().coder.code({"true", {}}, m_columns.back().categories);
    }
}

std::string ColumnsWriter::keyFor(const FieldInfo& info)
{
    std::string key = keyOfName(info, m_of);
    const auto found = m_columnByKey.find(key);
    if (found == m_columnByKey.end())
        return key;
    const std::size_t owner = found->second;
    Column& other = m_columns[owner];
    other.mixed = true;
    if (claimTo(key, info) <= claimTo(key, other.info))
        return secondKey(info);
    other.info.key = secondKey(other.info);
    other.info.traits = traitsOf(other.info.key);
    m_columnByKey.erase(found);
    m_columnByKey.emplace(other.info.key, owner);
    return key;
}

std::string ColumnsWriter::secondKey(const FieldInfo& info) const
{
    const std::string key = keyOfName(info, m_of);
    if (!isRunField(info))
        return unusedKey(key);
    std::string whole = std::string(kRunPrefix) + key;
    return m_columnByKey.contains(whole) ? unusedKey(whole) : whole;
}

std::string ColumnsWriter::unusedKey(const std::string& key) const
{
    for (std::size_t number = 2;; ++number) {
        std::string unused = key + "_" + std::to_string(number);
        if (!m_columnByKey.contains(unused))
            return unused;
    }
}

void ColumnsWriter::widen(std::size_t index, FieldKind kind)
{
    const Column old = m_columns[index];
    if (old.info.kind == kind)
        return;
    Column wide;
    wide.info = old.info;
    wide.info.kind = kind;
    wide.mixed = old.mixed;
    wide.areDigits = old.areDigits;
    wide.categories = old.categories;
    wide.members = old.members;
    wide.lists = old.lists;
    // The forms of a Number do not tell that its values are numbers; codeOf() adds them again as texts.
    if (old.info.kind != FieldKind::Number)
        wide.forms = old.forms;
    CategoryCoder& coder = m_columnWriters[index].coder;
    const std::size_t size =
        std::max({old.numbers.size(), old.ends.size(), old.ends.empty() ? old.codes.size() : 0});
    for (std::size_t i = 0; i < size; ++i) {
        CategoryCode code = kNoCategory;
        if (old.info.kind != FieldKind::Number)
            code = old.code(i);
        else if (const double number = old.number(i); !std::isnan(number))
            code = codeOf(number, coder, wide);
        if (kind != FieldKind::Categories) {
            wide.codes.push_back(code);
            continue;
        }
        if (code != kNoCategory)
            wide.codes.push_back(code);
        wide.ends.push_back(static_cast<std::uint32_t>(wide.codes.size()));
    }
    m_columns[index] = std::move(wide);
}

void ColumnsWriter::appendNumbers(const BatchColumn& source, std::uint32_t base, Column& column)
{
    for (std::size_t i = 0; i < source.indexes.size(); ++i) {
        column.numbers.padTo(base + source.indexes[i], std::numeric_limits<double>::quiet_NaN());
        column.numbers.push_back(source.numbers[i]);
        column.forms.add(source.numbers[i]);
        // NaN cannot be distinguished from no value.
        column.mixed = column.mixed || std::isnan(source.numbers[i]);
    }
}

void ColumnsWriter::translate(BatchCategories& source, std::size_t index)
{
    Column& column = m_columns[index];
    CategoryCoder& coder = m_columnWriters[index].coder;
    // How many lookups ahead to prefetch.
    constexpr std::size_t kAhead = 8;
    std::vector<CategoryCode>& translated = source.translated;
    for (std::size_t i = translated.size(); i < source.categories.size(); ++i) {
        if (i + kAhead < source.categories.size()) {
            const Category& ahead = source.categories[i + kAhead];
            coder.expect({ahead.en, ahead.zh});
        }
        const Category& category = source.categories[i];
        const std::size_t before = column.categories.size();
        translated.push_back(coder.code({category.en, category.zh}, column.categories));
        column.mixed = column.mixed || column.categories[indexOf(translated.back())] != category;
        if (column.categories.size() > before)
            noteCategory(coder, column);
    }
}

void ColumnsWriter::append(MessageColumn which, std::vector<CategoryCode>& codes, BatchCategories& categories,
                           std::uint32_t base)
{
    const auto index = static_cast<std::size_t>(which);
    if (isOfNames(which)) {
        translate(categories, index);
        for (CategoryCode& code : codes)
            code = code == kNoCategory ? kNoCategory : categories.translated[indexOf(code)];
    }
    Column& column = m_columns[index];
    column.codes.padTo(base, kNoCategory);
    column.codes.append(codes);
}

void ColumnsWriter::append(BatchColumn& source, std::uint32_t base, std::vector<Phrase>& notes)
{
    const auto index = columnFor(source, notes);
    if (!index)
        return;
    Column& column = m_columns[*index];
    column.areDigits = column.areDigits && source.areDigits;
    if (column.info.kind == FieldKind::Number) {
        appendNumbers(source, base, column);
        return;
    }
    translate(source, *index);
    CategoryCoder& coder = m_columnWriters[*index].coder;
    const std::vector<CategoryCode>& translated = source.translated;
    DistinctCodes listed;
    for (std::size_t i = 0; i < source.indexes.size(); ++i) {
        const std::uint32_t at = base + source.indexes[i];
        const CategoryCode code = source.info.kind == FieldKind::Number
                                      ? codeOf(source.numbers[i], coder, column)
                                      : translated[indexOf(source.codes[i])];
        if (column.info.kind != FieldKind::Categories) {
            column.codes.padTo(at, kNoCategory);
            column.codes.push_back(code);
            continue;
        }
        listed.add(code);
        if (i + 1 < source.indexes.size() && source.indexes[i + 1] == source.indexes[i])
            continue;
        column.ends.padTo(at, static_cast<std::uint32_t>(column.codes.size()));
        for (const CategoryCode each : listed.codes())
            column.codes.push_back(each);
        column.ends.push_back(static_cast<std::uint32_t>(column.codes.size()));
        listed.clear();
    }
    if (column.info.kind == FieldKind::Categories)
        m_mostListed = std::max(m_mostListed, column.codes.size());
}

namespace {

/// Number of problems of one kind that are kept for each file, so that a broken file does not fill the
/// memory.
constexpr std::uint64_t kProblemsKept = 1000;

/// Number of files that are named among those that could not be read.
constexpr std::size_t kNotReadNamed = 5;

/// The record of a batch to which the message belongs.
const RecordEntry& recordOf(const TableBatch& batch, MessageIndex message)
{
    const auto& records = batch.records();
    const auto after = std::upper_bound(
        records.begin(), records.end(), message,
        [](MessageIndex wanted, const RecordEntry& record) { return wanted < record.firstMessage; });
    return *std::prev(after);
}

} // namespace

TableWriter::TableWriter(std::vector<std::string> formatIds, std::shared_ptr<const FormatList> formatList,
                         std::vector<KnownField> knownFields)
    : m_recordColumns(ColumnsOf::Records, knownFields)
{
    m_tables.knownFields = std::move(knownFields);
    m_tables.formatList = std::move(formatList);
    m_tables.formats = std::move(formatIds);
}

void TableWriter::addFile(SourceFile file)
{
    m_tables.files.push_back(std::move(file));
}

void TableWriter::addProblem(Problem problem)
{
    m_tables.problemCounts.add(problem.severity);
    const auto kind = static_cast<std::uint32_t>(problem.code) << 24U |
                      (static_cast<std::uint32_t>(problem.where.file) & 0xFF'FFFFU);
    if (++m_problemsKept[kind] > kProblemsKept) {
        m_tables.problemsCapped = true;
        auto& notKept = m_tables.problemsNotKept;
        if (notKept.empty() || notKept.back().first != problem.where.file)
            notKept.emplace_back(problem.where.file, ProblemCounts());
        notKept.back().second.add(problem.severity);
        return;
    }
    m_tables.problems.push_back(std::move(problem));
}

void TableWriter::countProblems(FileId file, const ProblemCounts& counts)
{
    m_tables.problemCounts += counts;
    m_tables.problemsCapped = true;
    m_tables.problemsNotKept.emplace_back(file, counts);
}

void TableWriter::setReading(std::uint64_t formatsChecksum, bool readsLoneObjects)
{
    m_tables.formatsChecksum = formatsChecksum;
    m_tables.readsLoneObjects = readsLoneObjects;
}

bool TableWriter::hasRoomFor(TableBatch& batch, std::uint64_t most) const
{
    std::size_t listed = 0;
    batch.columns().forEach(
        [&](const BatchColumn& column) { listed = std::max(listed, column.indexes.size()); });
    return recordCount() + std::uint64_t{batch.recordCount()} <= most &&
           messageCount() + std::uint64_t{batch.messageCount()} <= most &&
           m_recordColumns.mostListed() + std::uint64_t{listed} <= most;
}

void TableWriter::append(TableBatch& batch, std::uint32_t ordinalBase)
{
    const auto base = static_cast<std::uint32_t>(m_tables.records.entries.size());
    const std::uint32_t firstMessage = m_tables.messages.count;
    for (RecordEntry entry : batch.records()) {
        entry.firstMessage = entry.firstMessage + firstMessage;
        entry.ordinal += ordinalBase;
        m_tables.openLanguages += entry.areLanguagesOpen() ? 1U : 0U;
        m_tables.records.entries.push_back(entry);
    }
    m_tables.messages.count += batch.messageCount();
    for (std::size_t which = 0; which < kMessageColumns; ++which) {
        const auto column = static_cast<MessageColumn>(which);
        m_codes.clear();
        batch.appendCodes(column, m_codes);
        if (!m_codes.empty())
            m_messageColumns.append(column, m_codes, batch.categories(column), firstMessage);
    }
    batch.columns().forEach([&](BatchColumn& column) {
        appendColumn(m_recordColumns, column, base, batch.records()[column.indexes.front()]);
    });
    batch.messageColumns().forEach([&](BatchColumn& column) {
        appendColumn(m_messageColumns, column, firstMessage,
                     recordOf(batch, MessageIndex{column.indexes.front()}));
    });
    if (const auto row = batch.rowOfTooManyFields()) {
        std::vector<Phrase> notes;
        m_recordColumns.noteLimit(notes);
        addNotes(notes, batch.records()[indexOf(*row)]);
    }
}

SnapshotPtr TableWriter::snapshot() const
{
    auto snapshot = std::make_shared<Snapshot>(m_tables);
    // There are more rows than in the one before.
    snapshot->textKeys = std::make_shared<FoundOnce<TextKeys>>();
    snapshot->records.columns = m_recordColumns.columns();
    snapshot->messages.columns = m_messageColumns.columns();
    return snapshot;
}

void TableWriter::appendColumn(ColumnsWriter& columns, BatchColumn& source, std::uint32_t base,
                               const RecordEntry& first)
{
    std::vector<Phrase> notes;
    columns.append(source, base, notes);
    addNotes(notes, first);
}

void TableWriter::addNotes(std::vector<Phrase>& notes, const RecordEntry& record)
{
    for (Phrase& note : notes)
        addProblem({ProblemCode::TooManyFields, Severity::Warning, record.span(), {}, std::move(note)});
}

Phrase Coverage::chosen() const
{
    // As in Markdown, so that it is seen where a query begins and ends.
    if (read == 0 && counted == 0 && !where.empty())
        return {PhraseId::OnlyWhere, markdownCode(where)};
    if (!where.empty())
        return {PhraseId::ConversationsWhere, groupedDigits(counted), groupedDigits(read),
                markdownCode(where)};
    if (counted == read)
        return {PhraseId::AllConversations, groupedDigits(read)};
    return {PhraseId::PartOfConversations, groupedDigits(counted), groupedDigits(read)};
}

std::optional<unsigned> Coverage::percentRead() const
{
    if (isWhole())
        return 100;
    if (isComplete || bytesFound == 0 || bytesRead > bytesFound)
        return std::nullopt;
    // What is not complete is not 100 %.
    const double share = static_cast<double>(bytesRead) / static_cast<double>(bytesFound);
    return std::min(static_cast<unsigned>(100 * share), 99U);
}

Phrase Coverage::reading() const
{
    if (isComplete)
        return {};
    const auto percent = percentRead();
    if (!percent)
        return {isReading ? PhraseId::ReadSoFar : PhraseId::ReadingStopped, groupedDigits(read)};
    return {isReading ? PhraseId::ReadSoFarAt : PhraseId::ReadingStoppedAt, groupedDigits(read), *percent};
}

std::vector<Phrase> Coverage::notes() const
{
    std::vector<Phrase> all = notRead;
    if (broken == 1)
        all.emplace_back(PhraseId::BrokenWithoutFigures);
    else if (broken > 1)
        all.emplace_back(PhraseId::SeveralBrokenWithoutFigures, groupedDigits(broken));
    all.insert(all.end(), remarks.begin(), remarks.end());
    return all;
}

std::vector<Phrase> Coverage::phrases() const
{
    std::vector<Phrase> all;
    if (!where.empty() || counted != read)
        all.push_back(chosen());
    if (!shard.empty())
        all.emplace_back(PhraseId::ShardOfThem, shard);
    if (!isComplete)
        all.push_back(reading());
    const std::vector<Phrase> others = notes();
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

bool isNotRead(const Problem& problem)
{
    switch (problem.code) {
    case ProblemCode::FileUnreadable:
    case ProblemCode::FileVanished:
    case ProblemCode::FolderUnreadable:
    case ProblemCode::PathMissing:
    case ProblemCode::LinkLoop:
    case ProblemCode::ArchiveDamaged:
    case ProblemCode::ArchiveTooLarge:
    case ProblemCode::ColumnsDamaged:
    case ProblemCode::OutOfMemory:
    case ProblemCode::ModuleMissing:
        return problem.severity == Severity::Error;
    default:
        return false;
    }
}

namespace {

/// What could not be read, one phrase for each file.
std::vector<Phrase> notReadOf(const Snapshot& snapshot)
{
    std::vector<Phrase> named;
    std::set<FileId> files;
    std::uint64_t others = 0;
    if (snapshot.problemCounts.errors() == 0)
        return named;
    const auto look = [&](const Problem& problem) {
        const FileId file = problem.where.file;
        if (!isNotRead(problem) || (file != kNoFile && !files.insert(file).second))
            return;
        if (named.size() == kNotReadNamed) {
            ++others;
            return;
        }
        const std::string name = file == kNoFile ? std::string() : snapshot.file(file).shownPath;
        const bool hasPart =
            problem.code == ProblemCode::ArchiveDamaged || problem.code == ProblemCode::ArchiveTooLarge ||
            problem.code == ProblemCode::ColumnsDamaged || problem.code == ProblemCode::FileVanished;
        if (name.empty())
            named.emplace_back(PhraseId::SomethingNotRead, problem.detail);
        else
            named.emplace_back(hasPart ? PhraseId::FileNotReadWhole : PhraseId::FileNotRead, name,
                               problem.detail);
    };
    snapshot.problems.forEachPiece(0, snapshot.problems.size(),
                                   [&](std::size_t, const Problem* first, std::size_t count) {
                                       std::for_each(first, first + count, look);
                                   });
    if (others > 0)
        named.emplace_back(PhraseId::MoreNotRead, groupedDigits(others));
    return named;
}

/// Makes markup of the data plain text.
void escapeMarkdown(Phrase& phrase)
{
    if (phrase.id == PhraseId::Verbatim)
        phrase.text = markdownLine(phrase.text);
    for (Phrase& argument : phrase.arguments)
        escapeMarkdown(argument);
}

} // namespace

Coverage coverageOf(const Snapshot& snapshot, std::uint64_t counted, std::string where)
{
    Coverage coverage;
    coverage.counted = counted;
    coverage.read = snapshot.recordsSeen();
    coverage.where = std::move(where);
    coverage.isComplete = snapshot.complete;
    coverage.bytesRead = snapshot.bytesRead;
    coverage.bytesFound = snapshot.bytesFound;
    coverage.notRead = notReadOf(snapshot);
    return coverage;
}

std::string coverageMarkdown(const Phrase& phrase)
{
    const bool hasQuery = phrase.id == PhraseId::ConversationsWhere || phrase.id == PhraseId::OnlyWhere;
    Phrase escaped = phrase;
    for (Phrase& argument : escaped.arguments) {
        const bool isQuery = hasQuery && &argument == &escaped.arguments.back();
        if (!isQuery)
            escapeMarkdown(argument);
    }
    return asSentence(escaped);
}

} // namespace duologue
