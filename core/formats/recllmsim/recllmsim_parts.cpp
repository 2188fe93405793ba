// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/recllmsim/recllmsim_parts.h"

#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/formats/format_help.h"
#include "core/record/roles.h"

#include <charconv>

namespace duologue {

namespace {

/// What is needed to read one message: the builder, and the message's index for problems.
struct MessageContext {
    RecordBuilder& builder;
    std::size_t index;

    std::string_view pointer(std::string_view key) const
    {
        return pointerTo(builder, pointerTo(builder, "/history", index), key);
    }
};

/// Originals are in English or in Chinese, as the dataset says: one that quotes much French is English all
/// the same.
Language languageOfOriginal(std::string_view text)
{
    switch (scriptOf(text)) {
    case Script::Latin:
        return Language::English;
    case Script::Han:
        return Language::Chinese;
    default:
        return languageOf(text);
    }
}

/// Reports any other value and keeps it as a field.
bool isText(const MessageContext& context, std::string_view key, const JsonView& value)
{
    if (value.isString())
        return true;
    context.builder.expect(value, JsonView::Kind::String, context.pointer(key));
    context.builder.messageField(key, value);
    return false;
}

void readIntent(const MessageContext& context, const JsonView& value)
{
    if (value.isString()) {
        context.builder.intent(intentName(value.string()));
        return;
    }
    if (!value.isArray()) {
        context.builder.expect(value, JsonView::Kind::String, context.pointer("intent"));
        context.builder.messageField("intent", value);
        return;
    }
    bool allAreTexts = true;
    for (const JsonView each : value.elements()) {
        if (context.builder.expect(each, JsonView::Kind::String, context.pointer("intent")))
            context.builder.intent(intentName(each.string()));
        else
            allAreTexts = false;
    }
    if (!allAreTexts)
        context.builder.messageField("intent", value);
}

Mark markOfWord(std::string_view word)
{
    if (word == "是")
        return Mark::Yes;
    if (word == "否")
        return Mark::No;
    return word == "无法判断" ? Mark::Unclear : Mark::NotAnnotated;
}

void readHallucination(const MessageContext& context, const JsonView& value)
{
    if (value.isObject()) {
        JsonView said;
        JsonView memo;
        const auto isOddMemo = [](const JsonView& each) { return each.hasValue() && !each.isString(); };
        for (const auto [key, other] : value.members()) {
            if (key == "hallucination") {
                said = other;
                continue;
            }
            const bool isMemo = key == "memo";
            if (isMemo)
                memo = other;
            if (!isMemo || isOddMemo(other))
                context.builder.messageField(context.builder.keep({"hallucination.", key}), other);
        }
        const auto yes = said.boolean();
        if (!yes)
            context.builder.expect(
                said, JsonView::Kind::Bool,
                pointerTo(context.builder, context.pointer("hallucination"), "hallucination"));
        const Mark mark = !yes ? Mark::NotAnnotated : *yes ? Mark::Yes : Mark::No;
        context.builder.mark(mark, memo.string());
        if (isOddMemo(memo))
            context.builder.expect(memo, JsonView::Kind::String,
                                   pointerTo(context.builder, context.pointer("hallucination"), "memo"));
        return;
    }
    if (const auto yes = value.boolean()) {
        context.builder.mark(*yes ? Mark::Yes : Mark::No);
        return;
    }
    const Mark mark = markOfWord(value.string());
    context.builder.mark(mark);
    if (mark != Mark::NotAnnotated)
        return;
    context.builder.messageField("hallucination", value);
    if (context.builder.expect(value, JsonView::Kind::String, context.pointer("hallucination")))
        context.builder.problem(ProblemCode::UnknownValue, context.pointer("hallucination"),
                                {PhraseId::ExpectedMark, value.string()});
}

void readSatisfaction(const MessageContext& context, const JsonView& value)
{
    const std::string_view text = value.string();
    double number = value.number().value_or(0);
    if (value.isString())
        std::from_chars(text.data(), text.data() + text.size(), number);
    if (number == 1 || number == 2 || number == 3 || number == 4 || number == 5) {
        context.builder.satisfaction(static_cast<std::uint8_t>(number));
        return;
    }
    context.builder.problem(ProblemCode::UnknownValue, context.pointer("satisfaction"),
                            PhraseId::ExpectedOneToFive);
    context.builder.messageField("satisfaction", value);
}

JsonView roleOf(const JsonView& message)
{
    // Most messages begin with it. No message has it twice, because such records are repaired before.
    const JsonMembers members = message.members();
    if (members.begin() != members.end()) {
        const auto [key, value] = *members.begin();
        if (key == "role")
            return value;
    }
    return message["role"];
}

void readMessage(const JsonView& message, const MessageContext& context)
{
    // A pointer is made only if something is wrong, which is rare.
    const std::string_view role = roleOf(message).string();
    if (usualRole(role).empty())
        context.builder.beginMessage(
            messageRole(message, pointerTo(context.builder, "/history", context.index), context.builder),
            context.pointer("role"));
    else
        context.builder.beginMessage(role, {});
    bool hasContent = false;
    JsonView intent;
    JsonView intentChinese;
    for (const auto [key, value] : message.members()) {
        if (key == "content") {
            hasContent = true;
            if (isText(context, key, value))
                context.builder.text(languageOfOriginal(value.string()), value.string());
        } else if (key == "content_zh") {
            if (isText(context, key, value))
                context.builder.text(Language::Chinese, value.string());
        } else if (key == "content_zh_old") {
            if (isText(context, key, value))
                context.builder.text(Language::Chinese, value.string(), true);
        } else if (key == "intent") {
            intent = value;
        } else if (key == "intent_zh") {
            intentChinese = value;
        } else if (key == "hallucination") {
            readHallucination(context, value);
        } else if (key == "satisfaction") {
            readSatisfaction(context, value);
        } else if (key != "role") {
            context.builder.messageField(key, value);
        }
    }
    if (!hasContent)
        context.builder.problem(ProblemCode::MissingKey, context.pointer("content"), PhraseId::NoContent);
    if (intent.isString() && intentChinese.isString()) {
        const Name pair = intentName(intent.string());
        context.builder.intent({pair.shown(), pair.zh.empty() ? intentChinese.string() : pair.zh});
        // The file's word for it, if it is not the usual one.
        if (!pair.zh.empty() && intentName(intentChinese.string()).zh != pair.zh)
            context.builder.messageField("intent_zh", intentChinese);
    } else if (!intent.isMissing() || !intentChinese.isMissing()) {
        readIntent(context, intent.isMissing() ? intentChinese : intent);
    }
}

} // namespace

std::span<const KnownField> recllmsimFields()
{
    constexpr FieldTraits kOfAnswers{.isRating = true, .isUsual = true};
    constexpr FieldTraits kOfUsers{.isRating = true, .ratesUser = true};
    static const std::array<KnownField, 7> fields{{
        {"task", {.isTopic = true, .isUsual = true}, taskNames()},
        {"intent", {}, intentNames()},
        {"rating.detail_level", kOfAnswers},
        {"rating.practical_usefulness", kOfAnswers},
        {"rating.diversity", kOfAnswers},
        {"rating.preference_alignment", kOfUsers},
        {"rating.role_playing_completeness", kOfUsers},
    }};
    return fields;
}

void readHistory(const JsonView& history, RecordBuilder& builder)
{
    if (!expectOrKeep(history, JsonView::Kind::Array, "history", builder))
        return;
    std::size_t index = 0;
    for (const JsonView message : history.elements()) {
        const MessageContext context{builder, index++};
        if (message.isObject())
            readMessage(message, context);
        else
            expectOrKeep(message, JsonView::Kind::Object,
                         builder.keep({"history/", std::to_string(context.index)}), builder);
    }
}

void readTask(const JsonView& record, std::string_view key, RecordBuilder& builder)
{
    const JsonView task = record[key];
    if (!task.isMissing() && expectOrKeep(task, JsonView::Kind::String, key, builder))
        builder.category("task", taskName(task.string()), DUOLOGUE_TEXT("Fields", "Task"), task);
    else if (!builder.origin().folder.empty())
        builder.category("task", taskName(builder.origin().folder), "Task");
}

bool expectOrKeep(const JsonView& value, JsonView::Kind kind, std::string_view key, RecordBuilder& builder)
{
    if (value.kind() == kind)
        return true;
    builder.expect(value, kind, builder.keep({"/", key}));
    builder.field(key, value);
    return false;
}

Name profileName(const JsonView& value, RecordBuilder& builder)
{
    if (value.isObject())
        return {value["en"].string(), value["zh"].string()};
    if (!value.isString())
        return {builder.keep({value.toJson()}), {}};
    const std::string_view word = value.string();
    return scriptOf(word) == Script::Han ? Name{{}, word} : Name{word, {}};
}

} // namespace duologue
