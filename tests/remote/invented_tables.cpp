// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/invented_tables.h"

#include "tests/support/random.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace duologue::test {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 30> kWords{"visa",
                                                  "杭州",
                                                  "上海",
                                                  "Hello",
                                                  "budget",
                                                  "two-day trip",
                                                  "straße",
                                                  "ﬁsh",
                                                  "Ａbc",
                                                  "café",
                                                  "cafe\u0301",
                                                  "100%",
                                                  "a\\b",
                                                  "it's",
                                                  "\"quoted\"",
                                                  "谢谢",
                                                  "推荐",
                                                  "签证",
                                                  "trip)",
                                                  "\u212A",
                                                  "👍\uFE0F",
                                                  "",
                                                  "line\nbreak",
                                                  "Ⅷ",
                                                  "\u200Bzero",
                                                  "foo;--",
                                                  "`tick`",
                                                  "<think>hm</think>x",
                                                  "data:image/png;base64,xx",
                                                  "VISA"};
constexpr std::array<std::string_view, 8> kModels{"gpt-4", "Claude", "qwen", "ＱＷＥＮ",
                                                  "n/a",   "",       "模型", "it's"};
constexpr std::array<std::string_view, 11> kRoles{
    "user", "assistant", "user", "assistant", "system", "tool", "human", "gpt", "客服", "User", "narrator"};
constexpr std::array<std::string_view, 5> kTags{"a", "B", "旅行", "t 1", "o'x"};
constexpr std::array<std::string_view, 4> kFlags{"ok", "bad", "Bad", ""};
constexpr std::array<double, 6> kScores{0, 1, 2.5, -3, 4.25, 1e20};

std::string sentence(Random& random)
{
    std::string text;
    for (auto i = random.below(6); i > 0; --i)
        text.append(text.empty() ? "" : " ").append(random.of(kWords));
    return text;
}

std::string twoDigits(std::uint32_t number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

/// As logs.lists has it.
Json conversation(Random& random, std::size_t number)
{
    Json row;
    row["id"] = (number % 50 == 0 ? "Ç" : "c") + std::to_string(number);
    row["model"] = random.of(kModels);
    row["score"] = random.oneIn(6) ? Json() : Json(random.of(kScores));
    row["n"] = random.oneIn(6) ? Json() : Json(random.below(9));
    // So many values that they are counted in bins; some of them far away.
    row["wide"] = random.oneIn(6) ? Json() : Json(random.oneIn(90) ? 1e6 : random.below(4000) / 8.0);
    row["small"] = random.below(30) / 10.0;
    row["day"] = "20" + twoDigits(20 + random.below(7)) + "-" + twoDigits(1 + random.below(12)) + "-" +
                 twoDigits(1 + random.below(28));
    row["at"] = "2026-" + twoDigits(1 + random.below(12)) + "-" + twoDigits(1 + random.below(28)) + " " +
                twoDigits(random.below(24)) + ":" + twoDigits(random.below(60)) + ":" +
                twoDigits(random.below(60));
    row["tags"] = Json::array();
    for (const std::string_view tag : kTags) {
        if (random.oneIn(3))
            row["tags"].push_back(tag);
    }
    row["kind"] = random.oneIn(2) ? "x" : "y";
    row["note"] = random.oneIn(2) ? Json() : Json(sentence(random));
    const auto messages = random.below(8);
    for (const char* list : {"messages.role", "messages.content", "messages.tokens", "messages.flag"})
        row[list] = Json::array();
    for (std::uint32_t i = 0; i < messages; ++i) {
        row["messages.role"].push_back(random.of(kRoles));
        row["messages.content"].push_back(sentence(random));
        row["messages.tokens"].push_back(random.below(10));
        row["messages.flag"].push_back(random.of(kFlags));
    }
    return row;
}

struct Lines {
    std::string lists;
    std::string turns;
    std::string json;
};

void addTo(Lines& lines, const Json& row, bool isEscaped)
{
    lines.lists += row.dump() + '\n';
    Json messages = Json::array();
    for (std::size_t i = 0; i < row["messages.role"].size(); ++i) {
        messages.push_back({{"role", row["messages.role"][i]}, {"content", row["messages.content"][i]}});
        lines.turns += Json{{"conversation_id", row["id"]},
                            {"position", i},
                            {"role", row["messages.role"][i]},
                            {"content", row["messages.content"][i]},
                            {"tokens", row["messages.tokens"][i]}}
                           .dump() +
                       '\n';
    }
    lines.json += Json{{"id", row["id"]},
                       {"model", row["model"]},
                       {"score", row["score"]},
                       {"messages", messages.dump(-1, ' ', isEscaped)}}
                      .dump() +
                  '\n';
}

} // namespace

void makeInventedTables(ClickHouseNodes& nodes, std::size_t conversations)
{
    constexpr std::array<std::array<const char*, 2>, 3> kTables{{
        {"lists",
         "(id String, model String, score Nullable(Float64), n Nullable(Int32), wide Nullable(Float64), "
         "small Float32, day Date, "
         "at DateTime, tags Array(String), kind Enum8('x' = 1, 'y' = 2), note Nullable(String), messages "
         "Nested(role String, content String, tokens UInt32, flag String)) ENGINE = MergeTree ORDER BY id"},
        {"turns",
         "(conversation_id String, position UInt32, role String, content String, tokens UInt32) ENGINE = "
         "MergeTree ORDER BY (conversation_id, position)"},
        {"json", "(id String, model String, score Nullable(Float64), messages String) ENGINE = MergeTree "
                 "ORDER BY id"},
    }};
    nodes.runOnBoth("CREATE DATABASE IF NOT EXISTS logs");
    for (const auto& [name, columns] : kTables) {
        const std::string local = std::string("logs.") + name + "_local";
        nodes.runOnBoth("CREATE TABLE " + local + " " + columns);
        if (nodes.isOne())
            nodes.run(0, "CREATE VIEW logs." + std::string(name) + " AS SELECT * FROM " + local);
        else
            nodes.runOnBoth("CREATE TABLE logs." + std::string(name) + " AS " + local +
                            " ENGINE = Distributed(both, logs, " + name + "_local, rand())");
    }
    Random random(7);
    std::array<Lines, 2> lines;
    for (std::size_t i = 0; i < conversations; ++i)
        addTo(lines[i % 2], conversation(random, i), random.oneIn(2));
    for (std::size_t node = 0; node < lines.size(); ++node) {
        nodes.run(node, "INSERT INTO logs.lists_local FORMAT JSONEachRow", lines[node].lists);
        nodes.run(node, "INSERT INTO logs.turns_local FORMAT JSONEachRow", lines[node].turns);
        nodes.run(node, "INSERT INTO logs.json_local FORMAT JSONEachRow", lines[node].json);
    }
}

} // namespace duologue::test
