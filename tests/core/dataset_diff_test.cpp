// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dataset_diff.h"

#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

using namespace duologue;
using namespace duologue::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Lines = std::vector<std::string>;

std::string nameOf(const Snapshot& snapshot, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    return snapshot.file(entry.file).shownPath + ":" + std::to_string(entry.ordinal);
}

/// "removed a:1", "added b:2", "moved a:1 > b:1 by text", "changed a:1 > a:1 by id: history[0].content".
Lines linesOf(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff)
{
    Lines lines;
    for (const Row row : diff.removed)
        lines.push_back("removed " + nameOf(old, row));
    for (const Row row : diff.added)
        lines.push_back("added " + nameOf(now, row));
    const auto pairText = [&](const RecordPair& pair) {
        return nameOf(old, pair.old) + " > " + nameOf(now, pair.now) + " by " +
               std::string(matchedByName(pair.by));
    };
    for (const RecordPair& pair : diff.pairs) {
        if (pair.isMoved)
            lines.push_back("moved " + pairText(pair));
    }
    forEachChangedRecord(old, now, diff, Job(), [&](const RecordPair& pair, const ValueDiff& values) {
        std::string fields;
        for (const ValueChange& change : values.changes)
            fields += (fields.empty() ? "" : ", ") + change.name;
        lines.push_back("changed " + pairText(pair) + ": " + fields);
        return true;
    });
    std::sort(lines.begin(), lines.end());
    return lines;
}

struct Compared {
    SnapshotPtr old;
    SnapshotPtr now;
    DatasetDiff diff;
    Lines lines;
};

Compared compared(const fs::path& oldPath, const fs::path& newPath, const DiffOptions& options = {})
{
    Compared made{load({oldPath}), load({newPath}), {}, {}};
    made.diff = diffDatasets(*made.old, *made.now, options, Job());
    made.lines = linesOf(*made.old, *made.now, made.diff);
    return made;
}

/// A conversation of one question and one answer; without an id if it is empty.
std::string record(const std::string& id, const std::string& question, const std::string& answer,
                   int score = 1)
{
    Json made;
    if (!id.empty())
        made["id"] = id;
    made["messages"] = Json::array(
        {{{"role", "user"}, {"content", question}}, {{"role", "assistant"}, {"content", answer}}});
    made["score"] = score;
    return made.dump() + "\n";
}

/// Words that no other text has.
std::string uniqueText(int number, int words = 20)
{
    std::string text;
    for (int i = 0; i < words; ++i)
        text += (i == 0 ? "w" : " w") + std::to_string(number) + "x" + std::to_string(i);
    return text;
}

Json readJson(const fs::path& path)
{
    return Json::parse(fileBytes(path));
}

void writeJson(const fs::path& path, const Json& json)
{
    std::ofstream(path, std::ios::binary) << json.dump(2);
}

/// Makes known changes to a copy of the sample dataset and lists them as linesOf() does.
class KnownChanges {
public:
    explicit KnownChanges(const fs::path& root) : m_root(root)
    {
        for (const auto& entry : fs::recursive_directory_iterator(root / "RecLLMSim/LLM_agent_user")) {
            if (entry.is_regular_file())
                m_agents.push_back(fs::relative(entry.path(), root).string());
        }
        std::sort(m_agents.begin(), m_agents.end());
    }

    void editText()
    {
        const std::string file = nextFile();
        Json json = readJson(m_root / file);
        std::string text = json["history"][1]["content"];
        json["history"][1]["content"] = text.insert(text.find(' '), " truly");
        writeJson(m_root / file, json);
        changed(file, "text", "history[1].content");
    }

    void editNumber()
    {
        const std::string file = nextFile();
        Json json = readJson(m_root / file);
        auto rating = json["rating"].begin();
        *rating = rating->get<int>() + 5;
        const std::string field = "rating." + rating.key();
        writeJson(m_root / file, json);
        changed(file, "content", field);
    }

    void addField()
    {
        const std::string file = nextFile();
        Json json = readJson(m_root / file);
        json["reviewer"] = "Ann";
        writeJson(m_root / file, json);
        changed(file, "content", "reviewer");
    }

    void removeMessage()
    {
        const std::string file = nextFile();
        Json json = readJson(m_root / file);
        json["history"].erase(1);
        writeJson(m_root / file, json);
        changed(file, "text", "history[1]");
    }

