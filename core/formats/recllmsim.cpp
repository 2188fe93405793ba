// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/conversation.h"
#include "core/formats/format.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace duologue {

/// What the simulated and the real conversations of RecLLMSim share: their messages, their annotated
/// behaviour and the attributes of their users.

/// What is known of the fields of both.
std::span<const KnownField> recllmsimFields();

/// Reads "history": role, text in one or two languages, intent, hallucination mark and satisfaction, in the
/// spellings of both kinds of record.
void readHistory(const JsonView& history, RecordBuilder& builder);

/// The task's name under that key of the record, else the name of the file's folder.
void readTask(const JsonView& record, std::string_view key, RecordBuilder& builder);

/// True if the record's value is of that kind; otherwise adds a problem and keeps the value as a field.
bool expectOrKeep(const JsonView& value, JsonView::Kind kind, std::string_view key, RecordBuilder& builder);

/// An attribute of the user, called the same in both kinds of record.
struct ProfileAttribute {
    /// Its key in "profile_mapped" of simulated users, which is its title, too.
    std::string_view simulated;
    /// Its key in "profile" of real users.
    std::string_view real;
    /// Its column.
    std::string_view key;
    bool many;
};

inline constexpr std::array<ProfileAttribute, 9> kProfile{{
    {DUOLOGUE_TEXT("Fields", "Gender"), "gender", "profile.gender", false},
    {DUOLOGUE_TEXT("Fields", "Age"), "age", "profile.age", false},
    {DUOLOGUE_TEXT("Fields", "Occupation"), "occupation", "profile.occupation", false},
    {DUOLOGUE_TEXT("Fields", "Personality"), "personality", "profile.personality", true},
    {DUOLOGUE_TEXT("Fields", "Daily Interests and Hobbies"), "daily_interests", "profile.daily_interests",
     true},
    {DUOLOGUE_TEXT("Fields", "Travel Habits"), "travel_habits", "profile.travel_habits", true},
    {DUOLOGUE_TEXT("Fields", "Dining Preferences"), "dining_preferences", "profile.dining_preferences", true},
    {DUOLOGUE_TEXT("Fields", "Spending Habits"), "spending_habits", "profile.spending_habits", true},
    {DUOLOGUE_TEXT("Fields", "Other Aspects"), "other_aspects", "profile.other_aspects", true},
}};

/// A profile value: an {"en", "zh"} pair, a word in one language, or a number.
Name profileName(const JsonView& value, RecordBuilder& builder);

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
            // Originals are in English or in Chinese, as the dataset says: one that quotes much French is
            // English all the same.
            if (isText(context, key, value))
                context.builder.textInEnglishOrChinese(value.string());
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
    return nameByScript(word);
}

namespace {

void readSummary(const JsonView& summary, std::string_view key, RecordBuilder& builder)
{
    if (!expectOrKeep(summary, JsonView::Kind::Array, key, builder))
        return;
    builder.beginContext(ContextKind::PreferenceSummary);
    const bool isEarlier = key != "preference_summary";
    for (const JsonView line : summary.elements()) {
        if (line.isString())
            builder.textInEnglishOrChinese(line.string(), isEarlier);
        else
            builder.text(Language::English, builder.keep({line.toJson()}), isEarlier);
    }
}

void readRatings(const JsonView& ratings, RecordBuilder& builder)
{
    if (!expectOrKeep(ratings, JsonView::Kind::Object, "rating", builder))
        return;
    for (const auto [name, value] : ratings.members()) {
        if (value.isNumber())
            builder.rating(name, value.number());
        else if (!builder.expect(value, JsonView::Kind::Integer, pointerTo(builder, "/rating", name)))
            builder.rating(name, std::nullopt, {}, builder.keep({value.toJson()}));
    }
}

/// The two names of a value of the profile. Other members of the pair become fields.
Name readPair(const JsonView& pair, std::string_view key, RecordBuilder& builder)
{
    if (!pair.isObject())
        return profileName(pair, builder);
    Name name;
    for (const auto [language, word] : pair.members()) {
        if (language == "en")
            name.en = word.string();
        else if (language == "zh")
            name.zh = word.string();
        else
            builder.memberField(key, language, word);
    }
    return name;
}

void readProfile(const JsonView& profile, RecordBuilder& builder)
{
    if (!expectOrKeep(profile, JsonView::Kind::Object, "profile_mapped", builder))
        return;
    for (const auto [name, value] : profile.members()) {
        const std::string_view key = name;
        const auto attribute =
            std::find_if(kProfile.begin(), kProfile.end(),
                         [key](const ProfileAttribute& known) { return known.simulated == key; });
        if (attribute == kProfile.end()) {
            builder.memberField("profile", name, value);
        } else if (attribute->many && value.isArray()) {
            for (const JsonView each : value.elements())
                builder.categoryOfMany(attribute->key, readPair(each, attribute->key, builder),
                                       attribute->simulated, each);
        } else {
            builder.category(attribute->key, readPair(value, attribute->key, builder), attribute->simulated,
                             value);
        }
    }
}

/// A text and its Chinese version under two keys: one part of the context.
struct ContextTexts {
    ContextKind kind;
    std::string_view key;
    std::string_view chineseKey;
    JsonView text;
    JsonView chinese;
};

using Context = std::array<ContextTexts, 2>;

/// Looks at each member once: this is done for every record.
Context contextOf(const JsonView& record)
{
    Context context{{{ContextKind::Task, "task_context", "task_context_zh", {}, {}},
                     {ContextKind::Preference, "preference", "preference_zh", {}, {}}}};
    for (const auto [key, value] : record.members()) {
        for (ContextTexts& texts : context) {
            if (key == texts.key)
                texts.text = value;
            else if (key == texts.chineseKey)
                texts.chinese = value;
        }
    }
    return context;
}

void readContext(const ContextTexts& texts, RecordBuilder& builder)
{
    const auto& [kind, key, chineseKey, text, chinese] = texts;
    if (text.isMissing() && chinese.isMissing())
        return;
    builder.beginContext(kind);
    if (!text.isMissing() && expectOrKeep(text, JsonView::Kind::String, key, builder))
        builder.text(text.string());
    if (!chinese.isMissing() && expectOrKeep(chinese, JsonView::Kind::String, chineseKey, builder))
        builder.text(Language::Chinese, chinese.string());
}

class RecllmsimAgent final : public Format {
public:
    std::string_view id() const override { return "recllmsim-agent"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "RecLLMSim, simulated user"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats", "\"history\" with messages, and \"rating\", \"profile_mapped\" or \"preference\" of a "
                       "simulated user");
    }

