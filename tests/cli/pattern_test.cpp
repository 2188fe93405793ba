// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue::test;

/// Regular expressions give an answer in time, or a reason why they are refused.
class CliPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void matchesLongTexts_data();
    void matchesLongTexts();
    void refusesWithPlace_data();
    void refusesWithPlace();
    void notesBoundsOfOtherWords();
    void ignoresPatternTime();

private:
    QString folder(const char* name) const { return pathText(m_folder.path() / name); }

    TempFolder m_folder;
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
    std::string unlikely(61, 'a');
    unlikely.back() = '!';
    m_folder.write("plain/1.jsonl", AgentRecord::ofTurns(1, "aa, said the donkey").json() + "\n" +
                                        AgentRecord::ofTurns(1, unlikely).json() + "\n" +
                                        AgentRecord::ofTurns(1, "die Übung").json() + "\n");
}

void CliPatternTest::matchesLongTexts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("found");
    for (const char* pattern : {"<think>(.|\\n)*</think>", "<think>(.|\\n)*?</think>",
                                "<think>(\\w+\\s?)+</think>", "(step by\\sstep )+</think>"})
        QTest::newRow(pattern) << QStringLiteral("thoughts") << QString::fromLatin1(pattern) << 5;
    // A search that tries one way after the other would take for ever.
    QTest::newRow("(a+)+$") << QStringLiteral("plain") << QStringLiteral("(a+)+$") << 0;
    QTest::newRow("(a+)+$|donkey") << QStringLiteral("plain") << QStringLiteral("(a+)+$|donkey") << 1;
}

void CliPatternTest::matchesLongTexts()
{
    QFETCH(const QString, name);
    QFETCH(const QString, pattern);
    QFETCH(const int, found);
    const QString data = folder(name.toUtf8().constData());
    const int all = name == QStringLiteral("thoughts") ? 5 : 3;
    const CliRun run = runCli({"search", data, pattern, "--regex", "--count"});
    QCOMPARE(run.exitCode, found > 0 ? 0 : 1);
    QCOMPARE(run.out, QByteArray::number(found) + " of " + QByteArray::number(all) + "\n");
    const QString inQuery = "/" + QString(pattern).replace("/", "\\/") + "/";
    for (const QString& query : {inQuery, "message(role:user " + inQuery + ")"})
        QCOMPARE(runCli({"list", data, "--where", query, "--format", "csv"}).lines().size(), found + 1);
}

void CliPatternTest::refusesWithPlace_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("look-around") << QStringLiteral("a(?=b)") << QByteArray("character 2: (?= (look-around)");
    QTest::newRow("back-reference") << QStringLiteral("(签)\\1")
                                    << QByteArray("character 4: \\1 (a back-reference)");
    QTest::newRow("count") << QStringLiteral("a{1001}")
                           << QByteArray("character 2: {1001} repeats more than");
    QTest::newRow("open group") << QStringLiteral("ab(c") << QByteArray("character 5: a closing parenthesis");
}

void CliPatternTest::refusesWithPlace()
{
    QFETCH(const QString, pattern);
    QFETCH(const QByteArray, says);
    for (const QStringList& arguments :
         {QStringList{"search", folder("plain"), pattern, "--regex"},
          QStringList{"list", folder("plain"), "--where", "/" + pattern + "/"},
          QStringList{"list", folder("plain"), "--where", "message(role:user /" + pattern + "/)"}}) {
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.err.contains(says), run.err.constData());
    }
}

void CliPatternTest::notesBoundsOfOtherWords()
{
    for (const QStringList& arguments :
         {QStringList{"search", folder("plain"), "\\bÜbung", "--regex"},
          QStringList{"list", folder("plain"), "--where", "turns:1 /\\bÜbung/"}}) {
        const CliRun run = runCli(arguments);
        QVERIFY2(run.err.contains("recognises only the letters A to Z"), run.err.constData());
    }
    QVERIFY(!runCli({"search", folder("plain"), "\\bdonkey", "--regex"}).err.contains("letters"));
}

void CliPatternTest::ignoresPatternTime()
{
    for (const char* command : {"search", "list", "stats"}) {
        QStringList arguments{command, folder("plain"), "--pattern-time", "2"};
        if (command == QByteArray("search"))
            arguments.insert(2, "donkey");
        if (command == QByteArray("stats"))
            arguments << "--by"
                      << "turns";
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("--pattern-time is ignored"), run.err.constData());
        arguments.removeAt(arguments.indexOf("--pattern-time") + 1);
        arguments.removeOne("--pattern-time");
        QCOMPARE(runCli(arguments).err, QByteArray());
    }
}

DUOLOGUE_TEST(CliPatternTest)
#include "pattern_test.moc"