    void removeFile()
    {
        const std::string file = nextFile();
        fs::remove(m_root / file);
        lines.push_back("removed " + file + ":1");
    }

    void addFile()
    {
        const std::string file = "RecLLMSim/LLM_agent_user/travel planning/9001.json";
        Json json = readJson(m_root / m_agents.front());
        json["history"] = Json::array({{{"role", "user"}, {"content", uniqueText(1)}},
                                       {{"role", "assistant"}, {"content", uniqueText(2, 400)}}});
        writeJson(m_root / file, json);
        lines.push_back("added " + file + ":1");
    }

    void moveFile(bool isEdited)
    {
        const std::string file = nextFile();
        const std::string target = "RecLLMSim/LLM_agent_user/moved" + std::to_string(m_next) + ".json";
        Json json = readJson(m_root / file);
        if (isEdited)
            json["history"][0]["content"] = json["history"][0]["content"].get<std::string>() + " Thank you.";
        fs::remove(m_root / file);
        writeJson(m_root / target, json);
        const std::string pair = file + ":1 > " + target + ":1 by " + (isEdited ? "text" : "content");
        lines.push_back("moved " + pair);
        if (isEdited)
            lines.push_back("changed " + pair + ": history[0].content");
    }

    /// No change: the same values, written in another way.
    void rewriteFile()
    {
        const std::string file = nextFile();
        writeJson(m_root / file, Json(nlohmann::json(readJson(m_root / file))));
    }

    Lines lines;

private:
    std::string nextFile() { return m_agents.at(m_next++); }

    void changed(const std::string& file, const std::string& by, const std::string& field)
    {
        lines.push_back("changed " + file + ":1 > " + file + ":1 by " + by + ": " + field);
    }

    fs::path m_root;
    std::vector<std::string> m_agents;
    std::size_t m_next = 0;
};

} // namespace

/// Records of two datasets find each other, and what is different is told, and nothing else.
class DatasetDiffTest : public QObject {
    Q_OBJECT

private:
    fs::path write(const char* name, const std::string& lines) const { return m_folder.write(name, lines); }
    fs::path old(const std::string& lines) const { return write("old.jsonl", lines); }
    fs::path now(const std::string& lines) const { return write("new.jsonl", lines); }

    TempFolder m_folder;

private Q_SLOTS:
    void findsNothingInEqualDatasets()
    {
        const Compared made = compared(sampleFolder(), sampleFolder());
        QCOMPARE(made.lines, Lines());
        QVERIFY(made.diff.isEqual());
        QCOMPARE(made.diff.equal, std::uint64_t{made.old->recordCount()});
    }

    void matchesIds()
    {
        const Compared made =
            compared(old(record("a", uniqueText(1), "yes") + record("b", uniqueText(2), "no") +
                         record("c", uniqueText(3), "well")),
                     now(record("c", uniqueText(30), "well") + record("a", uniqueText(1), "yes", 7) +
                         record("d", uniqueText(40), "new")));
        QCOMPARE(made.lines, (Lines{"added new.jsonl:3", "changed old.jsonl:1 > new.jsonl:2 by id: score",
                                    "changed old.jsonl:3 > new.jsonl:1 by id: messages[0].content",
                                    "removed old.jsonl:2"}));
        // One of the two that stayed has to move to give the new order.
        QCOMPARE(made.diff.reordered, std::uint64_t{1});
    }

    void matchesContents()
    {
        const Compared made =
            compared(old(record("a", uniqueText(1), "yes") + record("", uniqueText(2), "no")),
                     now(record("", uniqueText(2), "no", 9) + record("", uniqueText(1), "yes")));
        QCOMPARE(made.lines, (Lines{"changed old.jsonl:1 > new.jsonl:2 by content: id",
                                    "changed old.jsonl:2 > new.jsonl:1 by content: score"}));
    }

    void matchesNearestTexts()
    {
        std::string oldLines;
        std::string newLines;
        constexpr int kRecords = 40;
        for (int i = 0; i < kRecords; ++i)
            oldLines += record("", "Plan my day, please. " + uniqueText(i), uniqueText(1000 + i));
        for (int i = kRecords; i-- > 0;)
            newLines +=
                record("", "Plan my day, please. " + uniqueText(i) + " Thanks!", uniqueText(1000 + i));
        const Compared made = compared(old(oldLines), now(newLines));
        QCOMPARE(made.diff.pairs.size(), std::size_t{kRecords});
        for (const RecordPair& pair : made.diff.pairs) {
            QCOMPARE(indexOf(pair.old) + indexOf(pair.now), std::size_t{kRecords - 1});
            QVERIFY(pair.by == MatchedBy::Text);
            QVERIFY(pair.likeness > 0.9F && pair.likeness < 1);
        }
    }

