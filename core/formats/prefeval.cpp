// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/format.h"
#include "core/util/numbers.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// What the three forms of PrefEval share: a preference that the assistant should remember, a question that
/// puts it to the test, and why that is hard.

/// The topic is the name of the file: its task, and under "topic".
void readTopic(const JsonView& record, RecordBuilder& builder);

/// The preference, the persona if the form has one, and the explanation: shown above the conversation, and a
/// column each, so that records without one can be found. A missing one is a problem.
void readPrefevalContext(const JsonView& record, bool withPersona, RecordBuilder& builder);

/// The question, the last message of the user.
void readQuestion(const JsonView& record, RecordBuilder& builder);

/// One message of a text member of `parent`; a problem if it is missing.
void readUtterance(const JsonView& parent, std::string_view parentPointer, std::string_view key,
                   std::string_view role, RecordBuilder& builder);

/// Every member that is neither one of those above nor in `read`, as a field; "id" as the id.
void readOtherKeys(const JsonView& record, std::initializer_list<std::string_view> read,
                   RecordBuilder& builder);

/// "preference" and "question" are texts, and nothing in the record is a list of messages.
bool isPrefeval(const JsonView& record);

namespace {

void readContextText(const JsonView& record, ContextKind kind, std::string_view key, RecordBuilder& builder)
{
    const JsonView text = record[key];
    if (builder.expect(text, JsonView::Kind::String, pointerTo(builder, {}, key))) {
        builder.beginContext(kind);
        builder.text(text.string());
    }
    if (!text.isMissing())
        builder.textField(key, text);
}

} // namespace

void readTopic(const JsonView& record, RecordBuilder& builder)
{
    const std::string_view topic = builder.origin().stem;
    for (const std::string_view key : {"task", "topic"}) {
        if (record[key].isMissing() && !topic.empty())
            builder.category(key, taskName(topic),
                             key == "task" ? DUOLOGUE_TEXT("Fields", "Task")
                                           : DUOLOGUE_TEXT("Fields", "Topic"));
    }
}

void readPrefevalContext(const JsonView& record, bool withPersona, RecordBuilder& builder)
{
    readContextText(record, ContextKind::Preference, "preference", builder);
    if (withPersona)
        readContextText(record, ContextKind::Persona, "persona", builder);
    readContextText(record, ContextKind::Explanation, "explanation", builder);
}

void readQuestion(const JsonView& record, RecordBuilder& builder)
{
    readUtterance(record, {}, "question", "user", builder);
}

void readUtterance(const JsonView& parent, std::string_view parentPointer, std::string_view key,
                   std::string_view role, RecordBuilder& builder)
{
    const JsonView text = parent[key];
    const std::string_view pointer = pointerTo(builder, parentPointer, key);
    const bool isText = builder.expect(text, JsonView::Kind::String, pointer);
    if (text.isMissing())
        return;
    builder.beginMessage(role, pointer);
    if (isText)
        builder.text(text.string());
    else
        builder.messageField(key, text);
}

void readOtherKeys(const JsonView& record, std::initializer_list<std::string_view> read,
                   RecordBuilder& builder)
{
    constexpr std::array<std::string_view, 3> kShared{"preference", "explanation", "question"};
    for (const auto [key, value] : record.members()) {
        const std::string_view name = key;
        if (name == "id")
            builder.id(value);
        else if (std::find(kShared.begin(), kShared.end(), name) == kShared.end() &&
                 std::find(read.begin(), read.end(), name) == read.end())
            builder.field(name, value);
    }
}

bool isPrefeval(const JsonView& record)
{
    return record["preference"].isString() && record["question"].isString() &&
           !record["conversation"].isArray() && !record["messages"].isArray() && !record["history"].isArray();
}

namespace {

class PrefevalExplicit final : public Format {
public:
    std::string_view id() const override { return "prefeval-explicit"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Formats", "PrefEval, explicit preference");
    }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats",
                             "\"preference\" and \"question\" are texts, and there is no conversation");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"preference"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        const bool plain = record["conversation"].isMissing() && record["options"].isMissing() &&
                           record["persona"].isMissing() && record["aligned_op"].isMissing();
        return plain && isPrefeval(record) ? 90 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readTopic(record, builder);
        readPrefevalContext(record, false, builder);
        readQuestion(record, builder);
        readOtherKeys(record, {}, builder);
    }
};

} // namespace

const Format& prefevalExplicitFormat()
{
    static const PrefevalExplicit format;
    return format;
}

