// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_builder.h"

#include "core/data/conversation.h"
#include "core/data/known_fields.h"
#include "core/json/json_writer.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace duologue {

namespace {

/// An object with more members than this is a table of its own, not a group of fields.
constexpr std::size_t kMostMembers = 200;

/// A list of more values is one value of its column: its JSON.
constexpr std::size_t kMostListed = 1000;
/// The same for numbers: more of them are a vector, not tags.
constexpr std::size_t kMostNumbersListed = 50;

/// Most keys of a record that are noted. A record with more is a table.
constexpr std::size_t kMostKeysNoted = 200;

enum class ListKind : std::uint8_t { Tree, Values, Vector, TooLong };

ListKind listKindOf(const JsonView& list)
{
    bool any = false;
    std::size_t count = 0;
    std::size_t numbers = 0;
    for (const JsonView value : list.elements()) {
        if (value.isArray() || value.isObject())
            return ListKind::Tree;
        any = any || value.hasValue();
        numbers += value.isNumber() ? 1 : 0;
        ++count;
    }
    if (!any)
        return ListKind::Tree;
    if (numbers > kMostNumbersListed)
        return ListKind::Vector;
    return count > kMostListed ? ListKind::TooLong : ListKind::Values;
}

/// A text in English and Chinese; empty for one in other languages.
Name nameInLanguages(const JsonView& value)
{
    Name name;
    for (const auto [code, text] : value.members()) {
        const Language language = languageOfTranslation(code);
        if (language == Language::English && text.isString() && name.en.empty())
            name.en = text.string();
        else if (isChinese(language) && text.isString() && name.zh.empty())
            name.zh = text.string();
        else
            return {};
    }
    return name.en.empty() ? Name() : name;
}

/// As a column shows it.
std::string shownNumber(const JsonView& value)
{
    return value.digits().empty() ? numberText(value.number().value_or(0)) : std::string(value.digits());
}

/// "2026-03-01%2012" is "2026-03-01 12"; what is not an escape stays.
std::string percentDecoded(std::string_view text)
{
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned code = 0;
        const bool isEscape =
            text[at] == '%' && at + 2 < text.size() &&
            std::from_chars(text.data() + at + 1, text.data() + at + 3, code, 16).ptr == text.data() + at + 3;
        decoded += isEscape ? static_cast<char>(code) : text[at];
        at += isEscape ? 2 : 0;
    }
    return toValidUtf8(decoded);
}

PhraseId kindPhrase(JsonView::Kind kind)
{
    switch (kind) {
    case JsonView::Kind::Missing:
        break;
    case JsonView::Kind::Null:
        return PhraseId::Null;
    case JsonView::Kind::Bool:
        return PhraseId::TrueOrFalse;
    case JsonView::Kind::Integer:
        return PhraseId::WholeNumber;
    case JsonView::Kind::Real:
        return PhraseId::Number;
    case JsonView::Kind::String:
        return PhraseId::Text;
    case JsonView::Kind::Array:
        return PhraseId::List;
    case JsonView::Kind::Object:
        return PhraseId::Object;
    }
    return PhraseId::Nothing;
}

} // namespace

Name nameByScript(std::string_view text)
{
    // Most names are ASCII, and so in Latin letters.
    std::uint64_t bits = 0;
    std::string_view rest = text;
    for (std::uint64_t eight = 0; rest.size() >= sizeof eight; rest.remove_prefix(sizeof eight)) {
        std::memcpy(&eight, rest.data(), sizeof eight);
        bits |= eight;
    }
    for (const char c : rest)
        bits |= static_cast<unsigned char>(c);
    constexpr std::uint64_t kBeyondAscii = 0x8080'8080'8080'8080U;
    if ((bits & kBeyondAscii) == 0)
        return {text, {}};
    return scriptOf(text) == Script::Han ? Name{{}, text} : Name{text, {}};
}

