// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_file.h"
#include "core/io/csv/csv_reader.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "tests/core/csv_fixture.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <string>
#include <vector>

using namespace duologue;
using duologue::test::linesOf;
using duologue::test::rowProblemsOf;
using duologue::test::TempFolder;

/// Files of cells are files of records like any other.
class CsvTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsRows_data();
    void splitsRows();
    void findsDelimiters_data();
    void findsDelimiters();
    void readsRecords_data();
    void readsRecords();
    void readsConversations();
    void readsOtherEncodings();
    void readsPackedFiles();
    void readsLargeFilesInGroups();
    void usesTheIndexNextTime();
    void placesProblems();
    void readsWhatIsBeforeAnOpenQuote();
    void cutFilesGiveWholeRows();
    void leavesOtherFilesAlone();
    void readsFilesThatWereJoined();
    void comparesAFileWithOtherTimesOnce();

private:
    /// The rows of a text: cells in brackets, "!" for a stray quotation mark, "?" for one that is not closed,
    /// "…" if the end is not whole.
    static std::string rowsOf(const std::string& text, CsvPart part = CsvPart::Last)
    {
        CsvReader reader(text, ',', part);
        CsvReader skipping(text, ',', part);
        std::vector<CsvCell> cells;
        std::string rows;
        while (reader.next(cells)) {
            for (const CsvCell& cell : cells)
                rows += "[" + cell.text() + "]";
            rows += reader.hasStrayQuote() ? "!" : "";
            rows += reader.hasOpenQuote() ? "?/" : "/";
            if (!skipping.skip() || skipping.offset() != reader.offset())
                return "skip() and next() differ";
            reader.setColumns(cells.size());
            skipping.setColumns(cells.size());
        }
        return rows + (reader.offset() < text.size() ? "…" : "");
    }
};

void CsvTest::splitsRows_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("rows");
    const auto add = [](const char* name, const char* text, const char* rows) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(rows);
    };
    add("plain", "a,b\nc,d\n", "[a][b]/[c][d]/");
    add("no line break at the end", "a,b\nc,d", "[a][b]/[c][d]/");
    add("carriage returns", "a,b\r\nc,d\r\n", "[a][b]/[c][d]/");
    add("carriage return at the end", "a,b\r", "[a][b]/");
    add("empty cells", ",\n,x,\n", "[][]/[][x][]/");
    add("delimiter at the end", "a,", "[a][]/");
    add("quotes", "\"a,b\",\"c\nd\"\ne,\"\"\n", "[a,b][c\nd]/[e][]/");
    add("doubled quotes", "\"a \"\"b\"\"\",\"\"\"\"\n", "[a \"b\"][\"]/");
    add("quotes in an open cell", "a \"b\",5\"\n", "[a \"b\"][5\"]/");
    add("stray quotes", "\"a \"b\" c\",d\n", "[\"a \"b\" c\"][d]!/");
    add("stray quote before a doubled one", "\"a\"b\"\"c\"\n", "[\"a\"b\"\"c\"]!/");
    add("quotes around a word", "\"a\" b,c\nd,\"e\"\n", "[\"a\" b][c]!/[d][e]/");
    add("stray quotes and a delimiter", "a,b\nc,\"d, \"e\" f\"\n", "[a][b]/[c][d, \"e\" f]!/");
    add("stray quotes after a line break", "a,\"b\nc\"\nd,\"e\" f\n", "[a][b\nc]/[d][\"e\" f]!/");
    add("old line ends", "a,b\rc,\"d\re\"\rf,g", "[a][b]/[c][d\re]/[f][g]/");
    add("line ends of all kinds", "a\r\nb\rc\n\"d\"\r\"e\"\r\nf", "[a]/[b]/[c]/[d]/[e]/[f]/");
    add("blank lines", "\n\r\na\n\n\nb\n\n", "[a]/[b]/");
    add("quoted at the end", "a,\"b\"", "[a][b]/");
    add("quoted with carriage return at the end", "a,\"b\"\r", "[a][b]/");
    add("never closed", "a,b\n\"c,d\ne,f\n", "[a][b]/[\"c][d]?/[e][f]/");
    add("never closed, other rows", "a,b\n\"c,d\ne\nf\n", "[a][b]/…");
    add("never closed, another row", "a,b\n\"c\ne,f\n", "[a][b]/…");
    add("nothing", "", "");
}