namespace {

struct PrefevalChoiceUtterance {
    std::string_view key;
    std::string_view role;
};

/// In the order of the conversation, whatever the order of the keys.
constexpr std::array<PrefevalChoiceUtterance, 4> kUtterances{{
    {"query", "user"},
    {"assistant_options", "assistant"},
    {"user_selection", "user"},
    {"assistant_acknowledgment", "assistant"},
}};

void readConversation(const JsonView& conversation, RecordBuilder& builder)
{
    if (!builder.expect(conversation, JsonView::Kind::Object, "/conversation")) {
        if (!conversation.isMissing())
            builder.field("conversation", conversation);
        return;
    }
    for (const PrefevalChoiceUtterance& utterance : kUtterances)
        readUtterance(conversation, "/conversation", utterance.key, utterance.role, builder);
    for (const auto [key, value] : conversation.members()) {
        const std::string_view name = key;
        if (std::none_of(kUtterances.begin(), kUtterances.end(),
                         [name](const PrefevalChoiceUtterance& known) { return known.key == name; }))
            builder.memberField("conversation", name, value);
    }
}

/// The options as candidates. Returns whether one of them is `aligned`.
bool readOptions(const JsonView& options, std::string_view aligned, RecordBuilder& builder)
{
    bool found = false;
    std::size_t index = 0;
    for (const JsonView option : options.elements()) {
        const std::string_view pointer = pointerTo(builder, "/options", index++);
        const bool isText = builder.expect(option, JsonView::Kind::String, pointer);
        const std::string_view text = isText ? option.string() : builder.keep({option.toJson()});
        const bool isAligned = !aligned.empty() && trimmed(text) == aligned;
        found = found || isAligned;
        builder.beginCandidate(CandidateKind::Option, builder.keep({std::to_string(index)}), isAligned);
        builder.beginCandidateMessage("assistant", pointer);
        builder.text(text);
    }
    return found;
}

class PrefevalChoice final : public Format {
public:
    std::string_view id() const override { return "prefeval-choice"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Formats", "PrefEval, implicit preference by choice");
    }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats",
            "\"preference\" and \"question\" are texts, and there are \"options\" or a \"conversation\" "
            "with a \"query\"");
    }

    std::vector<NeededMembers> neededMembers() const override
    {
        return oneOf({"options", "aligned_op", "conversation"});
    }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        if (!isPrefeval(record) || !record["persona"].isMissing())
            return 0;
        return record["options"].isArray() || record["aligned_op"].isString() ||
                       record["conversation"]["query"].isString()
                   ? 92
                   : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readTopic(record, builder);
        readPrefevalContext(record, false, builder);
        readConversation(record["conversation"], builder);
        readQuestion(record, builder);

        const JsonView options = record["options"];
        const JsonView aligned = record["aligned_op"];
        const bool alignedKnown = builder.expect(aligned, JsonView::Kind::String, "/aligned_op");
        if (builder.expect(options, JsonView::Kind::Array, "/options")) {
            if (!readOptions(options, trimmed(aligned.string()), builder) && alignedKnown)
                builder.problem(ProblemCode::UnknownValue, "/aligned_op", PhraseId::NotAnOption);
        } else if (!options.isMissing()) {
            builder.field("options", options);
        }
        if (!aligned.isMissing())
            builder.textField("aligned_op", aligned);
        if (!record["implicit_query"].isMissing())
            builder.textField("implicit_query", record["implicit_query"]);
        readOtherKeys(record, {"conversation", "options", "aligned_op", "implicit_query"}, builder);
    }
};

} // namespace

const Format& prefevalChoiceFormat()
{
    static const PrefevalChoice format;
    return format;
}

namespace {

/// The number of a turn: "turn12" and "12" are 12. None for any other key.
std::optional<std::uint32_t> turnNumber(std::string_view key)
{
    if (key.starts_with("turn"))
        key.remove_prefix(4);
    return parseNumber<std::uint32_t>(key);
}

void readTurn(const JsonView& turn, std::string_view pointer, RecordBuilder& builder)
{
    if (!builder.expect(turn, JsonView::Kind::Object, pointer))
        return;
    readUtterance(turn, pointer, "user", "user", builder);
    readUtterance(turn, pointer, "assistant", "assistant", builder);
}

struct Turn {
    std::uint32_t number;
    std::string_view key;
    JsonView value;
};

/// Turns in the order of their numbers: "10" comes after "9".
void readTurns(const JsonView& conversation, RecordBuilder& builder)
{
    std::vector<Turn> turns;
    for (const auto [key, value] : conversation.members()) {
        if (const auto number = turnNumber(key); number && value.isObject()) {
            turns.push_back({*number, key, value});
            for (const auto [part, other] : value.members()) {
                if (part != "user" && part != "assistant")
                    builder.memberField(builder.keep({"conversation.", key}), part, other);
            }
        } else {
            builder.problem(ProblemCode::UnexpectedType, pointerTo(builder, "/conversation", key),
                            PhraseId::ExpectedTurn);
            builder.memberField("conversation", key, value);
        }
    }
    std::stable_sort(turns.begin(), turns.end(),
                     [](const Turn& left, const Turn& right) { return left.number < right.number; });
    for (const Turn& turn : turns)
        readTurn(turn.value, pointerTo(builder, "/conversation", turn.key), builder);
}

class PrefevalPersona final : public Format {
public:
    std::string_view id() const override { return "prefeval-persona"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Formats", "PrefEval, implicit preference by persona");
    }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats",
                             "\"preference\" and \"question\" are texts, and there is a \"persona\" or a "
                             "\"conversation\" of numbered turns");
    }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"persona", "conversation"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        if (!isPrefeval(record) || record["options"].isArray())
            return 0;
        if (record["persona"].isString())
            return 93;
        const JsonView conversation = record["conversation"];
        return conversation.size() > 0 && turnNumber((*conversation.members().begin()).key) ? 91 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readTopic(record, builder);
        readPrefevalContext(record, true, builder);
        const JsonView conversation = record["conversation"];
        if (builder.expect(conversation, JsonView::Kind::Object, "/conversation"))
            readTurns(conversation, builder);
        else if (!conversation.isMissing())
            builder.field("conversation", conversation);
        readQuestion(record, builder);
        readOtherKeys(record, {"persona", "conversation"}, builder);
    }
};

} // namespace

const Format& prefevalPersonaFormat()
{
    static const PrefevalPersona format;
    return format;
}

} // namespace duologue