RecordBuilder::RecordBuilder(Conversation& conversation, const RecordOrigin& origin,
                             std::vector<Problem>& problems, Measuring measuring, Keeping keeping)
    : m_conversation(conversation),
      m_origin(origin),
      m_problems(problems),
      m_measuring(measuring),
      m_keeping(keeping)
{
    m_conversation.clear();
}

bool RecordBuilder::hasMessage() const
{
    return m_target == Target::CandidateMessage ||
           (m_target != Target::Candidate && !m_conversation.messages.empty());
}

Message& RecordBuilder::currentMessage()
{
    // What is said belongs to somebody, even if the format has not said to whom.
    if (m_target == Target::Candidate)
        beginCandidateMessage({}, {});
    else if (!hasMessage())
        beginMessage({}, {});
    return m_target == Target::CandidateMessage ? m_conversation.candidateMessages.back()
                                                : m_conversation.messages.back();
}

Slice& RecordBuilder::currentTexts()
{
    return m_target == Target::Context ? m_conversation.context.back().texts : currentMessage().texts;
}

JsonView RecordBuilder::made(const std::string& json)
{
    const auto parser = std::make_shared<JsonParser>();
    const auto parsed = parser->parse(PaddedBytes(json).view());
    m_conversation.made.push_back(parser);
    return parsed ? parsed.value() : JsonView();
}

void RecordBuilder::translations(const std::shared_ptr<const Translations>& translations)
{
    m_translations = translations.get();
    if (translations != nullptr)
        m_conversation.made.emplace_back(translations, &translations->parser());
}

JsonView RecordBuilder::original(const JsonView& value) const
{
    const JsonView found = m_translations == nullptr ? JsonView() : m_translations->originalOf(value);
    return found.isMissing() ? value : found;
}

void RecordBuilder::id(const JsonView& value)
{
    if (!value.hasValue())
        return;
    m_conversation.id = value.isString() ? value.string() : keep({value.toJson()});
    m_conversation.isIdNumber = value.isNumber();
}

void RecordBuilder::nameInFile(std::string_view name)
{
    if (m_conversation.id.empty())
        m_conversation.id = keep({name});
    else if (m_conversation.id != name)
        category("key", nameByScript(keep({name})));
}

void RecordBuilder::listInFile(std::string_view name)
{
    category(hasField("split") ? "list" : "split", nameByScript(keep({name})));
}

bool RecordBuilder::hasField(std::string_view key) const
{
    const auto& fields = m_conversation.fields;
    return std::any_of(fields.begin(), fields.end(), [key](const Field& field) { return field.key == key; });
}

Message RecordBuilder::emptyMessage(std::string_view roleInFile, std::string_view pointer)
{
    const auto texts = static_cast<std::uint32_t>(m_conversation.texts.size());
    const auto intents = static_cast<std::uint32_t>(m_conversation.intents.size());
    const auto fields = static_cast<std::uint32_t>(m_conversation.partFields.size());
    Message message;
    message.role = usualRole(roleInFile);
    message.roleInFile = roleInFile;
    message.texts = {texts, texts};
    message.intents = {intents, intents};
    message.fields = {fields, fields};
    m_isThought = false;
    m_runSigns.calls = m_runSigns.calls || message.role == "tool" || roleInFile.ends_with("_call");
    if (message.role.empty() && !roleInFile.empty()) {
        if (isThoughtWord(roleInFile)) {
            m_isThought = true;
            message.role = "assistant";
            return message;
        }
        if (roleInFile == m_nameOfAssistant) {
            message.role = "assistant";
            return message;
        }
        message.role = roleInFile;
        if (!m_unknownRoles.insert(roleInFile).second)
            return message;
        problem(ProblemCode::UnknownRole, pointer, {PhraseId::UnknownRole, roleInFile});
    }
    return message;
}

