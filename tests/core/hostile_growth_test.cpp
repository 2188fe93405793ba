// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/checks/check_run.h"
#include "core/dataset/load/loader.h"
#include "core/dataset/record_reader.h"
#include "core/diff/dataset_diff.h"
#include "core/export/export_run.h"
#include "core/query/language/query_parser.h"
#include "core/query/search/evaluate.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <ctime>
#include <functional>

using namespace duologue;
using namespace duologue::test;

namespace {

/// What is done with the folder that is made of a shape.
enum Does : unsigned { Reads = 0, Checks = 1, Exports = 2, Diffs = 4, Tables = 8 };

using Maker = std::function<void(const TempFolder&, std::size_t)>;

struct Shape {
    const char* name;
    unsigned does;
    /// The smallest n that is tried.
    std::size_t n;
    Maker make;
};

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
Maker file(const char* name, std::function<std::string(std::size_t)> text)
{
    return [name, text = std::move(text)](const TempFolder& folder, std::size_t n) {
        folder.write(name, text(n));
    };
}

/// One record, with more members behind its messages.
Maker record(const std::function<std::string(std::size_t)>& members)
{
    return file("a.jsonl", [members](std::size_t n) { return "{" + kMessages + "," + members(n) + "}\n"; });
}

/// One record with one long text.
Maker text(const std::function<std::string(std::size_t)>& said)
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

Maker card(std::function<std::string(std::size_t)> head)
{
    return [head = std::move(head)](const TempFolder& folder, std::size_t n) {
        folder.write("README.md", "---\n" + head(n) + "---\n");
        folder.write("a.jsonl", "{" + kMessages + "}\n");
    };
}

std::vector<Shape> shapes()
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
         [](const TempFolder& folder, std::size_t n) {
             for (std::size_t i = 0; i < n; ++i)
                 folder.write(number(i) + ".json", "{" + kMessages + "}");
         }},
        {"anchors in a card", Reads, 2'000, card([](std::size_t n) {
             return "x:\n" + times(n, [](std::size_t i) { return "- &a" + number(i) + " x\n"; });
         })},
        {"lists within lists in a card", Reads, 20'000,
         card([](std::size_t n) { return "x: " + std::string(n, '[') + "\n"; })},
        // A file keeps the names of 100 configurations: below that, each of n files has n names.
        {"configurations of the same files", Reads, 200,
         [](const TempFolder& folder, std::size_t n) {
             std::string head;
             for (std::size_t i = 0; i < n; ++i) {
                 head += "- config_name: c" + number(i) + "\n  data_files: \"*.jsonl\"\n";
                 folder.write(number(i) + ".jsonl", "{" + kMessages + "}\n");
             }
             folder.write("README.md", "---\nconfigs:\n" + head + "---\n");
         }},
        {"configurations of their own files", Reads, 50,
         [](const TempFolder& folder, std::size_t n) {
             std::string head;
             for (std::size_t i = 0; i < n; ++i) {
                 head += "- config_name: c" + number(i) + "\n  data_files: \"d" + number(i) + "-*.jsonl\"\n";
                 folder.write("d" + number(i) + "-0.jsonl", "{" + kMessages + "}\n");
             }
             folder.write("README.md", "---\nconfigs:\n" + head + "---\n");
         }},
        {"notes that are nested deeply", Reads, 20'000,
         [](const TempFolder& folder, std::size_t n) {
             const std::string deep = std::string(n, '[') + std::string(n, ']');
             folder.write("dataset_info.json", R"({"features":)" + deep + "}");
             folder.write("state.json", R"({"_data_files":)" + deep + "}");
             folder.write("a.jsonl", "{" + kMessages + "}\n");
         }},
        {"records with one of many keys", Reads | Tables, 20,
         file("a.jsonl",
              [](std::size_t n) {
                  return times(1'000, [n](std::size_t i) {
                      return "{" + kMessages + ",\"k" + number(i % n) + "\":1}\n";
                  });
              })},
        {"two conversations of the same texts", Diffs, 200,
         [](const TempFolder& folder, std::size_t n) {
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
             folder.write("a.jsonl", written(1));
             folder.write("b.jsonl", written(7));
         }},
        // Up to two million steps, lists are compared whole.
        {"two lists in opposite order", Diffs, 1'000,
         [](const TempFolder& folder, std::size_t n) {
             const auto written = [n](bool isReversed) {
                 return R"({"id":1,)" + kMessages + R"(,"x":[)" +
                        times(
                            n, [=](std::size_t i) { return number(isReversed ? n - i : i); }, ",") +
                        "]}\n";
             };
             folder.write("a.jsonl", written(false));
             folder.write("b.jsonl", written(true));
         }},
    };
}

