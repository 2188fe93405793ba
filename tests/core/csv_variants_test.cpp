// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_reader.h"
#include "tests/core/csv_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>
#include <string>
#include <vector>

using namespace duologue;
using duologue::test::linesOf;
using duologue::test::rowProblemsOf;
using duologue::test::TempFolder;

/// Files of cells that programs and people write, though RFC 4180 does not have them.
class CsvVariantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsQuotes_data();
    void readsQuotes() { readsRows(); }
    void readsDelimiterLines_data();
    void readsDelimiterLines();
    void readsFirstRows_data();
    void readsFirstRows() { readsRows(); }
    void readsLineEnds_data();
    void readsLineEnds() { readsRows(); }
    void losesNoRowOfALargeFile();
    void findsTypesAfterALargeRow();
    void readsWhatIsWritten();
    void rowsAreTheSameAlone();

private:
    static void addColumns()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QByteArray>("problems");
    }

    static void add(const char* name, const char* text, const char* lines, const char* problems = "")
    {
        QTest::newRow(name) << QByteArray(text) << QByteArray(lines) << QByteArray(problems);
    }

    static QByteArray joined(const std::vector<std::string>& lines)
    {
        std::string all;
        for (const std::string& line : lines)
            all += line + "/";
        return QByteArray::fromStdString(all);
    }

    void readsRows()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, lines);
        QFETCH(QByteArray, problems);
        const TempFolder folder;
        const auto snapshot = test::load({folder.write("table.csv", text.toStdString())});
        QCOMPARE(joined(linesOf(*snapshot)), lines);
        QCOMPARE(joined(rowProblemsOf(*snapshot)), problems);
    }

    /// A text of a few characters that matter.
    static std::string randomText(std::mt19937& random, std::string_view characters, std::size_t longest)
    {
        std::string text(random() % (longest + 1), ' ');
        for (char& c : text)
            c = characters[random() % characters.size()];
        return text;
    }

    static std::vector<std::string> textsOf(const std::vector<CsvCell>& cells)
    {
        std::vector<std::string> texts;
        for (const CsvCell& cell : cells)
            texts.push_back(cell.text());
        return texts;
    }
};

void CsvVariantsTest::readsQuotes_data()
{
    addColumns();
    add("quotes around a word", "id\tq\ta\nx\t\"Stop\" he said\tb\ny\tc\td\nz\te\tshe said \"no\"\n",
        R"({"id":"x","q":"\"Stop\" he said","a":"b"}/{"id":"y","q":"c","a":"d"}/)"
        R"({"id":"z","q":"e","a":"she said \"no\""}/)",
        "1 cells-uneven: a quotation mark in a cell is not doubled/");
    add("a mark before a good row", "id,q,a\nx,\"open, e\ny,f,g\nz,\"h\",i\n",
        R"({"id":"x","q":"\"open","a":" e"}/{"id":"y","q":"f","a":"g"}/{"id":"z","q":"h","a":"i"}/)",
        "1 cells-uneven: a quotation mark in a cell is not doubled/");
    add("a mark before a cell that is quoted", "id,q,a\nx,\"open,e\ny,\"f\ng\",h\n",
        R"({"id":"x","q":"\"open","a":"e"}/{"id":"y","q":"f\ng","a":"h"}/)",
        "1 cells-uneven: a quotation mark in a cell is not doubled/");
    add("a lone mark", "id,q\nx,\"a\ny,b\nz,c\n",
        R"({"id":"x","q":"\"a"}/{"id":"y","q":"b"}/{"id":"z","q":"c"}/)",
        "1 cells-uneven: the closing quotation mark is missing/");
    add("a lone mark in the last row", "id,q\nx,a\ny,\"b", R"({"id":"x","q":"a"}/{"id":"y","q":"\"b"}/)",
        "2 cells-uneven: the closing quotation mark is missing/");
    add("marks in every row", "id\tq\ta\nx\t\"b he\tc\ny\t\"d\" he\te\nz\t\"f he\tg\n",
        R"({"id":"x","q":"\"b he","a":"c"}/{"id":"y","q":"\"d\" he","a":"e"}/{"id":"z","q":"\"f he","a":"g"}/)",
        "1 cells-uneven: a quotation mark in a cell is not doubled/"
        "2 cells-uneven: a quotation mark in a cell is not doubled/"
        "3 cells-uneven: the closing quotation mark is missing/");
    add("a lone mark in the header", "\"id,q\nx,a\ny,b\n", R"({"\"id":"x","q":"a"}/{"\"id":"y","q":"b"}/)");
    add("marks that are not doubled around a delimiter", "id,q\nx,\"Hello, \"John\" said\"\ny,b\n",
        R"({"id":"x","q":"Hello, \"John\" said"}/{"id":"y","q":"b"}/)",
        "1 cells-uneven: a quotation mark in a cell is not doubled/");
    add("a file that is cut off", "id,q\nx,a\ny,\"One.\n\nTwo.\nThr", R"({"id":"x","q":"a"}/)",
        "2 columns-damaged: row 2 has an unclosed quotation mark or is too long; this row and those after it "
        "are not read/");
}