void RecordBuilder::beginMessage(std::string_view roleInFile, std::string_view pointer)
{
    if (m_isAnswerDue && goesOn(Target::Message, roleInFile))
        return;
    m_target = Target::Message;
    m_conversation.messages.push_back(emptyMessage(roleInFile, pointer));
    if (!m_onMessages.empty() || !m_onNextMessage.empty())
        addNotes();
}

void RecordBuilder::onMessages(std::string_view key, std::string_view text)
{
    m_onMessages.push_back({key, {}, FieldKind::Category, 0, nameByScript(text), {}});
}

void RecordBuilder::addNotes()
{
    for (const Field& note : m_onMessages) {
        if (m_keeping != Keeping::Everything && m_conversation.partFields.size() >= kMostPartFields) {
            m_conversation.fieldsLeftOut = true;
            break;
        }
        m_conversation.partFields.push_back(note);
    }
    currentMessage().fields.end = static_cast<std::uint32_t>(m_conversation.partFields.size());
    for (const JsonMember& field : std::exchange(m_onNextMessage, {}))
        messageField(field.key, field.value);
}

void RecordBuilder::begin(Speech speech, std::string_view roleInFile, std::string_view pointer)
{
    if (speech == Speech::Candidate)
        beginCandidateMessage(roleInFile, pointer);
    else
        beginMessage(roleInFile, pointer);
}

bool RecordBuilder::goesOn(Target target, std::string_view roleInFile)
{
    m_isAnswerDue = false;
    const bool isThought = isThoughtWord(roleInFile);
    if (target != m_target || !(isThought || usualRole(roleInFile) == "assistant"))
        return false;
    m_isThought = isThought;
    if (!isThought)
        currentMessage().roleInFile = roleInFile;
    return true;
}

void RecordBuilder::takeAsThought(const JsonView& thought)
{
    Message& message = currentMessage();
    m_conversation.texts.resize(message.texts.begin);
    message.texts.end = message.texts.begin;
    contentField("reasoning", thought);
    m_isThought = false;
    m_isAnswerDue = true;
}

void RecordBuilder::beginCandidateMessage(std::string_view roleInFile, std::string_view pointer)
{
    if (m_conversation.candidates.empty())
        beginCandidate(CandidateKind::Sample, {});
    if (m_isAnswerDue && goesOn(Target::CandidateMessage, roleInFile))
        return;
    m_target = Target::CandidateMessage;
    m_conversation.candidateMessages.push_back(emptyMessage(roleInFile, pointer));
    m_conversation.candidates.back().messages.end =
        static_cast<std::uint32_t>(m_conversation.candidateMessages.size());
}

void RecordBuilder::text(std::string_view text)
{
    const JsonView all = m_translations == nullptr ? JsonView() : m_translations->ofText(text);
    for (const auto [code, each] : all.members()) {
        if (each.isString())
            this->text(languageOfTranslation(code), each.string());
    }
    if (!all.isMissing())
        return;
    if (m_measuring == Measuring::Nothing) {
        addText(Language::English, text, 0);
        return;
    }
    const TextMeasure measured = measure(text);
    const bool looks = measured.isLanguageOpen && m_measuring == Measuring::Languages;
    addText(looks ? languageOf(text) : measured.language, text, measured.characters).isLanguageOpen =
        measured.isLanguageOpen && !looks;
}

void RecordBuilder::text(Language language, std::string_view text, bool earlier)
{
    addText(language, text, m_measuring == Measuring::Nothing ? 0 : characterCount(text)).earlier = earlier;
}

void RecordBuilder::textInEnglishOrChinese(std::string_view text, bool earlier)
{
    if (m_measuring == Measuring::Nothing) {
        addText(Language::English, text, 0).earlier = earlier;
        return;
    }
    const TextMeasure measured = measure(text);
    const bool isLatin =
        measured.language == Language::English || measured.language == Language::Undetermined;
    const Language language = isLatin                                  ? Language::English
                              : measured.language == Language::Chinese ? Language::Chinese
                                                                       : languageOf(text);
    addText(language, text, measured.characters).earlier = earlier;
}

