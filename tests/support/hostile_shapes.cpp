// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostile_shapes.h"

#include "tests/support/temp_folder.h"

#include <string>
#include <string_view>
#include <utility>
namespace duologue::test {

namespace {

using Files = std::function<void(const std::filesystem::path&, std::size_t)>;
using enum HostileShape::Does;

std::string times(std::size_t count, const std::function<std::string(std::size_t)>& part,
                  std::string_view between = "")
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0)
            all += between;
        all += part(i);
    }
    return all;
}

std::string times(std::size_t count, std::string_view part, std::string_view between = "")
{
    return times(
        count, [part](std::size_t) { return std::string(part); }, between);
}

std::string number(std::size_t value)
{
    return std::to_string(value);
}

const std::string kMessages =
    R"("messages":[{"role":"user","content":"a question"},{"role":"assistant","content":"an answer"}])";

/// A file of one text.
Files file(const char* name, std::function<std::string(std::size_t)> text)
{
    return [name, text = std::move(text)](const std::filesystem::path& folder, std::size_t n) {
        writeFile(folder, name, text(n));
    };
}

/// One record, with more members behind its messages.
Files record(const std::function<std::string(std::size_t)>& members)
{
    return file("a.jsonl", [members](std::size_t n) { return "{" + kMessages + "," + members(n) + "}\n"; });
}

/// One record with one long text.
Files text(const std::function<std::string(std::size_t)>& said)
{
    return file("a.jsonl", [said](std::size_t n) {
        return R"({"messages":[{"role":"user","content":"q"},{"role":"assistant","content":")" + said(n) +
               "\"}]}\n";
    });
}

std::string toolCall(std::size_t i, const std::string& name)
{
    return R"({"id":"c)" + number(i) + R"(","type":"function","function":{"name":")" + name +
           R"(","arguments":"{}"}})";
}

std::string toolResult(std::size_t i)
{
    return R"({"role":"tool","tool_call_id":"c)" + number(i) + R"(","content":"r"})";
}

Files card(std::function<std::string(std::size_t)> head)
{
    return [head = std::move(head)](const std::filesystem::path& folder, std::size_t n) {
        writeFile(folder, "README.md", "---\n" + head(n) + "---\n");
        writeFile(folder, "a.jsonl", "{" + kMessages + "}\n");
    };
}

} // namespace

