// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue::test;

namespace {

constexpr const char* kFilter = " where `";

/// The lines that do not name the filter; those that are not empty.
QList<QByteArray> withoutFilter(const QByteArray& text)
{
    QList<QByteArray> lines = text.split('\n');
    lines.removeIf([](const QByteArray& line) { return line.isEmpty() || line.contains(kFilter); });
    return lines;
}

} // namespace

/// Shards and partial figures: work that several machines share.
class CliPartialTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void shardsMergeToTheWhole_data();
    void shardsMergeToTheWhole();
    void linesOfOneFileAreMerged();
    void mergedListsAreCountsNotRecords();
    void numbersOfOnePartMayBeTextsInAnother();
    void missingShardsAreNamed();
    void partsNameFilterAndReading();
    void olderPartsAreMergedWithANote();
    void partsNotReadWholeAreNamed();
    void othersAreRefused_data();
    void othersAreRefused();
    void shardsOfAnExportAreTheWhole();
    void shardsOfACheckAreTheWhole();

private:
    /// Writes what `stats --partial` prints for each shard into files; returns their paths.
    QStringList partials(const QStringList& options, int shards);
    QString data() const { return pathText(m_folder.path() / "data"); }

    TempFolder m_folder;
    int m_written = 0;
};

void CliPartialTest::initTestCase()
{
    for (int i = 0; i < 23; ++i) {
        AgentRecord record = AgentRecord::ofTurns(1 + i * i % 5);
        if (i % 3 == 0)
            record.messages.back().content.clear();
        record.id = "r" + std::to_string(i);
        record.ratings.clear();
        if (i % 4 != 0)
            record.ratings = {{"Diversity", i % 3}, {"Detail Level", i % 2}};
        record.task = i % 5 == 0 ? "recipe planning" : i % 7 == 0 ? "" : "travel planning";
        m_folder.write("data/LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
    }
}

QStringList CliPartialTest::partials(const QStringList& options, int shards)
{
    QStringList paths;
    for (int i = 1; i <= shards; ++i) {
        const CliRun run = runCli(
            QStringList{"stats", data(), "--partial", "--shard", QStringLiteral("%1/%2").arg(i).arg(shards)} +
            options);
        if (run.exitCode != 0 || run.lines().size() != 1)
            return {};
        paths += pathText(m_folder.write("partial/" + std::to_string(++m_written), run.out.toStdString()));
    }
    return paths;
}

void CliPartialTest::shardsMergeToTheWhole_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("shards");
    QTest::newRow("numbers") << QStringList{"--by", "turns", "--mean", "Diversity", "--mean", "detail level"}
                             << 7;
    QTest::newRow("two fields") << QStringList{"--by", "task", "--by", "turns", "--mean", "length"} << 4;
    QTest::newRow("messages") << QStringList{"--by", "intent"} << 3;
    QTest::newRow("a filter") << QStringList{"--by", "task", "--where", "turns:2..3"} << 5;
    QTest::newRow("more shards than records") << QStringList{"--by", "rating.diversity"} << 30;
}

void CliPartialTest::shardsMergeToTheWhole()
{
    QFETCH(QStringList, options);
    QFETCH(int, shards);
    const QStringList files = partials(options, shards);
    QCOMPARE(files.size(), shards);
    for (const char* format : {"csv", "json", "table"}) {
        const CliRun whole = runCli(QStringList{"stats", data(), "--format", format} + options);
        const CliRun merged = runCli(QStringList{"stats", "--merge", "--format", format} + files);
        QCOMPARE(merged.exitCode, 0);
        QVERIFY(whole.out.size() > 20);
        // The files do not say how many records there are in all.
        QCOMPARE((whole.out + whole.err).contains(kFilter), options.contains("--where"));
        QCOMPARE((merged.out + merged.err).contains(kFilter), options.contains("--where"));
        QCOMPARE(withoutFilter(merged.out), withoutFilter(whole.out));
        QCOMPARE(withoutFilter(merged.err), withoutFilter(whole.err));
    }
}