Text& RecordBuilder::addText(Language language, std::string_view text, std::size_t characters)
{
    Slice& texts = currentTexts();
    Text& added = m_conversation.texts.emplace_back();
    added.language = language;
    added.text = text;
    added.characters = characters;
    texts.end = static_cast<std::uint32_t>(m_conversation.texts.size());
    return added;
}

void RecordBuilder::intent(Name name)
{
    Message& message = currentMessage();
    m_conversation.intents.push_back(name);
    message.intents.end = static_cast<std::uint32_t>(m_conversation.intents.size());
}

void RecordBuilder::mark(Mark mark, std::string_view memo)
{
    currentMessage().hallucination = mark;
    currentMessage().memo = memo;
}

void RecordBuilder::satisfaction(std::uint8_t oneToFive)
{
    currentMessage().satisfaction = oneToFive;
}

void RecordBuilder::messageField(std::string_view key, const JsonView& value)
{
    if (!hasMessage()) {
        if (m_target == Target::Candidate)
            candidateField(key, value);
        else
            treeField(key, value);
        return;
    }
    if (m_keeping != Keeping::Everything && m_conversation.partFields.size() >= kMostPartFields) {
        m_conversation.fieldsLeftOut = true;
        return;
    }
    m_conversation.partFields.push_back({key, {}, FieldKind::Tree, 0, {}, original(value)});
    currentMessage().fields.end = static_cast<std::uint32_t>(m_conversation.partFields.size());
    const RunSign sign = runSignOf(key);
    m_runSigns.calls = m_runSigns.calls || sign == RunSign::Calls;
    m_runSigns.numbers = m_runSigns.numbers || sign == RunSign::Numbers;
    if (value.kind() == JsonView::Kind::Bool && saysThought(key, value))
        m_isThought = true;
}

void RecordBuilder::contentField(std::string_view key, const JsonView& value)
{
    const bool isOfTools = m_keeping != Keeping::Everything && tellsOfTools(value);
    m_runSigns.calls = m_runSigns.calls || isOfTools;
    if (m_keeping == Keeping::Columns && !isOfTools)
        return;
    const std::size_t before = m_conversation.partFields.size();
    messageField(key, value);
    if (m_conversation.partFields.size() > before)
        m_conversation.partFields.back().isContent = true;
}

bool RecordBuilder::tellsOfTools(const JsonView& content)
{
    // What belongs to a candidate is not what the run did.
    if (m_target == Target::Candidate || m_target == Target::CandidateMessage)
        return false;
    return (hasMessage() && m_conversation.messages.back().role == "tool") || hasCallsOrResults(content);
}

void RecordBuilder::beginContext(ContextKind kind)
{
    m_target = Target::Context;
    const auto texts = static_cast<std::uint32_t>(m_conversation.texts.size());
    m_conversation.context.push_back({kind, {texts, texts}});
}

void RecordBuilder::beginCandidate(CandidateKind kind, std::string_view label, bool aligned)
{
    m_isAnswerDue = false;
    const auto messages = static_cast<std::uint32_t>(m_conversation.candidateMessages.size());
    const auto fields = static_cast<std::uint32_t>(m_conversation.partFields.size());
    m_target = Target::Candidate;
    m_conversation.candidates.push_back({kind, label, aligned, {messages, messages}, {fields, fields}});
}

void RecordBuilder::rating(std::string_view name, std::optional<double> value, std::string_view question,
                           std::string_view wording)
{
    if (hasRoom(m_conversation.ratings.size()))
        m_conversation.ratings.push_back({name, value, question, wording});
}

void RecordBuilder::candidateField(std::string_view key, const JsonView& value)
{
    if (m_conversation.candidates.empty()) {
        treeField(key, value);
        return;
    }
    if (m_keeping == Keeping::Columns)
        return;
    m_conversation.partFields.push_back({key, {}, FieldKind::Tree, 0, {}, original(value)});
    m_conversation.candidates.back().fields.end =
        static_cast<std::uint32_t>(m_conversation.partFields.size());
}