void CsvVariantsTest::readsDelimiterLines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("semicolon") << QByteArray("sep=;\r\n") << true;
    QTest::newRow("comma") << QByteArray("sep=,\n") << true;
    QTest::newRow("quoted") << QByteArray("\"sep=;\"\r\n") << true;
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFsep=;\r\n") << true;
    QTest::newRow("byte order mark and quoted") << QByteArray("\xEF\xBB\xBF\"sep=\t\"\n") << true;
    QTest::newRow("another delimiter") << QByteArray("sep=^\r") << true;
    QTest::newRow("a name") << QByteArray("sep=x\n") << false;
    QTest::newRow("a row") << QByteArray("sep=;b\n") << false;
    QTest::newRow("quoted, a row") << QByteArray("\"sep=;b\"\n") << false;
}

void CsvVariantsTest::readsDelimiterLines()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, isOne);
    const std::string text = line.toStdString();
    const std::string_view shown = std::string_view(text).substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    const auto found = delimiterLineOf(shown);
    QCOMPARE(found.has_value(), isOne);
    if (!isOne)
        return;
    QCOMPARE(found->length, shown.size());
    const std::string d(1, found->delimiter);
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("table.csv", text + "id" + d + "q" + d + "a\nx" + d +
                                                                    "Was? Wie!" + d + "b\ny" + d + "c\n")});
    QCOMPARE(joined(linesOf(*snapshot)),
             QByteArray(R"({"id":"x","q":"Was? Wie!","a":"b"}/{"id":"y","q":"c","a":null}/)"));
    QCOMPARE(joined(rowProblemsOf(*snapshot)),
             QByteArray("2 cells-uneven: the row has 2 cells, but the first row has 3/"));
}

void CsvVariantsTest::readsFirstRows_data()
{
    constexpr const char* kNoNames = "1 cells-uneven: no header row with column names was found/";
    addColumns();
    add("numbers", "0,q 0,a 0\n1,q 1,a 1\n",
        R"({"column_1":0,"column_2":"q 0","column_3":"a 0"}/{"column_1":1,"column_2":"q 1","column_3":"a 1"}/)",
        kNoNames);
    add("JSON", "x,\"[{\"\"role\"\": \"\"user\"\"}]\"\n",
        R"({"column_1":"x","column_2":"[{\"role\": \"user\"}]"}/)", kNoNames);
    add("flags", "x,true\ny,false\n",
        R"({"column_1":"x","column_2":true}/{"column_1":"y","column_2":false}/)", kNoNames);
    const std::string longText(1'200, 'x');
    add("a long text", (longText + ",b\nc,d\n").c_str(),
        (R"({"column_1":")" + longText + R"(","column_2":"b"}/{"column_1":"c","column_2":"d"}/)").c_str(),
        kNoNames);
    add("years are names", "q,2023,2024\na,1,2\n", R"({"q":"a","2023":1,"2024":2}/)");
    add("indexes are names", "0,1,2\na,b,5\n", R"({"0":"a","1":"b","2":5}/)");
    add("an index without a name", ",0\n0,1.5\n1,2.5\n", R"({"column_1":0,"0":1.5}/{"column_1":1,"0":2.5}/)");
    add("names of numbers", "id,score\n1,2\n", R"({"id":1,"score":2}/)");
    add("extra cells", "column_3,b\nx,y\nz,u,v\n",
        R"({"column_3":"x","b":"y"}/{"column_3":"z","b":"u","column_3_2":"v"}/)",
        "2 cells-uneven: the row has 3 cells, but the first row has 2/");
    add("extra cells, two names", "column_3,column_3_2\nz,u,v\n",
        R"({"column_3":"z","column_3_2":"u","column_3_3":"v"}/)",
        "1 cells-uneven: the row has 3 cells, but the first row has 2/");
    add("more columns", "id;name, first;q\nx;A, B;c\n", R"({"id":"x","name, first":"A, B","q":"c"}/)");
}

void CsvVariantsTest::readsLineEnds_data()
{
    addColumns();
    add("CR", "id,q\rx,a\ry,\"b\nc\"\r", R"({"id":"x","q":"a"}/{"id":"y","q":"b\nc"}/)");
    add("of all kinds", "id,q\r\nx,a\ny,\"b\r\nc\"\r\nz,d\ru,e\n",
        R"({"id":"x","q":"a"}/{"id":"y","q":"b\r\nc"}/{"id":"z","q":"d"}/{"id":"u","q":"e"}/)");
}

void CsvVariantsTest::losesNoRowOfALargeFile()
{
    constexpr std::uint32_t kRows = 60'000;
    std::string text = "id\tq\ta\n";
    for (std::uint32_t i = 0; i < kRows; ++i) {
        const std::string id = std::to_string(i);
        const bool hasMark = i == 10 || i == 20'000 || i == 59'000;
        text += "r" + id + (hasMark ? "\t\"" : "\t") + std::string(80, 'q') + "\tanswer " + id + "\n";
    }
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("large.tsv", text)});
    QCOMPARE(snapshot->recordCount(), kRows);
    QCOMPARE(joined(rowProblemsOf(*snapshot)),
             QByteArray("11 cells-uneven: the closing quotation mark is missing/"
                        "20001 cells-uneven: the closing quotation mark is missing/"
                        "59001 cells-uneven: the closing quotation mark is missing/"));
    for (const std::uint32_t row : {10U, 11U, 20'000U, 59'000U, kRows - 1}) {
        const std::string line(readRecord(*snapshot, Row{row}).value()->bytes.view());
        QVERIFY2(line.ends_with("\"a\":\"answer " + std::to_string(row) + "\"}"), line.c_str());
    }
}

