// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "core/load/reuse_plan.h"
#include "tests/core/changing_folder.h"
#include "tests/core/index_folder.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

/// The lines of the snapshot without warnings about vanished files, which a first load cannot have.
std::vector<std::string> linesWithoutVanished(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    std::size_t gone = 0;
    for (std::string& line : snapshotLines(snapshot)) {
        if (line.find(" no longer exists") != std::string::npos)
            ++gone;
        else if (line == "warnings " + std::to_string(snapshot.problemCounts.warnings()))
            lines.push_back("warnings " + std::to_string(snapshot.problemCounts.warnings() - gone));
        else
            lines.push_back(std::move(line));
    }
    return lines;
}

/// Describes the first line that differs; empty if all are equal.
std::string difference(const std::vector<std::string>& one, const std::vector<std::string>& other)
{
    for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
        const std::string left = i < one.size() ? one[i] : "<nothing>";
        const std::string right = i < other.size() ? other[i] : "<nothing>";
        if (left != right)
            return "line " + std::to_string(i) + "\n  fresh: " + left + "\n  known: " + right;
    }
    return {};
}

SnapshotPtr loadCached(const std::filesystem::path& path, const std::filesystem::path& cache)
{
    return loadDataset({path}, withCache(cache), Job());
}

SnapshotPtr refreshed(const SnapshotPtr& present, const std::filesystem::path& path)
{
    LoadOptions options;
    options.threads = 2;
    return refreshDataset(present, {path}, options, Job());
}

const std::string kNewLine =
    R"({"messages": [{"role": "user", "content": "at last"}], "name": "the new one"})"
    "\n";

std::optional<Row> rowOf(const Snapshot& snapshot, std::string_view name)
{
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (fieldText(snapshot, row, "name") == name)
            return row;
    }
    return std::nullopt;
}

/// How much of a file in `folder` can be reused from the snapshot `present`.
Reuse reuseOf(const SnapshotPtr& present, const std::filesystem::path& folder,
              const std::filesystem::path& file)
{
    const Job job;
    FileQueue queue({folder}, job);
    queue.setKnown(present);
    ReusePlan plan(present, queue, job);
    while (const auto planned = plan.next()) {
        if (planned->queued.file.path == file)
            return planned->reuse;
    }
    return Reuse::Nothing;
}

} // namespace

/// Refreshing a dataset after changes gives the same result as loading it for the first time.
class ReuseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesAfterRandomChanges_data();
    void agreesAfterRandomChanges();
    void returnsSameSnapshotIfUnchanged();
    void rereadsCorrectedFiles();
    void rereadsCorrectedFileThatHasGrown();
    void readsOnlyAppendedRecords();
    void agreesAfterAppending_data();
    void agreesAfterAppending();
    void keepsColumnOrder();
    void rereadsMixedColumns();
    void readsLoneObjectsIfNothingElse();
    void countsProblemsBeyondLimit();
    void reportsVanishedFiles();
    void doesNotUnpackUnchangedArchives();
    void reportsVanishedArchiveOnce();
};

void ReuseTest::agreesAfterRandomChanges_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<bool>("exact");
    for (const unsigned seed : {1U, 2U, 3U, 4U})
        QTest::addRow("seed %u", seed) << seed << (seed % 4 != 0);
}

void ReuseTest::agreesAfterRandomChanges()
{
    QFETCH(unsigned, seed);
    QFETCH(bool, exact);
    constexpr int kSteps = 25;
    const TempFolder cache;
    ChangingFolder folder(seed, exact);
    SnapshotPtr present = load({folder.path()});
    std::string steps;
    for (int step = 0; step < kSteps; ++step) {
        steps += "\n  " + folder.change();
        const auto fresh = snapshotLines(*load({folder.path()}));
        const auto cached = loadCached(folder.path(), cache.path());
        const std::string one = difference(fresh, snapshotLines(*cached));
        QVERIFY2(one.empty(), ("from the cache, after" + steps + "\n" + one).c_str());
        present = refreshed(present, folder.path());
        const std::string other = difference(fresh, linesWithoutVanished(*present));
        QVERIFY2(other.empty(), ("brought up to date, after" + steps + "\n" + other).c_str());
    }
}

void ReuseTest::returnsSameSnapshotIfUnchanged()
{
    const ChangingFolder folder(7);
    const auto present = load({folder.path()});
    QCOMPARE(refreshed(present, folder.path()), present);
    // Another modification time, but the same bytes.
    folder.touch(folder.path() / "large.jsonl");
    QCOMPARE(refreshed(present, folder.path()), present);
}

