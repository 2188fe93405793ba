// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/blocks.h"
#include "core/load/record_reader.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

/// Some fields of a record except its position: equal for equal records, whichever way they are read.
std::string shownLine(const Snapshot& snapshot, Row row)
{
    std::string line = snapshot.record(row).state == RecordState::Broken ? "broken" : "read";
    for (const char* field : {"turns", "length", "rating.diversity", "intent", "problems", "format"})
        line += " | " + fieldText(snapshot, row, field);
    return line;
}

std::vector<std::string> shownLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        lines.push_back(shownLine(snapshot, row));
    return lines;
}

struct ManyRecords {
    std::vector<std::string> texts;
    std::size_t bytes = 0;
};

/// Records of very different lengths, some of them broken, with brackets and quotes in their texts.
ManyRecords manyRecords(std::uint32_t seed, std::size_t bytes)
{
    Random random(seed);
    ManyRecords records;
    while (records.bytes < bytes) {
        std::string text = "quote \" bracket }]{[ backslash \\ 旅行 ";
        const std::size_t length = random.oneIn(50) ? 200'000 : 20 + random.below(4000);
        while (text.size() < length)
            text += random.oneIn(9) ? "\\\"}],{" : "plain words, 计划 ";
        AgentRecord record = AgentRecord::ofTurns(1 + static_cast<int>(random.below(3)), text);
        record.id = "r" + std::to_string(records.texts.size());
        record.ratings["Diversity"] = random.below(3);
        std::string json = record.json();
        if (random.oneIn(40))
            json[json.find(':')] = '!';
        records.bytes += json.size();
        records.texts.push_back(std::move(json));
    }
    return records;
}

std::string lines(const std::vector<std::string>& texts, std::string_view lineBreak = "\n")
{
    std::string all;
    for (const std::string& text : texts)
        all.append(text).append(lineBreak);
    return all;
}

std::string list(const std::vector<std::string>& texts)
{
    std::string all = "[\n  ";
    for (const std::string& text : texts)
        all.append(all.size() > 5 ? ",\n  " : "").append(text);
    return all + "\n]\n";
}

} // namespace

class LargeFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsSameRecordsAsSmallFiles_data();
    void readsSameRecordsAsSmallFiles();
    void lineBreaksAtBlockBorders();
    void linesLongerThanABlock();
    void readsLongRecords();
    void recordWithManyKeys();
    void manyKeysLeaveTheGroup();
    void truncatedFiles();
    void oneLargeObject();
    void skipsLargeFilesWithoutRecords();
    void readsAfterBrokenBeginning();
    void readsEachRecordAgain();
};

void LargeFileTest::readsSameRecordsAsSmallFiles_data()
{
    QTest::addColumn<int>("form");
    QTest::newRow("lines") << 0;
    QTest::newRow("CRLF lines with byte order mark") << 1;
    QTest::newRow("list") << 2;
    QTest::newRow("list with byte order mark") << 3;
    QTest::newRow("objects over two lines") << 4;
}

void LargeFileTest::readsSameRecordsAsSmallFiles()
{
    QFETCH(const int, form);
    ManyRecords records = manyRecords(static_cast<std::uint32_t>(form), std::size_t{13} << 20U);
    const auto text = [form](std::vector<std::string> texts) {
        const std::string mark = form == 1 || form == 3 ? "\xEF\xBB\xBF" : "";
        if (form == 4) {
            for (std::string& each : texts)
                each.insert(1, "\n");
            return lines(texts);
        }
        return mark + (form < 2 ? lines(texts, form == 0 ? "\n" : "\r\n") : list(texts));
    };
    const TempFolder folder;
    const auto large = load({folder.write("large.json", text(records.texts))}, 3);
    QVERIFY(large->files[0].size > 3 * kBlock);
    QCOMPARE(large->recordCount(), static_cast<std::uint32_t>(records.texts.size()));
    for (Row row{0}; row < large->endRow(); ++row)
        QCOMPARE(fieldText(*large, row, "record"), std::to_string(indexOf(row) + 1));
    // The same records, split into small files.
    std::vector<std::string> expected;
    std::vector<std::string> some;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < records.texts.size(); ++i) {
        some.push_back(records.texts[i]);
        bytes += some.back().size();
        if (bytes < std::size_t{3} << 20U && i + 1 < records.texts.size())
            continue;
        const auto small = load({folder.write("small.json", text(some))});
        QVERIFY(small->files[0].size <= kLargeFile);
        const auto shown = shownLines(*small);
        expected.insert(expected.end(), shown.begin(), shown.end());
        some.clear();
        bytes = 0;
    }
    QCOMPARE(shownLines(*large), expected);
}

