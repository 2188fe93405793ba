// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_run.h"
#include "core/load/record_reader.h"
#include "core/marks/mark_fields.h"
#include "core/marks/queue.h"
#include "core/marks/scheme.h"
#include "core/marks/shape_parts.h"
#include "core/query/evaluate.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace duologue;
using namespace duologue::test;

namespace {

using Json = nlohmann::ordered_json;

MarkEvent eventOf(const std::string& id, std::int64_t at, const std::string& by, const std::string& record,
                  const std::string& question, const std::string& value)
{
    MarkEvent made;
    made.id = id;
    made.at = at;
    made.by = by;
    made.on.record = record;
    made.set = {{question, value}};
    return made;
}

MarkEvent undo(const std::string& id, std::int64_t at, const std::string& by, const std::string& taken)
{
    MarkEvent made;
    made.id = id;
    made.at = at;
    made.by = by;
    made.undo = taken;
    return made;
}

/// What the first answers say to a question; empty for nothing.
std::string answerOf(const MarkSet& marks, const std::string& question)
{
    const auto& answers = marks.answers().front().answers;
    const auto found = answers.find(question);
    return found == answers.end() ? std::string() : found->second.value;
}

std::string record(int number, const std::string& id)
{
    Json made;
    if (!id.empty())
        made["id"] = id;
    made["messages"] = {{{"role", "user"}, {"content", "Question " + std::to_string(number) + ", café?"}},
                        {{"role", "assistant"}, {"content", " Answer " + std::to_string(number) + "\n"}}};
    return made.dump() + "\n";
}

/// Converts lines of JSON.
void writeParquet(const std::string& lines, const std::filesystem::path& path)
{
    const TempFolder folder;
    folder.write("a.jsonl", lines);
    const SnapshotPtr snapshot = load({folder.path()});
    RowOrder rows;
    for (Row row{0}; row < snapshot->endRow(); ++row)
        rows.push_back(row);
    const ExportSummary written =
        exportToFile({*snapshot, *findExporter("parquet"), {}, rows}, path, ExistingFile::Refuse, Job());
    QVERIFY(written.error.empty());
    QCOMPARE(written.records, std::uint64_t{rows.size()});
}

std::string hashOf(const Snapshot& snapshot, Row row)
{
    return conversationHash(readRecord(snapshot, row).value()->conversation);
}

} // namespace