bool RecordBuilder::hasRoom(std::size_t columns)
{
    if (m_keeping == Keeping::Everything || columns < kMostFields)
        return true;
    m_conversation.fieldsLeftOut = true;
    return false;
}

bool RecordBuilder::keeps(const Field& field)
{
    // The trees of a record without messages have its texts.
    if (field.kind == FieldKind::Tree)
        return m_keeping != Keeping::Columns ||
               (m_conversation.messages.empty() && m_conversation.fields.size() < kMostFields);
    return hasRoom(m_columns++);
}

void RecordBuilder::addField(std::string_view key, const Field& field)
{
    m_namesGroup = m_namesGroup || key == "group";
    m_namesUser = m_namesUser || key == "user";
    const bool isKept = keeps(field);
    // A text without a column can be searched all the same.
    if (!isKept && !(m_keeping == Keeping::ColumnsAndTexts && field.value.isString()))
        return;
    Field& added = m_conversation.fields.emplace_back(field);
    if (!isKept)
        added.kind = FieldKind::Tree;
    const bool taken = isBuiltInKey(key);
    added.key = taken ? keep({"record.", key}) : key;
    added.joints = taken ? jointAfter(0, 0) : m_joints;
}

void RecordBuilder::field(std::string_view key, const JsonView& read)
{
    const JsonView value = original(read);
    if (const Name name = read.isString() && value.isObject() ? nameInLanguages(value) : Name();
        !name.zh.empty()) {
        category(key, name, {}, value);
        return;
    }
    switch (value.kind()) {
    case JsonView::Kind::Integer:
    case JsonView::Kind::Real: {
        const double number = value.number().value_or(std::nan(""));
        // It would show other digits in a column than in the record.
        if (!value.digits().empty() || (value.kind() == JsonView::Kind::Integer && isBeyondExact(number)))
            addField(key, {.key = key,
                           .title = {},
                           .kind = FieldKind::Category,
                           .name = {keep({value.toJson()}), {}},
                           .value = value,
                           .isDigits = true});
        else
            numberField(key, number, {}, value);
        return;
    }
    case JsonView::Kind::Bool:
        addField(key, {key, {}, FieldKind::Flag, value.boolean() == true ? 1.0 : 0.0, {}, value});
        return;
    case JsonView::Kind::String:
        category(key, nameByScript(value.string()), {}, value);
        return;
    case JsonView::Kind::Object:
        if (value.size() == 0 || value.size() > kMostMembers)
            break;
        if (m_joints != 0)
            noteKey(key, value);
        for (const auto [name, member] : value.members())
            memberField(key, name, member);
        return;
    case JsonView::Kind::Array:
        if (arrayField(key, value))
            return;
        break;
    case JsonView::Kind::Missing:
    case JsonView::Kind::Null:
        break;
    }
    // Those of the record itself are noted by noteKeys().
    if (m_joints != 0)
        noteKey(key, value);
    treeField(key, value);
}

bool RecordBuilder::arrayField(std::string_view key, const JsonView& list)
{
    const ListKind kind = listKindOf(list);
    if (kind == ListKind::Tree)
        return false;
    if (kind == ListKind::Values) {
        listField(key, list);
        return true;
    }
    if (kind == ListKind::TooLong)
        problem(ProblemCode::TooManyFields, {}, {PhraseId::TooManyListed, key, list.size(), kMostListed});
    const Name name{keep({list.toJson()}), {}};
    if (m_keeping != Keeping::Everything)
        addField(key, {key, {}, FieldKind::Categories, 0, name, list});
    // The record shows its members, and its texts are searched. The name is what the column has.
    addField(key, {key, {}, FieldKind::Tree, 0, name, list});
    return true;
}

