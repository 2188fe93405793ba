// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/row_choice.h"
#include "core/export/row_keys.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace duologue;
using namespace duologue::test;

namespace {

RowOrder rowsTo(std::uint32_t count)
{
    RowOrder rows;
    for (std::uint32_t i = 0; i < count; ++i)
        rows.push_back(Row{i});
    return rows;
}

/// A key for each row, not equally frequent.
std::vector<std::uint64_t> keysFor(std::size_t count, std::uint64_t kinds, unsigned seed)
{
    Random random(seed);
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < count; ++i)
        keys.push_back(std::min<std::uint64_t>(random.below(kinds), random.below(kinds)));
    return keys;
}

} // namespace

class ChooseRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsParts();
    void splitsByShares();
    void splitsEachClassByShares();
    void splitsSmallClassesByShares();
    void keepsGroupsTogether();
    void dropsWhatBelongsToNoPart();
    void samples();
    void samplesOfEachKey();
    void sameSeedGivesSameRows();
    void dropsRepeats();
    void whatHasNoValueIsNoRepeat();
    void listsAreNotJoined();
    void messagesAreComparedWithTheirParts();
    void keysAreEqualForEqualValues();
    void keysOfUnknownFieldsAreMistakes();
    void rowsThatShareAValueAreOneGroup();
    void rowsWithoutAValueAreGroupsOfTheirOwn();
    void samplesOfEachValueOfAList();
};

void ChooseRowsTest::readsParts()
{
    const auto parts = splitParts("train=0.8,dev=0.1,test=0.1");
    QVERIFY(parts && parts->size() == 3);
    QCOMPARE(parts->at(1).name, std::string("dev"));
    QCOMPARE(parts->at(0).share, 0.8);
    QVERIFY(splitParts("a=1"));
    for (const char* wrong : {"", "train", "train=", "=1", "train=2", "a=0.6,b=0.6", "a=0.5,a=0.5", "a=-1",
                              "a=0", "a=nan", "a/b=1", "a=0.5,", "..=1"})
        QVERIFY2(!splitParts(wrong), wrong);
}

void ChooseRowsTest::splitsByShares()
{
    const RowOrder rows = rowsTo(1003);
    const auto split = splitRows(rows, *splitParts("train=0.8,dev=0.1,test=0.1"), {}, {}, 1);
    std::set<Row> all;
    for (std::size_t i = 0; i < split.size(); ++i) {
        QVERIFY(std::abs(static_cast<double>(split[i].size()) - (i == 0 ? 802.4 : 100.3)) <= 1);
        QVERIFY(std::is_sorted(split[i].begin(), split[i].end()));
        all.insert(split[i].begin(), split[i].end());
    }
    QCOMPARE(all.size(), rows.size());
}

void ChooseRowsTest::splitsEachClassByShares()
{
    const RowOrder rows = rowsTo(5000);
    const auto classes = keysFor(rows.size(), 12, 3);
    const auto parts = *splitParts("train=0.7,dev=0.2,test=0.1");
    const auto split = splitRows(rows, parts, classes, {}, 7);
    std::map<std::uint64_t, double> sizes;
    for (const std::uint64_t key : classes)
        ++sizes[key];
    std::size_t sum = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        std::map<std::uint64_t, double> counts;
        for (const Row row : split[part])
            ++counts[classes[indexOf(row)]];
        for (const auto& [key, size] : sizes)
            QVERIFY(std::abs(counts[key] - size * parts[part].share) <= 1);
        sum += split[part].size();
    }
    QCOMPARE(sum, rows.size());
}

void ChooseRowsTest::splitsSmallClassesByShares()
{
    // Two rows of each class, and one.
    const RowOrder rows = rowsTo(300);
    for (const std::uint64_t size : {2U, 1U}) {
        std::vector<std::uint64_t> classes;
        for (std::uint64_t i = 0; i < rows.size(); ++i)
            classes.push_back(i / size);
        const auto split = splitRows(rows, *splitParts("train=0.8,dev=0.1,test=0.1"), classes, {}, 1);
        QCOMPARE(split[0].size(), std::size_t{240});
        QCOMPARE(split[1].size(), std::size_t{30});
        QCOMPARE(split[2].size(), std::size_t{30});
        QCOMPARE(splitRows(rows, *splitParts("half=0.5"), classes, {}, 1)[0].size(), std::size_t{150});
    }
}