    void doesNotMatchOtherTexts()
    {
        // They share how they begin, as all conversations of a dataset may.
        const std::string prompt = "You are a helpful assistant. ";
        const Compared made = compared(old(record("", prompt + uniqueText(1), "yes")),
                                       now(record("", prompt + uniqueText(2), "no")));
        QCOMPARE(made.lines, (Lines{"added new.jsonl:1", "removed old.jsonl:1"}));
    }

    void matchesChineseTexts()
    {
        const Compared made = compared(
            old(record("", "请帮我规划一次去杭州的三天旅行，预算不高。", "好的，第一天可以游览西湖。")),
            now(record("", "请帮我规划一次去杭州的五天旅行，预算不高。", "好的，第一天可以游览西湖。")));
        QCOMPARE(made.lines, (Lines{"changed old.jsonl:1 > new.jsonl:1 by text: messages[0].content"}));
    }

    /// A common prompt that is longer than the rest does not make records one.
    void ignoresFrequentWords()
    {
        const std::string prompt = uniqueText(0, 300);
        std::string oldLines;
        std::string newLines;
        constexpr int kRecords = 60;
        for (int i = 0; i < kRecords; ++i) {
            oldLines += record("", prompt, uniqueText(1 + i));
            const int next = (i * 7 + 3) % kRecords;
            newLines += record("", prompt, uniqueText(1 + next) + " indeed");
        }
        const Compared made = compared(old(oldLines), now(newLines));
        QCOMPARE(made.diff.pairs.size(), std::size_t{kRecords});
        for (const RecordPair& pair : made.diff.pairs)
            QCOMPARE(indexOf(pair.old), (indexOf(pair.now) * 7 + 3) % kRecords);
    }

    void matchesLoneRecordsOfFiles()
    {
        m_folder.write("o/1.json", record("", uniqueText(1), "yes"));
        m_folder.write("n/1.json", record("", uniqueText(2), "no"));
        const Compared made = compared(m_folder.path() / "o", m_folder.path() / "n");
        QCOMPARE(made.lines,
                 (Lines{"changed 1.json:1 > 1.json:1 by file: messages[0].content, messages[1].content"}));
    }

    void tellsMovedRecords()
    {
        m_folder.write("mo/a.jsonl", record("1", uniqueText(1), "yes") + record("2", uniqueText(2), "no"));
        m_folder.write("mo/b.jsonl", record("3", uniqueText(3), "yes"));
        m_folder.write("mn/a.jsonl", record("1", uniqueText(1), "yes"));
        m_folder.write("mn/b.jsonl", record("3", uniqueText(3), "yes") + record("2", uniqueText(2), "no"));
        const Compared made = compared(m_folder.path() / "mo", m_folder.path() / "mn");
        QCOMPARE(made.lines, (Lines{"moved a.jsonl:2 > b.jsonl:2 by id"}));
        // A single file has no place among files.
        const Compared single = compared(m_folder.path() / "mo", m_folder.path() / "mn/b.jsonl");
        QCOMPARE(single.lines, (Lines{"removed a.jsonl:1"}));
    }

    void tellsListsApart()
    {
        const auto one = R"({"messages":[{"role":"user","content":"one"}]})";
        const auto two = R"({"messages":[{"role":"user","content":"two"}]})";
        const std::string before =
            std::string("{\"train\":[") + one + "," + two + "],\"test\":[" + one + "]}";
        const std::string after = std::string("{\"train\":[") + one + "],\"test\":[" + one + "," + two + "]}";
        const Compared made = compared(write("lo.json", before), write("ln.json", after));
        QCOMPARE(made.lines, (Lines{"moved lo.json:2 > ln.json:3 by content"}));
    }

    void comparesPackedFiles()
    {
        const std::string line = record("1", uniqueText(1), "yes");
        m_folder.write("a.zip", zipOf({{"d/x.jsonl", line}}));
        m_folder.write("b.zip", zipOf({{"d/x.jsonl", line}}));
        QVERIFY(compared(m_folder.path() / "a.zip", m_folder.path() / "b.zip").diff.isEqual());
        m_folder.write("u/d/x.jsonl", line);
        QVERIFY(compared(m_folder.path() / "a.zip", m_folder.path() / "u").diff.isEqual());
    }