void RecordBuilder::listField(std::string_view key, const JsonView& list)
{
    for (const JsonView value : list.elements()) {
        if (value.isString())
            categoryOfMany(key, nameByScript(value.string()), {}, value);
        else if (value.kind() == JsonView::Kind::Real)
            categoryOfMany(key, {keep({shownNumber(value)}), {}}, {}, value);
        else if (value.hasValue() || m_keeping == Keeping::Everything)
            // In a column, nothing is no value; in the record, it has its place in the list.
            categoryOfMany(key, {keep({value.toJson()}), {}}, {}, value);
    }
}

void RecordBuilder::memberField(std::string_view parent, std::string_view name, const JsonView& value)
{
    const std::uint32_t before = m_joints;
    m_joints = jointAfter(before, parent.size());
    field(keep({parent, ".", name}), value);
    m_joints = before;
}

void RecordBuilder::memberField(std::span<const std::string_view> path, const JsonView& value)
{
    const std::uint32_t before = m_joints;
    std::string key(path.front());
    for (const std::string_view name : path.subspan(1)) {
        m_joints = jointAfter(m_joints, key.size());
        key.append(1, '.').append(name);
    }
    field(keep({key}), value);
    m_joints = before;
}

void RecordBuilder::textField(std::string_view key, const JsonView& value)
{
    if (value.isString())
        addField(key, {key, {}, FieldKind::Text, 0, nameByScript(value.string()), value});
    else
        field(key, value);
}

void RecordBuilder::treeField(std::string_view key, const JsonView& value)
{
    addField(key, {key, {}, FieldKind::Tree, 0, {}, original(value)});
}

void RecordBuilder::categoryField(std::string_view key, const JsonView& value)
{
    if (value.isNumber())
        category(key, {keep({value.toJson()}), {}}, {}, value);
    else
        field(key, value);
}

void RecordBuilder::category(std::string_view key, Name name, std::string_view title, const JsonView& value)
{
    addField(key, {key, title, FieldKind::Category, 0, name, value});
}

void RecordBuilder::categoryOfMany(std::string_view key, Name name, std::string_view title,
                                   const JsonView& value)
{
    addField(key, {key, title, FieldKind::Categories, 0, name, value});
}

void RecordBuilder::numberField(std::string_view key, double number, std::string_view title,
                                const JsonView& value)
{
    addField(key, {key, title, FieldKind::Number, number, {}, value});
}

void RecordBuilder::problem(ProblemCode code, std::string_view pointer, Phrase detail, Severity severity)
{
    m_problems.push_back({code, severity, {}, std::string(pointer), std::move(detail)});
}

bool RecordBuilder::expect(const JsonView& value, JsonView::Kind kind, std::string_view pointer)
{
    if (value.kind() == kind)
        return true;
    const auto code = value.isMissing() ? ProblemCode::MissingKey : ProblemCode::UnexpectedType;
    problem(code, pointer, {PhraseId::ExpectedFound, kindPhrase(kind), kindPhrase(value.kind())});
    return false;
}

void RecordBuilder::noteKey(std::string_view name, const JsonView& value)
{
    if (m_keeping == Keeping::Everything || m_keysNoted == kMostKeysNoted)
        return;
    ++m_keysNoted;
    bool isEmpty = !value.hasValue() || ((value.isArray() || value.isObject()) && value.size() == 0);
    if (value.isArray() && value.size() > 0 && value.size() <= kMostListed) {
        // A list of nothing but nulls has no values, either.
        isEmpty = true;
        for (const JsonView each : value.elements())
            isEmpty = isEmpty && !each.hasValue();
    }
    const std::string_view noted = isEmpty ? keep({name, {&kEmptyKeyMark, 1}}) : name;
    m_conversation.fields.push_back(
        {kRecordKeys, {}, FieldKind::Categories, 0, {noted, {}}, {}, kRecordKeysJoints});
}