void ChooseRowsTest::keepsGroupsTogether()
{
    const RowOrder rows = rowsTo(4000);
    const auto groups = keysFor(rows.size(), 300, 5);
    const auto classes = keysFor(rows.size(), 4, 6);
    const auto parts = *splitParts("train=0.8,dev=0.1,test=0.1");
    const auto split = splitRows(rows, parts, classes, groups, 11);
    std::map<std::uint64_t, std::set<std::size_t>> partsOfGroup;
    std::map<std::uint64_t, double> sizes;
    for (const std::uint64_t key : classes)
        ++sizes[key];
    std::size_t sum = 0;
    for (std::size_t part = 0; part < split.size(); ++part) {
        std::map<std::uint64_t, double> counts;
        for (const Row row : split[part]) {
            partsOfGroup[groups[indexOf(row)]].insert(part);
            ++counts[classes[indexOf(row)]];
        }
        sum += split[part].size();
        // Groups have 13 rows on average, 27 at most.
        for (const auto& [key, size] : sizes)
            QVERIFY(std::abs(counts[key] - size * parts[part].share) < 25);
    }
    QCOMPARE(sum, rows.size());
    for (const auto& [group, its] : partsOfGroup)
        QCOMPARE(its.size(), std::size_t{1});
}

void ChooseRowsTest::dropsWhatBelongsToNoPart()
{
    const auto half = *splitParts("half=0.5");
    QCOMPARE(splitRows(rowsTo(100), half, {}, {}, 1).at(0).size(), std::size_t{50});
    const auto groups = keysFor(100, 50, 2);
    const std::size_t size = splitRows(rowsTo(100), half, {}, groups, 1).at(0).size();
    QVERIFY(size >= 45 && size <= 55);
}

void ChooseRowsTest::samples()
{
    const RowOrder rows = rowsTo(10'000);
    const RowOrder sample = sampleOf(rows, 1000, 4);
    QCOMPARE(sample.size(), std::size_t{1000});
    QVERIFY(std::is_sorted(sample.begin(), sample.end()));
    QVERIFY(std::adjacent_find(sample.begin(), sample.end()) == sample.end());
    // By chance: each tenth of the rows gets about a tenth of the sample.
    std::vector<int> tenths(10);
    for (const Row row : sample)
        ++tenths[indexOf(row) / 1000];
    for (const int count : tenths)
        QVERIFY(count > 60 && count < 140);
    QCOMPARE(sampleOf(rows, 20'000, 4), rows);
}

void ChooseRowsTest::samplesOfEachKey()
{
    const RowOrder rows = rowsTo(1000);
    const auto keys = keysFor(rows.size(), 9, 8);
    std::map<std::uint64_t, std::size_t> sizes;
    for (const std::uint64_t key : keys)
        ++sizes[key];
    std::map<std::uint64_t, std::size_t> counts;
    std::vector<std::vector<std::size_t>> lists(sizes.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        lists[static_cast<std::size_t>(std::distance(sizes.begin(), sizes.find(keys[i])))].push_back(i);
    for (const Row row : sampleOfEach(rows, lists, 20, 4))
        ++counts[keys[indexOf(row)]];
    for (const auto& [key, size] : sizes)
        QCOMPARE(counts[key], std::min<std::size_t>(size, 20));
}

/// The numbers are those of any machine and any build.
void ChooseRowsTest::sameSeedGivesSameRows()
{
    QCOMPARE(sampleOf(rowsTo(100), 5, 1), sampleOf(rowsTo(100), 5, 1));
    QVERIFY(sampleOf(rowsTo(100), 5, 1) != sampleOf(rowsTo(100), 5, 2));
    std::string sample;
    for (const Row row : sampleOf(rowsTo(100), 5, 1))
        sample += std::to_string(indexOf(row)) + " ";
    QCOMPARE(sample, std::string("28 34 35 42 45 "));
}

void ChooseRowsTest::dropsRepeats()
{
    const TempFolder folder;
    std::string text;
    for (const char* value : {"x", "y", "x", "y"})
        text +=
            std::string(R"({"t": ")") + value +
            R"(", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]})" +
            "\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    const auto kept = [&](const char* name) {
        return withoutRepeats(*snapshot, rowsAt({3, 1, 2, 0}), {name}, Job()).value();
    };
    QCOMPARE(kept("t"), rowsAt({3, 2}));
    QCOMPARE(kept("prompt"), rowsAt({3}));
    QCOMPARE(kept("id"), rowsAt({3, 1, 2, 0}));
}

namespace {

/// The indexes of the records that are kept, as a text.
std::string keptOf(const std::vector<std::string>& records, const std::vector<std::string>& names)
{
    const TempFolder folder;
    std::string text;
    for (const std::string& record : records)
        text += record + "\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    const auto rows = rowsTo(static_cast<std::uint32_t>(records.size()));
    const auto found = withoutRepeats(*snapshot, rows, names, Job());
    std::string kept;
    for (const Row row : found.value())
        kept += std::to_string(indexOf(row)) + " ";
    return kept;
}

/// A record with members of its own, a question and what follows it.
std::string recordWith(const std::string& members, const std::string& content, const std::string& rest)
{
    return "{" + members + "\"messages\": [{\"role\": \"user\", \"content\": " + content + "}" + rest + "]}";
}

} // namespace

