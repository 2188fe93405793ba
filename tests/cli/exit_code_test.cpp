// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <QTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace duologue::test;
using namespace std::string_literals;

/// The documented exit codes and the messages that go with them.
class CliExitCodeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void usageErrors_data();
    void usageErrors();
    void failsIfNothingIsRead_data();
    void failsIfNothingIsRead();
    void failsIfOnlyFileIsUnreadable();
    void reportsUnreadableFilesAmongGood_data();
    void reportsUnreadableFilesAmongGood();
    void succeedsDespiteBrokenRecords();
    void succeedsDespiteCutList();
    void showsBrokenRecordRaw();
    void failsIfOutputCannotBeWritten_data();
    void failsIfOutputCannotBeWritten();
    void endsQuietlyWhenPipeIsClosed();

private:
    QString folder(const char* name = "good") const { return pathText(m_folder.path() / name); }

    TempFolder m_folder;
};

void CliExitCodeTest::initTestCase()
{
    m_folder.write("good/1.json", AgentRecord::ofTurns(2).json());
    m_folder.write("pictures/a.png", "\x89PNG");
    m_folder.write("pictures/b.jpg", "\xFF\xD8");
    m_folder.write("settings/a.txt", "{\"model\": \"x\"}");
    m_folder.write("broken/1.json", "not JSON");
    std::filesystem::create_directory(m_folder.path() / "empty");
}

void CliExitCodeTest::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    const auto row = [this](const char* name, QStringList arguments, const char* message) {
        if (arguments.size() > 0)
            arguments.insert(1, folder());
        QTest::newRow(name) << arguments << QByteArray(message);
    };
    row("no command", {}, "expected a command; --help lists them");
    row("unknown command", {"frobnicate"}, "there is no command frobnicate");
    row("unknown option", {"list", "--bogus"}, "--bogus");
    row("unknown format", {"list", "--format", "yaml"},
        "--format: expected table, csv, json, jsonl, markdown, latex or tsv, found yaml");
    row("show as table", {"show", "--record", "1", "--format", "csv"}, "csv");
    row("no grouping", {"stats"}, "expected --by FIELD");
    row("unknown group", {"stats", "--by", "truns"}, "unknown field truns; did you mean turns?");
    row("unknown mean", {"stats", "--by", "turns", "--mean", "Diversty"},
        "unknown field Diversty; did you mean rating.diversity?");
    row("mean of a text field", {"stats", "--by", "turns", "--mean", "task"}, "the field has no numbers");
    row("unknown report", {"stats", "--report", "pie"}, "there is no report pie");
    row("report with unsuitable field", {"stats", "--report", "intent-by-turn", "--by", "task"},
        "the report intent-by-turn cannot be used with --by task");
    row("report does not support means", {"stats", "--report", "distribution", "--mean", "turns"},
        "with --mean turns");
    row("cohort without report", {"stats", "--by", "turns", "--cohort", "turns:1"},
        "--cohort can only be used with --report cohorts");
    row("one cohort", {"stats", "--report", "cohorts", "--cohort", "turns:1"}, "at least twice");
    row("unknown field in cohort",
        {"stats", "--report", "cohorts", "--cohort", "turns:1", "--cohort", "truns:1"}, "truns");
    row("three groups", {"stats", "--by", "turns", "--by", "task", "--by", "file"}, "at most twice");
    row("unknown column", {"list", "--columns", "turns,tsk"}, "unknown field tsk; did you mean task?");
    row("unknown sort", {"list", "--sort", "turms"}, "unknown field turms; did you mean turns?");
    row("bad direction", {"list", "--sort", "turns:up"}, "expected FIELD or FIELD:desc");
    row("bad query", {"list", "--where", "旅 (a"}, "query, character 3 (\"(a\"): this \"(\" has no");
    row("unknown field in query", {"list", "--where", "a truns:3"},
        "query, character 3 (\"truns\"): unknown field truns");
    row("bad pattern", {"stats", "--by", "turns", "--where", "/(/"},
        "the regular expression is invalid at character");
    row("search without a text", {"search"}, "expected a PATH and the text to search for");
    row("bad expression", {"search", "旅(", "--regex"}, "the regular expression is invalid at character 3");
    row("no record given", {"show"}, "expected --record N or --id ID");
    row("record number too large", {"show", "--record", "7"}, "there is no record 7 of 1");
    row("unknown id", {"show", "--id", "nobody"}, "there is no record with the id nobody");
    row("id and record number", {"show", "--id", "x", "--record", "1"}, "excludes");
    row("bad language", {"show", "--record", "1", "--language", "fr"}, "fr");
    row("bad threads", {"list", "--threads", "-1"},
        "--threads: expected a whole number, from 0 to 1024, found -1");
    row("bad limit", {"list", "--limit", "-1"}, "--limit: expected a whole number, 0 or more, found -1");
    row("limit of words", {"list", "--limit", "ten"},
        "--limit: expected a whole number, 0 or more, found ten");
    row("bad time", {"list", "--pattern-time", "0"},
        "--pattern-time: expected a number from 0.01 to 86400, found 0");
}

