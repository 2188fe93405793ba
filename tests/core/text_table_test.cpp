// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report_table.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

/// The printed cell of a table with one column, titled "t", and one row.
std::string cell(const std::string& text, TableFormat format, bool guard = false)
{
    const std::string whole = formatTable({{{"t", false}}, {{text}}}, format, guard);
    const auto second = whole.find('\n') + 1;
    return whole.substr(second, whole.size() - second - 1);
}

} // namespace

class TextTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesFormatNames();
    void csv_data();
    void csv();
    void guardsFormulas_data();
    void guardsFormulas();
    void tsv();
    void escapesControls();
    void escapesMarkdown();
    void latexRowsCannotStartArguments();
    void escapesLatex_data();
    void escapesLatex();
    void markdown();
    void latex();
    void titlesSayWhatATableIsOf();
    void alignsWideCharacters();
    void emptyTables();
    void onlyZeroLooksLikeZero();
};

void TextTableTest::parsesFormatNames()
{
    QVERIFY(tableFormatOf("csv") == TableFormat::Csv);
    QVERIFY(tableFormatOf("latex") == TableFormat::Latex);
    QVERIFY(tableFormatOf("table") == TableFormat::Aligned);
    QVERIFY(!tableFormatOf("json"));
    QVERIFY(!tableFormatOf(""));
}

void TextTableTest::csv_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("printed");
    QTest::newRow("plain") << QByteArray("旅行 plan") << QByteArray("旅行 plan");
    QTest::newRow("comma") << QByteArray("a,b") << QByteArray("\"a,b\"");
    QTest::newRow("quotes") << QByteArray("say \"hi\"") << QByteArray("\"say \"\"hi\"\"\"");
    QTest::newRow("line break") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
    QTest::newRow("carriage return") << QByteArray("a\rb") << QByteArray("\"a\rb\"");
    QTest::newRow("formula, not guarded") << QByteArray("=1+1") << QByteArray("=1+1");
    QTest::newRow("empty") << QByteArray("") << QByteArray("");
}

void TextTableTest::csv()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, printed);
    QCOMPARE(cell(text.toStdString(), TableFormat::Csv), printed.toStdString());
    QCOMPARE(formatTable({{{"a,b", false}, {"c", true}}, {{"1", "2"}, {"x", ""}}}, TableFormat::Csv),
             std::string("\"a,b\",c\n1,2\nx,\n"));
}

void TextTableTest::guardsFormulas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("printed");
    QTest::newRow("formula") << QByteArray("=SUM(A1)") << QByteArray("'=SUM(A1)");
    QTest::newRow("command") << QByteArray("=cmd|' /C calc'!A0") << QByteArray("'=cmd|' /C calc'!A0");
    QTest::newRow("plus") << QByteArray("+cmd") << QByteArray("'+cmd");
    QTest::newRow("minus") << QByteArray("-cmd") << QByteArray("'-cmd");
    QTest::newRow("at") << QByteArray("@SUM(1)") << QByteArray("'@SUM(1)");
    QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("'\t=1");
    QTest::newRow("return") << QByteArray("\r=1") << QByteArray("\"'\r=1\"");
    QTest::newRow("with a comma") << QByteArray("=A1,B1") << QByteArray("\"'=A1,B1\"");
    QTest::newRow("line break") << QByteArray("\n=1") << QByteArray("\"'\n=1\"");
    QTest::newRow("two numbers") << QByteArray("-1-1") << QByteArray("'-1-1");
    QTest::newRow("only a plus") << QByteArray("+") << QByteArray("'+");
    QTest::newRow("positive number") << QByteArray("+1.5") << QByteArray("+1.5");
    QTest::newRow("small number") << QByteArray("-2") << QByteArray("-2");
    QTest::newRow("infinity") << QByteArray("-inf") << QByteArray("'-inf");
    QTest::newRow("negative number") << QByteArray("-1.5e+3") << QByteArray("-1.5e+3");
    QTest::newRow("list in Markdown") << QByteArray("- item") << QByteArray("'- item");
    QTest::newRow("equals sign inside") << QByteArray("a=b") << QByteArray("a=b");
}