void CliPartialTest::mergedListsAreCountsNotRecords()
{
    const TempFolder folder;
    const QString path = pathText(
        folder.write("a.jsonl", R"({"u": ["a"], "s": 1, "messages": [{"role": "user", "content": "q"}]}
{"u": ["a", "b", "c"], "messages": [{"role": "user", "content": "q"}]}
)"));
    const QStringList options{"--by", "u", "--mean", "s"};
    const QByteArray part = runCli(QStringList{"stats", path, "--partial"} + options).out;
    const QByteArray merged =
        runCli({"stats", "--merge", pathText(folder.write("p", part.toStdString()))}).out;
    const QByteArray said = "mean of the 1 of 4 counts that have a value; a record counts once for each";
    QVERIFY2(runCli(QStringList{"stats", path} + options).out.contains(said), merged.constData());
    QVERIFY2(merged.contains(said), merged.constData());
}

void CliPartialTest::linesOfOneFileAreMerged()
{
    const QStringList files = partials({"--by", "turns"}, 2);
    std::string all;
    for (const QString& file : files)
        all += fileBytes(file.toStdString());
    const CliRun merged =
        runCli({"stats", "--merge", "--format", "csv", pathText(m_folder.write("all", all))});
    QCOMPARE(merged.out, runCli({"stats", data(), "--by", "turns", "--format", "csv"}).out);
}

void CliPartialTest::numbersOfOnePartMayBeTextsInAnother()
{
    QStringList parts;
    for (const char* values : {"1 2 3", "\"1\" \"2\" \"x\""}) {
        std::string text;
        for (const QByteArray& value : QByteArray(values).split(' '))
            text += R"({"s": )" + value.toStdString() +
                    R"(, "messages": [{"role": "user", "content": "q"}]})" + "\n";
        const auto file = m_folder.write("kinds/" + std::to_string(++m_written) + ".jsonl", text);
        const CliRun run = runCli({"stats", pathText(file), "--by", "s", "--partial"});
        parts += pathText(m_folder.write("partial/" + std::to_string(++m_written), run.out.toStdString()));
    }
    for (const QStringList& order : {parts, QStringList{parts[1], parts[0]}}) {
        const CliRun merged =
            runCli(QStringList{"stats", "--merge"} + order + QStringList{"--format", "csv"});
        QCOMPARE(merged.out, QByteArray("s,n\n1,2\n2,2\n3,1\nx,1\n"));
    }
}

void CliPartialTest::missingShardsAreNamed()
{
    const QStringList files = partials({"--by", "turns"}, 4);
    const CliRun merged = runCli({"stats", "--merge", files[0], files[2]});
    QCOMPARE(merged.exitCode, 1);
    QCOMPARE(merged.err, QByteArray("duologue-cli: 2 shards are missing: 2/4, 4/4\n"));
    QVERIFY(merged.out.startsWith("turns"));
}

void CliPartialTest::partsNameFilterAndReading()
{
    const CliRun some = runCli({"stats", data(), "--partial", "--by", "turns", "--where", "turns:2..3"});
    QVERIFY2(some.out.contains("\"of\":23,\"where\":\"turns:2..3\",\"read\":{\"complete\":true,"),
             some.out.constData());
    const CliRun all = runCli({"stats", data(), "--partial", "--by", "turns"});
    QVERIFY2(all.out.contains("\"where\":null"), all.out.constData());
    const QStringList files = partials({"--by", "turns", "--where", "turns:2..3"}, 2);
    const CliRun merged = runCli(QStringList{"stats", "--merge"} + files);
    QVERIFY2(merged.out.endsWith("The conversations where `turns:2..3`.\n"), merged.out.constData());
}

void CliPartialTest::olderPartsAreMergedWithANote()
{
    const QStringList files = partials({"--by", "turns", "--where", "turns:2..3"}, 2);
    QByteArray older = QByteArray::fromStdString(fileBytes(files[0].toStdString()));
    older.replace("\"where\":", "\"unknown\":");
    const QString first = pathText(m_folder.write("older", older.toStdString()));
    for (const QStringList& order : {QStringList{first, files[1]}, {files[1], first}}) {
        const CliRun merged = runCli(QStringList{"stats", "--merge"} + order);
        QCOMPARE(merged.exitCode, 0);
        QVERIFY2(merged.out.contains("The conversations where `turns:2..3`.\n"), merged.out.constData());
        QVERIFY2(merged.out.contains("do not name the filter of their conversations: 1 of 2.\n"),
                 merged.out.constData());
    }
}

void CliPartialTest::partsNotReadWholeAreNamed()
{
    std::string lines;
    for (int i = 0; i < 200; ++i)
        lines += "{\"id\": \"" + std::to_string(i * 7919) +
                 "\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
    std::string cut = gzipOf(lines);
    cut.resize(cut.size() / 2);
    const QString file = pathText(m_folder.write("cut/a.jsonl.gz", cut));
    const CliRun part = runCli({"stats", file, "--partial", "--by", "turns"});
    QVERIFY2(part.out.contains("\"read\":{\"complete\":false,\"percent\":null,"), part.out.constData());
    const QString path = pathText(m_folder.write("cut.json", part.out.toStdString()));
    const CliRun merged = runCli({"stats", "--merge", path});
    QCOMPARE(merged.exitCode, 0);
    QVERIFY2(merged.out.contains("igures of a dataset that was read only in part: "), merged.out.constData());
    QVERIFY(merged.out.contains("cut.json"));
}

void CliPartialTest::othersAreRefused_data()
{
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("message");
    const auto partial = [&](const QStringList& options) {
        return runCli(QStringList{"stats", data(), "--partial"} + options).out;
    };
    QTest::newRow("the same shard") << partial({"--by", "turns", "--shard", "1/4"})
                                    << QStringLiteral("shard 1 of 4 occurs twice");
    QTest::newRow("another number of shards")
        << partial({"--by", "turns", "--shard", "1/3"}) << QStringLiteral("one of 3 shards");
    QTest::newRow("another field") << partial({"--by", "task", "--shard", "2/4"})
                                   << QStringLiteral("something different (task)");
    QTest::newRow("a mean") << partial({"--by", "turns", "--mean", "length", "--shard", "2/4"})
                            << QStringLiteral("something different (turns, mean of length)");
    QTest::newRow("another filter")
        << partial({"--by", "turns", "--where", "turns:2", "--shard", "2/4"})
        << QStringLiteral("these figures cover the conversations where `turns:2`, but the first ones cover "
                          "all conversations");
    QTest::newRow("a filter that is a number")
        << QByteArray("{\"duologue_partial\": 1, \"where\": 1, \"by\": [{\"key\": \"turns\", \"title\": "
                      "\"Turns\", \"number\": true, \"messages\": false}], \"means\": [], \"messages\": "
                      "false, \"without_value\": 0, \"groups\": []}")
        << QStringLiteral("this is not output of stats --partial");
    QTest::newRow("a table") << QByteArray("turns,n\n1,2\n")
                             << QStringLiteral("this is not output of stats --partial");
    QTest::newRow("a newer version") << QByteArray("{\"duologue_partial\": 2}")
                                     << QStringLiteral("newer version");
    QTest::newRow("groups without values")
        << QByteArray(R"({"duologue_partial": 1, "by": [{"key": "turns", "title": "Turns", "number": true,
            "messages": false}], "means": [], "messages": false, "without_value": 0, "groups": [{"values": [],
            "n": 1, "means": []}]})")
               .replace('\n', ' ')
        << QStringLiteral("this is not output of stats --partial");
    QTest::newRow("a negative count")
        << QByteArray(R"({"duologue_partial": 1, "by": [{"key": "turns", "title": "Turns", "number": true,
            "messages": false}], "means": [], "messages": false, "without_value": -1, "groups": []})")
               .replace('\n', ' ')
        << QStringLiteral("this is not output of stats --partial");
    QTest::newRow("nothing") << QByteArray() << QStringLiteral("empty");
}

