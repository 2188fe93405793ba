// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>

using namespace duologue::test;

namespace {

const QStringList kTexts{
    "[abc]", "[0-9]", "[a,b]", "[]",      "[",       "]",       "[[x]]", "{}",    "{a}",  "%%",
    "++",    "+",     "--",    "-text",   "-- a",    "--where", "-q",    "\"q\"", "'q'",  "`q`",
    "a\\b",  "\\",    "a,b",   ",",       "$HOME",   "*",       "=",     "a=b",   "list", "search",
    "#x",    "%x%",   "~",     "\\[x\\]", "[旅,行]", "a  b",    "\x01x", ";",     "<b>",  "!x",
};

} // namespace

/// Arguments reach the commands as they were typed.
class CliArgumentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void searchesTextAsTyped_data();
    void searchesTextAsTyped();
    void searchesExpressionAsTyped_data();
    void searchesExpressionAsTyped();
    void emptyTextMatchesEveryRecord();
    void opensPathsWithSpecialCharacters();
    void passesOptionValuesUnchanged();
    void acceptsColumnsInOneOrSeveralOptions();
    void errorsQuoteTheArgument();

private:
    QString folder() const { return pathText(m_folder.path() / "texts"); }
    /// The result of `search --count` for each text, which replaces "TEXT" in the arguments.
    QByteArray counted(const QStringList& arguments) const
    {
        return runCli(QStringList{"search"} + arguments + QStringList{"--count"}).out;
    }

    TempFolder m_folder;
};

void CliArgumentsTest::initTestCase()
{
    for (qsizetype i = 0; i < kTexts.size(); ++i) {
        AgentRecord record = AgentRecord::ofTurns(1, "_" + kTexts[i].toStdString() + "_");
        record.messages[1].content = "_";
        record.id = kTexts[i].toStdString();
        m_folder.write("texts/" + std::to_string(i) + ".json", record.json());
    }
}

void CliArgumentsTest::searchesTextAsTyped_data()
{
    QTest::addColumn<QString>("text");
    for (const QString& text : kTexts)
        QTest::newRow(qPrintable(text)) << text;
}

void CliArgumentsTest::searchesTextAsTyped()
{
    QFETCH(const QString, text);
    const auto holders = std::count_if(kTexts.begin(), kTexts.end(), [&](const QString& each) {
        return QString("_" + each + "_").contains(text, Qt::CaseInsensitive);
    });
    const QByteArray expected =
        QByteArray::number(holders) + " of " + QByteArray::number(kTexts.size()) + "\n";
    QCOMPARE(runCli({"search", "--count", folder(), "--", text}).out, expected);
    QCOMPARE(runCli({"search", "--count", "--case-sensitive", "--", folder(), text}).out, expected);
    if (!text.startsWith(QLatin1Char('-')))
        QCOMPARE(counted({folder(), text}), expected);
    // As a word of a query.
    QString quoted = text;
    quoted.replace("\\", "\\\\").replace("\"", "\\\"");
    quoted = "\"" + quoted + "\"";
    for (const QStringList& where : {QStringList{"--where", quoted}, QStringList{"--where=" + quoted}})
        QCOMPARE(counted(QStringList{folder(), "_"} + where),
                 QByteArray::number(holders) + " of " + QByteArray::number(holders) + "\n");
    const CliRun shown = runCli({"show", folder(), "--id", text, "--format", "json"});
    QCOMPARE(shown.exitCode, 0);
    QCOMPARE(runCli({"show", folder(), "--id=" + text, "--format", "json"}).out, shown.out);
}

void CliArgumentsTest::searchesExpressionAsTyped_data()
{
    QTest::addColumn<QString>("expression");
    for (const char* expression : {"[abc]", "[0-9]", "[.]", "[^_]", "[a,b]", "[旅行]", "[[x]", "[+-]"})
        QTest::newRow(expression) << QString::fromUtf8(expression);
}

void CliArgumentsTest::searchesExpressionAsTyped()
{
    QFETCH(const QString, expression);
    const QRegularExpression pattern(expression, QRegularExpression::CaseInsensitiveOption);
    const auto holders = std::count_if(kTexts.begin(), kTexts.end(), [&](const QString& each) {
        return QString("_" + each + "_").contains(pattern);
    });
    const QByteArray expected =
        QByteArray::number(holders) + " of " + QByteArray::number(kTexts.size()) + "\n";
    QCOMPARE(counted({folder(), expression, "--regex"}), expected);
    QCOMPARE(runCli({"search", "--count", "--regex", folder(), "--", expression}).out, expected);
}