void CsvTest::splitsRows()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, rows);
    QCOMPARE(rowsOf(text.toStdString()), rows.toStdString());
    // A part of the file gives no row that the whole file would not give.
    for (qsizetype length = 0; length < text.size(); ++length) {
        std::string part = rowsOf(text.left(length).toStdString(), CsvPart::More);
        part.resize(part.size() - (part.ends_with("…") ? std::string("…").size() : 0));
        QVERIFY2(rows.toStdString().starts_with(part), part.c_str());
    }
}

void CsvTest::findsDelimiters_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("delimiter");
    QTest::newRow("comma") << QByteArray("a,b\n1,2\n") << QByteArray(",");
    QTest::newRow("semicolon") << QByteArray("a;b\n1,5;2\n2,5;3\n") << QByteArray(";");
    QTest::newRow("tab") << QByteArray("a\tb\nx, y\tz\nx\ty, z\n") << QByteArray("\t");
    QTest::newRow("bar") << QByteArray("a|b\nx|y\n") << QByteArray("|");
    QTest::newRow("header alone") << QByteArray("id;role;text\n") << QByteArray(";");
    QTest::newRow("one column") << QByteArray("text\nhello\nyou; there\n") << QByteArray(",");
    QTest::newRow("more columns") << QByteArray("id;name, first;q\n1;A, B;x\n2;C, D;y\n") << QByteArray(";");
    QTest::newRow("a tab before commas") << QByteArray("a, b, c\td\nx, y, z\tw\n") << QByteArray("\t");
    QTest::newRow("quoted") << QByteArray("a,b\n\"1;2;3\",2\n\"4;5;6\",3\n") << QByteArray(",");
}

void CsvTest::findsDelimiters()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, delimiter);
    QCOMPARE(QByteArray(1, delimiterOf(text.toStdString(), CsvPart::Last, ',')), delimiter);
}

void CsvTest::readsRecords_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("lines");
    const auto add = [](const char* name, const char* text, const char* lines) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(lines);
    };
    add("texts", "id,text\na,hello\nb,\nc,\"\"\n",
        R"({"id":"a","text":"hello"}/{"id":"b","text":null}/{"id":"c","text":""}/)");
    add("numbers", "id,n\na,1\nb,-2.5e3\nc,\nd,nan\n",
        R"({"id":"a","n":1}/{"id":"b","n":-2.5e3}/{"id":"c","n":null}/{"id":"d","n":null}/)");
    add("numbers and a text", "id,n\na,1\nb,x\n", R"({"id":"a","n":"1"}/{"id":"b","n":"x"}/)");
    add("numbers that are names", "id,zip,card\na,007,12345678901234567\nb,12,1\n",
        R"({"id":"a","zip":"007","card":"12345678901234567"}/{"id":"b","zip":"12","card":"1"}/)");
    add("flags", "id,ok\na,True\nb,false\nc,\n",
        R"({"id":"a","ok":true}/{"id":"b","ok":false}/{"id":"c","ok":null}/)");
    add("JSON", "id,data\na,\"{\"\"k\"\": [1, null]}\"\nb,[]\nc,\n",
        R"({"id":"a","data":{"k": [1, null]}}/{"id":"b","data":[]}/{"id":"c","data":null}/)");
    add("JSON and a text", "id,data\na,[1]\nb,[broken\n",
        R"({"id":"a","data":"[1]"}/{"id":"b","data":"[broken"}/)");
    add("texts that look like JSON", "id,text\na,hello\nb,[1]\nc,5\n",
        R"({"id":"a","text":"hello"}/{"id":"b","text":"[1]"}/{"id":"c","text":"5"}/)");
    add("line breaks", "id,text\na,\"one\r\ntwo \\ \"\"three\"\"\"\n",
        R"({"id":"a","text":"one\r\ntwo \\ \"three\""}/)");
    add("names of columns", " id ,,id,\"a\"\"b\"\n1x,2x,3x,4x\n",
        R"({"id":"1x","column_2":"2x","id_2":"3x","a\"b":"4x"}/)");
    add("byte order mark", "\xEF\xBB\xBFid,text\na,b\n", R"({"id":"a","text":"b"}/)");
    add("other numbers of cells", "id,text\na\nb,c,d\n",
        R"({"id":"a","text":null}/{"id":"b","text":"c","column_3":"d"}/)");
}

void CsvTest::readsRecords()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, lines);
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("table.csv", text.toStdString())});
    std::string found;
    for (const std::string& line : linesOf(*snapshot))
        found += line + "/";
    QCOMPARE(QByteArray::fromStdString(found), lines);
}

