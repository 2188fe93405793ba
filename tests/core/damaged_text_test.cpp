// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/blocks.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <functional>

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

/// Long enough that a large file has only a few thousand of them.
std::string numberedRecord(int number)
{
    return R"({"id": "r)" + std::to_string(number) + R"(", "note": ")" + std::string(1500, '-') +
           R"(", "messages": [{"role": "user", "content": "杭州"}, {"role": "assistant", "content": "bye"}]})";
}

/// The number of records for a file that is read in blocks (`large`) or in one piece.
int countFor(bool large)
{
    return large ? static_cast<int>(2 * kLargeFile / numberedRecord(1000).size()) : 200;
}

/// The records [begin, end) as one JSON array.
std::string listOf(int begin, int end, const std::string& separator = ",")
{
    std::string list = "[";
    for (int i = begin; i < end; ++i)
        list += (i == begin ? "" : separator) + numberedRecord(i);
    return list + "]";
}

/// Applies `damage` to the middle one of `count` records in `text`.
std::string damaged(std::string text, int count, const std::function<void(std::string&)>& damage)
{
    std::string record = numberedRecord(count / 2);
    const std::size_t at = text.find(record);
    const std::size_t length = record.size();
    damage(record);
    return text.replace(at, length, record);
}

Lines problemsOf(const Snapshot& snapshot)
{
    Lines lines;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (problem.severity == Severity::Error)
            lines.push_back(std::string(codeName(problem.code)) + ": " + inEnglish(problem.detail));
    }
    return lines;
}

std::size_t brokenRows(const Snapshot& snapshot)
{
    std::size_t broken = 0;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        broken += snapshot.record(row).state == RecordState::Broken ? 1 : 0;
    return broken;
}

/// The ids of the first and last row, and the number of rows that have an id.
std::string idsOf(const Snapshot& snapshot)
{
    std::size_t count = 0;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        count += fieldText(snapshot, row, "id").starts_with("r") ? 1 : 0;
    return fieldText(snapshot, Row{0}, "id") + " to " + fieldText(snapshot, snapshot.endRow() - 1, "id") +
           ", " + std::to_string(count);
}

} // namespace

/// Damage in one place costs at most the record that contains it.
class DamagedTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damageBreaksOneRecord_data();
    void damageBreaksOneRecord();
    void readsSeveralLists_data();
    void readsSeveralLists();
    void readsListsOfMessagesAsConversations();
    void handlesTruncationInsideCharacter_data();
    void handlesTruncationInsideCharacter();
    void nestedRecordsAreNotRows();
    void reportsEachDamagedFile();

private:
    TempFolder m_folder;
};

void DamagedTextTest::damageBreaksOneRecord_data()
{
    QTest::addColumn<bool>("large");
    QTest::addColumn<QString>("put");
    for (const bool large : {false, true}) {
        const char* const size = large ? "large" : "small";
        QTest::addRow("unclosed object, %s", size) << large << R"({"a":[1)";
        QTest::addRow("stray quote, %s", size) << large << R"({"a":"x"y"})";
        QTest::addRow("no closing quote, %s", size) << large << R"({"id":"x,"messages":[]})";
        QTest::addRow("no closing quote at the end, %s", size) << large << R"({"id":"x})";
        QTest::addRow("half a record, %s", size) << large << R"({"id": "half", "messages": [{"role": "us)";
        QTest::addRow("a bare word, %s", size) << large << R"({"id": nothing})";
    }
}

void DamagedTextTest::damageBreaksOneRecord()
{
    QFETCH(const bool, large);
    QFETCH(const QString, put);
    const int count = countFor(large);
    for (const bool inOneLine : {true, false}) {
        const std::string text = damaged(listOf(0, count, inOneLine ? "," : ",\n"), count,
                                         [&](std::string& record) { record = put.toStdString(); });
        const auto snapshot = load({m_folder.write("list.json", text)});
        const std::string wanted = "r0 to r" + std::to_string(count - 1) + ", " + std::to_string(count - 1);
        QCOMPARE(idsOf(*snapshot), wanted);
        QCOMPARE(brokenRows(*snapshot), std::size_t{1});
        QCOMPARE(problemsOf(*snapshot).size(), std::size_t{1});
    }
}

void DamagedTextTest::readsSeveralLists_data()
{
    QTest::addColumn<bool>("large");
    QTest::addColumn<QString>("between");
    for (const bool large : {false, true}) {
        for (const char* between : {"\n", "", " \n\n"})
            QTest::addRow("%s, %d", large ? "large" : "small", static_cast<int>(qstrlen(between)))
                << large << QString::fromLatin1(between);
    }
}