void RecordBuilder::noteKeys(const JsonView& record)
{
    const std::size_t count = m_conversation.fields.size();
    // Most members without a field are known by what their names begin and end with.
    std::bitset<1024> marks;
    const auto markOf = [&marks](std::string_view key) {
        const auto first = static_cast<unsigned char>(key.empty() ? 0 : key.front());
        const auto last = static_cast<unsigned char>(key.empty() ? 0 : key.back());
        return (key.size() * 149 + first * 37U + last) % marks.size();
    };
    for (const Field& field : m_conversation.fields)
        marks.set(markOf(field.key));
    // Fields are mostly in the order of the members.
    std::size_t next = 0;
    for (const auto [name, value] : record.members()) {
        if (m_keysNoted == kMostKeysNoted)
            return;
        if (!marks.test(markOf(name))) {
            noteKey(name, value);
            continue;
        }
        std::size_t passed = 0;
        const auto fieldAt = [&](std::size_t i) -> const Field& {
            const std::size_t place = next + i;
            return m_conversation.fields[place < count ? place : place - count];
        };
        while (passed < count && (fieldAt(passed).key != name || fieldAt(passed).kind == FieldKind::Tree))
            ++passed;
        if (passed == count)
            noteKey(name, value);
        else
            next = (next + passed + 1) % count;
    }
}

/// Adds what folders of the form key=value say, as Hive names them; the record itself comes first.
void RecordBuilder::addFolderFields()
{
    std::string_view rest = m_origin.shownStem;
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
        const std::string_view folder = rest.substr(0, slash);
        rest.remove_prefix(slash + 1);
        const std::size_t equals = folder.find('=');
        if (equals == std::string_view::npos || equals == 0 || equals + 1 == folder.size())
            continue;
        const std::string value = percentDecoded(folder.substr(equals + 1));
        const std::string_view key = keep({percentDecoded(folder.substr(0, equals))});
        const std::string_view shown = isBuiltInKey(key) ? keep({"record.", key}) : key;
        const bool isId = key == "id" && !m_conversation.id.empty();
        if (value != "__HIVE_DEFAULT_PARTITION__" && !isId && !hasField(shown))
            category(key, nameByScript(keep({value})));
    }
}

void RecordBuilder::finish()
{
    // What the path says has room however many keys the record has.
    m_columns = 0;
    if (!m_origin.group.empty() && !m_namesGroup)
        category("group", {m_origin.group, {}}, "Group");
    if (!m_origin.user.empty() && !m_namesUser)
        category("user", {m_origin.user, {}}, "User");
    if (!m_origin.config.empty() && !hasField("config"))
        category("config", {m_origin.config, {}}, "Configuration");
    if (m_origin.shownStem.find('=') != std::string::npos)
        addFolderFields();
    if (!m_origin.split.empty() && !hasField("split"))
        category("split", {m_origin.split, {}}, "Split");
    for (const auto& [key, value] : m_origin.besideLists) {
        if (const std::string_view name = keep({"file.", key}); !hasField(name))
            category(name, nameByScript(value));
    }
    if (m_keeping != Keeping::Columns || m_runSigns.calls)
        findParts(m_conversation);
}

namespace {

/// ISO 639-1, without those that are words of English, too: keys such as "id" and "no".
constexpr std::string_view kCodes =
    " aa ab af ak an ar av ay az ba bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo "
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha hi hr ht hu hy hz ia ie ig ii ik io iu ja jv ka kg "
    "ki "
    "kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lt lu lv mg mh mi mk ml mn mr ms mt na nb nd ne ng "
    "nl "
    "nn nr nv ny oc oj os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn sq sr ss st su sv "
    "sw "
    "ta te tg th ti tk tl tn tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";
constexpr std::string_view kCodesAndWords = " am as be he id is it my no om or so to ";

std::string_view baseOf(std::string_view code)
{
    return code.substr(0, code.find_first_of("-_"));
}

bool isAmong(std::string_view base, std::string_view codes)
{
    return base.size() == 2 && codes.find(" " + std::string(base) + " ") != std::string_view::npos;
}

void write(JsonWriter& out, const JsonView& value)
{
    if (isTranslation(value)) {
        for (const auto [code, text] : value.members()) {
            if (text.isString()) {
                out.text(text.string());
                return;
            }
        }
    }
    if (value.isObject()) {
        out.beginObject();
        for (const auto [key, member] : value.members()) {
            out.key(key);
            write(out, member);
        }
        out.endObject();
    } else if (value.isArray()) {
        out.beginArray();
        for (const JsonView element : value.elements())
            write(out, element);
        out.endArray();
    } else {
        out.json(value.toJson());
    }
}

} // namespace