    void matchesRepeatedIdsByContent()
    {
        const std::string equal = record("a", uniqueText(1), "yes");
        const std::string edited = record("a", uniqueText(2) + " and more", "no");
        const Compared made =
            compared(old(equal + record("a", uniqueText(2), "no") + record("a", uniqueText(3), "hm")),
                     now(edited + equal));
        QCOMPARE(made.lines, (Lines{"changed old.jsonl:2 > new.jsonl:1 by text: messages[0].content",
                                    "removed old.jsonl:3"}));
        QCOMPARE(made.diff.repeatedIds, std::uint64_t{1});
    }

    /// Each file numbers its records.
    void matchesIdsOfEachFile()
    {
        for (const char* file : {"po/a.jsonl", "po/b.jsonl"})
            m_folder.write(file, record("0", "hi", "good") + record("1", "hi", "good"));
        m_folder.write("pn/a.jsonl", record("1", "hi", "good") + record("0", "hi", "better"));
        m_folder.write("pn/b.jsonl", record("0", "hi", "good") + record("1", "hi", "good", 5));
        const Compared made = compared(m_folder.path() / "po", m_folder.path() / "pn");
        QCOMPARE(made.lines, (Lines{"changed a.jsonl:1 > a.jsonl:2 by id: messages[1].content",
                                    "changed b.jsonl:2 > b.jsonl:2 by id: score"}));
        QCOMPARE(made.diff.repeatedIds, std::uint64_t{0});
    }

    void ignoresIdsIfAsked()
    {
        const auto before = old(record("1", uniqueText(1), "yes") + record("2", uniqueText(2), "no"));
        const auto after = now(record("1", uniqueText(0), "first") + record("2", uniqueText(1), "yes") +
                               record("3", uniqueText(2), "no"));
        QCOMPARE(compared(before, after, {false}).lines,
                 (Lines{"added new.jsonl:1", "changed old.jsonl:1 > new.jsonl:2 by content: id",
                        "changed old.jsonl:2 > new.jsonl:3 by content: id"}));
    }

    void countsEqualRecords()
    {
        const std::string line = record("", "hi", "hello");
        const Compared made = compared(old(line + line + line), now(line + line));
        QCOMPARE(made.lines, (Lines{"removed old.jsonl:3"}));
        QCOMPARE(made.diff.equal, std::uint64_t{2});
    }

    void comparesEmptyDatasets()
    {
        const auto none = write("none.jsonl", "");
        const auto two = write("two.jsonl", record("a", "x", "y") + record("b", "x", "z"));
        QVERIFY(compared(none, none).diff.isEqual());
        QCOMPARE(compared(none, two).diff.added.size(), std::size_t{2});
        QCOMPARE(compared(two, none).diff.removed.size(), std::size_t{2});
        fs::create_directory(m_folder.path() / "nothing");
        QCOMPARE(compared(m_folder.path() / "nothing", two).diff.added.size(), std::size_t{2});
    }

    void comparesBrokenRecords()
    {
        const std::string good = record("a", "x", "y");
        const std::string broken = R"({"id": "b", broken})"
                                   "\n";
        const std::string other = R"({"id": "b", also broken})"
                                  "\n";
        QVERIFY(compared(old(good + broken), now(broken + good)).lines.empty());
        QCOMPARE(compared(old(good + broken), now(good + other)).lines,
                 (Lines{"added new.jsonl:2", "removed old.jsonl:2"}));
    }

    void comparesNamedRecords()
    {
        const Compared made =
            compared(write("ko.json", R"({"a":{"messages":[{"role":"user","content":"one"}]},)"
                                      R"("b":{"messages":[{"role":"user","content":"two"}]}})"),
                     write("kn.json", R"({"a":{"messages":[{"role":"user","content":"one"}]},)"
                                      R"("c":{"messages":[{"role":"user","content":"two"}]}})"));
        QCOMPARE(made.lines, (Lines{"changed ko.json:2 > kn.json:2 by content: key in the file"}));
    }

    void comparesNumbersAlone()
    {
        const Compared made = compared(old("{\"id\":\"a\",\"x\":[1,2,3]}\n{\"id\":\"b\",\"x\":[]}\n"),
                                       now("{\"id\":\"a\",\"x\":[1,3]}\n{\"id\":\"b\",\"x\":[]}\n"));
        QCOMPARE(made.lines, (Lines{"changed old.jsonl:1 > new.jsonl:1 by id: x[1]"}));
    }

