// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "core/util/phrase_id.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <chrono>
#include <sys/stat.h>
#include <unistd.h>

using namespace duologue;
using namespace duologue::test;

class LoaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAFolder();
    void orderDoesNotDependOnThreads();
    void snapshotsGrow();
    void stopsWhenAsked();
    void reportsProgress();
    void brokenFileAmongGoodOnes();
    void exactlySkippedFilesHaveNoRecords();
    void reportsUnreadableFiles();
    void refusesWhatHasNoNumber();
    void severalRoots();
    void followsLinksAsAskedDespiteIndex();
    void readsGroupUserAndTaskFromPath();

private:
    /// 300 small files in several folders, a few of them JSON lines with a broken record.
    static void writeMany(const TempFolder& folder);
};

void LoaderTest::writeMany(const TempFolder& folder)
{
    for (int i = 0; i < 300; ++i) {
        AgentRecord record = AgentRecord::ofTurns(1 + i % 5);
        record.id = "record " + std::to_string(i);
        record.ratings["Rating " + std::to_string(i % 7)] = i;
        record.messages[0].intent = "Intent " + std::to_string(i % 4);
        record.task = i % 3 == 0 ? "旅行规划" : "travel planning";
        const std::string name = "LLM_agent_user/" + std::to_string(i % 6) + "/" + std::to_string(i);
        if (i % 10 == 0)
            folder.write(name + ".jsonl", record.json() + "\n{broken\n" + record.json() + "\n");
        else
            folder.write(name + ".json", record.json(2));
    }
}

void LoaderTest::readsAFolder()
{
    const TempFolder folder;
    folder.write("t/2.json", AgentRecord::ofTurns(2).json(2));
    folder.write("t/10.json", AgentRecord::ofTurns(10).json());
    folder.write("t/readme.md", "# Notes");
    folder.write("t/config.json", R"({"model": "x", "temperature": 1})");
    const auto snapshot = load({folder.path()});
    QVERIFY(snapshot->complete);
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(fieldText(*snapshot, Row{0}, "turns"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "turns"), std::string("10"));
    QCOMPARE(snapshot->messages.count, std::uint32_t{24});
    QCOMPARE(snapshot->files.size(), std::size_t{4});
    QCOMPARE(inEnglish(snapshot->files[2].skipReason),
             std::string("it contains no conversation (keys: model, temperature)"));
    QCOMPARE(inEnglish(snapshot->files[3].skipReason), std::string("not a JSON file (.md)"));
    QCOMPARE(snapshot->problems.size(), std::size_t{0});
}

void LoaderTest::orderDoesNotDependOnThreads()
{
    const TempFolder folder;
    writeMany(folder);
    const auto one = load({folder.path()}, 1);
    // Each of the 30 JSON lines files has two good records and a broken one.
    QCOMPARE(one->recordCount(), std::uint32_t{270 + 90});
    QCOMPARE(one->problemCounts.errors(), std::uint64_t{30});
    const auto lines = tableLines(*one);
    for (const int threads : {2, 3, 8}) {
        const auto many = load({folder.path()}, threads);
        QCOMPARE(tableLines(*many), lines);
        QCOMPARE(problemLines(*many), problemLines(*one));
        QCOMPARE(many->files.size(), one->files.size());
        for (std::size_t i = 0; i < many->files.size(); ++i)
            QCOMPARE(many->files[i].shownPath, one->files[i].shownPath);
    }
}

void LoaderTest::snapshotsGrow()
{
    const TempFolder folder;
    writeMany(folder);
    LoadOptions options;
    options.threads = 4;
    options.snapshotInterval = 0;
    std::vector<SnapshotPtr> snapshots;
    const auto last = loadDataset({folder.path()}, options, Job(),
                                  [&](SnapshotPtr snapshot) { snapshots.push_back(std::move(snapshot)); });
    QVERIFY(snapshots.size() > 2);
    const auto lines = tableLines(*last);
    std::uint32_t before = 0;
    for (const SnapshotPtr& snapshot : snapshots) {
        QVERIFY(snapshot->recordCount() > 0);
        QVERIFY(snapshot->recordCount() >= before);
        QVERIFY(!snapshot->complete);
        before = snapshot->recordCount();
        // Intermediate snapshots show the same values as the last one, except for columns added later.
        for (Row row{0}; row < snapshot->endRow(); row += 17) {
            for (const char* field : {"id", "turns", "file", "intent", "rating.rating_0", "task"}) {
                const std::string text = fieldText(*snapshot, row, field);
                if (text != "<no field>")
                    QCOMPARE(text, fieldText(*last, row, field));
            }
        }
    }
    QVERIFY(last->complete);
    QCOMPARE(before, last->recordCount());
}