void TextTableTest::guardsFormulas()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, printed);
    QCOMPARE(cell(text.toStdString(), TableFormat::Csv, true), printed.toStdString());
}

void TextTableTest::tsv()
{
    QCOMPARE(cell("a,b", TableFormat::Tsv), std::string("a,b"));
    QCOMPARE(cell("a\tb", TableFormat::Tsv), std::string("\"a\tb\""));
    QCOMPARE(formatTable({{{"a", false}, {"b", false}}, {{"1", "2"}}}, TableFormat::Tsv),
             std::string("a\tb\n1\t2\n"));
}

void TextTableTest::escapesControls()
{
    const std::string nasty = "a\x1b[31m\xC2\x9B\r\xE2\x80\xAE\tb";
    const TextTable table{{{nasty, false}}, {{nasty}}};
    const std::string line = "a\\x1b[31m\\u009b\\r\\u202e\\tb\n";
    QCOMPARE(formatTable(table, TableFormat::Aligned), line + line);
    QCOMPARE(cell("a\nb", TableFormat::Aligned), std::string("a\\nb"));
    QCOMPARE(cell(nasty, TableFormat::Markdown),
             std::string("| --- |\n| a\\\\x1b\\[31m\\\\u009b\\\\r\\\\u202e\\\\tb |"));
    for (const TableFormat format : {TableFormat::Markdown, TableFormat::Latex}) {
        const std::string whole = formatTable(table, format);
        QVERIFY(whole.find_first_of("\x1b\r\t") == std::string::npos);
        QVERIFY(whole.find("\xC2\x9B") == std::string::npos);
    }
    // CSV and TSV are for programs, so the text is unchanged.
    QCOMPARE(cell("a\x1b[31m", TableFormat::Csv), std::string("a\x1b[31m"));
    QCOMPARE(cell("a\x1b[31m", TableFormat::Tsv), std::string("a\x1b[31m"));
}

void TextTableTest::escapesMarkdown()
{
    const auto row = [](const char* text) {
        return cell(text, TableFormat::Markdown).substr(std::string_view("| --- |\n").size());
    };
    QCOMPARE(row("<img src=x onerror=alert(1)>"), std::string("| \\<img src=x onerror=alert(1)> |"));
    QCOMPARE(row("![](http://evil/t.png)"), std::string("| !\\[](http\\://evil/t.png) |"));
    QCOMPARE(row("[x](javascript:alert(1))"), std::string("| \\[x](javascript:alert(1)) |"));
    QCOMPARE(row("chat_model"), std::string("| chat_model |"));
}

void TextTableTest::latexRowsCannotStartArguments()
{
    const TextTable table{{{"[h", false}, {"n", true}},
                          {{"[3cm]", "[1"}, {"*", "2"}, {" [t]x", "3"}, {"a[b]*", "4"}}};
    QCOMPARE(formatTable(table, TableFormat::Latex),
             std::string("\\begin{tabular}{lr}\n\\hline\n{[}h & n \\\\\n\\hline\n{[}3cm] & {[}1 \\\\\n"
                         "{*} & 2 \\\\\n {[}t]x & 3 \\\\\na[b]* & 4 \\\\\n\\hline\n\\end{tabular}\n"));
}

void TextTableTest::escapesLatex_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char* text, const char* written) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(written);
    };
    row("\\input{x}", "\\textbackslash{}input\\{x\\}");
    row("<a>|b", "\\textless{}a\\textgreater{}\\textbar{}b");
    row("\"a`", "\\char34{}a\\`{}");
    row("a--b ''", "a-{}-b '{}'");
    row("^^5c", "\\textasciicircum{}\\textasciicircum{}5c");
}

void TextTableTest::escapesLatex()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, written);
    const std::string whole = formatTable({{{text.toStdString(), false}}, {}}, TableFormat::Latex);
    QCOMPARE(whole, "\\begin{tabular}{l}\n\\hline\n" + written.toStdString() +
                        " \\\\\n\\hline\n\\hline\n\\end{tabular}\n");
}

