// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_run.h"
#include "core/query/query_parser.h"
#include "core/util/numbers.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

/// Ids and other whole numbers that a double does not hold, and ids that are numbers.
class WholeNumbersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areComparedAtAnyLength();
    void rangesAndValuesAreExact_data();
    void rangesAndValuesAreExact();
    void queriesKeepTheirDigits();
    void theFirstRoundedNumberKeepsItsDigits();
    void anIdOfAnotherSpellingIsOne();
    void listsKeepNumbersAndGaps();
};

void WholeNumbersTest::areComparedAtAnyLength()
{
    for (const char* text : {"0", "-12", "+7", "123456789012345678901234567890"})
        QVERIFY2(isWholeNumber(text), text);
    for (const char* text : {"", "-", "1.0", "1e5", " 1", "0x1"})
        QVERIFY2(!isWholeNumber(text), text);
    // Each is less than the next.
    const std::vector<std::string> inOrder{
        "-123456789012345678901", "-9007199254740993",   "-9007199254740992",   "-1", "0", "7",
        "1234567890123456791",    "1234567890123456792", "12345678901234567890"};
    for (std::size_t i = 0; i < inOrder.size(); ++i) {
        for (std::size_t j = 0; j < inOrder.size(); ++j) {
            const int order = compareDecimals(inOrder[i], inOrder[j]);
            QCOMPARE(order < 0, i < j);
            QCOMPARE(order > 0, i > j);
        }
    }
    QCOMPARE(compareDecimals("007", "+7"), 0);
    QCOMPARE(compareDecimals("-0", "0"), 0);
}

void WholeNumbersTest::rangesAndValuesAreExact_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* query, const char* expected) {
        QTest::newRow(query) << QString::fromLatin1(query) << QString::fromLatin1(expected);
    };
    add("n:>1234567890123456791", "2 3 4");
    add("n:>=1234567890123456791", "1 2 3 4");
    add("n:<1234567890123456791", "0 5 6");
    add("n:1234567890123456790..1234567890123456791", "0 1");
    add("n:1234567890123456792", "2");
    add("n:-1234567890123456790", "5");
    add("n:<=-1234567890123456790", "5");
    add("n:5..1234567890123456790", "0 6");
    add("n:>1e18", "0 1 2 3 4");
    add("-n:>1234567890123456792", "0 1 2 5 6");
}

void WholeNumbersTest::rangesAndValuesAreExact()
{
    QFETCH(const QString, query);
    QFETCH(const QString, expected);
    std::string text;
    int id = 0;
    for (const char* number : {"1234567890123456790", "1234567890123456791", "1234567890123456792",
                               "1234567890123456793", "12345678901234567890", "-1234567890123456790", "7"})
        text += R"({"id": ")" + std::to_string(id++) + R"(", "n": )" + number +
                R"(, "messages": [{"role": "user", "content": "Hi"}]})" + "\n";
    const TempFolder folder;
    const auto snapshot = load({folder.write("data.jsonl", text)});
    QString found;
    for (const std::string& each : idsFound(*snapshot, query.toStdString()))
        found += (found.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(each);
    QCOMPARE(found, expected);
}

void WholeNumbersTest::queriesKeepTheirDigits()
{
    for (const char* text :
         {"n:>1234567890123456791", "n:9007199254740993..9007199254740995", "n:<=-9007199254740993"}) {
        const auto parsed = parseQuery(text);
        QVERIFY2(parsed.ok(), text);
        QCOMPARE(toText(parsed.value()), std::string(text));
    }
    QVERIFY(!parseQuery("n:9007199254740995..9007199254740993").ok());
}

void WholeNumbersTest::theFirstRoundedNumberKeepsItsDigits()
{
    for (const char* number :
         {"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993"}) {
        const TempFolder folder;
        const auto snapshot = load(
            {folder.write("data.jsonl", std::string(R"({"id": "a", "n": )") + number +
                                            R"(, "messages": [{"role": "user", "content": "Hi"}]})" + "\n")});
        QCOMPARE(fieldText(*snapshot, Row{0}, "n"), std::string(number));
    }
}

void WholeNumbersTest::anIdOfAnotherSpellingIsOne()
{
    for (const char* name : {"Id", "ID", "iD"}) {
        const TempFolder folder;
        std::string text;
        for (int i = 1; i <= 3; ++i)
            text += std::string("{\"") + name + "\": " + std::to_string(i) +
                    R"(, "messages": [{"role": "user", "content": "Hi"}]})" + "\n";
        const auto snapshot = load({folder.write("data.jsonl", text)});
        QCOMPARE(fieldText(*snapshot, Row{1}, "id"), std::string("2"));
        QCOMPARE(fieldText(*snapshot, Row{2}, name), std::string("3"));
        QCOMPARE(idsFound(*snapshot, std::string(name) + ":2"), (std::vector<std::string>{"2"}));
    }
}

/// Numbers stay numbers, and each value keeps its place.
void WholeNumbersTest::listsKeepNumbersAndGaps()
{
    const TempFolder folder;
    const auto snapshot = load(
        {folder.write("a.jsonl", R"({"whole": [1, 2, 2], "gaps": ["p", null, "p"], "flags": [true, false],)"
                                 R"( "messages": [{"role": "user", "content": "Hi"}]})")});
    const auto path = folder.path() / "out.jsonl";
    exportToFile({*snapshot, *findExporter("jsonl"), {}, {Row{0}}, 1}, path, ExistingFile::Refuse, Job());
    const std::string written = fileBytes(path);
    QVERIFY2(written.find(R"("whole":[1,2,2],"gaps":["p",null,"p"],"flags":[true,false])") !=
                 std::string::npos,
             written.c_str());
}

DUOLOGUE_TEST(WholeNumbersTest)
#include "whole_numbers_test.moc"