void LoaderTest::stopsWhenAsked()
{
    const TempFolder folder;
    writeMany(folder);
    std::stop_source stop;
    LoadOptions options;
    options.threads = 2;
    options.snapshotInterval = 0;
    const auto snapshot = loadDataset({folder.path()}, options, Job(stop.get_token()),
                                      [&](const SnapshotPtr&) { stop.request_stop(); });
    QVERIFY(!snapshot->complete);
    QVERIFY(snapshot->recordCount() > 0);
    QVERIFY(snapshot->recordCount() < 360);
    // Also if the stop is requested before loading starts.
    const auto nothing = loadDataset({folder.path()}, options, Job(stop.get_token()));
    QVERIFY(!nothing->complete);
    QCOMPARE(nothing->recordCount(), 0U);
}

void LoaderTest::reportsProgress()
{
    const TempFolder folder;
    writeMany(folder);
    folder.write("large.jsonl", AgentRecord::ofTurns(1, std::string(5'000'000, 'x')).json() + "\n");
    // Files that turn out to be damaged or not JSON count as done.
    folder.write("words.json", std::string(5'000'000, 'w'));
    folder.write("damaged.json.gz", "no archive");
    Progress progress;
    const auto snapshot = loadDataset({folder.path()}, {}, Job(std::stop_token(), &progress));
    QCOMPARE(progress.filesTotal.load(), std::uint64_t{303});
    QCOMPARE(progress.filesDone.load(), std::uint64_t{303});
    QCOMPARE(progress.recordsDone.load(), std::uint64_t{snapshot->recordCount()});
    QCOMPARE(progress.bytesDone.load(), progress.bytesTotal.load());
    QVERIFY(progress.bytesTotal.load() > 10'000'000);
}

void LoaderTest::brokenFileAmongGoodOnes()
{
    const TempFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(1).json());
    folder.write("2.json", "{\"history\": [{\"role\" \"user\"}]}");
    folder.write("3.json", "not JSON at all");
    folder.write("4.json", AgentRecord::ofTurns(3).json());
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(snapshot->record(Row{1}).state, RecordState::Broken);
    QCOMPARE(fieldText(*snapshot, Row{2}, "turns"), std::string("3"));
    QCOMPARE(problemLines(*snapshot), (std::vector<std::string>{"json-syntax ", "json-syntax "}));
    QCOMPARE(snapshot->problems[0].where.offset, std::uint64_t{21});
    QCOMPARE(snapshot->problems[0].where.file, FileId{1});
    QVERIFY(!snapshot->files[2].skipReason.empty());
}

void LoaderTest::exactlySkippedFilesHaveNoRecords()
{
    const TempFolder folder;
    writeMany(folder);
    folder.write("empty.json", "");
    folder.write("blank.json", "\n\n");
    folder.write("list.json", "[]");
    folder.write("number.json", "5");
    folder.write("words.json", "\"words\"");
    folder.write("broken.json", "{");
    folder.write("numbers.json", "[1, 2]");
    const auto snapshot = load({folder.path()});
    std::vector<int> records(snapshot->files.size());
    for (Row row{0}; row < snapshot->endRow(); ++row)
        ++records[indexOf(snapshot->record(row).file)];
    for (std::size_t i = 0; i < snapshot->files.size(); ++i)
        QVERIFY2((records[i] > 0) == snapshot->files[i].skipReason.empty(),
                 snapshot->files[i].shownPath.c_str());
}

void LoaderTest::reportsUnreadableFiles()
{
    const TempFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(1).json());
    QCOMPARE(::mkfifo((folder.path() / "2.json").c_str(), 0600), 0);
    std::filesystem::create_symlink(folder.path() / "nowhere", folder.path() / "3.json");
    folder.write("4.json", AgentRecord::ofTurns(1).json());
    const auto snapshot = load({folder.path(), folder.path() / "missing"});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(problemLines(*snapshot),
             (std::vector<std::string>{"file-unreadable ", "file-unreadable ", "path-missing "}));
    QVERIFY(!snapshot->files[1].skipReason.empty());
}

void LoaderTest::followsLinksAsAskedDespiteIndex()
{
    const TempFolder folder;
    const TempFolder elsewhere;
    const TempFolder cache;
    const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    std::filesystem::last_write_time(folder.write("a.json", AgentRecord::ofTurns(1).json()), longAgo);
    const auto far = elsewhere.write("b.json", AgentRecord::ofTurns(2).json());
    std::filesystem::last_write_time(far, longAgo);
    std::filesystem::create_symlink(far, folder.path() / "b.json");
    std::filesystem::create_directory_symlink(elsewhere.path(), folder.path() / "c");
    LoadOptions options;
    options.cacheFolder = cache.path();
    options.cacheSizes.smallestDataset = 0;
    SnapshotPtr present;
    for (int round = 0; round < 3; ++round) {
        options.followLinks = FollowLinks::Inside;
        const auto inside = loadDataset({folder.path()}, options, Job());
        QCOMPARE(inside->recordCount(), 1U);
        QCOMPARE(inEnglish(inside->files[1].skipReason), inEnglish(PhraseId::LinkLeadsOut));
        QCOMPARE(inside->files[2].shownPath, std::string("c/"));
        if (present)
            QCOMPARE(refreshDataset(present, {folder.path()}, options, Job())->recordCount(), 1U);
        options.followLinks = FollowLinks::Everywhere;
        present = refreshDataset(inside, {folder.path()}, options, Job());
        QCOMPARE(present->recordCount(), 3U);
        const auto everywhere = loadDataset({folder.path()}, options, Job());
        QCOMPARE(everywhere->recordCount(), 3U);
        QCOMPARE(everywhere->files[2].shownPath, std::string("c/b.json"));
    }
}