void LargeFileTest::lineBreaksAtBlockBorders()
{
    static_assert(kLargeFile % kLineBlock == 0 && kLargeFile % kSearchBlock == 0);
    const TempFolder folder;
    const std::string last = AgentRecord::ofTurns(3).json();
    for (int shift = -3; shift <= 3; ++shift) {
        // A first line that ends `shift` bytes from a block boundary, then short lines.
        AgentRecord filler = AgentRecord::ofTurns(1, "");
        const std::size_t without = filler.json().size();
        filler.messages[0].content =
            std::string(static_cast<std::size_t>(static_cast<int>(kLargeFile) + shift) - without, 'x');
        for (const char* lineBreak : {"\n", "\n\n", "\r\n"}) {
            std::string text = filler.json();
            for (int i = 0; i < 5; ++i)
                text += lineBreak + last;
            const auto snapshot = load({folder.write("file.jsonl", text)});
            QCOMPARE(snapshot->recordCount(), 6U);
            for (Row row{1}; row < Row{6}; ++row) {
                QCOMPARE(fieldText(*snapshot, row, "turns"), std::string("3"));
                QCOMPARE(snapshot->record(row).length, static_cast<std::uint32_t>(last.size()));
                QCOMPARE(fieldText(*snapshot, row, "record"), std::to_string(indexOf(row) + 1));
            }
        }
    }
}

void LargeFileTest::linesLongerThanABlock()
{
    const TempFolder folder;
    const std::string shortOne = AgentRecord::ofTurns(2).json();
    const std::string longOne = AgentRecord::ofTurns(1, std::string(3 * kBlock + 12345, 'x')).json();
    for (const auto& texts : {std::vector{shortOne, longOne, shortOne, shortOne},
                              std::vector{longOne, longOne}, std::vector{longOne, shortOne}}) {
        std::string expected;
        for (const std::string& text : texts)
            expected += text.size() > kBlock ? "1 " : "2 ";
        for (const std::string& text : {lines(texts), list(texts)}) {
            const auto snapshot = load({folder.write("file.json", text)});
            std::string turns;
            for (Row row{0}; row < snapshot->endRow(); ++row)
                turns += fieldText(*snapshot, row, "turns") + " ";
            QCOMPARE(turns, expected);
            QCOMPARE(snapshot->problems.size(), std::size_t{0});
        }
    }
}