/// Marks: their file, who wins, what they are found on again, and their fields.
class MarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesAreReadAsTheyWereWritten()
    {
        MarkEvent full;
        full.id = newMarkId(1'800'000'000'123);
        full.at = 1'800'000'000'123;
        full.by = "anna";
        full.kind = MarkKind::Model;
        full.scheme = "errors@3";
        full.on = {.record = "a b/chats.jsonl#17",
                   .id = "c\"17\"",
                   .hash = "xxh3:00",
                   .message = 4,
                   .side = "zh",
                   .span = MarkSpan{12, 20, "价格\n限制", "在", "之内"},
                   .otherSpan = MarkSpan{1, 2, "x", "", ""},
                   .call = 1,
                   .candidate = 2,
                   .otherCandidate = 3,
                   .group = "g"};
        full.set = {{"verdict", "\"fail\""},
                    {"code", "[\"a\",\"b\"]"},
                    {"score", "4.5"},
                    {"star", "true"},
                    {"note", "null"}};
        full.took = 8400;
        const MarkEvent back = undo(newMarkId(1), -5, "anna", full.id);
        const MarkFileContents read = readMarkText(lineOf(full) + lineOf(back));
        QCOMPARE(read.problems.size(), std::size_t{0});
        QCOMPARE(read.events.size(), std::size_t{2});
        QVERIFY(read.events[0] == full);
        QVERIFY(read.events[1] == back);
        QCOMPARE(markTimeText(1'800'000'000'123), std::string("2027-01-15T08:00:00.123Z"));
        QCOMPARE(markTimeText(-1), std::string("1969-12-31T23:59:59.999Z"));
    }

    void idsAreInTheOrderOfEvents()
    {
        std::string last;
        for (const std::int64_t at : {100, 100, 100, 101, 90, 101, 5000}) {
            const std::string id = newMarkId(at);
            QCOMPARE(id.size(), std::size_t{26});
            QVERIFY(last.empty() || id > last);
            last = id;
        }
    }

    /// Broken and unknown lines are said, conflicts of git skipped; everything else is read.
    void whatIsNoEventIsPassedOver()
    {
        const std::string good = lineOf(eventOf("E1", 1, "anna", "a.jsonl#1", "star", "true"));
        const std::string other = lineOf(eventOf("E2", 2, "ben", "a.jsonl#1", "star", "true"));
        const MarkFileContents read = readMarkText(
            "<<<<<<< HEAD\n" + good + "=======\n" + other +
            ">>>>>>> theirs\n\n{\"v\":1,\"id\":\"E3\",\"at\n" +
            "{\"v\":2,\"id\":\"E4\",\"on\":{},\"set\":{}}\n[1]\nnull\n" + good.substr(0, good.size() - 1));
        QCOMPARE(read.events.size(), std::size_t{3});
        QCOMPARE(read.problems.size(), std::size_t{4});
        QCOMPARE(read.problems[0].line, std::size_t{7});
        QCOMPARE(read.problems[0].what.id, PhraseId::MarkLineBroken);
        QCOMPARE(read.problems[1].what.id, PhraseId::MarkLineUnknown);
        MarkSet marks;
        for (const MarkEvent& each : read.events)
            marks.add(each);
        QCOMPARE(marks.events().size(), std::size_t{2});
    }

    void theLaterAnswerHolds()
    {
        const std::vector<MarkEvent> events{eventOf("E1", 10, "anna", "a#1", "verdict", "\"pass\""),
                                            eventOf("E3", 30, "anna", "a#1", "verdict", "\"fail\""),
                                            eventOf("E2", 30, "anna", "a#1", "verdict", "\"defer\""),
                                            eventOf("E4", 20, "anna", "a#1", "note", "\"n\""),
                                            undo("E5", 40, "anna", "E3"),
                                            undo("E6", 50, "anna", "E5"),
                                            eventOf("E7", 60, "anna", "a#1", "note", "null")};
        std::vector<std::size_t> order(events.size());
        std::iota(order.begin(), order.end(), 0);
        int orders = 0;
        do {
            MarkSet marks;
            for (const std::size_t i : order)
                marks.add(events[i]);
            QCOMPARE(answerOf(marks, "verdict"), std::string("\"fail\""));
            QCOMPARE(answerOf(marks, "note"), std::string());
            ++orders;
        } while (std::next_permutation(order.begin(), order.end()));
        QCOMPARE(orders, 5040);
        MarkSet marks;
        for (std::size_t i = 0; i < 5; ++i)
            marks.add(events[i]);
        QCOMPARE(answerOf(marks, "verdict"), std::string("\"defer\""));
        QCOMPARE(marks.lastOf("anna"), std::string("E2"));
        QCOMPARE(marks.lastOf("ben"), std::string());
        QVERIFY(marks.add(events[0]) == nullptr);
    }

    /// What takes back is taken back, again and again.
    void undoingIsUndone()
    {
        MarkSet marks;
        marks.add(eventOf("E1", 1, "anna", "a#1", "verdict", "\"pass\""));
        std::string last = "E1";
        for (int i = 0; i < 10; ++i) {
            const std::string id = "U" + std::to_string(i);
            const MarkAnswers* changed = marks.add(undo(id, 2 + i, "anna", last));
            QVERIFY(changed == &marks.answers().front());
            QCOMPARE(answerOf(marks, "verdict"), std::string(i % 2 == 0 ? "" : "\"pass\""));
            last = id;
        }
        // Broken files: events that take back themselves, or each other.
        marks.add(undo("A", 1, "anna", "A"));
        marks.add(undo("B", 1, "anna", "C"));
        marks.add(undo("C", 1, "anna", "B"));
        QCOMPARE(marks.events().size(), std::size_t{14});
        QCOMPARE(answerOf(marks, "verdict"), std::string("\"pass\""));
    }

    void writersDoNotDisturbEachOther()
    {
        const TempFolder folder;
        const std::filesystem::path path = folder.path() / ".duologue" / "marks" / "anna.jsonl";
        constexpr int kEach = 500;
        const auto write = [&](const std::string& by) {
            for (int i = 0; i < kEach; ++i) {
                const MarkEvent made = eventOf(by + std::to_string(i), i, by, "a.jsonl#1", "note",
                                               "\"" + std::string(static_cast<std::size_t>(i), 'x') + "\"");
                if (!appendMarks(path, {&made, 1}).empty())
                    return false;
            }
            return true;
        };
        std::array<pid_t, 2> children{};
        for (std::size_t i = 0; i < children.size(); ++i) {
            children[i] = fork();
            if (children[i] == 0)
                _exit(write("p" + std::to_string(i) + "-") ? 0 : 1);
        }
        QVERIFY(write("own-"));
        for (const pid_t child : children) {
            int status = 1;
            QCOMPARE(waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        const MarkFileContents read = readMarkFile(path);
        QVERIFY(read.error.empty());
        QCOMPARE(read.problems.size(), std::size_t{0});
        QCOMPARE(read.events.size(), std::size_t{3 * kEach});
    }

    /// A writer that is killed leaves at most the beginning of a line.
    void aKilledWriterLosesTheLastAtMost()
    {
        const TempFolder folder;
        const std::filesystem::path path = folder.path() / "marks" / "anna.jsonl";
        int written = 0;
        for (int round = 0; round < 10; ++round) {
            std::array<int, 2> pipe{};
            QCOMPARE(::pipe(pipe.data()), 0);
            const pid_t child = fork();
            if (child == 0) {
                for (int i = 0;; ++i) {
                    const MarkEvent made = eventOf("r" + std::to_string(round) + "-" + std::to_string(i), i,
                                                   "anna", "a.jsonl#1", "note", "\"some words of a note\"");
                    if (!appendMarks(path, {&made, 1}).empty())
                        _exit(1);
                    const char done = '.';
                    if (::write(pipe[1], &done, 1) != 1)
                        _exit(1);
                }
            }
            ::close(pipe[1]);
            std::array<char, 64> done{};
            int here = 0;
            while (here < 40) {
                const ssize_t got = ::read(pipe[0], done.data(), done.size());
                QVERIFY(got > 0);
                here += static_cast<int>(got);
            }
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
            for (ssize_t got = 1; got > 0; here += static_cast<int>(std::max<ssize_t>(got, 0)))
                got = ::read(pipe[0], done.data(), done.size());
            ::close(pipe[0]);
            written += here;
        }
        // The beginning of a line, as after a full disk.
        writeFile(folder.path(), "cut", fileBytes(path) + "{\"v\":1,\"id\":\"cut");
        std::filesystem::rename(folder.path() / "cut", path);
        const MarkEvent last = eventOf("last", 1, "anna", "a.jsonl#1", "star", "true");
        QVERIFY(appendMarks(path, {&last, 1}).empty());
        const MarkFileContents read = readMarkFile(path);
        QVERIFY(static_cast<int>(read.events.size()) >= written + 1);
        QCOMPARE(read.problems.size(), std::size_t{1});
        QCOMPARE(read.events.back().id, std::string("last"));
    }

    void theFolderIsFoundUpwards()
    {
        const TempFolder folder;
        folder.write("data/deep/a.jsonl", record(1, "a"));
        const std::filesystem::path root = folder.path();
        QCOMPARE(markPlaceOf({root / "data" / "deep" / "a.jsonl"}, "/nowhere").folder,
                 root / "data" / "deep" / ".duologue" / "marks");
        folder.write("data/.duologue/marks/anna.jsonl", "");
        folder.write("data/.duologue/marks/notes.txt", "");
        for (const char* opened : {"data", "data/deep", "data/deep/a.jsonl", "data/"}) {
            const MarkPlace place = markPlaceOf({root / opened}, "/nowhere");
            QCOMPARE(place.root, root / "data");
            QVERIFY(!place.isElsewhere);
            QCOMPARE(markFilesOf(place).size(), std::size_t{1});
        }
        const MarkPlace place = markPlaceOf({root / "data"}, "/nowhere");
        QCOMPARE(markFileOf(place, "../x y").filename(), std::filesystem::path("_.._x_y.jsonl"));
        // Marks are no data.
        QCOMPARE(load({root})->recordCount(), 1U);
    }

    /// The same words have the same hash, whatever the format, the order of keys and the spelling of letters.
    void theHashIsOfWhatIsSaid()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(1, "x"));
        Json sharegpt{{"conversations",
                       {{{"from", "human"}, {"value", "Question 1, cafe\u0301?  "}},
                        {{"from", "gpt"}, {"value", "Answer 1"}}}}};
        folder.write("b.jsonl", sharegpt.dump() + "\n");
        Json turned{{"messages",
                     {{{"content", "Question 1, café?"}, {"role", "user"}},
                      {{"content", {{{"type", "text"}, {"text", "Answer 1"}}}}, {"role", "assistant"}}}}};
        folder.write("c.json", turned.dump());
        const SnapshotPtr snapshot = load({folder.path()});
        QCOMPARE(snapshot->recordCount(), 3U);
        const std::string hash = hashOf(*snapshot, Row{0});
        QVERIFY(hash.starts_with("xxh3:") && hash.size() == 37);
        QCOMPARE(hashOf(*snapshot, Row{1}), hash);
        QCOMPARE(hashOf(*snapshot, Row{2}), hash);
        folder.write("a.jsonl", record(2, "x"));
        QVERIFY(hashOf(*load({folder.path()}), Row{0}) != hash);
    }

    /// 500 marks on a dataset that is put in another order and into another layout, with one in twenty texts
    /// edited.
    void marksFollowTheirRecords_data()
    {
        QTest::addColumn<bool>("hasIds");
        QTest::addColumn<bool>("isReordered");
        QTest::addColumn<std::string>("layout");
        QTest::addColumn<int>("same");
        QTest::addColumn<int>("changed");
        QTest::addColumn<int>("gone");
        // With ids nothing is lost: what was edited is found by its id and is known to have changed.
        QTest::newRow("ids, edited in place") << true << false << std::string("lines") << 475 << 25 << 0;
        QTest::newRow("ids, another order") << true << true << std::string("lines") << 475 << 25 << 0;
        QTest::newRow("ids, one file each") << true << true << std::string("files") << 475 << 25 << 0;
        QTest::newRow("ids, Parquet") << true << false << std::string("parquet") << 475 << 25 << 0;
        QTest::newRow("ids, Parquet in another order")
            << true << true << std::string("parquet") << 475 << 25 << 0;
        // Without ids, what was edited is found only at its old place, if the others of its file are at
        // theirs.
        QTest::newRow("no ids, edited in place") << false << false << std::string("lines") << 475 << 25 << 0;
        // What was edited is nowhere, and another record is at its place.
        QTest::newRow("no ids, another order") << false << true << std::string("lines") << 475 << 0 << 25;
        QTest::newRow("no ids, one file each") << false << true << std::string("files") << 475 << 0 << 25;
        // The file that the places name is gone; hashes find all that was not edited.
        QTest::newRow("no ids, Parquet") << false << false << std::string("parquet") << 475 << 0 << 25;
        QTest::newRow("no ids, Parquet in another order")
            << false << true << std::string("parquet") << 475 << 0 << 25;
    }

    void marksFollowTheirRecords()
    {
        QFETCH(bool, hasIds);
        QFETCH(bool, isReordered);
        QFETCH(std::string, layout);
        constexpr int kRecords = 500;
        constexpr int kEdited = 20;
        const TempFolder folder;
        const auto idOf = [&](int i) { return hasIds ? "r" + std::to_string(i) : std::string(); };
        std::string lines;
        for (int i = 0; i < kRecords; ++i)
            lines += record(i, idOf(i));
        folder.write("a.jsonl", lines);
        const SnapshotPtr before = load({folder.path()});
        MarkSet marks;
        for (Row row{0}; row < before->endRow(); ++row) {
            MarkEvent made;
            made.id = newMarkId(1);
            made.by = "anna";
            made.on =
                targetOfRecord(*before, row, folder.path(), &readRecord(*before, row).value()->conversation);
            made.set = {{"number", std::to_string(indexOf(row))}};
            marks.add(made);
        }
        std::filesystem::remove(folder.path() / "a.jsonl");
        std::string after;
        for (int place = 0; place < kRecords; ++place) {
            const int i = isReordered ? (place * 7 + 3) % kRecords : place;
            const std::string made = record(i % kEdited == 0 ? i + 10'000 : i, idOf(i));
            if (layout == "files")
                folder.write("each/" + std::to_string(place) + ".json", made);
            else
                after += made;
        }
        if (layout == "lines")
            folder.write("a.jsonl", after);
        if (layout == "parquet")
            writeParquet(after, folder.path() / "a.parquet");
        const SnapshotPtr now = load({folder.path()});
        QCOMPARE(now->recordCount(), std::uint32_t{kRecords});
        MarkedRecords records(*now, folder.path());
        std::vector<const MarkTarget*> targets;
        for (const MarkAnswers& each : marks.answers())
            targets.push_back(&each.on);
        records.lookAt(targets, Job());
        int same = 0;
        int changed = 0;
        int gone = 0;
        for (const MarkAnswers& each : marks.answers()) {
            const MarkedRecord found = records.find(each.on);
            same += found.match == MarkMatch::Same ? 1 : 0;
            changed += found.match == MarkMatch::Changed ? 1 : 0;
            gone += found.match == MarkMatch::Gone ? 1 : 0;
            if (found.match != MarkMatch::Same)
                continue;
            const auto said = readRecord(*now, found.row).value();
            QCOMPARE(std::string(said->conversation.originalText(said->conversation.messages.front())),
                     "Question " + each.answers.at("number").value + ", café?");
        }
        QTEST(same, "same");
        QTEST(changed, "changed");
        QTEST(gone, "gone");
    }

    /// Files that number their records from the same id on.
    void idsMayBeThoseOfTheirFile()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(1, "x") + record(2, "y"));
        folder.write("b.jsonl", record(3, "y") + record(4, "x") + record(5, "z") + record(6, "z"));
        const SnapshotPtr before = load({folder.path()});
        std::vector<MarkTarget> targets;
        for (Row row{0}; row < before->endRow(); ++row)
            targets.push_back(targetOfRecord(*before, row, folder.path(), nullptr));
        folder.write("b.jsonl", record(4, "x") + record(5, "z") + record(6, "z") + record(3, "y"));
        const SnapshotPtr now = load({folder.path()});
        const MarkedRecords records(*now, folder.path());
        for (const std::size_t i : {0, 1, 2, 3}) {
            const MarkedRecord found = records.find(targets[i]);
            QCOMPARE(found.match, MarkMatch::Same);
            QCOMPARE(indexOf(found.row), (std::array<std::size_t, 4>{0, 1, 5, 2}[i]));
        }
        QCOMPARE(records.find(targets[4]).match, MarkMatch::Gone);
    }

    void copiesAreAmbiguous()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(1, ""));
        const SnapshotPtr before = load({folder.path()});
        const MarkTarget target = targetOfRecord(*before, Row{0}, folder.path(),
                                                 &readRecord(*before, Row{0}).value()->conversation);
        std::filesystem::remove(folder.path() / "a.jsonl");
        folder.write("b.jsonl", record(1, "") + record(1, ""));
        const SnapshotPtr now = load({folder.path()});
        MarkedRecords records(*now, folder.path());
        QCOMPARE(records.quick(target).match, MarkMatch::Gone);
        records.lookAt({&target}, Job());
        QCOMPARE(records.find(target).match, MarkMatch::Ambiguous);
    }

    /// An id that several records of the file have says nothing: the hash does, and the place.
    void repeatedIdsAreFoundByHash()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(1, "x") + record(2, "x") + record(3, "y"));
        const SnapshotPtr before = load({folder.path()});
        std::vector<MarkTarget> targets;
        for (Row row{0}; row < before->endRow(); ++row)
            targets.push_back(
                targetOfRecord(*before, row, folder.path(), &readRecord(*before, row).value()->conversation));
        // Marks of other programs may have the hash alone.
        MarkTarget said;
        said.hash = targets[1].hash;
        targets.push_back(said);
        const auto found = [&] {
            const SnapshotPtr now = load({folder.path()});
            MarkedRecords records(*now, folder.path());
            std::vector<const MarkTarget*> all;
            for (const MarkTarget& each : targets)
                all.push_back(&each);
            records.lookAt(all, Job());
            std::string rows;
            for (const MarkTarget& each : targets) {
                const MarkedRecord record = records.find(each);
                rows += record.match == MarkMatch::Same      ? std::to_string(indexOf(record.row))
                        : record.match == MarkMatch::Changed ? "changed"
                                                             : "gone";
                rows += ' ';
            }
            return rows;
        };
        QCOMPARE(found(), std::string("0 1 2 1 "));
        folder.write("a.jsonl", record(3, "y") + record(2, "x") + record(1, "x"));
        QCOMPARE(found(), std::string("2 1 0 1 "));
        folder.write("a.jsonl", record(1, "x") + record(20, "x") + record(3, "y"));
        QCOMPARE(found(), std::string("0 changed 2 gone "));
    }

    /// Which of two answers is better is said of these answers, in this order.
    void otherCandidatesAreAnotherConversation()
    {
        const TempFolder folder;
        const auto pair = [](const char* chosen, const char* rejected) {
            return Json{{"prompt", "Which?"}, {"chosen", chosen}, {"rejected", rejected}}.dump() + "\n";
        };
        folder.write("a.jsonl", pair("left", "right") + pair("up", "down"));
        folder.write("b.jsonl", pair("right", "left") + pair("up", "down"));
        const SnapshotPtr snapshot = load({folder.path()});
        QVERIFY(hashOf(*snapshot, Row{0}) != hashOf(*snapshot, Row{2}));
        QCOMPARE(hashOf(*snapshot, Row{1}), hashOf(*snapshot, Row{3}));
        // Records in which nobody says anything differ by their fields.
        const TempFolder table;
        table.write("a.csv", "prompt,label\none,x\ntwo,y\n");
        table.write("b.csv", "label,prompt\ny,two\nx,one\n");
        const SnapshotPtr rows = load({table.path()});
        QVERIFY(hashOf(*rows, Row{0}) != hashOf(*rows, Row{1}));
        QCOMPARE(hashOf(*rows, Row{0}), hashOf(*rows, Row{3}));
    }

    /// What a reader says of a record before and after it was edited is said by one reader of one record.
    void laterAnswersReplaceThoseFromBeforeAnEdit()
    {
        const TempFolder folder;
        const auto target = [&](int number) {
            folder.write("a.jsonl", record(number, "x") + record(2, "y"));
            const SnapshotPtr now = load({folder.path()});
            return targetOfRecord(*now, Row{0}, folder.path(),
                                  &readRecord(*now, Row{0}).value()->conversation);
        };
        MarkEvent first = eventOf("E1", 1, "anna", {}, "verdict", "\"fail\"");
        first.set.emplace_back("star", "true");
        first.set.emplace_back("note", "\"early\"");
        first.on = target(1);
        MarkEvent second = eventOf("E2", 2, "anna", {}, "verdict", "\"pass\"");
        second.set.emplace_back("star", "null");
        second.on = target(10);
        MarkEvent ofBen = eventOf("E3", 3, "ben", {}, "verdict", "\"fail\"");
        ofBen.on = first.on;
        // By its id alone, as programs write it.
        MarkEvent byId = eventOf("E4", 4, "anna", {}, "tag", "\"late\"");
        byId.on = {};
        byId.on.id = "x";
        MarkSet marks;
        for (const MarkEvent& each : {second, first, ofBen, byId})
            marks.add(each);
        const SnapshotPtr snapshot = load({folder.path()});
        MarkedRecords records(*snapshot, folder.path());
        std::vector<const MarkTarget*> targets;
        for (const MarkAnswers& each : marks.answers())
            targets.push_back(&each.on);
        records.lookAt(targets, Job());
        joinNames(marks, records);
        std::string said;
        for (const MarkAnswers& each : marks.answers()) {
            for (const auto& [question, answer] : each.answers)
                said += each.by + ' ' + question + '=' + answer.value + "; ";
        }
        QCOMPARE(said, std::string("anna note=\"early\"; anna tag=\"late\"; anna verdict=\"pass\"; "
                                   "ben verdict=\"fail\"; "));
        // Each answer is still on what it was given on.
        const MarkAnswers& ofAnna = marks.answers()[marks.joinedTo(0)];
        QCOMPARE(targetOf(marks, ofAnna, ofAnna.answers.at("note")).hash, first.on.hash);
        QCOMPARE(targetOf(marks, ofAnna, ofAnna.answers.at("verdict")).hash, second.on.hash);
        const SnapshotPtr with = withMarkFields(*snapshot, marks, records, nullptr);
        QCOMPARE(rowsOf(*with, "mark.verdict@anna:fail"), std::string());
        QCOMPARE(rowsOf(*with, "mark.verdict@anna:pass mark.tag:late"), std::string("0"));
        QCOMPARE(rowsOf(*with, "has:mark.star"), std::string());
        // Taken back, the one from before holds again.
        marks.add(undo("E5", 5, "anna", "E2"));
        QCOMPARE(
            rowsOf(*withMarkFields(*snapshot, marks, records, nullptr), "mark.verdict@anna:fail star:yes"),
            std::string("0"));
        // Apart again, each name has its own.
        const MarkSet apart = marks.withoutJoins();
        QCOMPARE(apart.events().size(), marks.events().size());
        QVERIFY(apart.joined().empty() && marks.joined().size() == 2);
    }

    /// Marks in folders of the dataset, and beside other paths that are opened with it.
    void marksOfAllThatIsOpenedAreRead()
    {
        const TempFolder folder;
        const std::filesystem::path root = folder.path();
        folder.write("a.jsonl", record(1, "a"));
        folder.write("sub/b.jsonl", record(2, "b"));
        folder.write("sub/c.jsonl", record(3, "c"));
        const auto line = [](const char* id, const char* on) {
            return lineOf(eventOf(id, 1, "anna", on, "star", "true"));
        };
        folder.write(".duologue/marks/anna.jsonl", line("E1", "a.jsonl#1") + line("E2", "gone.jsonl#1"));
        folder.write("sub/.duologue/marks/ben.jsonl", line("E3", "b.jsonl#1") + line("E4", "c.jsonl#1"));
        const auto read = [&](const std::vector<std::filesystem::path>& paths) {
            const MarkPlace place = markPlaceOf(paths, "/nowhere");
            std::string records = std::filesystem::relative(place.root, root).string() + ':';
            for (const MarkFile& file : markFilesOf(place)) {
                for (const MarkEvent& event : readPlacedMarks(place, file).events)
                    records += ' ' + event.on.record;
            }
            return records;
        };
        QCOMPARE(read({root}), std::string(".: a.jsonl#1 gone.jsonl#1 sub/b.jsonl#1 sub/c.jsonl#1"));
        QCOMPARE(read({root / "sub"}), std::string("sub: b.jsonl#1 c.jsonl#1"));
        // Marks on other files that are there are of no concern.
        QCOMPARE(read({root / "sub" / "c.jsonl"}), std::string("sub: c.jsonl#1"));
        QCOMPARE(read({root / "a.jsonl"}), std::string(".: a.jsonl#1 gone.jsonl#1"));
        QCOMPARE(read({root / "a.jsonl", root / "sub" / "b.jsonl"}),
                 std::string(".: a.jsonl#1 gone.jsonl#1 sub/b.jsonl#1"));
        QCOMPARE(read({root / "sub", root / "a.jsonl"}), std::string("sub: b.jsonl#1 c.jsonl#1 ") +
                                                             (root / "a.jsonl").string() + "#1 " +
                                                             (root / "gone.jsonl").string() + "#1");
    }

    /// Two readers are two, whatever keys are made of their names; and notes are kept whole.
    void fieldsOfReadersAreApart()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(0, "a") + record(1, "b"));
        const SnapshotPtr snapshot = load({folder.path()});
        const std::string note(2'000, 'n');
        MarkSet marks;
        int number = 0;
        for (const auto& [by, row, verdict] : {std::tuple("Anna", 0, "pass"), std::tuple("anna", 1, "fail"),
                                               std::tuple("a/b", 0, "pass"), std::tuple("a_b", 1, "fail")}) {
            MarkEvent made =
                eventOf("E" + std::to_string(++number), 1, by, {}, "verdict", Json(verdict).dump());
            made.set.emplace_back("note", Json(note + " end of " + by).dump());
            made.on = targetOfRecord(*snapshot, Row{static_cast<std::uint32_t>(row)}, folder.path(), nullptr);
            marks.add(made);
        }
        const SnapshotPtr with =
            withMarkFields(*snapshot, marks, MarkedRecords(*snapshot, folder.path()), nullptr);
        std::string titles;
        for (const Column& column : with->records.columns) {
            if (column.info.title.starts_with("verdict@"))
                titles += column.info.title + '=' + column.info.key + ' ';
        }
        QCOMPARE(titles, std::string("verdict@a/b=mark.verdict_a_b verdict@a_b=mark.verdict_a_b_2 "
                                     "verdict@Anna=mark.verdict_anna verdict@anna=mark.verdict_anna_2 "));
        QCOMPARE(rowsOf(*with, "mark.verdict@Anna:pass"), std::string("0"));
        QCOMPARE(rowsOf(*with, "mark.verdict@Anna:fail"), std::string());
        QCOMPARE(rowsOf(*with, "mark.verdict_anna_2:fail"), std::string("1"));
        QCOMPARE(findField(*with, "mark.note@Anna")->text(Row{0}), note + " end of Anna");
        QCOMPARE(rowsOf(*with, "mark.note:\"" + note + " end of a/b\""), std::string("0"));
    }

    /// As all other fields, each reader apart and all together.
    void marksAreFields()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(0, "a") + record(1, "b") + record(2, "c"));
        const SnapshotPtr snapshot = load({folder.path()});
        MarkSet marks;
        const auto add = [&](const char* id, const char* by, int row, const char* question,
                             const char* value) {
            MarkEvent made = eventOf(id, 1, by, {}, question, value);
            made.on = targetOfRecord(*snapshot, Row{static_cast<std::uint32_t>(row)}, folder.path(), nullptr);
            made.on.message = static_cast<std::uint32_t>(row);
            marks.add(made);
        };
        add("E1", "anna", 0, "verdict", "\"pass\"");
        add("E2", "ben", 0, "verdict", "\"fail\"");
        add("E3", "anna", 1, "verdict", "\"fail\"");
        add("E4", "anna", 1, "code", "[\"late\", \"wrong price\"]");
        add("E8", "anna", 0, "code", "[\"early\",\"too, long\"]");
        add("E9", "anna", 2, "code", "[\"a \\\"word\\\"\",7,true,\"late\"]");
        add("E5", "anna", 2, "star", "true");
        add("E6", "anna", 2, "score", "80");
        add("E7", "ben", 1, "score", "20.5");
        MarkLosses losses;
        const SnapshotPtr with =
            withMarkFields(*snapshot, marks, MarkedRecords(*snapshot, folder.path()), &losses);
        QVERIFY(losses.gone.empty() && losses.changed.empty() && losses.ambiguous.empty());
        const auto rows = [&](const char* query) { return rowsOf(*with, query); };
        QCOMPARE(rows("mark.verdict:pass"), std::string("0"));
        QCOMPARE(rows("mark.verdict:fail"), std::string("0 1"));
        QCOMPARE(rows("mark.verdict@anna:fail"), std::string("1"));
        QCOMPARE(rows("mark.verdict@ben:fail"), std::string("0"));
        QCOMPARE(rows("mark.code:\"wrong price\""), std::string("1"));
        QCOMPARE(rows("mark.code:late"), std::string("1 2"));
        QCOMPARE(rows("mark.code:early mark.code:\"too, long\""), std::string("0"));
        QCOMPARE(rows("mark.code:7 mark.code:yes"), std::string("2"));
        QCOMPARE(rows("mark.star:yes"), std::string("2"));
        QCOMPARE(rows("mark.score:>50"), std::string("2"));
        QCOMPARE(rows("missing:mark.verdict"), std::string("2"));
        // Made again, they replace those before.
        const SnapshotPtr again =
            withMarkFields(*with, MarkSet(), MarkedRecords(*with, folder.path()), nullptr);
        // Of all readers, those of the questions that need no scheme.
        QCOMPARE(again->records.columns.size(), snapshot->records.columns.size() + 6);
        QVERIFY(again->records.column("mark.verdict") != nullptr);
        QVERIFY(again->records.column("mark.verdict_anna") == nullptr);
    }

    /// "star" and "verdict" are enough, unless the data have a key of that name.
    void shortNamesAreOfMarks()
    {
        const TempFolder folder;
        folder.write("a.jsonl", record(0, "a") + record(1, "b") + record(2, "c"));
        const SnapshotPtr snapshot = load({folder.path()});
        const auto withMarks = [&](const Snapshot& of) {
            MarkSet marks;
            const auto add = [&](const char* id, const char* by, int row, const char* question,
                                 const char* value) {
                MarkEvent made = eventOf(id, 1, by, {}, question, value);
                made.on = targetOfRecord(of, Row{static_cast<std::uint32_t>(row)}, folder.path(), nullptr);
                marks.add(made);
            };
            add("E1", "anna", 0, "verdict", "\"pass\"");
            add("E2", "ben", 0, "verdict", "\"fail\"");
            add("E3", "anna", 1, "verdict", "\"fail\"");
            add("E4", "anna", 2, "star", "true");
            add("E5", "anna", 2, "tone", "\"rude\"");
            return withMarkFields(of, marks, MarkedRecords(of, folder.path()), nullptr);
        };
        const SnapshotPtr with = withMarks(*snapshot);
        const auto rows = [&](const char* query) { return rowsOf(*with, query); };
        QCOMPARE(rows("verdict:fail"), std::string("0 1"));
        QCOMPARE(rows("verdict@anna:fail"), std::string("1"));
        QCOMPARE(rows("star:yes"), std::string("2"));
        QCOMPARE(rows("Star@anna:yes"), std::string("2"));
        QCOMPARE(rows("missing:verdict"), std::string("2"));
        QCOMPARE(rows("has:star"), std::string("2"));
        QCOMPARE(toText(withFieldKeys(*with, parsed("-verdict@anna:fail star:yes"))),
                 std::string("-mark.verdict_anna:fail mark.star:yes"));
        QVERIFY(findField(*with, "verdict")->info().key == "mark.verdict");
        // Other questions have their whole names only, and messages have no marks of their own.
        QVERIFY(rows("mark.tone:rude") == "2" && !findField(*with, "tone"));
        QVERIFY(!findField(*with, "verdict_anna") && !findMessageField(*with, "verdict"));
        QVERIFY(!findField(*snapshot, "verdict"));
        // The dataset's own keys, with and without a column.
        const TempFolder other;
        other.write("a.jsonl",
                    R"({"verdict": "good", "star": {"rows": [{"deep": [1, {"a": 2}]}]}, "messages": )"
                    R"([{"role": "user", "content": "Q"}]})"
                    "\n");
        const SnapshotPtr own = load({other.path()});
        MarkSet marks;
        MarkEvent made = eventOf("E1", 1, "anna", {}, "verdict", "\"fail\"");
        made.set.emplace_back("star", "true");
        made.on = targetOfRecord(*own, Row{0}, other.path(), nullptr);
        marks.add(made);
        const SnapshotPtr both = withMarkFields(*own, marks, MarkedRecords(*own, other.path()), nullptr);
        QCOMPARE(rowsOf(*both, "verdict:good"), std::string("0"));
        QCOMPARE(rowsOf(*both, "verdict:fail"), std::string());
        QCOMPARE(rowsOf(*both, "mark.verdict:fail"), std::string("0"));
        QCOMPARE(rowsOf(*both, "has:star mark.star:yes"), std::string("0"));
        QVERIFY(!findField(*both, "star") || findField(*both, "star")->info().key != "mark.star");
    }

    void textsMayNameMarkFields()
    {
        for (const char* text : {"mark.code:late", "verdict:fail", "-verdict@anna:fail", "has:star",
                                 "id,verdict", "turns:2 star:yes"})
            QVERIFY2(mayNameMarkFields(text), text);
        for (const char* text : {"", "starred:yes", "verdicts", "market:open", "final_verdict:a", "restart"})
            QVERIFY2(!mayNameMarkFields(text), text);
    }

    void schemesAreReadAsTheyWereWritten()
    {
        QCOMPARE(shippedSchemes().size(), std::size_t{5});
        for (const MarkScheme& scheme : shippedSchemes()) {
            const auto again = readScheme(schemeText(scheme));
            QVERIFY(again.ok() && again.value() == scheme);
            QVERIFY(!scheme.title.en.empty() && !scheme.title.zh.empty());
            for (const SchemeQuestion& question : scheme.questions)
                QVERIFY(!question.title.en.empty() && !question.title.zh.empty());
        }
        for (const char* wrong : {"", "[]", "{}", "{\"scheme\": \"a\"}",
                                  "{\"scheme\": \"a\", \"version\": 1, \"questions\": [{}]}",
                                  "{\"scheme\": \"a\", \"version\": 1, \"questions\": [{\"key\": \"k\", "
                                  "\"kind\": \"scale\", \"on\": \"message\"}]}",
                                  "{\"scheme\": \"a@2\", \"version\": 1}"})
            QVERIFY2(!readScheme(wrong).ok(), wrong);
        MarkScheme changed = shippedSchemes()[0];
        changed.questions[0].choices[1].definition.en = "does not do what was asked";
        SchemeQuestion& extra = changed.questions.emplace_back();
        extra.key = "extra";
        extra.kind = QuestionKind::Text;
        QCOMPARE(changedSince(shippedSchemes()[0], changed),
                 (std::vector<std::string>{"verdict:fail", "extra"}));
    }

    void queuesAreHandedOn()
    {
        const TempFolder folder;
        std::string lines;
        for (int i = 0; i < 20; ++i) {
            Json made = Json::parse(record(i, "r" + std::to_string(i)));
            made["score"] = i == 7 ? 100 : i == 3 ? -50 : i % 3;
            lines += made.dump() + "\n";
        }
        folder.write("a.jsonl", lines);
        const SnapshotPtr snapshot = load({folder.path()});
        RowOrder rows;
        for (Row row{0}; row < snapshot->endRow(); ++row)
            rows.push_back(row);
        QCOMPARE(outliersOf(*snapshot, rows, "score", 2), (RowOrder{Row{7}, Row{3}}));
        QVERIFY(outliersOf(*snapshot, rows, "nothing", 2).empty());
        const std::vector<RowOrder> shares = sharesOf(rows, 3, 1);
        QCOMPARE(shares.size(), std::size_t{3});
        std::set<Row> all;
        for (const RowOrder& share : shares) {
            QVERIFY(share.size() == 6 || share.size() == 7);
            all.insert(share.begin(), share.end());
        }
        QCOMPARE(all.size(), std::size_t{20});
        QVERIFY(sharesOf(rows, 3, 1) == shares && sharesOf(rows, 3, 2) != shares);
        ReadingQueue queue{"First round", "outliers of score", {}};
        for (const Row row : shares[0])
            queue.records.push_back(targetOfRecord(*snapshot, row, folder.path(), nullptr));
        const auto read = readQueue(queueText(queue));
        QVERIFY(read.ok() && read.value() == queue);
        QVERIFY(!readQueue("[]").ok());
        // Two minutes each, with a break of an hour in between.
        constexpr std::int64_t kMinute = 60'000;
        const QueueProgress progress =
            progressOf({0, 2 * kMinute, 64 * kMinute, 66 * kMinute}, queue.records.size());
        QCOMPARE(progress.done, std::size_t{4});
        QCOMPARE(progress.all, queue.records.size());
        QCOMPARE(progress.perHour, 30.0);
    }
};

DUOLOGUE_TEST(MarksTest)
#include "marks_test.moc"
