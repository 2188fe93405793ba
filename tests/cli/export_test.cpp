// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <set>

using namespace duologue::test;
namespace fs = std::filesystem;

namespace {

QByteArray bytesOf(const fs::path& path)
{
    return QByteArray::fromStdString(fileBytes(path));
}

std::string chats(int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += "{\"id\": \"c" + std::to_string(i) + "\", \"topic\": \"t" + std::to_string(i % 3) +
                 "\", \"writer\": \"w" + std::to_string(i % 7) +
                 "\", \"messages\": [{\"role\": \"user\", \"content\": \"Question " + std::to_string(i / 2) +
                 "\"}, {\"role\": \"assistant\", \"content\": \"Answer\"}]}\n";
    return lines;
}

} // namespace

/// duologue-cli export.
class CliExportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesToStandardOutput();
    void writesFileAndSaysWhatIsLost();
    void filtersSortsAndChoosesColumns();
    void refusesExistingFileWithoutForce();
    void refusesSource();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void samplesWithSeed();
    void splitsIntoFiles();
    void splitsInClassesAndGroups();
    void dropsRepeats();
    void writesFindingsAlong();
    void leavesNothingIfNothingCanBeWritten();
    void opensSavedViews();

private:
    TempFolder m_folder;
    fs::path m_chats = m_folder.write("in/chats.jsonl", chats(200));
};

void CliExportTest::writesToStandardOutput()
{
    const CliRun run = runCli({"export", pathText(m_chats), "--to", "raw", "-o", "-"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray::fromStdString(chats(200)));
}

void CliExportTest::writesFileAndSaysWhatIsLost()
{
    const fs::path path = m_folder.path() / "openai.jsonl";
    const CliRun run = runCli({"export", pathText(m_chats), "--to", "openai", "-o", pathText(path)});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray());
    QVERIFY(run.err.contains("200 records"));
    QVERIFY(run.err.contains("not written: values of the record under "));
    QVERIFY(run.err.contains("topic: 200"));
    QVERIFY(run.err.contains("not written: ids: 200"));
    const auto first = QJsonDocument::fromJson(bytesOf(path).split('\n').first()).object();
    QCOMPARE(first.keys(), QStringList{"messages"});
    const CliRun quiet = runCli({"export", pathText(m_chats), "--to", "openai", "-o", "-", "--quiet"});
    QCOMPARE(quiet.err, QByteArray());
    QCOMPARE(quiet.out, bytesOf(path));
}

void CliExportTest::filtersSortsAndChoosesColumns()
{
    const CliRun run = runCli({"export", pathText(m_chats), "--to", "tsv", "-o", "-", "--where", "topic:t1",
                               "--sort", "record:desc", "--columns", "id,topic"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.lines().size(), 68);
    QCOMPARE(run.lines().at(0), QByteArray("id\ttopic"));
    QCOMPARE(run.lines().at(1), QByteArray("c199\tt1"));
}

void CliExportTest::refusesExistingFileWithoutForce()
{
    const fs::path path = m_folder.write("old.jsonl", "old");
    const QStringList arguments{"export", pathText(m_chats), "--to", "raw", "-o", pathText(path)};
    const CliRun refused = runCli(arguments);
    QCOMPARE(refused.exitCode, 3);
    QVERIFY(refused.err.contains("the file already exists (--force replaces it)"));
    QCOMPARE(bytesOf(path), QByteArray("old"));
    QCOMPARE(runCli(arguments + QStringList{"--force"}).exitCode, 0);
    QCOMPARE(bytesOf(path), QByteArray::fromStdString(chats(200)));
}

void CliExportTest::refusesSource()
{
    const fs::path path = m_folder.write("own/a.jsonl", chats(3));
    const CliRun run =
        runCli({"export", pathText(path.parent_path()), "--to", "raw", "-o", pathText(path), "--force"});
    QCOMPARE(run.exitCode, 3);
    QVERIFY(run.err.contains("one of the input files"));
    QCOMPARE(bytesOf(path), QByteArray::fromStdString(chats(3)));
}

void CliExportTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    const QStringList raw{"--to", "raw", "-o", "-"};
    QTest::newRow("target") << QStringList{"--to", "yaml", "-o", "-"} << QByteArray("yaml");
    QTest::newRow("no target") << QStringList{"-o", "-"} << QByteArray("--to");
    QTest::newRow("column") << QStringList{"--to", "csv", "-o", "-", "--columns", "nothing"}
                            << QByteArray("unknown field nothing");
    QTest::newRow("language") << QStringList{"--to", "openai", "-o", "-", "--language", "both"}
                              << QByteArray("openai cannot be written in this language: both");
    QTest::newRow("split") << raw + QStringList{"--split", "train=2"} << QByteArray("--split: expected");
    QTest::newRow("split to output") << raw + QStringList{"--split", "train=1"}
                                     << QByteArray("standard output");
    QTest::newRow("group alone") << raw + QStringList{"--group", "writer"} << QByteArray("need --split");
    QTest::newRow("per alone") << raw + QStringList{"--per", "writer"} << QByteArray("needs --sample");
    QTest::newRow("per") << raw + QStringList{"--sample", "2", "--per", "nothing"}
                         << QByteArray("unknown field nothing");
    QTest::newRow("query") << raw + QStringList{"--where", "turns:("} << QByteArray("query");
}

