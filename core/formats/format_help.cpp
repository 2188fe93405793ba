// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_help.h"

#include "core/base/phrase_id.h"
#include "core/json/json_pointer.h"
#include "core/record/record_texts.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

constexpr std::array<Name, 7> kIntents{{
    {"Planning", "规划"},
    {"Recommendation", "推荐"},
    {"Search", "检索"},
    {"Search & Recommendation", "检索+推荐"},
    {"Evaluation", "评估"},
    {"Others", "其他"},
    {"Others", "其它"},
}};

constexpr std::array<Name, 4> kTasks{{
    {"travel planning", "旅行规划"},
    {"preparing gifts", "礼物准备"},
    {"recipe planning", "菜谱规划"},
    {"skills learning planning", "技能学习规划"},
}};

template<std::size_t N>
Name pairOf(const std::array<Name, N>& pairs, std::string_view word)
{
    // The first pair of an English word is the one whose Chinese word is shown.
    const auto ofEnglish = [&pairs](std::string_view english) {
        return std::find_if(pairs.begin(), pairs.end(),
                            [english](const Name& pair) { return pair.en == english; });
    };
    if (const auto pair = ofEnglish(word); pair != pairs.end())
        return *pair;
    const auto pair =
        std::find_if(pairs.begin(), pairs.end(), [word](const Name& known) { return known.zh == word; });
    if (pair != pairs.end())
        return *ofEnglish(pair->en);
    return scriptOf(word) == Script::Han ? Name{{}, word} : Name{word, {}};
}

} // namespace

Name intentName(std::string_view word)
{
    return pairOf(kIntents, word);
}

Name taskName(std::string_view word)
{
    return pairOf(kTasks, word);
}

std::span<const Name> intentNames()
{
    return kIntents;
}

std::span<const Name> taskNames()
{
    return kTasks;
}

std::string_view messageRole(const JsonView& message, std::string_view pointer, RecordBuilder& builder)
{
    const JsonView role = message["role"];
    if (role.isMissing())
        builder.problem(ProblemCode::MissingKey, pointer, PhraseId::NoRole);
    else
        builder.expect(role, JsonView::Kind::String, pointerTo(builder, pointer, "role"));
    return role.string();
}

void readAnyField(std::string_view key, const JsonView& value, RecordBuilder& builder)
{
    if (isLongText(value.string()))
        builder.textField(key, value);
    else
        builder.field(key, value);
}

bool isStrategyKey(std::string_view key)
{
    return key.starts_with("strategy");
}

std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::string_view key)
{
    if (key.find_first_of("~/") == std::string_view::npos)
        return builder.keep({parent, "/", key});
    std::string pointer(parent);
    appendPointerPart(pointer, key);
    return builder.keep({pointer});
}

std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::size_t index)
{
    return builder.keep({parent, "/", std::to_string(index)});
}

} // namespace duologue