void LoaderTest::refusesWhatHasNoNumber()
{
    // As if there were so few numbers for records and messages.
    const TempFolder folder;
    std::string lines;
    for (int i = 0; i < 3; ++i)
        lines += AgentRecord::ofTurns(2).json() + "\n";
    folder.write("a.jsonl", lines);
    for (const std::uint64_t most : {2U, 11U, 12U}) {
        LoadOptions options;
        options.mostRows = most;
        const SnapshotPtr snapshot = loadDataset({folder.path()}, options, Job());
        const bool fits = most == 12;
        QCOMPARE(snapshot->recordCount(), fits ? 3U : 0U);
        QCOMPARE(snapshot->messages.count, fits ? 12U : 0U);
        QCOMPARE(snapshot->problems.size(), std::size_t{fits ? 0U : 1U});
        QCOMPARE(coverageOf(*snapshot, 0).notRead.size(), std::size_t{fits ? 0U : 1U});
        if (!fits)
            QCOMPARE(snapshot->file(snapshot->problems[0].where.file).shownPath, std::string("a.jsonl"));
    }
    // Three records of two messages with four values of a list each.
    const TempFolder other;
    std::string listed;
    for (int i = 0; i < 3; ++i)
        listed +=
            R"({"messages": [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}], )"
            R"("tags": ["a", "b", "c", "d"]})"
            "\n";
    other.write("a.jsonl", listed);
    for (const std::uint64_t most : {11U, 12U}) {
        LoadOptions options;
        options.mostRows = most;
        const SnapshotPtr snapshot = loadDataset({other.path()}, options, Job());
        QCOMPARE(snapshot->recordCount(), most == 12 ? 3U : 0U);
        QCOMPARE(snapshot->problems.size(), std::size_t{most == 12 ? 0U : 1U});
    }
}

void LoaderTest::severalRoots()
{
    const TempFolder folder;
    folder.write("one/LLM_agent_user/a.json", AgentRecord::ofTurns(1).json());
    folder.write("two/b.json", AgentRecord::ofTurns(2).json());
    const auto file = folder.write("c.txt", AgentRecord::ofTurns(3).json());
    const auto snapshot = load({folder.path() / "two", file, folder.path() / "one"});
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(fieldText(*snapshot, Row{0}, "file"), std::string("two/b.json"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "file"), std::string("c.txt"));
    QCOMPARE(fieldText(*snapshot, Row{2}, "file"), std::string("one/LLM_agent_user/a.json"));
    // Ids are the same as if the folder were opened alone.
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("b"));
    QCOMPARE(fieldText(*load({folder.path() / "two"}), Row{0}, "id"), std::string("b"));
    QCOMPARE(fieldText(*snapshot, Row{2}, "id"), std::string("LLM_agent_user/a"));
}

void LoaderTest::readsGroupUserAndTaskFromPath()
{
    const TempFolder folder;
    AgentRecord record = AgentRecord::ofTurns(1);
    record.task.clear();
    folder.write("data/real_human_user/User_12/旅行规划/1.json", record.json());
    folder.write("data/LLM_agent_user/preparing gifts/1.json", record.json());
    folder.write("data/misc/deep/1.json", record.json());
    const auto snapshot = load({folder.path() / "data"});
    const auto text = [&](Row row, const char* field) { return fieldText(*snapshot, row, field); };
    QCOMPARE(text(Row{0}, "group"), std::string("LLM_agent_user"));
    QCOMPARE(text(Row{0}, "task"), std::string("preparing gifts"));
    QCOMPARE(text(Row{0}, "user"), std::string());
    QCOMPARE(text(Row{1}, "group"), std::string("misc"));
    QCOMPARE(text(Row{1}, "task"), std::string("deep"));
    QCOMPARE(text(Row{2}, "group"), std::string("real_human_user"));
    QCOMPARE(text(Row{2}, "user"), std::string("User_12"));
    QCOMPARE(text(Row{2}, "task"), std::string("travel planning"));
    // The whole path counts, even if a folder further down is opened.
    for (const char* opened : {"data/real_human_user", "data/real_human_user/User_12/旅行规划",
                               "data/real_human_user/User_12/旅行规划/1.json"}) {
        const auto part = load({folder.path() / opened});
        QCOMPARE(part->recordCount(), 1U);
        QCOMPARE(fieldText(*part, Row{0}, "group"), std::string("real_human_user"));
        QCOMPARE(fieldText(*part, Row{0}, "user"), std::string("User_12"));
        QCOMPARE(fieldText(*part, Row{0}, "task"), std::string("travel planning"));
    }
}

DUOLOGUE_TEST(LoaderTest)
#include "loader_test.moc"
