// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/own_records.h"

#include "core/data/conversation.h"
#include "core/formats/format.h"
#include "core/util/phrase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace duologue {

namespace {

constexpr std::string_view kEarlierEnding = "_earlier";

/// A name that is written as a text, or as an object of its two languages.
Name ownNameOf(const JsonView& value)
{
    return value.isString() ? Name{value.string(), {}} : Name{value["en"].string(), value["zh"].string()};
}

bool isNamePair(const JsonView& value)
{
    return value.isObject() && value.size() == 2 && value["en"].isString() && value["zh"].isString();
}

/// Texts under the codes of their languages; several of one language are a list.
void readOwnTexts(const JsonView& texts, RecordBuilder& builder)
{
    for (const auto [key, value] : texts.members()) {
        std::string_view code = key;
        const bool isEarlier = code.ends_with(kEarlierEnding);
        if (isEarlier)
            code.remove_suffix(kEarlierEnding.size());
        const Language language = languageOfCode(code).value_or(Language::Other);
        if (value.isString())
            builder.text(language, value.string(), isEarlier);
        for (const JsonView each : value.elements())
            builder.text(language, each.string(), isEarlier);
    }
}

void readOwnContext(const JsonView& context, RecordBuilder& builder)
{
    constexpr std::array<std::pair<std::string_view, ContextKind>, 6> kKinds{{
        {"Task", ContextKind::Task},
        {"Preference", ContextKind::Preference},
        {"Preference summary", ContextKind::PreferenceSummary},
        {"Persona", ContextKind::Persona},
        {"Question", ContextKind::Question},
        {"Explanation", ContextKind::Explanation},
    }};
    for (const auto [key, texts] : context.members()) {
        const auto kind =
            std::find_if(kKinds.begin(), kKinds.end(),
                         [name = std::string_view(key)](const auto& known) { return known.first == name; });
        if (kind == kKinds.end()) {
            builder.memberField("context", key, texts);
            continue;
        }
        builder.beginContext(kind->second);
        readOwnTexts(texts, builder);
    }
}

/// None for a word that is no mark.
std::optional<Mark> ownMarkOf(std::string_view word)
{
    if (word == "yes")
        return Mark::Yes;
    if (word == "no")
        return Mark::No;
    return word == "unclear" ? std::optional(Mark::Unclear) : std::nullopt;
}

/// 1 to 5; none for another value.
std::optional<std::uint8_t> gradeOf(const JsonView& value)
{
    const auto number = value.number();
    if (!number || !(*number >= 1 && *number <= 5) || *number != std::floor(*number))
        return std::nullopt;
    return static_cast<std::uint8_t>(*number);
}

/// The members of each object in a list.
template<typename Take>
void readFieldList(const JsonView& list, const Take& take)
{
    for (const JsonView object : list.elements()) {
        for (const auto [key, value] : object.members())
            take(key, value);
    }
}

/// Fields of the message begun last: its content, and those that it has in addition.
void readOwnFields(const JsonView& message, RecordBuilder& builder)
{
    const std::string_view role = message["role"].string();
    const bool isContentMarked = message[kContentInFile].isArray();
    const auto readField = [&](std::string_view key, const JsonView& value) {
        if (!isContentMarked && looksLikeContent(role, key, value))
            builder.contentField(key, value);
        else
            builder.messageField(key, value);
    };
    for (const auto [key, value] : message.members()) {
        if (std::find(kOwnMessageKeys.begin(), kOwnMessageKeys.end(), std::string_view(key)) ==
            kOwnMessageKeys.end())
            readField(key, value);
    }
    for (const auto [key, value] : message["fields"].members())
        readField(key, value);
    readFieldList(message[kContentInFile],
                  [&](std::string_view key, const JsonView& value) { builder.contentField(key, value); });
    readFieldList(message[kRepeatedFields],
                  [&](std::string_view key, const JsonView& value) { builder.messageField(key, value); });
}

/// What belongs to the message begun last.
void readOwnBody(const JsonView& message, RecordBuilder& builder)
{
    readOwnTexts(message["text"], builder);
    for (const JsonView intent : message["intent"].elements()) {
        builder.intent(ownNameOf(intent));
        if (!intent.isString() && !isNamePair(intent))
            builder.messageField("intent", intent);
    }
    if (!message["intent"].isArray() && message["intent"].hasValue())
        builder.messageField("intent", message["intent"]);
    const auto mark = ownMarkOf(message["hallucination"].string());
    const std::string_view memo = message["memo"].string();
    if (mark || !memo.empty())
        builder.mark(mark.value_or(Mark::NotAnnotated), memo);
    if (!mark && message["hallucination"].hasValue())
        builder.messageField("hallucination", message["hallucination"]);
    const auto grade = gradeOf(message["satisfaction"]);
    if (grade)
        builder.satisfaction(*grade);
    else if (message["satisfaction"].hasValue())
        builder.messageField("satisfaction", message["satisfaction"]);
    const std::string_view role = message["role"].string();
    const std::string_view inFile = message["role_in_file"].string();
    const bool isThought = isThoughtWord(inFile) && role == "assistant";
    if (message["role_in_file"].isString() && usualRole(inFile) != role && !isThought)
        builder.messageField("role", message["role"]);
    readOwnFields(message, builder);
}

std::string_view ownRoleInFile(const JsonView& message)
{
    const JsonView own = message["role_in_file"];
    return own.isString() ? own.string() : message["role"].string();
}

void readOwnCandidate(const JsonView& candidate, std::string_view pointer, RecordBuilder& builder)
{
    constexpr std::array<std::pair<std::string_view, CandidateKind>, 4> kKinds{{
        {"chosen", CandidateKind::Chosen},
        {"rejected", CandidateKind::Rejected},
        {"option", CandidateKind::Option},
        {"sample", CandidateKind::Sample},
    }};
    const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& known) {
        return known.first == candidate["kind"].string();
    });
    builder.beginCandidate(kind == kKinds.end() ? CandidateKind::Sample : kind->second,
                           candidate["label"].string(), candidate["aligned"].boolean().value_or(false));
    if (kind == kKinds.end())
        builder.candidateField("kind", candidate["kind"]);
    for (const auto [key, value] : candidate.members()) {
        if (key != "kind" && key != "label" && key != "aligned" && key != "messages" && key != "fields")
            builder.candidateField(key, value);
    }
    for (const auto [key, value] : candidate["fields"].members())
        builder.candidateField(key, value);
    std::size_t index = 0;
    for (const JsonView message : candidate["messages"].elements()) {
        builder.beginCandidateMessage(ownRoleInFile(message), pointerTo(builder, pointer, index++));
        readOwnBody(message, builder);
    }
}

