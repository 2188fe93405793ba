// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
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

constexpr std::string_view kWords[] = {"museum ", "river ",  "two days ", "a quiet budget ", "hotel near ",
                                       "tea, ",   "please ", "\n- ",      "recommend ",      "42 yuan. "};
constexpr std::string_view kWordsZh[] = {"博物馆", "河边", "两天", "预算", "安静",
                                         "，",     "酒店", "推荐", "茶。", "2024年5月"};
constexpr std::string_view kIntents[] = {"Planning", "Recommendation", "Search", "Others"};

std::string words(Random& random, std::size_t count, const auto& list)
{
    std::string text;
    while (count-- > 0)
        text += random.of(list);
    return text;
}

/// A conversation about as long as published ones: 18 kB, half of it Chinese.
AgentRecord conversation(Random& random, std::size_t number)
{
    AgentRecord record;
    record.id = std::to_string(number);
    for (auto turn = 2 + random.below(5); turn > 0; --turn) {
        AgentMessage question{"user", {}, {}, {}, {}};
        question.content = words(random, 20 + random.below(60), kWords);
        question.contentZh = words(random, 20 + random.below(60), kWordsZh);
        question.intent = random.of(kIntents);
        AgentMessage answer{"assistant", {}, {}, {}, {}};
        answer.content = words(random, 100 + random.below(250), kWords);
        answer.contentZh = words(random, 80 + random.below(160), kWordsZh);
        // Something rare to search for, in one language each.
        if (random.oneIn(500))
            answer.content += "Serendipity";
        if (random.oneIn(50))
            answer.contentZh += "杭州";
        answer.hallucination = random.oneIn(50);
        record.messages.push_back(std::move(question));
        record.messages.push_back(std::move(answer));
    }
    for (const char* name : {"Preference Alignment", "Role-Playing Completeness", "Diversity"})
        record.ratings[name] = random.below(3);
    return record;
}

/// Every character beyond ASCII as \uXXXX, as Python's json module writes by default.
std::string escaped(std::string_view json)
{
    std::string out;
    for (std::size_t i = 0; i < json.size();) {
        const auto lead = static_cast<unsigned char>(json[i]);
        if (lead < 0x80) {
            out += json[i++];
            continue;
        }
        // The words above stay within three bytes.
        const auto byte = [&](std::size_t at) { return static_cast<unsigned>(json[at]) & 0x3FU; };
        const bool two = lead < 0xE0;
        const unsigned code = two ? (lead & 0x1FU) << 6U | byte(i + 1)
                                  : (lead & 0x0FU) << 12U | byte(i + 1) << 6U | byte(i + 2);
        char buffer[8];
        std::snprintf(buffer, sizeof buffer, "\\u%04x", code);
        out += buffer;
        i += two ? 2 : 3;
    }
    return out;
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
            json = escaped(json);
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

/// Writes made-up conversations, the same in every run, to measure with.
int main(int argc, char** argv)
{
    const std::string_view kind = argc == 4 ? argv[1] : "";
    const auto size = argc == 4 ? numberOf(argv[2]) : std::nullopt;
    const bool file = kind == "lines" || kind == "escaped" || kind == "array";
    if (!size || (!file && kind != "folder")) {
        std::fputs("usage: bench_generate folder FILES PATH\n"
                   "       bench_generate lines|escaped|array BYTES PATH\n",
                   stderr);
        return 2;
    }
    return (file ? writeFile(kind, argv[3], *size) : writeFolder(argv[3], *size)) ? 0 : 1;
}