    std::span<const KnownField> knownFields() const override { return recllmsimFields(); }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"history"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        const JsonView history = record["history"];
        if (history.size() == 0 || record["questionnaire"].isArray() || record["task_type"].isString())
            return 0;
        const JsonView first = *history.elements().begin();
        if (!first.isObject())
            return 0;
        if (record["rating"].isObject() || record["profile_mapped"].isObject() ||
            record["preference_zh"].isString())
            return 95;
        if (!first["role"].isString() || !first["content"].isString())
            return 0;
        // Without annotations it is a record of this format only beside others that are: less than a plain
        // list of messages.
        return record["task_context"].isString() || isAnnotated(history) ? 60 : 54;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readTask(record, "task", builder);
        for (const ContextTexts& texts : contextOf(record))
            readContext(texts, builder);
        for (const auto [key, value] : record.members()) {
            if (key == "history")
                readHistory(value, builder);
            else if (key == "rating")
                readRatings(value, builder);
            else if (key == "profile_mapped")
                readProfile(value, builder);
            else if (key == "preference_summary" || key == "preference_summary_old")
                readSummary(value, key, builder);
            else if (key == "preference_id" || key == "task_context_id")
                builder.categoryField(key, value);
            else if (key == "id")
                builder.id(value);
            else if (!isContextKey(key))
                builder.field(key, value);
        }
    }

private:
    /// Whether one of the first messages has what annotators or translators added.
    static bool isAnnotated(const JsonView& history)
    {
        constexpr int kLooked = 4;
        int looked = 0;
        for (const JsonView message : history.elements()) {
            for (const std::string_view key :
                 {"intent", "intent_zh", "hallucination", "content_zh", "satisfaction"}) {
                if (!message[key].isMissing())
                    return true;
            }
            if (++looked == kLooked)
                break;
        }
        return false;
    }

    static bool isContextKey(JsonKey key)
    {
        return key == "task" || key == "task_context" || key == "task_context_zh" || key == "preference" ||
               key == "preference_zh";
    }
};

} // namespace

const Format& recllmsimAgentFormat()
{
    static const RecllmsimAgent format;
    return format;
}