void ChooseRowsTest::whatHasNoValueIsNoRepeat()
{
    const std::string bare = recordWith("", "\"q\"", "");
    const std::string tagged = recordWith("\"tag\": \"a\", ", "\"q\"", "");
    const std::string empty = recordWith("\"tag\": \"\", ", "\"q\"", "");
    QCOMPARE(keptOf({bare, bare, tagged, tagged}, {"context"}), std::string("0 1 2 3 "));
    QCOMPARE(keptOf({bare, bare, tagged, tagged}, {"answer"}), std::string("0 1 2 3 "));
    QCOMPARE(keptOf({bare, bare, tagged, tagged, empty, empty}, {"tag"}), std::string("0 1 2 4 "));
    QCOMPARE(keptOf({bare, bare, tagged, tagged}, {"prompt", "tag"}), std::string("0 1 2 "));
}

void ChooseRowsTest::listsAreNotJoined()
{
    std::vector<std::string> records;
    for (const char* list : {"[\"a, b\"]", "[\"a\", \"b\"]", "[\"a\", \"b\", \"a\"]", "[\"a\", \"b\"]",
                             "\"a\"", "[\"a\"]", "[]", "[]"})
        records.push_back(recordWith("\"tags\": " + std::string(list) + ", ", "\"q\"", ""));
    QCOMPARE(keptOf(records, {"tags"}), std::string("0 1 2 4 5 6 7 "));
}

void ChooseRowsTest::messagesAreComparedWithTheirParts()
{
    const auto calling = [](const std::string& id, const std::string& name, const std::string& argument) {
        return recordWith("", "\"q\"",
                          ", {\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\": \"" + id +
                              "\", \"type\": \"function\", \"function\": {\"name\": \"" + name +
                              "\", \"arguments\": \"{\\\"x\\\": " + argument +
                              "}\"}}]}, {\"role\": \"tool\", \"tool_call_id\": \"" + id +
                              "\", \"content\": \"ok\"}");
    };
    QCOMPARE(keptOf({calling("1", "f", "1"), calling("1", "g", "1"), calling("1", "f", "2"),
                     calling("2", "f", "1")},
                    {"conversation"}),
             std::string("0 1 2 "));
    const auto thinking = [](const std::string& thought) {
        return recordWith("", "\"q\"",
                          ", {\"role\": \"assistant\", \"content\": \"A\", \"reasoning_content\": \"" +
                              thought + "\"}");
    };
    for (const char* name : {"conversation", "answer"})
        QCOMPARE(keptOf({thinking("r1"), thinking("r2"), thinking("r1")}, {name}), std::string("0 1 "));
    QCOMPARE(keptOf({thinking("r1"), thinking("r2")}, {"prompt"}), std::string("0 "));
    const auto showing = [](const std::string& address) {
        return recordWith("",
                          "[{\"type\": \"image_url\", \"image_url\": {\"url\": \"" + address +
                              "\"}}, {\"type\": \"text\", \"text\": \"Is there a dog?\"}]",
                          "");
    };
    const auto named = [](const std::string& file) {
        return recordWith("\"images\": [\"" + file + "\"], ", "\"<image>Is there a cat?\"", "");
    };
    for (const char* name : {"conversation", "prompt"}) {
        QCOMPARE(keptOf({showing("http://a/1"), showing("http://a/2"), showing("http://a/1")}, {name}),
                 std::string("0 1 "));
        QCOMPARE(keptOf({named("1.png"), named("2.png"), named("1.png")}, {name}), std::string("0 1 "));
    }
}

void ChooseRowsTest::keysAreEqualForEqualValues()
{
    const TempFolder folder;
    const SnapshotPtr snapshot =
        load({folder.write("a.jsonl", "{\"t\": \"a\", \"messages\": [{\"role\": \"user\", \"content\": "
                                      "\"one\"}, {\"role\": \"assistant\", \"content\": \"x\"}]}\n"
                                      "{\"t\": \"a\", \"messages\": [{\"role\": \"user\", \"content\": "
                                      "\"one\"}, {\"role\": \"assistant\", \"content\": \"y\"}]}\n"
                                      "{\"t\": \"b\", \"messages\": [{\"role\": \"user\", \"content\": "
                                      "\"two\"}, {\"role\": \"assistant\", \"content\": \"y\"}]}\n")});
    const auto keys = [&](const std::vector<std::string>& names) {
        return rowKeys(*snapshot, rowsTo(3), names, Job()).value();
    };
    for (const char* name : {"t", "prompt"}) {
        QCOMPARE(keys({name})[0], keys({name})[1]);
        QVERIFY(keys({name})[1] != keys({name})[2]);
    }
    QVERIFY(keys({"answer"})[0] != keys({"answer"})[1]);
    QCOMPARE(keys({"answer"})[1], keys({"answer"})[2]);
    QVERIFY(keys({"conversation"})[0] != keys({"conversation"})[1]);
    QVERIFY(keys({"prompt", "answer"})[0] != keys({"prompt", "answer"})[1]);
}