void readOwnRating(std::string_view name, const JsonView& value, RecordBuilder& builder)
{
    if (!value.isObject()) {
        builder.rating(name, value.number());
        if (value.hasValue() && !value.isNumber())
            builder.memberField("ratings", name, value);
        return;
    }
    builder.rating(name, value["value"].number(), value["question"].string(), value["wording"].string());
    for (const auto [key, other] : value.members()) {
        if (key != "value" && key != "question" && key != "wording")
            builder.memberField(builder.keep({"ratings.", name}), key, other);
    }
}

void readOwnField(std::string_view key, const JsonView& value, RecordBuilder& builder)
{
    if (isNamePair(value)) {
        builder.category(key, ownNameOf(value), {}, value);
        return;
    }
    const auto elements = value.elements();
    const bool isList = value.size() > 0 && value.isArray();
    bool areNames = isList;
    for (const JsonView each : elements)
        areNames = areNames && (each.isString() || isNamePair(each));
    if (!areNames) {
        // Members of an object that are fields have been written as fields.
        if (value.isObject())
            builder.treeField(key, value);
        else
            readAnyField(key, value, builder);
        return;
    }
    for (const JsonView each : elements)
        builder.categoryOfMany(key, ownNameOf(each), {}, each);
}

bool isKnownVersion(std::string_view key, const JsonView& value)
{
    return key == kOwnFormatKey && value.number() == kOwnFormatVersion;
}

/// What the exporters "jsonl" and "json" write: everything that a conversation holds, under the program's own
/// names.
class OwnRecords final : public Format {
public:
    std::string_view id() const override { return "duologue"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Duologue"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "a number \"duologue\" and \"messages\" with \"text\" by language");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({kOwnFormatKey}); }
    int recognise(const JsonView& record) const override
    {
        constexpr int kScore = 91;
        return record[kOwnFormatKey].kind() == JsonView::Kind::Integer && record["messages"].isArray()
                   ? kScore
                   : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readOwnContext(record["context"], builder);
        std::size_t index = 0;
        for (const JsonView message : record["messages"].elements()) {
            const std::string_view pointer = pointerTo(builder, "/messages", index++);
            if (!builder.expect(message, JsonView::Kind::Object, pointer))
                continue;
            builder.beginMessage(ownRoleInFile(message), pointer);
            readOwnBody(message, builder);
        }
        index = 0;
        for (const JsonView candidate : record["candidates"].elements())
            readOwnCandidate(candidate, pointerTo(builder, "/candidates", index++), builder);
        for (const auto [name, value] : record["ratings"].members())
            readOwnRating(name, value, builder);
        for (const auto [key, value] : record["fields"].members())
            readOwnField(key, value, builder);
        constexpr std::array<std::string_view, 5> kRead{"context", "messages", "candidates", "ratings",
                                                        "fields"};
        for (const auto [key, value] : record.members()) {
            const std::string_view name = key;
            if (name == "id")
                builder.id(value);
            else if (std::find(kRead.begin(), kRead.end(), name) == kRead.end() &&
                     !isKnownVersion(name, value))
                builder.field(name, value);
        }
    }
};

} // namespace

const Format& ownRecordsFormat()
{
    static const OwnRecords format;
    return format;
}

} // namespace duologue