namespace {

struct Answer {
    std::string_view wording;
    double value;
};

struct Question {
    std::string_view summary;
    /// The rating of simulated conversations with the same scale.
    std::string_view rating;
    std::array<Answer, 3> answers;
};

constexpr double kNoScore = -1;

constexpr std::array<Question, 4> kQuestions{{
    {"Detail", DUOLOGUE_TEXT("Fields", "Detail Level"), {{{"详细", 2}, {"一般", 1}, {"简略", 0}}}},
    {"Availability",
     DUOLOGUE_TEXT("Fields", "Practical Usefulness"),
     {{{"很有用", 2}, {"有一定参考", 1}, {"不可用", 0}}}},
    {"Diversity", DUOLOGUE_TEXT("Fields", "Diversity"), {{{"结果多样", 2}, {"一般", 1}, {"结果单一", 0}}}},
    // The question is the reverse: whether something was forgotten.
    {"Memorization", DUOLOGUE_TEXT("Fields", "Memorization"), {{{"否", 1}, {"是", 0}, {{}, kNoScore}}}},
}};

std::optional<double> valueOf(const Question& question, std::string_view wording)
{
    for (const Answer& answer : question.answers) {
        if (answer.value != kNoScore && answer.wording == wording)
            return answer.value;
    }
    return std::nullopt;
}

void readAnswer(const JsonView& entry, std::size_t index, RecordBuilder& builder)
{
    const std::string_view summary = entry["summary"].string();
    const std::string_view wording = entry["option"].string();
    const std::string_view asked = entry["query"].string();
    const auto question = std::find_if(kQuestions.begin(), kQuestions.end(),
                                       [&](const Question& known) { return known.summary == summary; });
    if (question == kQuestions.end()) {
        builder.problem(ProblemCode::UnknownValue,
                        pointerTo(builder, pointerTo(builder, "/questionnaire", index), "summary"),
                        {PhraseId::UnknownQuestion, summary});
        builder.rating(summary, std::nullopt, asked, wording);
        return;
    }
    const auto value = valueOf(*question, wording);
    if (!value) {
        builder.problem(ProblemCode::UnknownValue,
                        pointerTo(builder, pointerTo(builder, "/questionnaire", index), "option"),
                        {PhraseId::UnknownAnswer, wording});
    }
    builder.rating(question->rating, value, asked, wording);
}

void readQuestionnaire(const JsonView& questionnaire, RecordBuilder& builder)
{
    if (!expectOrKeep(questionnaire, JsonView::Kind::Array, "questionnaire", builder))
        return;
    std::size_t index = 0;
    for (const JsonView entry : questionnaire.elements()) {
        const std::string_view key = builder.keep({"questionnaire/", std::to_string(index)});
        if (expectOrKeep(entry, JsonView::Kind::Object, key, builder))
            readAnswer(entry, index, builder);
        for (const auto [name, value] : entry.members()) {
            if (name != "query" && name != "summary" && name != "option")
                builder.field(builder.keep({key, "/", name}), value);
        }
        ++index;
    }
}

void readUserProfile(const JsonView& profile, RecordBuilder& builder)
{
    if (!expectOrKeep(profile, JsonView::Kind::Object, "profile", builder))
        return;
    for (const auto [name, value] : profile.members()) {
        const std::string_view key = name;
        const auto attribute =
            std::find_if(kProfile.begin(), kProfile.end(),
                         [key](const ProfileAttribute& known) { return known.real == key; });
        if (attribute == kProfile.end()) {
            if (name.ends_with("id"))
                builder.categoryField(builder.keep({"profile.", name}), value);
            else
                builder.memberField("profile", name, value);
        } else if (value.isArray()) {
            for (const JsonView each : value.elements())
                builder.categoryOfMany(attribute->key, profileName(each, builder), attribute->simulated,
                                       each);
        } else {
            builder.category(attribute->key, profileName(value, builder), attribute->simulated, value);
        }
    }
}

class RecllmsimHuman final : public Format {
public:
    std::string_view id() const override { return "recllmsim-human"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "RecLLMSim, real user"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats", "\"history\" with messages, and \"questionnaire\" or \"task_type\" of a real user");
    }

    std::span<const KnownField> knownFields() const override { return recllmsimFields(); }

    std::vector<NeededMembers> neededMembers() const override { return oneOf({"history"}); }
    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override
    {
        const bool conversation = record["history"].isArray();
        return conversation && (record["questionnaire"].isArray() || record["task_type"].isString()) ? 95 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readTask(record, "task_type", builder);
        bool hasModel = false;
        for (const auto [key, value] : record.members()) {
            if (key == "history") {
                readHistory(value, builder);
            } else if (key == "questionnaire") {
                readQuestionnaire(value, builder);
            } else if (key == "profile") {
                readUserProfile(value, builder);
            } else if (key == "task_context") {
                if (expectOrKeep(value, JsonView::Kind::String, key, builder)) {
                    builder.beginContext(ContextKind::Task);
                    builder.text(value.string());
                }
            } else if (key == "id") {
                builder.id(value);
            } else if (key != "task_type") {
                hasModel = hasModel || (key == "chat_model" && value.isString());
                builder.field(key, value);
            }
        }
        // The data's authors assume this model if the file names none.
        if (!hasModel)
            builder.category("chat_model", {"gpt-4-turbo-preview", {}});
    }
};

} // namespace

const Format& recllmsimHumanFormat()
{
    static const RecllmsimHuman format;
    return format;
}

} // namespace duologue