void ChooseRowsTest::keysOfUnknownFieldsAreMistakes()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", "{\"a\": 1}\n")});
    const auto keys = rowKeys(*snapshot, rowsTo(1), {"nothing"}, Job());
    QCOMPARE(inEnglish(*keys.error()), std::string("unknown field nothing"));
}

void ChooseRowsTest::rowsThatShareAValueAreOneGroup()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl",
        R"({"users": ["ann", "bob"], "u": 1, "messages": [{"role": "user", "content": "q", "by": "x"}]}
{"users": ["cem"], "u": 2, "messages": [{"role": "user", "content": "q", "by": "y"}]}
{"users": ["bob", "dia"], "u": 1, "messages": [{"role": "user", "content": "q", "by": ["y", "z"]}]}
{"users": [], "u": 3, "messages": [{"role": "user", "content": "q"}]}
{"users": ["dia"], "u": 2, "messages": [{"role": "user", "content": "q", "by": "z"}]}
{"u": 3, "messages": [{"role": "user", "content": "q", "by": "x"}]}
)")});
    const auto groups = [&](const char* name) {
        const auto made = rowGroups(*snapshot, rowsTo(6), name, Job());
        const auto& numbers = made.value();
        std::string text;
        for (const std::uint64_t number : numbers)
            text += std::to_string(std::find(numbers.begin(), numbers.end(), number) - numbers.begin()) + ' ';
        return text;
    };
    // Each row by the first one of its group.
    QCOMPARE(groups("users"), std::string("0 1 0 3 0 5 "));
    QCOMPARE(groups("u"), std::string("0 1 0 3 1 3 "));
    QCOMPARE(groups("by"), std::string("0 1 1 3 1 0 "));
    QVERIFY(!rowGroups(*snapshot, rowsTo(6), "nothing", Job()).ok());
}

void ChooseRowsTest::rowsWithoutAValueAreGroupsOfTheirOwn()
{
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += recordWith(i < 20 ? "\"user\": \"u" + std::to_string(i / 2) + "\", \"users\": [\"v" +
                                        std::to_string(i / 2) + "\"], "
                                  : "\"user\": null, ",
                           "\"q\"", "") +
                "\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    for (const char* name : {"user", "users"}) {
        const RowChoice choice{.split = *splitParts("train=0.8,test=0.2"), .group = name, .seed = 1};
        const auto chosen = choose(*snapshot, rowsTo(200), choice, Job());
        const auto& parts = chosen.value().parts;
        QCOMPARE(parts[0].rows.size(), std::size_t{160});
        QCOMPARE(parts[1].rows.size(), std::size_t{40});
        // Rows with a value are in both.
        QVERIFY(std::any_of(parts[0].rows.begin(), parts[0].rows.end(),
                            [](Row row) { return indexOf(row) < 20; }));
    }
}

void ChooseRowsTest::samplesOfEachValueOfAList()
{
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 256; ++i) {
        std::string tags;
        for (int bit = 0; bit < 8; ++bit)
            tags += (i >> bit & 1) != 0 ? (tags.empty() ? "\"" : ", \"") + std::to_string(bit) + "\"" : "";
        text += recordWith("\"tags\": [" + tags + "], ", "\"q\"", "") + "\n";
    }
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    const auto chosen = choose(*snapshot, rowsTo(256), {.sample = 2, .per = "tags", .seed = 1}, Job());
    const auto& rows = chosen.value().parts.front().rows;
    // Two of each of eight values, and the one row that has none.
    QVERIFY(rows.size() <= 17);
    for (int bit = 0; bit < 8; ++bit)
        QVERIFY(std::count_if(rows.begin(), rows.end(),
                              [bit](Row row) { return (indexOf(row) >> bit & 1U) != 0; }) >= 2);
    QCOMPARE(rows.front(), Row{0});
}

DUOLOGUE_TEST(ChooseRowsTest)
#include "choose_rows_test.moc"
