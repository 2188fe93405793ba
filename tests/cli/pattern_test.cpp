// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue::test;

/// Slow regular expressions give an answer or an error, never "not found".
class CliPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void matchesLongTexts_data();
    void matchesLongTexts();
    void reportsPatternThatRunsOutOfTime_data();
    void reportsPatternThatRunsOutOfTime();
    void printsMatchesDespiteTimeout();
    void checksPatternTimeOption();

private:
    QString folder(const char* name) const { return pathText(m_folder.path() / name); }

    TempFolder m_folder;
    /// The number of records before the slow one in the large file.
    int m_before = 0;
};

void CliPatternTest::initTestCase()
{
    // Messages that begin with a thought of up to 200 KB.
    std::string thoughts;
    for (const int steps : {5, 300, 1000, 4000, 15'000}) {
        std::string thought = "<think>";
        for (int i = 0; i < steps; ++i)
            thought += "step by\nstep ";
        thoughts += AgentRecord::ofTurns(1, thought + "</think>").json() + "\n";
    }
    m_folder.write("thoughts/1.jsonl", thoughts);
    // The slow record is the second of a small file, or near the end of a large one, which is read in
    // blocks.
    const std::string plain = AgentRecord::ofTurns(1, "aa, said the donkey").json() + "\n";
    std::string unlikely(61, 'a');
    unlikely.back() = '!';
    const std::string explosive = AgentRecord::ofTurns(1, unlikely).json() + "\n";
    m_folder.write("explosive/1.jsonl", plain + explosive + plain);
    std::string large;
    const std::string padding = AgentRecord::ofTurns(1, std::string(2'000, 'x')).json() + "\n";
    while (large.size() < (std::size_t{5} << 20U))
        large += padding;
    m_before = static_cast<int>(large.size() / padding.size());
    m_folder.write("large/1.jsonl", large + explosive + plain);
}

void CliPatternTest::matchesLongTexts_data()
{
    QTest::addColumn<QString>("pattern");
    for (const char* pattern : {"<think>(.|\\n)*</think>", "<think>(.|\\n)*?</think>",
                                "<think>(\\w+\\s?)+</think>", "(step by\\sstep )+</think>"})
        QTest::newRow(pattern) << QString::fromLatin1(pattern);
}

void CliPatternTest::matchesLongTexts()
{
    QFETCH(const QString, pattern);
    const CliRun run = runCli({"search", folder("thoughts"), pattern, "--regex", "--count"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray("5 of 5\n"));
    const QString inQuery = "/" + QString(pattern).replace("/", "\\/") + "/";
    for (const QString& query : {inQuery, "message(role:user " + inQuery + ")"})
        QCOMPARE(runCli({"list", folder("thoughts"), "--where", query, "--format", "csv"}).lines().size(), 6);
}

void CliPatternTest::reportsPatternThatRunsOutOfTime_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<QByteArray>("record");
    const QByteArray large = "1.jsonl:" + QByteArray::number(m_before + 1);
    const QString small = folder("explosive");
    QTest::newRow("search, count") << QStringList{"search", small, "(a+)+$", "--regex", "--count"}
                                   << QByteArray("0 of 3\n") << QByteArray("1.jsonl:2");
    QTest::newRow("search, large file")
        << QStringList{"search", folder("large"), "(a+)+$", "--regex", "--count"}
        << QByteArray("0 of ") + QByteArray::number(m_before + 2) + "\n"
        << large;
    QTest::newRow("search, filtered rows")
        << QStringList{"search", small, "(a+)+$", "--regex", "--count", "--where", "turns:1"}
        << QByteArray("0 of 3\n") << QByteArray("1.jsonl:2");
    QTest::newRow("query") << QStringList{"list", small, "--where", "/(a+)+$/"} << QByteArray()
                           << QByteArray("1.jsonl:2");
    QTest::newRow("negated query") << QStringList{"list", small, "--where", "-/(a+)+$/"} << QByteArray()
                                   << QByteArray("1.jsonl:2");
    QTest::newRow("query with OR") << QStringList{"stats", small,     "--by",
                                                  "turns", "--where", "turns:9 OR /(a+)+$/"}
                                   << QByteArray() << QByteArray("1.jsonl:2");
    QTest::newRow("condition on messages")
        << QStringList{"list", small, "--where", "message(role:user /(a+)+$/)"} << QByteArray()
        << QByteArray("1.jsonl:2");
    QTest::newRow("search, slow query")
        << QStringList{"search", folder("large"), "donkey", "--where", "/(a+)+$/"} << QByteArray() << large;
    QTest::newRow("cohort") << QStringList{"stats",    small,     "--report", "cohorts",
                                           "--cohort", "turns:1", "--cohort", "/(a+)+$/"}
                            << QByteArray() << QByteArray("1.jsonl:2");
}

void CliPatternTest::reportsPatternThatRunsOutOfTime()
{
    QFETCH(QStringList, arguments);
    QFETCH(const QByteArray, out);
    QFETCH(const QByteArray, record);
    const CliRun run = runCli(arguments + QStringList{"--pattern-time", "0.2"});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.out, out);
    QVERIFY2(run.err.contains("(a+)+$"), run.err.constData());
    QVERIFY2(run.err.contains("records: 1, the first: " + record + ")"), run.err.constData());
}

void CliPatternTest::printsMatchesDespiteTimeout()
{
    const CliRun run = runCli({"search", folder("explosive"), "(a+)+$|donkey", "--regex", "--format", "csv",
                               "--pattern-time", "0.2"});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.lines().size(), 3);
    QVERIFY(run.lines().at(1).startsWith("1.jsonl,1,"));
    QVERIFY(run.lines().at(2).startsWith("1.jsonl,3,"));
    QVERIFY2(run.err.contains("records: 1, the first: 1.jsonl:2"), run.err.constData());
}

void CliPatternTest::checksPatternTimeOption()
{
    for (const char* command : {"search", "list", "stats"}) {
        QVERIFY(runCli({command, "--help"}).out.contains("--pattern-time"));
        const CliRun run = runCli({command, folder("explosive"), "--pattern-time", "0"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--pattern-time"), run.err.constData());
    }
}

DUOLOGUE_TEST(CliPatternTest)
#include "pattern_test.moc"
