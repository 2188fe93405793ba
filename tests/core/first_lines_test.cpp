// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/blocks.h"
#include "core/load/problem_place.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

/// "line: what" of each problem.
Lines placedProblems(const Snapshot& snapshot)
{
    Lines lines;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const auto place = placeOf(snapshot, snapshot.problems[i]);
        lines.push_back((place ? std::to_string(place->line) : "?") + ": " +
                        inEnglish(snapshot.problems[i].detail));
    }
    return lines;
}

std::string recordLines(int count)
{
    std::string lines;
    for (int i = 1; i <= count; ++i)
        lines += AgentRecord::ofTurns(i % 9 + 1).json() + "\n";
    return lines;
}

} // namespace

/// Files of lines whose first line is no record.
class FirstLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneOtherLine_data();
    void oneOtherLine();
    void severalOtherLines();
    void largeFiles();
    void textsOnLines();
    void brokenAmongTexts();
    void pythonLines();

private:
    SnapshotPtr loaded(const std::string& bytes, const char* name = "file.jsonl")
    {
        return load({m_folder.write(name, bytes)});
    }

    TempFolder m_folder;
};

void FirstLinesTest::oneOtherLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("remark") << QByteArray("# written in May");
    QTest::newRow("log") << QByteArray("2025-05-01 12:00:00 INFO begin");
    QTest::newRow("log in brackets") << QByteArray("[12:00:00] begin");
    QTest::newRow("event") << QByteArray("data: {\"begin\": 1}");
    QTest::newRow("number") << QByteArray("17");
    QTest::newRow("word of JSON") << QByteArray("null");
    QTest::newRow("text") << QByteArray("\"heading\"");
    QTest::newRow("names of columns") << QByteArray("[\"id\", \"history\"]");
    QTest::newRow("other script") << QByteArray("数据");
}

/// It is one broken record, as it is among the others.
void FirstLinesTest::oneOtherLine()
{
    QFETCH(const QByteArray, line);
    const std::string other = line.toStdString() + "\n";
    const auto first = loaded(other + recordLines(3));
    const auto middle = loaded(recordLines(1) + other + recordLines(2), "middle.jsonl");
    for (const auto& snapshot : {first, middle}) {
        QCOMPARE(snapshot->recordCount(), 4U);
        QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{1});
        const auto place = placeOf(*snapshot, snapshot->problems[0]);
        QCOMPARE(place.value().line, std::uint64_t{snapshot == first ? 1U : 2U});
    }
    QCOMPARE(first->record(Row{0}).state, RecordState::Broken);
    QCOMPARE(fieldText(*first, Row{3}, "turns"), std::string("4"));
    QCOMPARE(inEnglish(first->problems[0].detail), inEnglish(middle->problems[0].detail));
}

void FirstLinesTest::severalOtherLines()
{
    const auto snapshot = loaded("# one\n\n# two\n# three\n" + recordLines(3));
    QCOMPARE(snapshot->recordCount(), 6U);
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{3});
}

void FirstLinesTest::largeFiles()
{
    const int count = static_cast<int>(2 * kLargeFile / recordLines(9).size() * 9);
    const auto snapshot = loaded("# own data\n" + recordLines(count));
    QCOMPARE(snapshot->recordCount(), static_cast<std::uint32_t>(count + 1));
    QCOMPARE(placedProblems(*snapshot), (Lines{"1: expected a value"}));
}

void FirstLinesTest::textsOnLines()
{
    for (const char* text : {"\"How?\"\n\"So.\"\n\"你好\"\n", "1\n2\n", "true\n\nfalse"}) {
        const auto snapshot = loaded(text);
        QCOMPARE(snapshot->recordCount(), 0U);
        QCOMPARE(snapshot->problems.size(), std::size_t{0});
        QCOMPARE(inEnglish(snapshot->files[0].skipReason), std::string("its records are not JSON objects"));
    }
}

void FirstLinesTest::brokenAmongTexts()
{
    std::string text;
    for (int i = 0; i < 20; ++i)
        text += "\"text\"\n";
    const auto snapshot = loaded(text + "\"open\n" + text);
    QCOMPARE(placedProblems(*snapshot),
             (Lines{"21: the text that starts here has no closing quotation mark"}));
}

void FirstLinesTest::pythonLines()
{
    const auto snapshot = loaded("{'messages': [{'role': 'user', 'content': 'it\\'s'}], 'ok': True}\n"
                                 "{\"messages\": [{\"role\": \"user\", \"content\": None}]}\n"
                                 "{role: 'user'}\n");
    QCOMPARE(
        placedProblems(*snapshot),
        (Lines{"1: text in single quotes is Python syntax, not JSON (read the data with ast.literal_eval "
               "and write them with json.dumps)",
               "2: None is Python syntax for null (read the data with ast.literal_eval and write them "
               "with json.dumps)",
               "3: expected a key in double quotes"}));
}

DUOLOGUE_TEST(FirstLinesTest)
#include "first_lines_test.moc"
