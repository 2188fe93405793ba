// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/scheme.h"
#include "core/marks/mark.h"
#include "core/util/phrase_id.h"
#include "core/util/time_text.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace duologue {

extern const std::array<std::string_view, 5> kShippedSchemes;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kKinds{"yes-no", "one-of", "many-of", "scale", "text"};
constexpr std::array<std::string_view, 6> kOn{"conversation", "message", "span",
                                              "candidate",    "pair",    "group"};

template<typename Enum, std::size_t kCount>
std::optional<Enum> wordIn(const Json& json, const char* key,
                           const std::array<std::string_view, kCount>& words)
{
    const auto found = json.is_object() && json.contains(key) && json[key].is_string()
                           ? std::ranges::find(words, json[key].get_ref<const std::string&>())
                           : words.end();
    return found == words.end() ? std::nullopt : std::optional(static_cast<Enum>(found - words.begin()));
}

std::string textIn(const Json& json, const char* key)
{
    return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>()
                                                                           : std::string();
}

double numberIn(const Json& json, const char* key)
{
    return json.contains(key) && json[key].is_number() ? json[key].get<double>() : 0;
}

/// A text for both languages, or one for each.
SchemeText textsIn(const Json& json)
{
    if (json.is_string())
        return {json.get<std::string>(), {}};
    return {textIn(json, "en"), textIn(json, "zh")};
}

Json jsonOf(const SchemeText& text)
{
    Json json = Json::object();
    if (!text.en.empty())
        json["en"] = text.en;
    if (!text.zh.empty())
        json["zh"] = text.zh;
    return json;
}

Json memberOf(const Json& json, const char* key)
{
    return json.is_object() && json.contains(key) ? json[key] : Json();
}

std::optional<SchemeChoice> choiceOf(const Json& json)
{
    if (json.is_string())
        return SchemeChoice{json.get<std::string>(), {json.get<std::string>(), {}}, {}, {}, {}};
    SchemeChoice choice{textIn(json, "value"),
                        textsIn(memberOf(json, "title")),
                        textsIn(memberOf(json, "definition")),
                        textIn(json, "color"),
                        {}};
    for (const Json& example : memberOf(json, "examples")) {
        if (example.is_string())
            choice.examples.push_back(example.get<std::string>());
    }
    return choice.value.empty() ? std::nullopt : std::optional(std::move(choice));
}

Expected<SchemeQuestion, Phrase> readQuestion(const Json& json)
{
    SchemeQuestion question;
    question.key = textIn(json, "key");
    if (question.key.empty())
        return Phrase(PhraseId::SchemeLacks, "key");
    question.title = textsIn(memberOf(json, "title"));
    const auto kind = wordIn<QuestionKind>(json, "kind", kKinds);
    const auto on = wordIn<QuestionOn>(json, "on", kOn);
    if (!kind)
        return Phrase(PhraseId::SchemeLacks, question.key + ".kind");
    if (!on)
        return Phrase(PhraseId::SchemeLacks, question.key + ".on");
    question.kind = *kind;
    question.on = *on;
    question.where = textIn(json, "where");
    question.isOpen = memberOf(json, "open") == true;
    question.isBlind = memberOf(json, "blind") == true;
    std::set<std::string> values;
    for (const Json& each : memberOf(json, "choices")) {
        auto choice = choiceOf(each);
        if (!choice || !values.insert(choice->value).second)
            return Phrase(PhraseId::SchemeLacks, question.key + ".choices");
        question.choices.push_back(std::move(*choice));
    }
    const bool needsChoices = *kind == QuestionKind::OneOf || *kind == QuestionKind::ManyOf;
    if (needsChoices && question.choices.empty() && !question.isOpen)
        return Phrase(PhraseId::SchemeLacks, question.key + ".choices");
    question.low = numberIn(json, "low");
    question.high = numberIn(json, "high");
    if (*kind == QuestionKind::Scale && !(question.low < question.high))
        return Phrase(PhraseId::SchemeLacks, question.key + ".low, .high");
    const Json anchors = memberOf(json, "anchors");
    if (anchors.is_object()) {
        for (const auto& [number, text] : anchors.items()) {
            const Json at = Json::parse(number, nullptr, false);
            if (at.is_number())
                question.anchors.emplace_back(at.get<double>(), textsIn(text));
        }
    }
    return question;
}