    void survivesHostileTexts()
    {
        std::string hostile;
        for (const std::string& text : {std::string(200'000, 'a'), std::string(100'000, ' '),
                                        std::string("\xEF\xBF\xBF\xE2\x80\xAE"), uniqueText(3) + "\x7F"})
            hostile += record(text.substr(0, 1000), text, text) + record("", text, "same");
        hostile += R"({"id":"\u0000","messages":[{"role":"user","content":"\u0000"}]})"
                   "\n";
        const Compared made = compared(old(hostile), now(hostile + record("", "x", "y")));
        QCOMPARE(made.lines, (Lines{"added new.jsonl:10"}));
    }

    void tellsRecordsThatCannotBeReadAgain()
    {
        const auto before = old(record("a", "x", "y"));
        const auto after = now(record("a", "x", "z"));
        const auto left = load({before});
        const auto right = load({after});
        write("new.jsonl", record("a", "changed", "meanwhile"));
        const DatasetDiff diff = diffDatasets(*left, *right, {}, Job());
        QCOMPARE(diff.unread, std::uint64_t{1});
        QVERIFY(!diff.isEqual());
    }

    void comparesOnePair()
    {
        const auto left = load({old(record("a", "x", "y"))});
        const auto right = load({now(record("a", "x", "z"))});
        const ValueDiff diff = diffRecords(*left, Row{0}, *right, Row{0}, Job());
        QCOMPARE(diff.changes.size(), std::size_t{1});
        QCOMPARE(diff.changes[0].old.text, std::string("y"));
        QCOMPARE(diff.changes[0].now.text, std::string("z"));
    }

    /// Whatever threads do, the result is the same.
    void givesSameResultTwice()
    {
        Random random(5);
        std::string before;
        std::string after;
        for (int i = 0; i < 1000; ++i) {
            const int text = static_cast<int>(random.below(200));
            before += record(random.oneIn(2) ? std::to_string(random.below(700)) : "", uniqueText(text), "x");
            after += record(random.oneIn(2) ? std::to_string(random.below(700)) : "",
                            uniqueText(text) + (random.oneIn(2) ? " more" : ""), "x");
        }
        const auto first = old(before);
        const auto second = now(after);
        QCOMPARE(compared(first, second).lines, compared(first, second).lines);
    }

    void stopsSoon()
    {
        std::string before;
        std::string after;
        for (int i = 0; i < 1'500; ++i) {
            before += record("", uniqueText(i, 40), "x");
            after += record("", uniqueText(i, 40) + " more", "x");
        }
        const auto left = load({old(before)});
        const auto right = load({now(after)});
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(diffDatasets(*left, *right, {}, Job()).changed, std::uint64_t{1'500});
        const qint64 whole = timer.nsecsElapsed();
        // At once, and in each step.
        for (const int tenths : {0, 1, 2, 4, 6, 8}) {
            std::stop_source stop;
            std::atomic<qint64> asked = 0;
            timer.start();
            std::thread stopper([&] {
                while (timer.nsecsElapsed() < whole * tenths / 10)
                    std::this_thread::yield();
                asked = timer.elapsed();
                stop.request_stop();
            });
            diffDatasets(*left, *right, {}, Job(stop.get_token()));
            stopper.join();
            // 50 ms in an optimised build on an idle machine.
            constexpr qint64 kMostAfter = 2000;
            const qint64 took = timer.elapsed() - asked;
            QVERIFY2(took < kMostAfter, qPrintable(QString::number(took)));
        }
    }

    void findsKnownChanges()
    {
        const fs::path copy = m_folder.path() / "copy";
        fs::copy(sampleFolder(), copy, fs::copy_options::recursive);
        KnownChanges known(copy);
        for (int i = 0; i < 4; ++i)
            known.editText();
        for (int i = 0; i < 3; ++i)
            known.editNumber();
        known.addField();
        known.removeMessage();
        known.removeFile();
        known.removeFile();
        known.addFile();
        known.moveFile(false);
        known.moveFile(false);
        known.moveFile(true);
        known.rewriteFile();
        std::sort(known.lines.begin(), known.lines.end());
        QCOMPARE(compared(sampleFolder(), copy).lines, known.lines);
    }
};

DUOLOGUE_TEST(DatasetDiffTest)
#include "dataset_diff_test.moc"