/// Changes that affect neither size, nor time, nor the beginning or end of the file.
void ReuseTest::rereadsCorrectedFiles()
{
    const ChangingFolder folder(8);
    const auto path = folder.path() / "large.jsonl";
    const auto present = load({folder.path()});
    std::string bytes = fileBytes(path);
    const auto place = bytes.find("\"question 40\"", bytes.size() / 4);
    QVERIFY(place != std::string::npos);
    bytes[place + 1] = 'Q';
    folder.writeUnseen(path, bytes);
    const auto corrected = refreshed(present, folder.path());
    QVERIFY(rowOf(*corrected, "Question 40"));
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), snapshotLines(*corrected)), std::string());
    // Another file replaces it, with the same size and time.
    bytes[place + 1] = 'R';
    folder.write("other.txt", bytes);
    const auto time = std::filesystem::last_write_time(path);
    std::filesystem::rename(folder.path() / "other.txt", path);
    std::filesystem::last_write_time(path, time);
    const auto replaced = refreshed(corrected, folder.path());
    QVERIFY(rowOf(*replaced, "Ruestion 40"));
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), snapshotLines(*replaced)), std::string());
}

void ReuseTest::rereadsCorrectedFileThatHasGrown()
{
    const ChangingFolder folder(9);
    const auto path = folder.path() / "large.jsonl";
    const auto present = load({folder.path()});
    std::string bytes = fileBytes(path);
    bytes[bytes.find("\"question 40\"", bytes.size() / 4) + 1] = 'Q';
    bytes += kNewLine;
    folder.writeOld(path, bytes);
    QVERIFY(reuseOf(present, folder.path(), path) == Reuse::Nothing);
    const auto now = refreshed(present, folder.path());
    QVERIFY(rowOf(*now, "the new one"));
    QVERIFY(rowOf(*now, "Question 40"));
    QVERIFY(!rowOf(*now, "question 40"));
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), snapshotLines(*now)), std::string());
}

void ReuseTest::readsOnlyAppendedRecords()
{
    const ChangingFolder folder(9);
    const auto path = folder.path() / "large.jsonl";
    auto present = load({folder.path()});
    // The second time, the rows come from a snapshot that was itself partly reused.
    for (int time = 0; time < 2; ++time) {
        folder.writeOld(path, fileBytes(path) + kNewLine);
        QVERIFY(reuseOf(present, folder.path(), path) == Reuse::Front);
        const auto now = refreshed(present, folder.path());
        QCOMPARE(now->recordCount(), present->recordCount() + 1);
        QCOMPARE(difference(snapshotLines(*load({folder.path()})), snapshotLines(*now)), std::string());
        present = now;
    }
    QVERIFY(reuseOf(present, folder.path(), path) == Reuse::Everything);
}

void ReuseTest::agreesAfterAppending_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("added");
    const QByteArray record = R"({"messages": [{"role": "user", "content": "x"}]})";
    QTest::newRow("rest of a line") << record.left(20) << record.mid(20) + "\n";
    QTest::newRow("after a line without line end") << record << "\n" + record;
    QTest::newRow("after an empty line") << record + "\n\n" << record + "\n";
    QTest::newRow("after a line of spaces") << record + "\n  \n" << record + "\n";
    QTest::newRow("lines with CRLF") << record + "\r\n" << record + "\r\n";
    QTest::newRow("only line ends") << record + "\n" << QByteArray("\n\n");
    QTest::newRow("broken record") << record + "\n" << QByteArray("{\"messages\": [\n");
    QTest::newRow("records of a shape that is new")
        << record + "\n"
        << QByteArray(R"({"dialogue": [{"speaker": "Ann", "text": "Hello, Ben."}, {"speaker": "Ben", )"
                      R"("text": "Hello, Ann."}]})"
                      "\n")
               .repeated(5000);
    QTest::newRow("record over two lines") << record + "\n" << QByteArray("{\"messages\":\n []}\n");
}

void ReuseTest::agreesAfterAppending()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, added);
    const ChangingFolder folder(10);
    const auto path = folder.path() / "large.jsonl";
    folder.writeOld(path, fileBytes(path) + before.toStdString());
    const auto present = load({folder.path()});
    folder.writeOld(path, fileBytes(path) + added.toStdString());
    QCOMPARE(
        difference(snapshotLines(*load({folder.path()})), snapshotLines(*refreshed(present, folder.path()))),
        std::string());
}

void ReuseTest::keepsColumnOrder()
{
    const ChangingFolder folder;
    const std::string messages = R"("messages": [{"role": "user", "content": "x"}])";
    folder.write("1.jsonl", "{" + messages + R"(, "a": 1, "b": 2})" + "\n");
    folder.write("2.jsonl", "{" + messages + R"(, "b": 1, "c": 3, "a": 2})" + "\n");
    folder.write("3.jsonl", "{" + messages + R"(, "c": 1, "b": 2})" + "\n");
    auto present = load({folder.path()});
    for (const char* gone : {"1.jsonl", "2.jsonl"}) {
        folder.remove(gone);
        present = refreshed(present, folder.path());
        QCOMPARE(difference(snapshotLines(*load({folder.path()})), linesWithoutVanished(*present)),
                 std::string());
    }
}