class CountingSink final : public ByteSink {
public:
    bool write(std::string_view bytes) override
    {
        m_bytes += bytes.size();
        return true;
    }
    bool finish() override { return true; }
    Phrase error() const override { return {}; }

private:
    std::size_t m_bytes = 0;
};

SnapshotPtr loaded(const std::filesystem::path& path)
{
    LoadOptions options;
    options.threads = 1;
    return loadDataset({path}, options, Job());
}

void run(const Shape& shape, const std::filesystem::path& folder)
{
    if ((shape.does & Diffs) != 0) {
        const SnapshotPtr old = loaded(folder / "a.jsonl");
        const SnapshotPtr now = loaded(folder / "b.jsonl");
        const DatasetDiff diff = diffDatasets(*old, *now, {}, Job());
        forEachChangedRecord(*old, *now, diff, Job(),
                             [](const RecordPair&, const ValueDiff&) { return true; });
        return;
    }
    const SnapshotPtr snapshot = loaded(folder);
    if (snapshot->recordCount() > 0)
        static_cast<void>(readRecord(*snapshot, Row{0}));
    if ((shape.does & Checks) != 0)
        runChecks({*snapshot, RowSet(snapshot->recordCount(), true), {}, {}, false, 1}, Job());
    if ((shape.does & Exports) == 0 && (shape.does & Tables) == 0)
        return;
    RowOrder rows;
    for (Row row{0}; row < snapshot->endRow(); ++row)
        rows.push_back(row);
    for (const char* target : {"jsonl", "openai", "parquet"}) {
        if ((shape.does & Tables) != 0 && std::string_view(target) != "parquet")
            continue;
        CountingSink sink;
        exportRecords({*snapshot, *findExporter(target), {}, rows, 1}, sink, Job());
    }
}

double processorMilliseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace

/// Whatever a file is, twice as much of it takes about twice as long.
class HostileGrowthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { limitThreads(1); }
    void cleanupTestCase() { limitThreads(0); }

    void takesNoMoreThanItsShare_data()
    {
        QTest::addColumn<std::size_t>("index");
        const auto all = shapes();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << i;
    }

    void takesNoMoreThanItsShare()
    {
        QFETCH(const std::size_t, index);
        const Shape shape = shapes()[index];
        constexpr double kLeastMilliseconds = 20;
        constexpr double kMostMilliseconds = 60'000;
        constexpr double kMostPerDoubling = 2.6;
        // Where reading ends early, more takes no longer.
        constexpr std::size_t kMost = 2'000'000;
        std::size_t n = shape.n;
        double first = best(shape, n, 1);
        while (first < kLeastMilliseconds && n < kMost) {
            n *= 2;
            first = best(shape, n, 1);
        }
        first = best(shape, n, kTries);
        const double second = best(shape, 2 * n, kTries);
        const double third = second < kMostMilliseconds ? best(shape, 4 * n, kTries) : second * 100;
        const double growth = std::sqrt(third / first);
        const std::string what = "n = " + number(n) + ": " + std::to_string(first) + ", " +
                                 std::to_string(second) + ", " + std::to_string(third) + " ms";
        if (qEnvironmentVariableIsSet("DUOLOGUE_SAY_GROWTH"))
            qInfo("%.2f  %s", growth, what.c_str());
        QVERIFY2(growth <= kMostPerDoubling || third < kLeastMilliseconds, what.c_str());
    }

private:
    static constexpr int kTries = 3;

    static double best(const Shape& shape, std::size_t n, int tries)
    {
        const TempFolder folder;
        shape.make(folder, n);
        double least = 0;
        for (int i = 0; i < tries; ++i) {
            const double begin = processorMilliseconds();
            run(shape, folder.path());
            const double taken = processorMilliseconds() - begin;
            least = i == 0 ? taken : std::min(least, taken);
        }
        return least;
    }
};

DUOLOGUE_TEST(HostileGrowthTest)
#include "hostile_growth_test.moc"