void CsvTest::readsConversations()
{
    const TempFolder folder;
    folder.write("a.csv", "prompt,response,score\n\"Why,\nthough?\",Because.,4\nHow?,So.,5\n");
    folder.write("b.tsv", "id\tmessages\nx\t[{\"role\": \"user\", \"content\": \"Where?\"}]\n");
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(snapshot->messages.count, std::uint32_t{5});
    QCOMPARE(test::idsFound(*snapshot, "text.user:though").size(), std::size_t{1});
    QCOMPARE(test::idsFound(*snapshot, "score:>4").size(), std::size_t{1});
    QCOMPARE(test::idsFound(*snapshot, "where").size(), std::size_t{1});
    QVERIFY(rowProblemsOf(*snapshot).empty());
}

void CsvTest::readsOtherEncodings()
{
    const TempFolder folder;
    const std::string text = "id,text\na,b\n";
    for (const bool isLittle : {true, false}) {
        std::string wide;
        for (const char c : text)
            wide += isLittle ? std::string{c, '\0'} : std::string{'\0', c};
        // With its mark and without.
        for (const std::string& mark : {std::string(isLittle ? "\xFF\xFE" : "\xFE\xFF"), std::string()}) {
            const auto snapshot = test::load({folder.write("wide.csv", mark + wide)});
            QCOMPARE(linesOf(*snapshot), std::vector<std::string>{R"({"id":"a","text":"b"})"});
        }
    }
}

void CsvTest::readsPackedFiles()
{
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("t.csv.gz", test::gzipOf("id,text\na,b\n"))});
    QCOMPARE(linesOf(*snapshot), std::vector<std::string>{R"({"id":"a","text":"b"})"});
}

