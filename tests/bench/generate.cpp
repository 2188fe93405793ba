// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/json_escape.h"
#include "tests/support/random.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

using namespace duologue::test;

namespace {

/// As varied as the words of real conversations, so that searches meet near misses.
constexpr std::string_view kWords[] = {
    "museum ",  "river ",      "two days ",   "a quiet budget ", "tea, ",        "please ",      "\n- ",
    "the ",     "for ",        "with ",       "recommend ",      "42 yuan. ",    "breakfast ",   "walking ",
    "morning ", "evening ",    "afternoon, ", "because ",        "friends ",     "comfortable ", "family. ",
    "I would ", "could ",      "would like ", "something ",      "**Day 3:** ",  "traditional ", "however, ",
    "spicy ",   "noodles ",    "vegetarian ", "allergic ",       "ingredients ", "minutes ",     "oven. ",
    "skills ",  "exam ",       "practice ",   "vocabulary ",     "schedule ",    "project ",     "deadline. ",
    "movie ",   "novel ",      "history ",    "science ",        "relaxing ",    "adventurous ", "weather ",
    "train ",   "flight ",     "luggage ",    "booking ",        "cheap ",       "expensive ",   "price: ",
    "in ",      "of ",         "and ",        "\"quoted\" ",     "(optional) ",  "1. ",          "birthday ",
    "gift ",    "thoughtful ", "colleague ",  "mother ",         "photography ", "hiking "};
constexpr std::string_view kWordsZh[] = {
    "博物馆", "河边", "两天", "预算", "安静", "，",   "，",   "。",   "推荐",     "茶。", "今年",
    "的",     "我们", "可以", "需要", "早餐", "步行", "上午", "晚上", "朋友",     "舒适", "家人",
    "：",     "传统", "但是", "因为", "辣",   "面条", "素食", "过敏", "食材",     "分钟", "烤箱",
    "技能",   "考试", "练习", "词汇", "计划", "项目", "电影", "小说", "历史",     "科学", "放松",
    "冒险",   "天气", "火车", "航班", "行李", "预订", "便宜", "价格", "（可选）", "1. ",  "生日",
    "礼物",   "贴心", "同事", "母亲", "摄影", "徒步", "！",   "？",   "、"};

constexpr std::string_view kIntents[] = {"Planning", "Recommendation", "Search", "Others"};

std::string words(Random& random, std::size_t count, const auto& list)
{
    std::string text;
    while (count-- > 0)
        text += random.of(list);
    return text;
}

void addTurn(AgentRecord& record, AgentMessage question, AgentMessage answer, Random& random)
{
    answer.hallucination = random.oneIn(50);
    record.messages.push_back(std::move(question));
    record.messages.push_back(std::move(answer));
}

void rate(AgentRecord& record, Random& random)
{
    for (const char* name : {"Preference Alignment", "Role-Playing Completeness", "Diversity"})
        record.ratings[name] = random.below(3);
}

/// A conversation about as long as published ones: 18 kB, half of it Chinese.
AgentRecord conversation(Random& random, std::size_t number)
{
    AgentRecord record;
    record.id = std::to_string(number);
    // A third is about travelling and uses words for it.
    const bool travels = number % 3 == 0;
    for (auto turn = 2 + random.below(5); turn > 0; --turn) {
        AgentMessage question{"user", {}, {}, {}, {}};
        question.content = words(random, 20 + random.below(60), kWords);
        question.contentZh = words(random, 20 + random.below(60), kWordsZh);
        question.intent = random.of(kIntents);
        AgentMessage answer{"assistant", {}, {}, {}, {}};
        answer.content = words(random, 100 + random.below(250), kWords);
        answer.contentZh = words(random, 80 + random.below(160), kWordsZh);
        if (random.oneIn(4)) {
            answer.content += "you\u2019re right. ";
            answer.contentZh += "“推荐”";
        }
        if (travels) {
            answer.content += "The hotel is near the river.";
            answer.contentZh += "酒店在河边。";
        }
        // Something rare to search for, one in each language.
        if (random.oneIn(500))
            answer.content += "Serendipity";
        if (random.oneIn(50))
            answer.contentZh += "杭州";
        if (random.oneIn(800))
            answer.contentZh += "2024年5月";
        addTurn(record, std::move(question), std::move(answer), random);
    }
    rate(record, random);
    return record;
}

/// Eight messages of one word each, so that many fit into a small file.
AgentRecord shortConversation(Random& random, std::size_t number)
{
    constexpr int kTurns = 4;
    AgentRecord record;
    record.id = std::to_string(number);
    for (int turn = 0; turn < kTurns - static_cast<int>(random.below(3)); ++turn) {
        AgentMessage question{
            "user", std::string(random.of(kWords)), std::string(random.of(kWordsZh)), {}, {}};
        question.intent = random.of(kIntents);
        AgentMessage answer{
            "assistant", std::string(random.of(kWords)), std::string(random.of(kWordsZh)), {}, {}};
        addTurn(record, std::move(question), std::move(answer), random);
    }
    rate(record, random);
    return record;
}

bool writeShort(const std::filesystem::path& path, std::size_t records)
{
    std::ofstream file(path, std::ios::binary);
    Random random(1);
    for (std::size_t i = 0; i < records; ++i)
        file << shortConversation(random, i).json() << '\n';
    return static_cast<bool>(file.flush());
}

bool writeFolder(const std::filesystem::path& folder, std::size_t files)
{
    Random random(1);
    std::filesystem::create_directories(folder / "LLM_agent_user");
    for (std::size_t i = 0; i < files; ++i) {
        const auto task = folder / "LLM_agent_user" / ("task " + std::to_string(i % 5));
        if (i < 5)
            std::filesystem::create_directories(task);
        std::ofstream(task / (std::to_string(i) + ".json")) << conversation(random, i).json(4);
    }
    return true;
}

bool writeFile(std::string_view kind, const std::filesystem::path& path, std::uint64_t bytes)
{
    std::ofstream file(path, std::ios::binary);
    Random random(1);
    const bool array = kind == "array";
    std::uint64_t written = 0;
    for (std::size_t i = 0; written < bytes; ++i) {
        std::string json = conversation(random, i).json();
        if (kind == "escaped")
            json = escapedBeyondAscii(json);
        json.insert(0, array ? (i == 0 ? "[" : ", ") : "");
        if (!array)
            json += '\n';
        file << json;
        written += json.size();
    }
    if (array)
        file << "]\n";
    return static_cast<bool>(file.flush());
}

std::optional<std::uint64_t> numberOf(std::string_view text)
{
    std::uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size() ? std::optional(number)
                                                                               : std::nullopt;
}

} // namespace

/// Writes generated conversations to measure with, the same in every run.
int main(int argc, char** argv)
{
    const std::string_view kind = argc == 4 ? argv[1] : "";
    const auto size = argc == 4 ? numberOf(argv[2]) : std::nullopt;
    const bool file = kind == "lines" || kind == "escaped" || kind == "array";
    if (!size || (!file && kind != "folder" && kind != "short")) {
        std::fputs("usage: bench_generate folder FILES PATH\n"
                   "       bench_generate short RECORDS PATH\n"
                   "       bench_generate lines|escaped|array BYTES PATH\n",
                   stderr);
        return 2;
    }
    const bool written = file              ? writeFile(kind, argv[3], *size)
                         : kind == "short" ? writeShort(argv[3], *size)
                                           : writeFolder(argv[3], *size);
    return written ? 0 : 1;
}