void LargeFileTest::readsLongRecords()
{
    // Longer than records that are kept in memory while they wait for a worker.
    std::vector<std::string> texts;
    for (int i = 0; i < 5; ++i) {
        const std::size_t length = i != 2 && i != 4 ? 100 : LongRecords::kLong + (std::size_t{1} << 20U);
        AgentRecord record = AgentRecord::ofTurns(1 + i, std::string(length / (1 + i), 'x'));
        record.ratings["Diversity"] = i;
        texts.push_back(record.json());
    }
    const TempFolder folder;
    const auto asLines = shownLines(*load({folder.write("lines.jsonl", lines(texts))}, 4));
    QCOMPARE(asLines.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        QVERIFY(asLines[i].starts_with("read | " + std::to_string(i + 1) + " | "));
    QCOMPARE(shownLines(*load({folder.write("list.json", list(texts))}, 4)), asLines);
    texts.back().pop_back();
    const auto cut = load({folder.write("cut.json", list(texts))}, 4);
    QCOMPARE(cut->recordCount(), static_cast<std::uint32_t>(texts.size()));
    QCOMPARE(shownLine(*cut, Row{2}), asLines[2]);
    QCOMPARE(cut->record(Row{4}).state, RecordState::Broken);
}

void LargeFileTest::recordWithManyKeys()
{
    std::string record = R"({"messages": [{"role": "user", "content": "q"}])";
    for (int i = 0; record.size() <= LongRecords::kLong; ++i)
        record += ", \"key" + std::to_string(i) + "\": " + std::to_string(i);
    record += "}";
    const TempFolder folder;
    const std::string few = R"({"messages": [{"role": "user", "content": "q"}], "key3": 30})";
    const auto snapshot = load({folder.write("a.jsonl", record + "\n" + few + "\n")}, 2);
    QCOMPARE(snapshot->recordCount(), 2U);
    // One more says which other keys a record has.
    QCOMPARE(snapshot->records.columns.size(), kMostColumns + 1);
    QCOMPARE(fieldText(*snapshot, Row{0}, "key999"), std::string("999"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "key1000"), std::string("<no field>"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "key3"), std::string("30"));
    QCOMPARE(problemLines(*snapshot), (std::vector<std::string>{"too-many-fields "}));
    // The table limits the columns, but reading the record gives all fields.
    const auto shown = readRecord(*snapshot, Row{0});
    QVERIFY(shown.ok());
    QVERIFY(shown.value()->conversation.fields.size() > 500'000);
}

/// A field of the path has a value in all records, however many keys they have.
void LargeFileTest::manyKeysLeaveTheGroup()
{
    std::string many = R"({"messages": [{"role": "user", "content": "q"}])";
    for (std::size_t i = 0; i < 2 * kMostColumns; ++i)
        many += ", \"key" + std::to_string(i) + "\": 1";
    const TempFolder folder;
    folder.write("tales/a.jsonl",
                 R"({"messages": [{"role": "user", "content": "q"}]})" + ("\n" + many) + "}\n");
    QCOMPARE(idsFound(*load({folder.path()}), "group:tales").size(), std::size_t{2});
}

void LargeFileTest::truncatedFiles()
{
    const TempFolder folder;
    ManyRecords records = manyRecords(7, std::size_t{5} << 20U);
    records.texts.push_back(AgentRecord::ofTurns(2).json());
    const auto whole = load({folder.write("whole.json", list(records.texts))});
    const auto expected = shownLines(*whole);
    const std::string text = list(records.texts);
    // Cut inside the last record, and between the last two.
    const std::size_t lastBegin = text.size() - records.texts.back().size() - 3;
    for (const std::size_t cut : {text.size() - 10, lastBegin + 1, lastBegin - 2, lastBegin - 3}) {
        const auto snapshot = load({folder.write("cut.json", text.substr(0, cut))});
        QVERIFY(snapshot->files[0].size > kLargeFile);
        const Row last = snapshot->endRow() - 1;
        const bool inside = cut > lastBegin;
        QCOMPARE(snapshot->recordCount(),
                 static_cast<std::uint32_t>(records.texts.size() - (inside ? 0 : 1)));
        QCOMPARE(snapshot->record(last).state == RecordState::Broken,
                 inside || expected[indexOf(last)].starts_with("broken"));
        for (Row row{0}; row < last; ++row)
            QCOMPARE(shownLine(*snapshot, row), expected[indexOf(row)]);
        QCOMPARE(snapshot->problems[snapshot->problems.size() - 1].code, ProblemCode::JsonTruncated);
    }
}

void LargeFileTest::oneLargeObject()
{
    const TempFolder folder;
    AgentRecord record = AgentRecord::ofTurns(3, std::string(2'000'000, 'y'));
    const auto indented = load({folder.write("indented.json", record.json(2))});
    QCOMPARE(indented->recordCount(), 1U);
    QCOMPARE(fieldText(*indented, Row{0}, "turns"), std::string("3"));
    QCOMPARE(fieldText(*indented, Row{0}, "id"), std::string("indented"));
    const auto line = load({folder.write("line.json", record.json())});
    QCOMPARE(line->recordCount(), 1U);
    QCOMPARE(fieldText(*line, Row{0}, "turns"), std::string("3"));
}

void LargeFileTest::skipsLargeFilesWithoutRecords()
{
    const TempFolder folder;
    std::string numbers = "[0";
    while (numbers.size() < kLargeFile + 100)
        numbers += ", 12345";
    const auto list = load({folder.write("numbers.json", numbers + "]")});
    QCOMPARE(list->recordCount(), 0U);
    QCOMPARE(inEnglish(list->files[0].skipReason), std::string("its records are not JSON objects"));
    const auto words = load({folder.write("words.json", std::string(kLargeFile + 10, 'w'))});
    QCOMPARE(words->recordCount(), 0U);
    QCOMPARE(problemLines(*words), (std::vector<std::string>{"json-syntax "}));
    QCOMPARE(inEnglish(words->files[0].skipReason), std::string("it does not start like JSON"));
}

void LargeFileTest::readsAfterBrokenBeginning()
{
    const TempFolder folder;
    // More broken lines than are examined to recognise the file, and more than its first megabyte holds.
    std::string text;
    for (int i = 0; text.size() < kLargeFile; ++i)
        text += "{broken " + std::string(1000, 'x') + std::to_string(i) + "}\n";
    const auto snapshot = load({folder.write("file.jsonl", text + AgentRecord::ofTurns(4).json() + "\n")});
    const Row last = snapshot->endRow() - 1;
    QCOMPARE(fieldText(*snapshot, last, "turns"), std::string("4"));
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{indexOf(last)});
    QVERIFY(readRecord(*snapshot, last).ok());
    QCOMPARE(readRecord(*snapshot, last).value()->conversation.turns(), 4U);
}

void LargeFileTest::readsEachRecordAgain()
{
    const TempFolder folder;
    const ManyRecords records = manyRecords(3, std::size_t{6} << 20U);
    for (const std::string& text : {lines(records.texts), list(records.texts)}) {
        const auto snapshot = load({folder.write("file.json", text)});
        for (Row row{0}; row < snapshot->endRow(); row += 7)
            QCOMPARE(readRecord(*snapshot, row).value()->bytes.view(),
                     std::string_view(records.texts[indexOf(row)]));
    }
}

DUOLOGUE_TEST(LargeFileTest)
#include "large_file_test.moc"