void CliExportTest::saysWhatIsWrong()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, said);
    const CliRun run = runCli(QStringList{"export", pathText(m_chats)} + options);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.err.contains(said), run.err.constData());
    QCOMPARE(run.out, QByteArray());
}

void CliExportTest::samplesWithSeed()
{
    const QStringList arguments{"export", pathText(m_chats), "--to",     "raw", "-o",
                                "-",      "--quiet",         "--sample", "10"};
    const CliRun one = runCli(arguments);
    QCOMPARE(one.lines().size(), 10);
    QCOMPARE(runCli(arguments + QStringList{"--threads", "1"}).out, one.out);
    QVERIFY(runCli(arguments + QStringList{"--seed", "7"}).out != one.out);
    const CliRun per = runCli(arguments + QStringList{"--per", "topic"});
    QCOMPARE(per.lines().size(), 30);
}

void CliExportTest::splitsIntoFiles()
{
    const fs::path path = m_folder.path() / "split" / "out.v1.jsonl.gz";
    fs::create_directory(path.parent_path());
    const CliRun run = runCli({"export", pathText(m_chats), "--to", "raw", "-o", pathText(path), "--split",
                               "train=0.8,dev=0.1,test=0.1"});
    QCOMPARE(run.exitCode, 0);
    std::uint32_t all = 0;
    for (const auto& [name, size] :
         {std::pair("train", 160U), std::pair("dev", 20U), std::pair("test", 20U)}) {
        const fs::path part = path.parent_path() / ("out." + std::string(name) + ".v1.jsonl.gz");
        const auto snapshot = load({part});
        QCOMPARE(snapshot->recordCount(), size);
        QVERIFY(run.err.contains(std::to_string(size) + " records in " + part.string()));
        all += size;
    }
    QCOMPARE(all, 200U);
}

void CliExportTest::splitsInClassesAndGroups()
{
    const fs::path path = m_folder.path() / "groups.jsonl";
    const CliRun run = runCli({"export", pathText(m_chats), "--to", "raw", "-o", pathText(path), "--split",
                               "a=0.5,b=0.5", "--group", "writer", "--stratify", "topic"});
    QCOMPARE(run.exitCode, 0);
    std::set<std::string> seen;
    for (const char* part : {"groups.a.jsonl", "groups.b.jsonl"}) {
        const auto snapshot = load({m_folder.path() / part});
        QVERIFY(snapshot->recordCount() > 70);
        std::set<std::string> here;
        for (duologue::Row row{0}; row < snapshot->endRow(); ++row)
            here.insert(fieldText(*snapshot, row, "writer"));
        for (const std::string& writer : here)
            QVERIFY(seen.insert(writer).second);
    }
    QCOMPARE(seen.size(), std::size_t{7});
}