void TextTableTest::markdown()
{
    QCOMPARE(
        formatTable({{{"task", false}, {"n", true}}, {{"a|b", "1"}, {"c\nd\\", "2"}}}, TableFormat::Markdown),
        std::string("| task | n |\n| --- | ---: |\n| a\\|b | 1 |\n| c<br>d\\\\ | 2 |\n"));
}

void TextTableTest::latex()
{
    QCOMPARE(
        formatTable({{{"task", false}, {"n_1", true}}, {{"50 % & more", "1"}}}, TableFormat::Latex),
        std::string(
            "\\begin{tabular}{lr}\n\\hline\ntask & n\\_1 \\\\\n\\hline\n50 \\% \\& more & 1 \\\\\n\\hline\n"
            "\\end{tabular}\n"));
    const std::string nasty = formatTable({{{"\\~^{}#$", false}}, {{"a\nb"}}}, TableFormat::Latex);
    QVERIFY(nasty.find("\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\{\\}\\#\\$ ") !=
            std::string::npos);
    QVERIFY(nasty.find("a\\textbackslash{}nb ") != std::string::npos);
}

void TextTableTest::titlesSayWhatATableIsOf()
{
    TextTable table{{{"n", true}}, {{"1"}}};
    table.title = "a|b_c";
    QCOMPARE(formatTable(table, TableFormat::Aligned), std::string("a|b_c\n\nn\n1\n"));
    QCOMPARE(formatTable(table, TableFormat::Markdown), std::string("a\\|b_c\n\n| n |\n| ---: |\n| 1 |\n"));
    QCOMPARE(
        formatTable(table, TableFormat::Latex),
        std::string("\\begin{table}\n\\caption{a\\textbar{}b\\_c}\n\\begin{tabular}{r}\n\\hline\nn \\\\\n"
                    "\\hline\n1 \\\\\n\\hline\n\\end{tabular}\n\\end{table}\n"));
    // Those for programs are the figures alone.
    QCOMPARE(formatTable(table, TableFormat::Csv), std::string("n\n1\n"));
    QCOMPARE(formatTable(table, TableFormat::Tsv), std::string("n\n1\n"));
}

void TextTableTest::alignsWideCharacters()
{
    QCOMPARE(displayWidth("abc"), std::size_t{3});
    QCOMPARE(displayWidth("旅行ab"), std::size_t{6});
    QCOMPARE(displayWidth("é–"), std::size_t{2});
    QCOMPARE(displayWidth("한글かな，"), std::size_t{10});
    QCOMPARE(formatTable({{{"task", false}, {"n", true}}, {{"旅行规划", "12"}, {"a\tb", "3"}}},
                         TableFormat::Aligned),
             std::string("task       n\n旅行规划  12\na\\tb       3\n"));
}

void TextTableTest::emptyTables()
{
    const TextTable table{{{"a", false}}, {}};
    QCOMPARE(formatTable(table, TableFormat::Csv), std::string("a\n"));
    QCOMPARE(formatTable(table, TableFormat::Aligned), std::string("a\n"));
    QCOMPARE(formatTable(table, TableFormat::Markdown), std::string("| a |\n| --- |\n"));
}

void TextTableTest::onlyZeroLooksLikeZero()
{
    QCOMPARE(fourDecimals(0.5), std::string("0.5000"));
    QCOMPARE(fourDecimals(0), std::string("0.0000"));
    QCOMPARE(fourDecimals(-0.0), std::string("0.0000"));
    QCOMPARE(fourDecimals(1.5e-5), std::string("1.5e-05"));
    QCOMPARE(fourDecimals(-4e-5), std::string("-4e-05"));
    QCOMPARE(fourDecimals(0.00123456), std::string("0.001235"));
    QCOMPARE(fourDecimals(withoutNoise(1e-17, 1)), std::string("0.0000"));
    QCOMPARE(fourDecimals(withoutNoise(1e-12, 3e-12)), std::string("1e-12"));
}

DUOLOGUE_TEST(TextTableTest)
#include "text_table_test.moc"