void DamagedTextTest::readsSeveralLists()
{
    QFETCH(const bool, large);
    QFETCH(const QString, between);
    const int count = countFor(large);
    // In large files, the second choice makes the first list longer than the part read for recognising the
    // file.
    for (const int first : {10, count / 2}) {
        const std::string text = listOf(0, first) + between.toStdString() + listOf(first, count);
        const auto snapshot = load({m_folder.write("two.json", text)});
        QCOMPARE(idsOf(*snapshot), "r0 to r" + std::to_string(count - 1) + ", " + std::to_string(count));
        QCOMPARE(fieldText(*snapshot, static_cast<Row>(first), "record"), std::to_string(first + 1));
        QCOMPARE(problemsOf(*snapshot),
                 (Lines{"json-syntax: another list follows the end of the list; its records are read too"}));
    }
}

void DamagedTextTest::readsListsOfMessagesAsConversations()
{
    const std::string chat = R"([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}])";
    const auto snapshot = load({m_folder.write("chats.jsonl", chat + "\n" + chat + "\n")});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(fieldText(*snapshot, Row{1}, "messages"), std::string("2"));
    QCOMPARE(problemsOf(*snapshot), Lines());
}

void DamagedTextTest::handlesTruncationInsideCharacter_data()
{
    QTest::addColumn<bool>("large");
    QTest::addColumn<QString>("separator");
    for (const bool large : {false, true}) {
        const char* const size = large ? "large" : "small";
        QTest::addRow("list, %s", size) << large << ",";
        QTest::addRow("lines, %s", size) << large << "\n";
        QTest::addRow("one after another, %s", size) << large << " ";
    }
}

void DamagedTextTest::handlesTruncationInsideCharacter()
{
    QFETCH(const bool, large);
    QFETCH(const QString, separator);
    const int count = countFor(large);
    std::string text = listOf(0, count, separator.toStdString());
    if (separator != QLatin1String(","))
        text = text.substr(1, text.size() - 2);
    // Cuts off after the first byte of the second character of the last "杭州".
    text.resize(text.rfind("州") + 1);
    const auto snapshot = load({m_folder.write("cut.json", text)});
    QCOMPARE(idsOf(*snapshot).substr(0, 3), std::string("r0 "));
    QCOMPARE(snapshot->recordCount(), static_cast<std::uint32_t>(count));
    QCOMPARE(brokenRows(*snapshot), std::size_t{1});
    QCOMPARE(problemsOf(*snapshot).size(), std::size_t{1});

    // The same inside the file: the invalid byte is repaired, and all records are read.
    const std::string inside = damaged(listOf(0, count), count, [](std::string& record) {
        const std::size_t at = record.find("州");
        record.erase(at + 1, 2);
    });
    const auto repaired = load({m_folder.write("inside.json", inside)});
    QCOMPARE(repaired->recordCount(), static_cast<std::uint32_t>(count));
    QCOMPARE(idsOf(*repaired), "r0 to r" + std::to_string(count - 1) + ", " + std::to_string(count));
    QCOMPARE(repaired->record(static_cast<Row>(count / 2)).state, RecordState::Repaired);
}

void DamagedTextTest::nestedRecordsAreNotRows()
{
    // Valid records, some of them much longer than others.
    std::string list = "[";
    for (int i = 0; i < 50; ++i) {
        std::string inner;
        for (int k = 0; k < (i % 10 == 9 ? 100 : 1); ++k)
            inner += (k == 0 ? "" : ",") + numberedRecord(1000 + k);
        list += std::string(i == 0 ? "" : ",") + R"({"id": "r)" + std::to_string(i) +
                R"(", "messages": [{"role": "user", "content": "a"}], "like": [)" + inner + "]}";
    }
    const auto snapshot = load({m_folder.write("inner.json", list + "]")});
    QCOMPARE(snapshot->recordCount(), 50U);
    QCOMPARE(problemsOf(*snapshot), Lines());
}

void DamagedTextTest::reportsEachDamagedFile()
{
    const TempFolder folder;
    for (const char* name : {"a.json", "b.json", "c.json"})
        folder.write(name, "[]" + numberedRecord(1));
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(problemsOf(*snapshot), Lines(3, "json-syntax: unexpected text after the end of the list"));
}

DUOLOGUE_TEST(DamagedTextTest)
#include "damaged_text_test.moc"
