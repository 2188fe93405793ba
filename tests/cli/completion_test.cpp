// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"

#include <QFileInfo>
#include <QProcess>
#include <QTest>

using namespace duologue::test;

namespace {

QStringList completed(const QStringList& words)
{
    QStringList lines;
    for (const QByteArray& line : runCli(QStringList{"--complete"} + words).lines())
        lines << QString::fromUtf8(line);
    return lines;
}

QString sample()
{
    return pathText(sourceFolder() / "resources/sample/RecLLMSim");
}

} // namespace

/// What shells offer while a line is typed, and the manual page.
class CliCompletionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Under sanitizers, on a busy machine, the usual time is not enough.
    void initTestCase() { qputenv("DUOLOGUE_COMPLETION_TIME", "60000"); }
    void completesWords_data();
    void completesWords();
    void everyOptionIsInTheManual();
    void everyTextOfTheManualIsTranslated();
    void completesInBash();
};

void CliCompletionTest::completesWords_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("command") << QStringList{"sta"} << QStringList{"stats"};
    QTest::newRow("option") << QStringList{"list", "--wh"} << QStringList{"--where"};
    QTest::newRow("format") << QStringList{"list", "x", "--format", "json"} << QStringList{"json", "jsonl"};
    QTest::newRow("target") << QStringList{"export", "x", "--to", "trl"}
                            << QStringList{"trl-preference", "trl-kto"};
    QTest::newRow("field") << QStringList{"list", sample(), "--sort", "tur"} << QStringList{"turns"};
    QTest::newRow("fields") << QStringList{"list", sample(), "--columns", "id,tur"}
                            << QStringList{"id,turns"};
    QTest::newRow("query, field") << QStringList{"list", sample(), "--where", "turns:>2 -chat_m"}
                                  << QStringList{"turns:>2 -chat_model:"};
    QTest::newRow("query, value") << QStringList{"list", sample(), "--where", "task:travel"}
                                  << QStringList{"task:\"travel planning\""};
    QTest::newRow("query, quoted value") << QStringList{"list", sample(), "--where", "task:\"travel"}
                                         << QStringList{"task:\"travel planning\""};
    QTest::newRow("a path") << QStringList{"list", "res"} << QStringList{};
    QTest::newRow("no dataset") << QStringList{"list", "/no/such", "--sort", "t"} << QStringList{};
    QTest::newRow("no command") << QStringList{"nothing", "--"} << QStringList{};
}

void CliCompletionTest::completesWords()
{
    QFETCH(const QStringList, words);
    QFETCH(const QStringList, expected);
    QCOMPARE(completed(words), expected);
}

void CliCompletionTest::everyOptionIsInTheManual()
{
    const QString page = QString::fromUtf8(runCli({"--manual-page"}).out);
    const QStringList commands = completed({""});
    QVERIFY(commands.size() > 10);
    for (const QString& command : commands) {
        if (command.startsWith(QStringLiteral("--")))
            continue;
        QVERIFY2(page.contains(QStringLiteral(".Ss \"") + command), qPrintable(command));
        const QString help = QString::fromUtf8(runCli({command, "--help"}).out);
        const QStringList options = completed({command, "--"});
        QVERIFY(options.size() > 3);
        for (const QString& option : options) {
            QVERIFY2(help.contains(option), qPrintable(command + option));
            const QString name = QString(option).mid(1).replace(QLatin1Char('-'), QStringLiteral("\\-"));
            QVERIFY2(option == QStringLiteral("--help") || page.contains(QStringLiteral("Fl ") + name),
                     qPrintable(command + option));
        }
    }
}

void CliCompletionTest::everyTextOfTheManualIsTranslated()
{
    const CliRun run =
        runCli({"--manual-page", QStringLiteral(DUOLOGUE_TOP "/packaging/man/zh_CN/duologue-cli.json")});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.out.contains("只显示错误") && !run.out.contains("Print only errors"));
}

void CliCompletionTest::completesInBash()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/share/bash-completion/bash_completion")))
        QSKIP("bash-completion is not installed: nothing was completed in bash");
    QProcess bash;
    const QString script = QStringLiteral(
        "source /usr/share/bash-completion/bash_completion; source \"$1\"; PATH=\"$2:$PATH\"; "
        "COMP_LINE=\"duologue-cli list $3 --sort tur\"; COMP_POINT=${#COMP_LINE}; "
        "COMP_WORDS=(duologue-cli list \"$3\" --sort tur); COMP_CWORD=4; _duologue_cli 2>/dev/null; "
        "printf '%s\\n' \"${COMPREPLY[@]}\"");
    bash.start(QStringLiteral("bash"),
               {"-c", script, "bash", pathText(sourceFolder() / "packaging/completions/duologue-cli.bash"),
                QFileInfo(QStringLiteral(DUOLOGUE_CLI)).path(), sample()});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(bash.readAllStandardOutput(), QByteArray("turns\n"));
}

DUOLOGUE_TEST(CliCompletionTest)
#include "completion_test.moc"