void CliPartialTest::othersAreRefused()
{
    QFETCH(QByteArray, second);
    QFETCH(QString, message);
    const QString first = partials({"--by", "turns"}, 4).value(0);
    const QString other = pathText(m_folder.write("other", second.toStdString()));
    const CliRun merged = runCli({"stats", "--merge", first, other});
    QCOMPARE(merged.exitCode, 3);
    QVERIFY(merged.out.isEmpty());
    QVERIFY2(merged.err.contains(message.toUtf8()), merged.err.constData());
}

void CliPartialTest::shardsOfAnExportAreTheWhole()
{
    QByteArray parts;
    for (int i = 1; i <= 4; ++i)
        parts +=
            runCli({"export", data(), "--to", "raw", "-o", "-", "--shard", QStringLiteral("%1/4").arg(i)})
                .out;
    const CliRun whole = runCli({"export", data(), "--to", "raw", "-o", "-"});
    QCOMPARE(whole.lines().size(), 23);
    QCOMPARE(parts, whole.out);
    for (const char* wrong : {"0/4", "5/4", "1", "1/", "/4", "-1/4", "1/4/2", "1/1000001", ""})
        QCOMPARE(runCli({"export", data(), "--to", "raw", "-o", "-", "--shard", wrong}).exitCode, 2);
}

void CliPartialTest::shardsOfACheckAreTheWhole()
{
    const QStringList check{"check", data(), "--only", "empty_answer", "--format", "jsonl"};
    QByteArray parts;
    for (int i = 1; i <= 4; ++i)
        parts += runCli(check + QStringList{"--shard", QStringLiteral("%1/4").arg(i)}).out;
    const CliRun whole = runCli(check);
    QVERIFY(!whole.out.isEmpty());
    QCOMPARE(parts, whole.out);
}

DUOLOGUE_TEST(CliPartialTest)
#include "partial_test.moc"