void CliExitCodeTest::usageErrors()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, message);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.contains(message), run.err.constData());
    QCOMPARE(run.err.count('\n'), 1);
    QVERIFY(run.err.startsWith("duologue-cli: "));
}

void CliExitCodeTest::failsIfNothingIsRead_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("missing") << "nowhere" << QByteArray("No such file or folder");
    QTest::newRow("empty") << "empty" << QByteArray("no files were found");
    QTest::newRow("pictures") << "pictures"
                              << QByteArray(
                                     "all 2 files were skipped; the first, a.png: not a JSON file (.png)");
    QTest::newRow("other files") << "settings"
                                 << QByteArray("the only file was skipped; a.txt: not a JSON file (.txt)");
    QTest::newRow("broken") << "broken" << QByteArray("1.json: Broken JSON");
}

void CliExitCodeTest::failsIfNothingIsRead()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, message);
    const QString path = folder(name.toUtf8().constData());
    const QList<QStringList> commands{
        {"info", path}, {"list", path}, {"stats", path, "--by", "turns"}, {"show", path, "--record", "1"}};
    for (const QStringList& command : commands) {
        const CliRun run = runCli(command);
        QCOMPARE(run.exitCode, 3);
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.err.contains(message), run.err.constData());
    }
}

void CliExitCodeTest::failsIfOnlyFileIsUnreadable()
{
    const auto path = m_folder.write("closed/1.json", AgentRecord::ofTurns(1).json());
    QCOMPARE(::chmod(path.c_str(), 0), 0);
    if (::access(path.c_str(), R_OK) == 0)
        QSKIP("this user reads files without permission to (root): nothing to check");
    const CliRun run = runCli({"info", folder("closed")});
    QCOMPARE(run.exitCode, 3);
    QVERIFY(run.err.contains("File cannot be read"));
}

void CliExitCodeTest::reportsUnreadableFilesAmongGood_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("list") << QStringList{"list", "--columns", "file"} << QByteArray("file\nmixed/1.json\n");
    QTest::newRow("info") << QStringList{"info"} << QByteArray("format,files,records\nrecllmsim-agent,1,1\n");
    QTest::newRow("stats") << QStringList{"stats", "--by", "turns"} << QByteArray("turns,n\n1,1\n");
    QTest::newRow("report") << QStringList{"stats", "--report", "distribution", "--by", "turns"}
                            << QByteArray("turns,n\n1,1\n");
    QTest::newRow("search") << QStringList{"search", "--count"} << QByteArray("1 of 1\n");
}