void CliArgumentsTest::emptyTextMatchesEveryRecord()
{
    const QByteArray all = QByteArray::number(kTexts.size());
    QCOMPARE(counted({folder(), ""}), all + " of " + all + "\n");
    QCOMPARE(counted({"--where=", folder(), "_"}), all + " of " + all + "\n");
    QCOMPARE(counted({"--where", "", folder(), "_"}), all + " of " + all + "\n");
}

void CliArgumentsTest::opensPathsWithSpecialCharacters()
{
    const std::string json = AgentRecord::ofTurns(1).json();
    for (const char* name : {"[x]", "x", "[data,other]", "data", "{}", "++", "-x", "--", "list"})
        m_folder.write(std::string("paths/") + name + "/" + "1.json", json);
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.setWorkingDirectory(pathText(m_folder.path() / "paths"));
    for (const QStringList& paths : {QStringList{"[x]"},
                                     {"[data,other]"},
                                     {"{}"},
                                     {"++"},
                                     {"list"},
                                     {"--", "-x"},
                                     {"--", "--"},
                                     {"[x]", "{}", "--", "++", "-x"}}) {
        process.start(QStringLiteral(DUOLOGUE_CLI), QStringList{"info", "--format", "csv"} + paths);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        const QByteArray count = QByteArray::number(paths.size() - (paths.contains("--") ? 1 : 0));
        QCOMPARE(process.readAllStandardOutput(),
                 "format,files,records\nrecllmsim-agent," + count + "," + count + "\n");
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }
}

void CliArgumentsTest::passesOptionValuesUnchanged()
{
    const QList<std::pair<QStringList, QByteArray>> runs{
        {{"list", folder(), "--sort", "[x]"}, "--sort: unknown field [x]"},
        {{"list", folder(), "--columns", "{}"}, "--columns: unknown field {}"},
        {{"list", folder(), "--columns=[x]"}, "--columns: unknown field [x]"},
        {{"stats", folder(), "--by", "[x]"}, "unknown field [x]"},
        {{"stats", folder(), "--by", "{}"}, "unknown field {}"},
        {{"stats", folder(), "--by", "turns", "--mean", "[x]"}, "unknown field [x]"},
        {{"stats", folder(), "--report", "[x]"}, "no report [x]"},
        {{"stats", folder(), "--report", "cohorts", "--cohort", "[x]:1", "--cohort", "a"}, "[x]"},
    };
    for (const auto& [arguments, message] : runs) {
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(message), run.err.constData());
    }
}

void CliArgumentsTest::acceptsColumnsInOneOrSeveralOptions()
{
    const CliRun usual =
        runCli({"list", folder(), "--columns", "turns,record", "--where", "turns:1", "--format", "csv"});
    QCOMPARE(usual.exitCode, 0);
    QCOMPARE(usual.lines().size(), kTexts.size() + 1);
    QCOMPARE(usual.lines().front(), QByteArray("turns,record"));
    for (const QStringList& columns : {QStringList{"--columns", "turns,record"},
                                       {"--columns=turns,record"},
                                       {"--columns", "turns", "--columns", "record"}}) {
        QCOMPARE(runCli(QStringList{"list"} + columns +
                        QStringList{folder(), "--where", "turns:1", "--format", "csv"})
                     .out,
                 usual.out);
    }
}

void CliArgumentsTest::errorsQuoteTheArgument()
{
    const QByteArray help = runCli({"list", "--help"}).out;
    QVERIFY2(help.contains("list [OPTIONS] PATH...") && help.contains("  --columns TEXT  "),
             help.constData());
    const CliRun missing = runCli({"info", "[nowhere]"});
    QCOMPARE(missing.exitCode, 3);
    QVERIFY2(missing.err.contains("duologue-cli: [nowhere]: "), missing.err.constData());
    for (const char* option : {"--threads", "--format"}) {
        const CliRun run = runCli({"list", folder(), option, "[x]"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("[x]"), run.err.constData());
        QVERIFY(!run.err.contains('\x01'));
    }
    const CliRun unknown = runCli({"list", folder(), "--bogus=[x]"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("--bogus=[x]"), unknown.err.constData());
}

DUOLOGUE_TEST(CliArgumentsTest)
#include "arguments_test.moc"