void CsvVariantsTest::findsTypesAfterALargeRow()
{
    const std::string content(std::size_t{1'200'000}, 'x');
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("large.csv", "id,data,score\na,\"[{\"\"k\"\": \"\"" +
                                                                    content + "\"\"}]\",3\nb,[],4\n")});
    const std::vector<std::string> lines = linesOf(*snapshot);
    QCOMPARE(lines.size(), std::size_t{2});
    QVERIFY(lines[0] == R"({"id":"a","data":[{"k": ")" + content + R"("}],"score":3})");
    QCOMPARE(lines[1], std::string(R"({"id":"b","data":[],"score":4})"));
}

void CsvVariantsTest::readsWhatIsWritten()
{
    std::mt19937 random(1);
    for (int run = 0; run < 300; ++run) {
        std::vector<std::vector<std::string>> rows(20);
        std::string text;
        for (auto& row : rows) {
            for (std::size_t i = 0; i < 3; ++i) {
                row.push_back(randomText(random, "ab \",\n\r;", 8));
                std::string cell;
                for (const char c : row.back())
                    cell += c == '"' ? std::string("\"\"") : std::string(1, c);
                const bool mustQuote = row.back().find_first_of("\",\n\r") != std::string::npos;
                text += mustQuote || random() % 3 == 0 ? "\"" + cell + "\"" : cell;
                text += i < 2 ? "," : random() % 2 == 0 ? "\n" : "\r\n";
            }
        }
        CsvReader reader(text, ',', CsvPart::Last, 3);
        std::vector<CsvCell> cells;
        for (const auto& row : rows) {
            QVERIFY(reader.next(cells));
            QVERIFY2(textsOf(cells) == row, text.c_str());
            QVERIFY(!reader.hasStrayQuote() && !reader.hasOpenQuote());
        }
        QVERIFY(!reader.next(cells));
    }
}

/// A file is scanned in parts, and its rows are read in groups.
void CsvVariantsTest::rowsAreTheSameAlone()
{
    std::mt19937 random(2);
    for (int run = 0; run < 2'000; ++run) {
        const std::string text = randomText(random, run % 2 == 0 ? "a\",\n" : "aaaa\",\n\r", 60);
        CsvReader reader(text, ',', CsvPart::Last, 2);
        std::vector<CsvCell> cells;
        std::vector<std::vector<std::string>> rows;
        std::vector<std::size_t> offsets{0};
        for (; reader.next(cells); offsets.push_back(reader.offset()))
            rows.push_back(textsOf(cells));
        for (std::size_t begin = 0; begin < rows.size(); ++begin) {
            for (std::size_t end = begin + 1; end <= rows.size(); ++end) {
                const std::string part = text.substr(offsets[begin], offsets[end] - offsets[begin]);
                CsvReader alone(part, ',', CsvPart::Rows, 2);
                for (std::size_t i = begin; i < end; ++i) {
                    QVERIFY(alone.next(cells));
                    QVERIFY2(textsOf(cells) == rows[i], text.c_str());
                }
            }
        }
        // What is read of a part is read of the whole.
        for (std::size_t length = 0; length < text.size(); ++length) {
            CsvReader more(std::string_view(text).substr(0, length), ',', CsvPart::More, 2);
            for (std::size_t i = 0; more.next(cells); ++i)
                QVERIFY2(i < rows.size() && textsOf(cells) == rows[i], text.c_str());
        }
    }
}

DUOLOGUE_TEST(CsvVariantsTest)
#include "csv_variants_test.moc"