void CliExitCodeTest::reportsUnreadableFilesAmongGood()
{
    QFETCH(QStringList, arguments);
    QFETCH(const QByteArray, out);
    // A pipe cannot be read, not even by root.
    m_folder.write("mixed/1.json", AgentRecord::ofTurns(1).json());
    const auto pipe = m_folder.path() / "mixed" / "2.json";
    std::filesystem::remove(pipe);
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    m_folder.write("mixed/3.json", "<html>no such page</html>");
    m_folder.write("mixed/4.jsonl.gz", "\x1E\x8B\x08 was packed once"s);
    m_folder.write("mixed/5.jsonl.gz", "");
    const bool searches = arguments.contains("search");
    if (!searches)
        arguments << "--format"
                  << "csv";
    arguments << folder("mixed") << folder("nowhere");
    if (searches)
        arguments << "go";
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.out, out);
    QVERIFY(run.err.contains("mixed/2.json: File cannot be read: not a regular file"));
    QVERIFY(run.err.contains("No such file or folder"));
    QVERIFY(run.err.contains("mixed/3.json: File cannot be read: this is an HTML page"));
    QVERIFY(run.err.contains("mixed/4.jsonl.gz: Packed file is damaged: its compression does not match"));
    QVERIFY(run.err.contains("mixed/5.jsonl.gz: Packed file is damaged: the file is empty"));
    QVERIFY2(run.err.contains("5 files or folders could not be read"), run.err.constData());
}

void CliExitCodeTest::succeedsDespiteBrokenRecords()
{
    m_folder.write("parts/1.json", AgentRecord::ofTurns(1).json());
    m_folder.write("parts/2.json", "not JSON");
    m_folder.write("parts/3.jsonl", AgentRecord::ofTurns(1).json() + "\n{\"broken\" 1}\n");
    for (const QStringList& command : {QStringList{"info", folder("parts")},
                                       {"list", folder("parts")},
                                       {"stats", folder("parts"), "--by", "turns"},
                                       {"search", folder("parts"), "go"}}) {
        const CliRun run = runCli(command);
        QCOMPARE(run.exitCode, 0);
        QVERIFY(!run.err.contains("could not be read"));
    }
    QCOMPARE(runCli({"validate", folder("parts")}).exitCode, 1);
}

void CliExitCodeTest::succeedsDespiteCutList()
{
    m_folder.write("cut/1.json",
                   "[" + AgentRecord::ofTurns(1).json() + ",\n" + AgentRecord::ofTurns(1).json());
    for (const QStringList& command : {QStringList{"info", folder("cut")},
                                       {"list", folder("cut")},
                                       {"stats", folder("cut"), "--by", "turns"}}) {
        const CliRun run = runCli(command);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("Truncated JSON"), run.err.constData());
    }
    QCOMPARE(runCli({"validate", folder("cut")}).exitCode, 1);
}

void CliExitCodeTest::showsBrokenRecordRaw()
{
    m_folder.write("half/1.jsonl", AgentRecord::ofTurns(1).json() + "\n{\"broken\" 1}\n");
    const CliRun run = runCli({"show", folder("half"), "--record", "2"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray("{\"broken\" 1}\n"));
    QVERIFY(run.err.contains("expected ':'"));
}

void CliExitCodeTest::failsIfOutputCannotBeWritten_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const QStringList& arguments : {QStringList{"--help"},
                                         {"--version"},
                                         {"list", "--help"},
                                         {"list", folder()},
                                         {"queries", "--quiet"}})
        QTest::newRow(qPrintable(arguments.join(' '))) << arguments;
}

void CliExitCodeTest::failsIfOutputCannotBeWritten()
{
    if (!std::filesystem::exists("/dev/full"))
        QSKIP("this system has no /dev/full: nothing to write to that is full");
    QFETCH(const QStringList, arguments);
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.setStandardOutputFile("/dev/full");
    process.start(QStringLiteral(DUOLOGUE_CLI), arguments);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(process.readAllStandardError(), QByteArray("duologue-cli: the output could not be written\n"));
}

void CliExitCodeTest::endsQuietlyWhenPipeIsClosed()
{
    // As in `duologue-cli list … | head -1`: the program ends without a message, by the signal or with its
    // exit code.
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.start(
        "/bin/sh",
        {"-c", QStringLiteral("'%1' list '%2' --format jsonl | head -c 1").arg(DUOLOGUE_CLI, folder())});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardOutput(), QByteArray("{"));
}

DUOLOGUE_TEST(CliExitCodeTest)
#include "exit_code_test.moc"