void CsvTest::readsLargeFilesInGroups()
{
    const TempFolder folder;
    std::string text = "id,text,n\n";
    std::vector<std::string> expected;
    for (int i = 0; i < 40'000; ++i) {
        const std::string id = std::to_string(i);
        text += "r" + id + ",\"line " + id + "\n" + std::string(120, 'x') + "\"," + id + "\n";
        expected.push_back(R"({"id":"r)" + id + R"(","text":"line )" + id + "\\n" + std::string(120, 'x') +
                           R"(","n":)" + id + "}");
    }
    // The first rows say what a column is; a cell that is something else is a text.
    text += "last,x,none\n";
    const auto path = folder.write("large.csv", text);
    const auto source = FileSource::open(path, FileId{0});
    const auto file = CsvFile::openCommas(source.value());
    QVERIFY(file.ok());
    QCOMPARE(file.value()->rows(), std::uint64_t{40'001});
    QVERIFY(file.value()->groups().size() > 3);
    const auto snapshot = test::load({path});
    QCOMPARE(snapshot->recordCount(), 40'001U);
    QCOMPARE(std::string(readRecord(*snapshot, Row{40'000}).value()->bytes.view()),
             std::string(R"({"id":"last","text":"x","n":"none"})"));
    for (const std::uint32_t row : {39'999U, 0U, 20'000U, 20'001U, 7'000U})
        QCOMPARE(std::string(readRecord(*snapshot, Row{row}).value()->bytes.view()), expected[row]);
    QCOMPARE(test::idsFound(*snapshot, "n:>39990").size(), std::size_t{9});
}

void CsvTest::usesTheIndexNextTime()
{
    const TempFolder folder;
    const TempFolder cache;
    folder.write("a.tsv", "id\ttext\na\tb, c\nd\te\n");
    LoadOptions options;
    options.cacheFolder = cache.path();
    const auto first = loadDataset({folder.path()}, options, Job());
    const auto second = loadDataset({folder.path()}, options, Job());
    QCOMPARE(test::tableLines(*second), test::tableLines(*first));
    QCOMPARE(linesOf(*second),
             (std::vector<std::string>{R"({"id":"a","text":"b, c"})", R"({"id":"d","text":"e"})"}));
    folder.write("a.tsv", "id\ttext\na\tb, c\nd\te\nf\tg\n");
    QCOMPARE(loadDataset({folder.path()}, options, Job())->recordCount(), 3U);
}

void CsvTest::placesProblems()
{
    const TempFolder folder;
    const auto snapshot =
        test::load({folder.write("t.csv", "id,text\na,b\nc\nd,\"e \"f\" g\"\nh,i,j\nk,l\n")});
    QCOMPARE(rowProblemsOf(*snapshot),
             (std::vector<std::string>{"2 cells-uneven: the row has 1 cells, but the first row has 2",
                                       "3 cells-uneven: a quotation mark in a cell is not doubled",
                                       "4 cells-uneven: the row has 3 cells, but the first row has 2"}));
    QCOMPARE(test::idsFound(*snapshot, "problems:1").size(), std::size_t{3});
}

void CsvTest::readsWhatIsBeforeAnOpenQuote()
{
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("t.csv", "id,text\na,b\nc,\"d\ne\nf\n")});
    QCOMPARE(linesOf(*snapshot), std::vector<std::string>{R"({"id":"a","text":"b"})"});
    QCOMPARE(rowProblemsOf(*snapshot),
             std::vector<std::string>{
                 "2 columns-damaged: row 2 has an unclosed quotation mark or is too long; this row and those "
                 "after it are not read"});
}

void CsvTest::cutFilesGiveWholeRows()
{
    const TempFolder folder;
    const std::string text = "id,text\nr1,\"a \"\"b\"\"\nc\"\nr2,\"d,e\"\nr3,f\nr4,\"g\"\n";
    const auto whole = linesOf(*test::load({folder.write("whole.csv", text)}));
    QCOMPARE(whole.size(), std::size_t{4});
    for (std::size_t length = 12; length < text.size(); ++length) {
        const auto lines = linesOf(*test::load({folder.write("cut.csv", text.substr(0, length))}));
        QVERIFY(lines.size() <= whole.size());
        // The last one may be cut, which cannot be seen.
        for (std::size_t i = 0; i + 1 < lines.size(); ++i)
            QCOMPARE(lines[i], whole[i]);
    }
}

void CsvTest::leavesOtherFilesAlone()
{
    const TempFolder folder;
    folder.write("json.csv", R"({"id": "j", "messages": [{"role": "user", "content": "Hi"}]})");
    folder.write("page.csv", "<!DOCTYPE html><html><body>404</body></html>");
    folder.write("pointer.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:" +
                                    std::string(64, 'a') + "\nsize 12\n");
    folder.write("empty.csv", "");
    folder.write("header.csv", "a,b\n");
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 1U);
    for (std::size_t i = 0; i < snapshot->files.size(); ++i)
        QCOMPARE(snapshot->files[i].skipReason.empty(), snapshot->files[i].shownPath.ends_with("json.csv"));
}

void CsvTest::readsFilesThatWereJoined()
{
    const auto joined = test::load({test::sourceFolder() / "tests/data/cases/58-bom-inside/joined.csv"});
    QCOMPARE(joined->recordCount(), 2U);
    QCOMPARE(test::idsFound(*joined, "id:2").size(), std::size_t{1});
    const TempFolder folder;
    const std::string mark = "\xEF\xBB\xBF";
    const std::string part = "id,text\n1,a\n2,b\n";
    QCOMPARE(linesOf(*test::load({folder.write("t.csv", part + mark + part + part)})),
             (std::vector<std::string>{R"({"id":1,"text":"a"})", R"({"id":2,"text":"b"})",
                                       R"({"id":1,"text":"a"})", R"({"id":2,"text":"b"})",
                                       R"({"id":1,"text":"a"})", R"({"id":2,"text":"b"})"}));
    // One name alone may be a value.
    QCOMPARE(test::load({folder.write("one.csv", "text\na\ntext\n")})->recordCount(), 2U);
}

void CsvTest::comparesAFileWithOtherTimesOnce()
{
    const TempFolder folder;
    const std::string text = "id,question,answer\na,How are you?,Fine.\nb,And you?,Fine.\n";
    const auto path = folder.write("t.csv", text);
    const auto snapshot = test::load({path});
    // The same contents at another time.
    folder.write("t.csv", text);
    const BlockSums& sums = *snapshot->files[0].stamp.sums;
    QVERIFY(readRecord(*snapshot, Row{0}));
    const auto source = FileSource::open(path.native(), FileId{0});
    QVERIFY(source);
    const FileIdentity identity = source.value().identity();
    QTRY_VERIFY(isSettled(identity));
    QVERIFY(!sums.isConfirmed(snapshot->files[0].stamp.identity));
    QVERIFY(readRecord(*snapshot, Row{1}));
    QVERIFY(sums.isConfirmed(identity));
    // Other contents have another identity.
    folder.write("t.csv", "id,question,answer\na,How are you?,Good.\nb,And you?,Fine.\n");
    QVERIFY(!readRecord(*snapshot, Row{1}));
}

DUOLOGUE_TEST(CsvTest)
#include "csv_test.moc"
