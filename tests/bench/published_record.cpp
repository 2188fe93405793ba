// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/published_record.h"

#include <string>
#include <string_view>

namespace duologue::test {

using Json = nlohmann::ordered_json;

namespace {

struct Words {
    std::string_view en;
    std::string_view zh;
};

constexpr Words kTasks[] = {{"travel planning", "旅行规划"},
                            {"preparing gifts", "礼物准备"},
                            {"recipe planning", "菜谱规划"},
                            {"skills learning planning", "技能学习规划"},
                            {"new travel planning", "新旅行规划"}};
constexpr Words kIntents[] = {
    {"Planning", "规划"}, {"Recommendation", "推荐"}, {"Search", "检索"}, {"Others", "其他"}};
constexpr Words kTraits[] = {{"Curious and open", "好奇开放"},           {"Careful with money", "花钱谨慎"},
                             {"Fond of quiet places", "喜欢安静的地方"}, {"Eats little meat", "少吃肉"},
                             {"Plans weeks ahead", "提前数周计划"},      {"Likes long walks", "喜欢长途步行"},
                             {"Collects old maps", "收集旧地图"},        {"Others", "其他"}};
constexpr Words kOccupations[] = {
    {"Carpenter", "木匠"}, {"Librarian", "图书管理员"}, {"Bus driver", "公交司机"}};
constexpr std::string_view kAspects[] = {"Personality",     "Daily Interests and Hobbies",
                                         "Travel Habits",   "Dining Preferences",
                                         "Spending Habits", "Other Aspects"};
constexpr std::string_view kSummaries[] = {"quiet", "vegetarian", "on a budget", "outdoors", "with children"};
constexpr std::string_view kRatings[] = {"Preference Alignment",
                                         "Additional Preferences",
                                         "Role-Playing Completeness",
                                         "Memorization",
                                         "Detail Level",
                                         "Practical Usefulness",
                                         "Diversity"};
constexpr std::string_view kRequests[] = {"Planning", "Recommendation", "Search"};
constexpr std::string_view kOrders[] = {"Comprehensive", "DepthBreadth", "BreadthDepth"};
constexpr std::string_view kFeedback[] = {"Positive", "Neutral", "Negative"};
constexpr std::string_view kLevels[] = {"High", "Low"};
constexpr std::string_view kQuestions[] = {"Specific", "Broad"};
/// Who says how the user acted: three annotators, and what they agreed on.
constexpr std::string_view kAnnotators[] = {"final", "1", "2", "3"};

Json inBoth(const Words& words)
{
    return {{"en", words.en}, {"zh", words.zh}};
}

/// Up to four different traits would be usual; repeated ones cost the same to read.
Json traits(Random& random)
{
    Json list = Json::array();
    for (auto count = 1 + random.below(3); count > 0; --count)
        list.push_back(inBoth(random.of(kTraits)));
    return list;
}

Json profile(Random& random)
{
    const std::string age = std::to_string(20 + random.below(50));
    Json profile{{"Gender", {{"en", "Female"}, {"zh", "女"}}}, {"Age", {{"en", age}, {"zh", age}}}};
    profile["Occupation"] = inBoth(random.of(kOccupations));
    for (const std::string_view aspect : kAspects)
        profile[std::string(aspect)] = traits(random);
    return profile;
}

template<typename Make>
Json byAnnotator(const Make& make)
{
    Json all;
    for (const std::string_view annotator : kAnnotators)
        all[std::string(annotator)] = make();
    return all;
}

Json firstStrategy(Random& random)
{
    return byAnnotator([&]() -> Json {
        return {{"information_request", random.of(kRequests)},
                {"order", random.of(kOrders)},
                {"context", random.of(kLevels)},
                {"question", random.of(kQuestions)}};
    });
}

Json secondStrategy(Random& random)
{
    return byAnnotator([&]() -> Json {
        return {{"order", random.of(kOrders)}, {"feedback", random.of(kFeedback)}};
    });
}

Json thirdStrategy(Random& random)
{
    return byAnnotator([&]() -> Json {
        return {{"question_broadness", 1 + random.below(5)},
                {"context_dependency", 1 + random.below(5)},
                {"feedback", random.of(kFeedback)}};
    });
}

/// A numbered list of nine aspects in one language.
std::string preference(Random& random, std::string_view Words::*language)
{
    std::string text;
    for (int number = 1; number <= 9; ++number) {
        text.append(number == 1 ? "" : "\n").append(std::to_string(number)).append(". ");
        text.append(random.of(kTraits).*language).append(", ").append(random.of(kTraits).*language);
    }
    return text;
}

Json summary(Random& random)
{
    Json list = Json::array();
    for (int count = 0; count < 3; ++count)
        list.push_back(random.of(kSummaries));
    return list;
}

} // namespace

PublishedKeys publishedKeys(Random& random)
{
    PublishedKeys keys;
    const Words& task = random.of(kTasks);
    keys.before["task"] = task.en;
    keys.before["preference_id"] = random.below(100);
    keys.before["task_context_id"] = random.below(10);
    keys.before["preference"] = preference(random, &Words::en);
    keys.before["preference_zh"] = preference(random, &Words::zh);
    std::string context = "You are busy with " + std::string(task.en) + " and ask for help. ";
    std::string contextZh = "你正在进行" + std::string(task.zh) + "，需要帮助。";
    for (int sentence = 0; sentence < 8; ++sentence) {
        context.append("Bear in mind: ").append(random.of(kTraits).en).append(". ");
        contextZh.append("请考虑：").append(random.of(kTraits).zh).append("。");
    }
    keys.before["task_context"] = context;
    keys.before["task_context_zh"] = contextZh;
    keys.after["conflict"] = random.oneIn(10);
    if (!random.oneIn(10))
        keys.after["preference_summary_old"] = summary(random);
    keys.after["preference_summary"] = summary(random);
    for (const std::string_view name : kRatings)
        keys.after["rating"][std::string(name)] = random.below(3);
    keys.after["profile_mapped"] = profile(random);
    keys.after["strategy"] = firstStrategy(random);
    keys.after["strategy_V2"] = secondStrategy(random);
    if (random.oneIn(12))
        keys.after["strategy_1120"] = firstStrategy(random);
    keys.after["strategy_V3"] = thirdStrategy(random);
    return keys;
}

Json publishedMarks(bool isUser, Random& random)
{
    if (isUser) {
        const Words& intent = random.of(kIntents);
        return {{"intent", intent.en}, {"intent_zh", intent.zh}};
    }
    const bool marked = random.oneIn(50);
    return {{"hallucination",
             {{"hallucination", marked}, {"memo", marked ? "The price is made up." : "No Hallucination"}}}};
}

} // namespace duologue::test