void CliExportTest::dropsRepeats()
{
    const CliRun run = runCli({"export", pathText(m_chats), "--to", "raw", "-o", "-", "--dedup", "prompt"});
    QCOMPARE(run.lines().size(), 100);
    QVERIFY(run.err.contains("100 duplicate records are left out"));
    // Pairs that have the question in common are no repeats.
    std::string pairs;
    for (const char* rejected : {"Cusco", "Arequipa", "Cusco"})
        pairs += R"({"prompt": "Capital of Peru?", "chosen": "Lima", "rejected": ")" + std::string(rejected) +
                 "\"}\n";
    const fs::path path = m_folder.write("in/pairs.jsonl", pairs);
    const CliRun kept =
        runCli({"export", pathText(path), "--to", "raw", "-o", "-", "--dedup", "conversation"});
    QCOMPARE(kept.lines().size(), 2);
}

void CliExportTest::writesFindingsAlong()
{
    const fs::path path =
        m_folder.write("in/mails.jsonl", "{\"id\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": "
                                         "\"Write to anna@nordlicht-post.de\"}"
                                         ", {\"role\": \"assistant\", \"content\": \"\"}]}\n");
    const CliRun run = runCli({"export", pathText(path), "--to", "jsonl", "-o", "-", "--findings"});
    QCOMPARE(run.exitCode, 0);
    const QJsonArray findings = QJsonDocument::fromJson(run.out).object()["findings"].toArray();
    QStringList checks;
    for (const QJsonValue& finding : findings)
        checks << finding["check"].toString() + " " + QString::number(finding["message"].toInt());
    QVERIFY2(checks.contains("email 1"), qPrintable(checks.join(", ")));
    QVERIFY2(checks.contains("empty_answer 2"), qPrintable(checks.join(", ")));
    for (const QJsonValue& finding : findings)
        QVERIFY2(!finding["text"].toString().contains("anna@"), qPrintable(finding["text"].toString()));
    const CliRun raw = runCli({"export", pathText(path), "--to", "raw", "-o", "-", "--findings"});
    QCOMPARE(raw.exitCode, 2);
    QCOMPARE(raw.err, QByteArray("duologue-cli: raw does not support findings\n"));
}

void CliExportTest::leavesNothingIfNothingCanBeWritten()
{
    const fs::path folder = m_folder.path() / "none";
    const CliRun run =
        runCli({"export", pathText(m_chats), "--to", "raw", "-o", pathText(folder / "out.jsonl")});
    QCOMPARE(run.exitCode, 3);
    QVERIFY(run.err.contains("No such file or directory"));
    QVERIFY(!fs::exists(folder));
}

void CliExportTest::opensSavedViews()
{
    const fs::path path =
        m_folder.write("my.duologue-view.json",
                       R"({"duologue_view": 1, "paths": ["in"], "query": "topic:t1", "sort": "record:desc",
                                     "columns": ["id"], "record": "chats.jsonl:3"})");
    const QString view = "@" + pathText(path);
    const CliRun list = runCli({"list", view, "--format", "csv", "--limit", "2"});
    QCOMPARE(list.out, QByteArray("id\nc199\nc196\n"));
    const CliRun both = runCli({"list", view, "--where", "writer:w1", "--format", "csv", "--sort", "record"});
    QCOMPARE(both.lines().at(1), QByteArray("c1"));
    QCOMPARE(both.lines().size(), 11);
    const CliRun written = runCli({"export", view, "--to", "raw", "-o", "-", "--quiet"});
    QCOMPARE(written.lines().size(), 67);
    QCOMPARE(runCli({"stats", view, "--by", "topic", "--format", "csv"}).out, QByteArray("topic,n\nt1,67\n"));
    QCOMPARE(runCli({"search", view, "Question", "--count"}).out, QByteArray("67 of 67\n"));
    QVERIFY(runCli({"show", view}).out.contains("Question 1"));
    // The text to search for is no view.
    QCOMPARE(runCli({"search", pathText(m_chats), "@nobody", "--count"}).out, QByteArray("0 of 200\n"));
    QCOMPARE(runCli({"list", view, view}).exitCode, 3);
    QCOMPARE(runCli({"list", "@" + pathText(m_chats)}).exitCode, 3);
}

DUOLOGUE_TEST(CliExportTest)
#include "export_test.moc"
