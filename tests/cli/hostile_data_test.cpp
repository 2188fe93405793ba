// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>

using namespace duologue::test;

namespace {

/// Control sequences that change a terminal's title, colours, clipboard or writing direction.
QString nasty()
{
    return QStringLiteral("A\x1b]0;PWNED\x07\x1b[31m\u009b31m\u009d0;P\u009c\u202eevil\u2066\r\b\x7fZ");
}

QString nastyShown()
{
    return QStringLiteral(
        "A\\x1b]0;PWNED\\x07\\x1b[31m\\u009b31m\\u009d0;P\\u009c\\u202eevil\\u2066\\r\\x08\\u007fZ");
}

bool isControl(QChar c)
{
    const char16_t code = c.unicode();
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/// Except line breaks and tabs.
bool hasControls(const QByteArray& text)
{
    const QString decoded = QString::fromUtf8(text);
    return std::any_of(decoded.begin(), decoded.end(), [](QChar c) {
        return c != QLatin1Char('\n') && c != QLatin1Char('\t') && isControl(c);
    });
}

QByteArray recordLine(const QString& id, const QString& source, const QString& role, const QString& text)
{
    const QJsonObject message{{"role", role}, {"content", text}};
    const QJsonObject record{
        {"id", id},
        {"source", source},
        {"num" + nasty(), 5},
        {"messages", QJsonArray{message, QJsonObject{{"role", "user"}, {"content", "x"}}}}};
    return QJsonDocument(record).toJson(QJsonDocument::Compact) + "\n";
}

/// The cells of a CSV or TSV table, as a spreadsheet reads them.
QList<QByteArray> cellsOf(const QByteArray& table, char separator)
{
    QList<QByteArray> cells{{}};
    bool isQuoted = false;
    for (qsizetype i = 0; i < table.size(); ++i) {
        const char c = table[i];
        if (isQuoted && c == '"' && table.mid(i + 1, 1) == "\"")
            cells.back() += table[++i];
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (c == separator || c == '\n'))
            cells.append(QByteArray());
        else
            cells.back() += c;
    }
    return cells;
}

} // namespace

/// Data cannot control a terminal, forge a line of output, or run as a formula in a spreadsheet.
class CliHostileDataTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void printsControlsAsEscapes_data();
    void printsControlsAsEscapes();
    void writesNoControlsToTerminal_data();
    void writesNoControlsToTerminal();
    void writesTextUnchangedToPipe();
    void fileNamesCannotForgeLines();
    void errorMessagesCannotForgeLines();
    void guardsFormulasInTables_data();
    void guardsFormulasInTables();

private:
    QString folder() const { return pathText(m_folder.path()); }
    QString goodFile() const { return pathText(m_good); }

    TempFolder m_folder;
    TempFolder m_formulas;
    std::filesystem::path m_good;
};

void CliHostileDataTest::initTestCase()
{
    QByteArray lines;
    for (int i = 0; i < 2; ++i)
        lines += recordLine(nasty() + QString::number(i), "src" + nasty(), "r" + nasty(), "text\n" + nasty());
    m_good = m_folder.write("ok.jsonl", lines.toStdString());
    m_folder.write("br.jsonl",
                   "{\"id\": \"one\", \"messages\": []}\n{\"id\": bro" + nasty().toStdString() + "}\n");
    // The reason for skipping a file without conversations names its keys.
    const QJsonObject settings{{"k" + nasty(), 1}, {"other", 2}};
    m_folder.write("conf.json", QJsonDocument(settings).toJson().toStdString());
    m_folder.write("e\x1b]0;T\x07.jsonl", "{\"id\": broken\n");
    QByteArray formulas;
    for (const char* text : {"=cmd|' /C calc'!A0", "+1+cmd", "-2+3+cmd", "@SUM(1)", "\t=1", "\r=1"})
        formulas += recordLine(text, text, text, text);
    formulas += recordLine("-2", "+1.5", "user", "plain");
    m_formulas.write("f.jsonl", formulas.toStdString());
}