void ReuseTest::rereadsMixedColumns()
{
    const ChangingFolder folder;
    const std::string messages = R"("messages": [{"role": "user", "content": "x"}])";
    folder.write("1.jsonl", "{" + messages + R"(, "amount": 1, "flag": true})" + "\n");
    folder.write("2.jsonl", "{" + messages + R"(, "amount": "one", "flag": "yes"})" + "\n");
    folder.write("3.jsonl", "{" + messages + R"(, "amount": 2.50, "flag": false})" + "\n");
    const auto present = load({folder.path()});
    QCOMPARE(fieldText(*present, Row{2}, "amount"), std::string("2.5"));
    folder.remove("2.jsonl");
    const auto now = refreshed(present, folder.path());
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), linesWithoutVanished(*now)), std::string());
    QVERIFY(now->records.column("amount")->info.kind == FieldKind::Number);
    QVERIFY(now->records.column("flag")->info.kind == FieldKind::Flag);
}

void ReuseTest::readsLoneObjectsIfNothingElse()
{
    const ChangingFolder folder;
    folder.write("1.json", R"({"model": "x"})");
    folder.write("2.json", R"({"model": "y"})");
    const TempFolder cache;
    const auto present = loadCached(folder.path(), cache.path());
    QCOMPARE(present->recordCount(), 2U);
    QVERIFY(present->readsLoneObjects);
    // As soon as there is a record, lone objects are not records any more.
    folder.write("3.json", AgentRecord::ofTurns(1).json());
    const auto now = loadCached(folder.path(), cache.path());
    QCOMPARE(now->recordCount(), 1U);
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), snapshotLines(*now)), std::string());
    // They are records again after it is deleted.
    folder.remove("3.json");
    QCOMPARE(loadCached(folder.path(), cache.path())->recordCount(), 2U);
}

void ReuseTest::countsProblemsBeyondLimit()
{
    constexpr std::uint64_t kBroken = 1500;
    const ChangingFolder folder(11);
    std::string lines;
    for (std::uint64_t i = 0; i < kBroken; ++i)
        lines += "{broken\n";
    folder.writeOld(folder.path() / "large.jsonl", fileBytes(folder.path() / "large.jsonl") + lines);
    const auto present = load({folder.path()});
    QVERIFY(present->problemsCapped);
    // One more problem, beyond those that are stored.
    folder.writeOld(folder.path() / "large.jsonl", fileBytes(folder.path() / "large.jsonl") + "{broken\n");
    const auto now = refreshed(present, folder.path());
    QCOMPARE(now->problemCounts.errors(), present->problemCounts.errors() + 1);
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), snapshotLines(*now)), std::string());
}

void ReuseTest::reportsVanishedFiles()
{
    const ChangingFolder folder(12);
    const auto present = load({folder.path()});
    folder.remove("large.jsonl");
    const auto now = refreshed(present, folder.path());
    const Problem& last = now->problems[now->problems.size() - 1];
    QVERIFY(last.code == ProblemCode::FileVanished);
    QCOMPARE(inEnglish(last.detail), std::string("large.jsonl no longer exists"));
    QVERIFY(now->recordCount() < present->recordCount());
    QCOMPARE(difference(snapshotLines(*load({folder.path()})), linesWithoutVanished(*now)), std::string());
}

void ReuseTest::doesNotUnpackUnchangedArchives()
{
    const ChangingFolder folder;
    const std::string chat = AgentRecord::ofTurns(2).json() + "\n";
    folder.write("a.zip", zipOf({{"1.json", chat}, {"2.json", chat}}));
    folder.write("b.jsonl.gz", gzipOf(chat));
    const auto present = load({folder.path()});
    QCOMPARE(refreshed(present, folder.path()), present);
    folder.write("b.jsonl.gz", gzipOf(chat + chat));
    const auto now = refreshed(present, folder.path());
    QVERIFY(difference(snapshotLines(*load({folder.path()})), snapshotLines(*now)).empty());
    QCOMPARE(now->file(FileId{1}).shownPath, std::string("a.zip/2.json"));
    QCOMPARE(now->file(FileId{1}).unpacked, present->file(FileId{1}).unpacked);
    QVERIFY(now->file(FileId{2}).unpacked != present->file(FileId{2}).unpacked);
}

void ReuseTest::reportsVanishedArchiveOnce()
{
    const ChangingFolder folder;
    const std::string chat = AgentRecord::ofTurns(2).json() + "\n";
    folder.write("a.zip", zipOf({{"1.json", chat}, {"2.json", chat}}));
    folder.write("b.json", chat);
    const auto present = load({folder.path()});
    folder.remove("a.zip");
    const auto now = refreshed(present, folder.path());
    QCOMPARE(now->recordCount(), 1U);
    QCOMPARE(now->problems.size(), std::size_t{1});
    QCOMPARE(inEnglish(now->problems[0].detail), std::string("a.zip no longer exists"));
}

DUOLOGUE_TEST(ReuseTest)
#include "reuse_test.moc"
