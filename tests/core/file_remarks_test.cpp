// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/blocks.h"
#include "core/load/problem_place.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

std::string record(std::size_t length = 20)
{
    return AgentRecord::ofTurns(1, std::string(length, 'x')).json();
}

/// The same record with a comma after its last member.
std::string recordWithComma()
{
    std::string text = record();
    text.insert(text.size() - 1, ",");
    return text;
}

} // namespace

/// Each file gets one note about deviations from strict JSON, which points to the first deviation.
class FileRemarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void notePointsToFirstDeviation_data();
    void notePointsToFirstDeviation();
};

void FileRemarksTest::notePointsToFirstDeviation_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const char* what, const char* name, const std::string& before,
                        const std::string& behind, int line, std::size_t column) {
        const QByteArray ending = QByteArray::fromStdString(behind);
        QTest::newRow(what) << QByteArray::fromStdString(before) + ending << QByteArray(name) << line
                            << static_cast<int>(column);
        // The same text at the end of a large file, which is read in blocks.
        const bool isList = before.starts_with("[");
        std::string large = isList ? "[" : "";
        int lines = 0;
        while (large.size() <= kLargeFile + (std::size_t{1} << 20U)) {
            large += record(std::size_t{1} << 18U) + (isList ? ",\n" : "\n");
            ++lines;
        }
        large += isList ? before.substr(1) : before;
        QTest::newRow((std::string(what) + ", large").c_str())
            << QByteArray::fromStdString(large) + ending << QByteArray(name) << line + lines
            << static_cast<int>(column - (isList && line == 1 ? 1 : 0));
    };
    const std::string good = record() + "\n";
    const std::size_t end = record().size();
    row("comma in a record", "a.jsonl", good + good, recordWithComma() + "\n" + good, 3, end);
    row("comment line", "a.jsonl", good, "// said twice\n" + good + "// again\n", 2, 1);
    row("comment in a record", "a.jsonl", good, "{/* here */" + record().substr(1) + "\n", 2, 2);
    row("blank line", "a.jsonl", good + good, "\n" + good, 3, 1);
    row("CRLF line end", "a.jsonl", good, record() + "\r\n" + good, 2, end + 1);
    row("trailing comma in the list", "a.json", "[" + record() + ",\n" + record() + ",\n",
        record() + ",\n]\n", 3, end + 1);
    row("two commas", "a.json", "[" + record() + ",\n", record() + ",,\n" + record() + "]", 2, end + 2);
    row("missing comma", "a.json", "[" + record() + ",\n", record() + "\n " + record() + "]", 3, 2);
    row("comment in a list", "a.json", "[" + record() + ",\n", "  // here\n" + record() + "]", 2, 3);
    row("first of two deviations", "a.jsonl", good + recordWithComma() + "\n", "// later\n" + good, 2, end);
    QTest::newRow("comment before an object")
        << QByteArray::fromStdString("\n // said first\n" + record()) << QByteArray("a.json") << 2 << 2;
    QTest::newRow("objects over several lines")
        << QByteArray::fromStdString("{\n" + record().substr(1) + "\n{\n" + record().substr(1) + "\n")
        << QByteArray("a.json") << 3 << 1;
}

void FileRemarksTest::notePointsToFirstDeviation()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, name);
    QFETCH(const int, line);
    QFETCH(const int, column);
    const TempFolder folder;
    const auto snapshot = load({folder.write(name.constData(), text.toStdString())});
    QCOMPARE(problemLines(*snapshot), std::vector<std::string>{"not-strict-json "});
    const auto place = placeOf(*snapshot, snapshot->problems[0]);
    QVERIFY(place);
    QCOMPARE(place->line, static_cast<std::uint64_t>(line));
    QCOMPARE(place->column, static_cast<std::uint64_t>(column));
}

DUOLOGUE_TEST(FileRemarksTest)
#include "file_remarks_test.moc"