void CliHostileDataTest::printsControlsAsEscapes_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
    row("info", {"info", folder()});
    row("list", {"list", folder()});
    row("list columns", {"list", folder(), "--columns", "id,file,source"});
    row("list markdown", {"list", folder(), "--columns", "id,source", "--format", "markdown"});
    row("list latex", {"list", folder(), "--columns", "id,source", "--format", "latex"});
    row("stats by source", {"stats", folder(), "--by", "source"});
    row("stats by role", {"stats", folder(), "--by", "role"});
    row("stats mean", {"stats", folder(), "--by", "file", "--mean", "num" + nasty()});
    row("search", {"search", folder(), "PWNED"});
    row("validate", {"validate", folder()});
    row("check", {"check", folder()});
    row("check markdown", {"check", folder(), "--format", "markdown"});
    row("card", {"card", folder()});
    row("formats", {"formats", folder()});
    row("no such field", {"list", folder(), "--columns", nasty()});
    row("no such path", {"info", "/nowhere/" + nasty()});
    row("bad query", {"list", folder(), "--where", "(" + nasty()});
    row("no such id", {"show", folder(), "--id", nasty()});
    row("no such command", {nasty()});
}

void CliHostileDataTest::printsControlsAsEscapes()
{
    QFETCH(const QStringList, arguments);
    const CliRun run = runCli(arguments);
    QVERIFY(run.exitCode >= 0);
    QVERIFY(!run.out.isEmpty() || !run.err.isEmpty());
    QVERIFY2(!hasControls(run.out), run.out.toPercentEncoding(" \n{}[]\\").constData());
    QVERIFY2(!hasControls(run.err), run.err.toPercentEncoding(" \n{}[]\\").constData());
}

void CliHostileDataTest::writesNoControlsToTerminal_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("holds");
    const auto row = [](const char* name, const QStringList& arguments, const QString& holds) {
        QTest::newRow(name) << arguments << holds;
    };
    row("text", {"show", goodFile(), "--record", "1"}, "text\n" + nastyShown());
    row("markdown", {"show", goodFile(), "--record", "1", "--format", "markdown"},
        "```\ntext\n" + nastyShown() + "\n```\n");
    row("json", {"show", goodFile(), "--record", "1", "--format", "json"}, "\\u202eevil\\u2066");
    row("broken record", {"show", folder() + "/br.jsonl", "--record", "2"}, "bro" + nastyShown());
    row("list csv", {"list", goodFile(), "--format", "csv"}, nastyShown() + "0");
    row("list jsonl", {"list", goodFile(), "--format", "jsonl"}, "\\u202eevil\\u2066");
    row("search json", {"search", goodFile(), "PWNED", "--format", "json"}, "\\u202eevil\\u2066");
    row("info", {"info", folder()}, "k" + nastyShown());
}

void CliHostileDataTest::writesNoControlsToTerminal()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, holds);
    const CliRun run = runCliOnTerminal(arguments);
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.out.contains(holds.toUtf8()), run.out.toPercentEncoding(" \n{}[]\\").constData());
    QVERIFY2(!hasControls(run.out), run.out.toPercentEncoding(" \n{}[]\\").constData());
    QVERIFY2(!hasControls(run.err), run.err.toPercentEncoding(" \n{}[]\\").constData());
    // JSON escapes the same characters, so the output equals that of a pipe.
    if (arguments.contains("json"))
        QCOMPARE(QJsonDocument::fromJson(run.out), QJsonDocument::fromJson(runCli(arguments).out));
}

void CliHostileDataTest::writesTextUnchangedToPipe()
{
    const CliRun text = runCli({"show", goodFile(), "--record", "1"});
    QVERIFY(text.out.contains(("text\n" + nasty()).toUtf8()));
    const CliRun markdown = runCli({"show", goodFile(), "--record", "1", "--format", "markdown"});
    QVERIFY(markdown.out.contains(("```\ntext\n" + nasty() + "\n```\n").toUtf8()));
    const CliRun csv = runCli({"list", goodFile(), "--columns", "id", "--format", "csv"});
    QVERIFY(csv.out.contains((nasty() + "0").toUtf8()));
    const CliRun json = runCli({"show", goodFile(), "--record", "1", "--format", "json"});
    QCOMPARE(QJsonDocument::fromJson(json.out).object()["id"].toString(), nasty() + "0");
    const CliRun broken = runCli({"show", folder() + "/br.jsonl", "--record", "2"});
    QVERIFY(broken.out.contains(nasty().toUtf8()));
}