std::vector<HostileShape> hostileShapes()
{
    return {
        {"elements that are never closed", Reads, 500,
         file("a.json",
              [](std::size_t n) {
                  return "[\n" + times(n, R"({"messages":[{"role":"user","content":"a"})", ",\n");
              })},
        {"elements that are never closed, on one line", Reads, 500,
         file("a.json",
              [](std::size_t n) {
                  return "[" + times(n, R"({"messages":[{"role":"user","content":"a"})", ",");
              })},
        {"elements without commas that are never closed", Reads, 500,
         file("a.json",
              [](std::size_t n) {
                  return "[\n" + times(n, R"({"messages":[{"role":"user","content":"a"})", "\n");
              })},
        {"elements without a closing quotation mark", Reads, 500,
         file("a.json",
              [](std::size_t n) {
                  return "[\n" + times(n, R"({"messages":[{"role":"user","content":"a}]})", ",\n") + "\n]";
              })},
        {"elements with too many closing brackets", Reads, 500,
         file("a.json",
              [](std::size_t n) {
                  return "[\n" + times(n, R"({"messages":[{"role":"user","content":"a"}]}]})", ",\n") + "\n]";
              })},
        {"lists that are never closed", Reads, 50'000,
         file("a.json", [](std::size_t n) { return std::string(n, '['); })},
        {"objects with an empty key that are never closed", Reads, 1000,
         file("a.json", [](std::size_t n) { return times(n, R"([{"": )"); })},
        {"beginnings of comments", Reads, 10'000,
         file("a.json", [](std::size_t n) { return "[" + times(n, "/*") + times(n, "//*/"); })},
        {"beginnings of records in a text", Reads, 2'000,
         file("a.json",
              [](std::size_t n) {
                  return R"([{"messages":[{"role":"user","content":")" + times(n, R"({\"messages\":[)") +
                         R"("}]},{"messages":[)";
              })},
        {"lines that are broken", Reads, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}\n");
              })},
        {"a long line without an end", Reads, 100'000,
         file("a.jsonl", [](std::size_t n) { return std::string(n, 'x'); })},
        {"Python's way of writing", Reads, 1'000,
         file("a.json",
              [](std::size_t n) {
                  return "{'messages': [" + times(n, "{'role': 'user', 'content': 'x'}, ");
              })},
        {"lists within lists, and something that is no number", Reads, 2'000, record([](std::size_t n) {
             return R"("x":)" + std::string(500, '[') + times(n, "NaN", ",") + std::string(500, ']');
         })},
        {"one key again and again", Reads, 2'000,
         record([](std::size_t n) { return times(n, R"("x":1)", ","); })},
        {"a long key", Reads, 100'000,
         record([](std::size_t n) { return "\"" + std::string(n, 'k') + "\":1"; })},
        {"many keys", Checks | Exports, 1'000, record([](std::size_t n) {
             return times(
                 n, [](std::size_t i) { return "\"k" + number(i) + "\":" + number(i); }, ",");
         })},
        {"many long texts under keys", Checks | Exports, 300, record([](std::size_t n) {
             return times(
                 n,
                 [](std::size_t i) {
                     return "\"k" + number(i) + "\":\"" + times(12, "words of text " + number(i)) + "\"";
                 },
                 ",");
         })},
        {"an object of many keys", Checks | Exports, 1'000, record([](std::size_t n) {
             return R"("o":{)" +
                    times(
                        n, [](std::size_t i) { return "\"k" + number(i) + "\":1"; }, ",") +
                    "}";
         })},
        {"many ratings", Checks | Exports, 500, record([](std::size_t n) {
             return R"("rating":{)" +
                    times(
                        n, [](std::size_t i) { return "\"r" + number(i) + "\":3"; }, ",") +
                    "}";
         })},
        {"many candidates", Checks | Exports, 500,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"prompt":"q","responses":[)" +
                         times(
                             n, [](std::size_t i) { return R"({"text":"x)" + number(i) + R"(","score":1})"; },
                             ",") +
                         "]}\n";
              })},
        {"many messages", Checks | Exports, 500,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"messages":[)" +
                         times(n, R"({"role":"user","content":"q"},{"role":"assistant","content":"a"})",
                               ",") +
                         "]}\n";
              })},
        {"many roles", Checks | Exports, 500,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"messages":[)" +
                         times(
                             n,
                             [](std::size_t i) {
                                 return R"({"role":"r)" + number(i) + R"(","content":"q"})";
                             },
                             ",") +
                         "]}\n";
              })},
        {"calls of tools, with results in the other order", Checks | Exports, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[)" +
                         times(
                             n, [](std::size_t i) { return toolCall(i, "f"); }, ",") +
                         "]}," +
                         times(
                             n, [n](std::size_t i) { return toolResult(n - 1 - i); }, ",") +
                         "]}\n";
              })},
        {"tools and their calls", Checks | Exports, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"tools":[)" +
                         times(
                             n,
                             [](std::size_t i) {
                                 return R"({"type":"function","function":{"name":"f)" + number(i) +
                                        R"(","parameters":{"type":"object","properties":{}}}})";
                             },
                             ",") +
                         R"(],"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[)" +
                         times(
                             n, [n](std::size_t i) { return toolCall(i, "f" + number(n - 1 - i)); }, ",") +
                         "]}]}\n";
              })},
        {"a tool with many parameters, and calls of it", Checks, 200,
         file(
             "a.jsonl",
             [](std::size_t n) {
                 return R"({"tools":[{"name":"f","parameters":{"type":"object","properties":{)" +
                        times(
                            n, [](std::size_t i) { return "\"p" + number(i) + R"(":{"type":"string"})"; },
                            ",") +
                        R"(}}}],"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[)" +
                        times(
                            n, [](std::size_t i) { return toolCall(i, "f"); }, ",") +
                        "]}]}\n";
             })},
        {"many parts of one message", Checks | Exports, 500,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"messages":[{"role":"user","content":[)" +
                         times(n, R"({"type":"text","text":"p"})", ",") + "]}]}\n";
              })},
        {"arguments that are nested deeply", Checks | Exports, 20'000,
         file(
             "a.jsonl",
             [](std::size_t n) {
                 return R"({"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c",)"
                        R"("type":"function","function":{"name":"f","arguments":")" +
                        std::string(n, '[') + std::string(n, ']') + "\"}}]}]}\n";
             })},
        {"records of many shapes", Reads, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, [](std::size_t i) {
                      return "{" + kMessages + ",\"k" + number(i) + "\":1,\"o\":{\"j" + number(i) +
                             "\":1}}\n";
                  });
              })},
        {"messages of many shapes", Reads, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, [](std::size_t i) {
                      return R"({"messages":[{"role":"user","content":"q","k)" + number(i) + "\":1}]}\n";
                  });
              })},
        {"the same record", Checks, 200,
         file("a.jsonl", [](std::size_t n) { return times(n, R"({"id":1,)" + kMessages + "}\n"); })},
        {"texts that begin alike", Checks, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, [](std::size_t i) {
                      return R"({"messages":[{"role":"user","content":")" +
                             times(8, "the same long beginning of a question ") + number(i) +
                             R"("},{"role":"assistant","content":")" + times(8, "and of an answer ") +
                             number(i) + "\"}]}\n";
                  });
              })},
        {"a chain of messages", Checks, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, [](std::size_t i) {
                      return R"({"message_id":"m)" + number(i) + R"(","parent_id":)" +
                             (i == 0 ? "null" : "\"m" + number(i - 1) + "\"") +
                             R"(,"message_tree_id":"m0","role":")" + (i % 2 == 0 ? "prompter" : "assistant") +
                             "\",\"text\":\"t\"}\n";
                  });
              })},
        {"a circle of messages", Reads, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, [n](std::size_t i) {
                      return R"({"message_id":"m)" + number(i) + R"(","parent_id":"m)" + number((i + 1) % n) +
                             "\",\"message_tree_id\":\"m0\",\"role\":\"prompter\",\"text\":\"t\"}\n";
                  });
              })},
        {"a tree of nodes", Reads, 200,
         file("a.json",
              [](std::size_t n) {
                  return R"([{"title":"x","mapping":{)" +
                         times(
                             n,
                             [n](std::size_t i) {
                                 return "\"n" + number(i) + R"(":{"id":"n)" + number(i) + R"(","parent":)" +
                                        (i == 0 ? "null" : "\"n" + number(i - 1) + "\"") +
                                        R"(,"children":[)" +
                                        (i + 1 == n ? "" : "\"n" + number(i + 1) + "\"") +
                                        R"(],"message":{"author":{"role":"user"},"content":{"content_type":)"
                                        R"("text","parts":["t"]}}})";
                             },
                             ",") +
                         "}}]";
              })},
        {"rows of conversations", Reads, 200,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(n, [](std::size_t i) {
                      return R"({"conversation_id":"c)" + number(i / 2) +
                             "\",\"turn\":1,\"role\":\"user\",\"content\":\"t\"}\n";
                  });
              })},
        {"a repeated word", Checks, 2'000, text([](std::size_t n) { return times(n, "word "); })},
        {"addresses", Checks, 2'000,
         text([](std::size_t n) { return times(n, "a.") + "@" + times(n, "b.") + times(n, "a@"); })},
        {"digits", Checks, 1'000, text([](std::size_t n) {
             return times(n, "1-") + times(n, "1.2.3.") + times(n, " +(1) ") + std::string(n, '4');
         })},
        {"beginnings of keys", Checks, 1'000,
         text([](std::size_t n) { return times(n, "sk-") + times(n, "AKIA") + times(n, "eyJ"); })},
        {"marks of templates", Checks, 500, text([](std::size_t n) {
             return times(n, "<|im_start|>") + times(n, "[INST]") + times(n, "```") + times(n, "http://");
         })},
        {"thoughts in thoughts", Checks | Exports, 500,
         text([](std::size_t n) { return times(n, "<think>") + times(n, "</think>"); })},
        {"sentences and their translations", Checks, 100,
         file("a.jsonl",
              [](std::size_t n) {
                  return R"({"messages":[{"role":"user","content":{"en":")" +
                         times(n, "This is one of 12. ") + R"(","zh":")" + times(n, "这是12个中的一个。") +
                         "\"}}]}\n";
              })},
        {"columns of one name", Reads, 100,
         file("a.csv", [](std::size_t n) { return times(n, "a", ",") + "\n" + times(n, "1", ",") + "\n"; })},
        {"cells that go on behind their quotation mark", Reads, 500,
         file("a.csv", [](std::size_t n) { return "a,b\n" + times(n, R"("a"b,)"); })},
        {"cells that are never closed", Reads, 500,
         file("a.csv", [](std::size_t n) { return "a,b\n" + times(n, "x,\"a\n"); })},
        {"many small files", Reads, 50,
         [](const std::filesystem::path& folder, std::size_t n) {
             for (std::size_t i = 0; i < n; ++i)
                 writeFile(folder, number(i) + ".json", "{" + kMessages + "}");
         }},
        {"anchors in a card", Reads, 2'000, card([](std::size_t n) {
             return "x:\n" + times(n, [](std::size_t i) { return "- &a" + number(i) + " x\n"; });
         })},
        {"lists within lists in a card", Reads, 20'000,
         card([](std::size_t n) { return "x: " + std::string(n, '[') + "\n"; })},
        // A file keeps the names of 100 configurations: below that, each of n files has n names.
        {"configurations of the same files", Reads, 200,
         [](const std::filesystem::path& folder, std::size_t n) {
             std::string head;
             for (std::size_t i = 0; i < n; ++i) {
                 head += "- config_name: c" + number(i) + "\n  data_files: \"*.jsonl\"\n";
                 writeFile(folder, number(i) + ".jsonl", "{" + kMessages + "}\n");
             }
             writeFile(folder, "README.md", "---\nconfigs:\n" + head + "---\n");
         }},
        {"configurations of their own files", Reads, 50,
         [](const std::filesystem::path& folder, std::size_t n) {
             std::string head;
             for (std::size_t i = 0; i < n; ++i) {
                 head += "- config_name: c" + number(i) + "\n  data_files: \"d" + number(i) + "-*.jsonl\"\n";
                 writeFile(folder, "d" + number(i) + "-0.jsonl", "{" + kMessages + "}\n");
             }
             writeFile(folder, "README.md", "---\nconfigs:\n" + head + "---\n");
         }},
        {"notes that are nested deeply", Reads, 20'000,
         [](const std::filesystem::path& folder, std::size_t n) {
             const std::string deep = std::string(n, '[') + std::string(n, ']');
             writeFile(folder, "dataset_info.json", R"({"features":)" + deep + "}");
             writeFile(folder, "state.json", R"({"_data_files":)" + deep + "}");
             writeFile(folder, "a.jsonl", "{" + kMessages + "}\n");
         }},
        {"records with one of many keys", Reads | Tables, 20,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(1'000, [n](std::size_t i) {
                      return "{" + kMessages + ",\"k" + number(i % n) + "\":1}\n";
                  });
              })},
        {"two conversations of the same texts", Diffs, 200,
         [](const std::filesystem::path& folder, std::size_t n) {
             const auto written = [n](std::size_t step) {
                 return R"({"id":1,"messages":[)" +
                        times(
                            n,
                            [=](std::size_t i) {
                                return R"({"role":"user","content":"a text )" + number(i * step % 97) + "\"}";
                            },
                            ",") +
                        "]}\n";
             };
             writeFile(folder, "a.jsonl", written(1));
             writeFile(folder, "b.jsonl", written(7));
         }},
        // Up to two million steps, lists are compared whole.
        {"two lists in opposite order", Diffs, 1'000,
         [](const std::filesystem::path& folder, std::size_t n) {
             const auto written = [n](bool isReversed) {
                 return R"({"id":1,)" + kMessages + R"(,"x":[)" +
                        times(
                            n, [=](std::size_t i) { return number(isReversed ? n - i : i); }, ",") +
                        "]}\n";
             };
             writeFile(folder, "a.jsonl", written(false));
             writeFile(folder, "b.jsonl", written(true));
         }},
    };
}

} // namespace duologue::test