bool isTranslation(const JsonView& value)
{
    constexpr std::size_t kMostLanguages = 400;
    bool isSure = false;
    bool saysSomething = false;
    std::size_t languages = 0;
    for (const auto [code, text] : value.members()) {
        // Most keys are none, by their lengths.
        if (code.size() < 2 || (code.size() > 2 && code[2] != '-' && code[2] != '_'))
            return false;
        const std::string_view base = baseOf(code);
        const bool isCode = isAmong(base, kCodes);
        if (++languages > kMostLanguages || !(text.isString() || text.kind() == JsonKind::Null) ||
            !(isCode || isAmong(base, kCodesAndWords)))
            return false;
        isSure = isSure || isCode;
        saysSomething = saysSomething || text.isString();
    }
    return languages > 1 && isSure && saysSomething;
}

Language languageOfTranslation(std::string_view code)
{
    const std::string_view base = baseOf(code);
    const std::string rest = lowerAscii(code.substr(base.size()));
    if (base == "zh" &&
        (rest.find("hant") != std::string::npos || rest.ends_with("tw") || rest.ends_with("hk")))
        return Language::TraditionalChinese;
    return languageOfCode(base).value_or(Language::Other);
}

bool Translations::mayBeIn(const JsonView& record)
{
    // Members of the record, elements of its lists and their members. All elements of a list have them, so
    // the first is enough.
    for (const auto [key, value] : record.members()) {
        if (value.isObject() && isTranslation(value))
            return true;
        const JsonView first = value.isArray() && value.size() > 0 ? *value.elements().begin() : JsonView();
        for (const auto [name, member] : first.members()) {
            if (member.isObject() && isTranslation(member))
                return true;
        }
        if (first.isObject() && isTranslation(first))
            return true;
    }
    return false;
}

std::shared_ptr<Translations> Translations::of(const JsonView& record)
{
    // The program's own records (common/own_records) say the language of each text themselves.
    if (!mayBeIn(record) || record.hasDigits() || record["duologue"].isNumber())
        return nullptr;
    auto made = std::make_shared<Translations>();
    const auto parsed = made->m_parser.parse(PaddedBytes(record.toJson()).view());
    if (!parsed)
        return nullptr;
    made->m_record = parsed.value();
    return made;
}

std::string Translations::json() const
{
    std::string json;
    JsonWriter out(json);
    write(out, m_record);
    return json;
}

JsonView Translations::ofText(std::string_view text) const
{
    const auto found = m_byText.find(text.data());
    return found == m_byText.end() ? JsonView() : found->second;
}

JsonView Translations::originalOf(const JsonView& value) const
{
    const auto found = m_byPlace.find(value.place());
    return found == m_byPlace.end() ? JsonView() : found->second;
}

bool Translations::pair(const JsonView& original, const JsonView& plain)
{
    bool isOther = original.isObject() && plain.isString();
    if (isOther)
        m_byText.emplace(plain.string().data(), original);
    auto element = plain.elements().begin();
    for (const JsonView each : original.elements()) {
        isOther = pair(each, *element) || isOther;
        ++element;
    }
    if (plain.isObject()) {
        auto member = plain.members().begin();
        for (const auto [key, each] : original.members()) {
            isOther = pair(each, (*member).value) || isOther;
            ++member;
        }
    }
    if (isOther)
        m_byPlace.emplace(plain.place(), original);
    return isOther;
}

} // namespace duologue