void CliHostileDataTest::fileNamesCannotForgeLines()
{
    const TempFolder names;
    names.write("ok.jsonl", recordLine("1", "s", "user", "x").toStdString());
    names.write("a\nproblems  0 errors\x1b[31m.txt", "x");
    names.write("b\nfine.jsonl:1:1: error: forged [x].jsonl", "{\"id\": broken\n");
    const QString path = pathText(names.path());
    const CliRun info = runCli({"info", path});
    int problems = 0;
    for (const QByteArray& line : info.lines())
        problems += line.startsWith("problems  ") ? 1 : 0;
    QCOMPARE(problems, 1);
    QVERIFY(info.out.contains("  a\\nproblems  0 errors\\x1b[31m.txt: not a JSON file"));
    const CliRun validate = runCli({"validate", path});
    for (const QByteArray& line : validate.lines())
        QVERIFY2(line.startsWith("b\\nfine.jsonl") || line.startsWith("… and ") || line[0] == '1' ||
                     line[0] == '2',
                 line.constData());
    // Pipes get the name unchanged.
    const CliRun json = runCli({"validate", path, "--format", "json"});
    QCOMPARE(QJsonDocument::fromJson(json.out).array()[0].toObject()["file"].toString(),
             QStringLiteral("b\nfine.jsonl:1:1: error: forged [x].jsonl"));
}

void CliHostileDataTest::errorMessagesCannotForgeLines()
{
    const TempFolder names;
    names.write("ok.jsonl", recordLine("1", "s", "user", "x").toStdString());
    names.write("b\nduologue-cli: all is well.jsonl", "{\"id\": broken\n");
    const CliRun run = runCli({"list", pathText(names.path())});
    QVERIFY(run.err.contains("duologue-cli: b\\nduologue-cli: all is well.jsonl: "));
    QVERIFY(!run.err.contains("\nduologue-cli: all is well"));
}

void CliHostileDataTest::guardsFormulasInTables_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString path = pathText(m_formulas.path());
    QTest::newRow("list csv") << QStringList{"list", path, "--columns", "id,source", "--format", "csv"};
    QTest::newRow("list tsv") << QStringList{"list", path, "--columns", "id,source", "--format", "tsv"};
    QTest::newRow("stats csv") << QStringList{"stats", path, "--by", "source", "--format", "csv"};
    QTest::newRow("report csv") << QStringList{"stats", path,   "--report", "cross-table", "--by",
                                               "group", "--by", "source",   "--format",    "csv"};
    QTest::newRow("search csv") << QStringList{"search", path, "SUM", "--format", "csv"};
}

void CliHostileDataTest::guardsFormulasInTables()
{
    QFETCH(const QStringList, arguments);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.out.contains("'@SUM(1)"), run.out.constData());
    bool hasNumbers = false;
    for (const QByteArray& cell : cellsOf(run.out, arguments.contains("tsv") ? '\t' : ',')) {
        const bool isNumber = cell == "-2" || cell == "+1.5";
        hasNumbers = hasNumbers || isNumber;
        QVERIFY2(isNumber || cell.isEmpty() || !QByteArray("=+-@\t\r").contains(cell[0]), cell.constData());
    }
    QVERIFY(hasNumbers || arguments.contains("search"));
    const CliRun raw = runCli(arguments + QStringList{"--raw-cells"});
    QVERIFY(raw.out.contains("@SUM(1)"));
    QVERIFY(!raw.out.contains("'@SUM(1)"));
}

DUOLOGUE_TEST(CliHostileDataTest)
#include "hostile_data_test.moc"