/// Entries that are not understood are left out: nothing depends on them.
std::vector<SchemeChange> historyOf(const Json& json)
{
    std::vector<SchemeChange> history;
    for (const Json& each : json) {
        const Json what = memberOf(each, "what");
        if (!what.is_object())
            continue;
        const std::optional<TimeSpan> at = timeIn(textIn(each, "at"));
        constexpr double kMilliseconds = 1000;
        history.push_back(
            {at ? std::llround(at->begin * kMilliseconds) : 0, textIn(each, "by"), what.dump()});
    }
    return history;
}

} // namespace

Expected<MarkScheme, Phrase> readScheme(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    MarkScheme scheme;
    scheme.id = textIn(json, "scheme");
    if (scheme.id.empty() || scheme.id.find('@') != std::string::npos)
        return Phrase(PhraseId::SchemeLacks, "scheme");
    scheme.version = static_cast<int>(numberIn(json, "version"));
    if (scheme.version < 1)
        return Phrase(PhraseId::SchemeLacks, "version");
    scheme.title = textsIn(memberOf(json, "title"));
    for (const Json& each : memberOf(json, "questions")) {
        auto question = readQuestion(each);
        if (auto* mistake = question.error())
            return std::move(*mistake);
        scheme.questions.push_back(std::move(question).value());
    }
    if (scheme.questions.empty())
        return Phrase(PhraseId::SchemeLacks, "questions");
    scheme.history = historyOf(memberOf(json, "history"));
    return scheme;
}

const SchemeQuestion* questionOf(const MarkScheme& scheme, std::string_view key)
{
    const auto found = std::ranges::find(scheme.questions, key, &SchemeQuestion::key);
    return found == scheme.questions.end() ? nullptr : &*found;
}

std::string schemeText(const MarkScheme& scheme)
{
    Json json{{"scheme", scheme.id}, {"version", scheme.version}, {"title", jsonOf(scheme.title)}};
    Json questions = Json::array();
    for (const SchemeQuestion& question : scheme.questions) {
        Json made{{"key", question.key},
                  {"title", jsonOf(question.title)},
                  {"kind", kKinds.at(static_cast<std::size_t>(question.kind))},
                  {"on", kOn.at(static_cast<std::size_t>(question.on))}};
        if (!question.where.empty())
            made["where"] = question.where;
        if (question.isOpen)
            made["open"] = true;
        if (question.isBlind)
            made["blind"] = true;
        for (const SchemeChoice& choice : question.choices) {
            Json one{{"value", choice.value}, {"title", jsonOf(choice.title)}};
            if (choice.definition != SchemeText())
                one["definition"] = jsonOf(choice.definition);
            if (!choice.color.empty())
                one["color"] = choice.color;
            if (!choice.examples.empty())
                one["examples"] = choice.examples;
            made["choices"].push_back(std::move(one));
        }
        if (question.kind == QuestionKind::Scale) {
            made["low"] = question.low;
            made["high"] = question.high;
        }
        for (const auto& [number, text] : question.anchors)
            made["anchors"][Json(number).dump()] = jsonOf(text);
        questions.push_back(std::move(made));
    }
    json["questions"] = std::move(questions);
    for (const SchemeChange& change : scheme.history)
        json["history"].push_back(Json{{"at", markTimeText(change.at)},
                                       {"by", change.by},
                                       {"what", Json::parse(change.what, nullptr, false)}});
    return json.dump(4, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::span<const MarkScheme> shippedSchemes()
{
    static const std::vector<MarkScheme> kAll = [] {
        std::vector<MarkScheme> all;
        for (const std::string_view text : kShippedSchemes)
            all.push_back(readScheme(text).value());
        return all;
    }();
    return kAll;
}

std::vector<std::string> changedSince(const MarkScheme& before, const MarkScheme& now)
{
    std::vector<std::string> changed;
    for (const SchemeQuestion& question : now.questions) {
        const auto old = std::ranges::find(before.questions, question.key, &SchemeQuestion::key);
        if (old == before.questions.end()) {
            changed.push_back(question.key);
            continue;
        }
        const bool isOther = old->kind != question.kind || old->on != question.on ||
                             old->where != question.where || old->low != question.low ||
                             old->high != question.high;
        if (isOther)
            changed.push_back(question.key);
        for (const SchemeChoice& choice : question.choices) {
            const auto was = std::ranges::find(old->choices, choice.value, &SchemeChoice::value);
            if (was == old->choices.end() || was->definition != choice.definition)
                changed.push_back(question.key + ':' + choice.value);
        }
    }
    return changed;
}

} // namespace duologue
