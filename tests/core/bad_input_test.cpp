// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

std::string record(int turns)
{
    return AgentRecord::ofTurns(turns).json();
}

/// The turn counts of all records; "broken" for a record that cannot be read.
std::string turnsOf(const Snapshot& snapshot)
{
    std::string all;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        all += (row == Row{0} ? "" : " ") + (snapshot.record(row).state == RecordState::Broken
                                                 ? "broken"
                                                 : fieldText(snapshot, row, "turns"));
    return all;
}

/// The ids of all records; "broken" for a record that cannot be read.
std::string idsOf(const Snapshot& snapshot)
{
    std::string all;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        all +=
            (row == Row{0} ? "" : " ") +
            (snapshot.record(row).state == RecordState::Broken ? "broken" : fieldText(snapshot, row, "id"));
    return all;
}

std::string chat(const std::string& id)
{
    return "{\"id\": \"" + id +
           R"(", "messages": [{"role": "user", "content": "One?"}, {"role": "assistant", "content": "Yes."}]})";
}

/// A record that ends in a text, as a process leaves it that dies while it writes.
std::string tornChat(const std::string& id)
{
    return R"({"id": ")" + id + R"(", "messages": [{"role": "user", "content": "Is the)";
}

} // namespace

/// Damaged files: which records are still read, and which problems are reported.
class BadInputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void truncatedArray();
    void reportsTruncationExactlyOnce();
    void brokenLine();
    void brokenFirstLines();
    void manyBrokenRecordsFirst();
    void byteOrderMark();
    void lineBreaksAndBlankLines();
    void emptyFile();
    void concatenatedValues();
    void elementsThatAreNotObjects();
    void emptyNames();
    void unclosedString();
    void extraBrackets();
    void skipsFilesWithoutObjects();
    void trailingGarbage();
    void deepNesting();
    void opensBrokenRecordsRaw();
    void exchangesWithoutTexts();
    void wholeRecordsInBrokenOnes();
    void wholeRecordsInBrokenLists();
    void brokenRecordsInFilesOfEverySize_data();
    void brokenRecordsInFilesOfEverySize();
    void marksOfJoinedFiles();
    void recordsInRecordsAreNoneOfTheirOwn();

private:
    SnapshotPtr loaded(std::string_view bytes, const char* name = "file.json")
    {
        return load({m_folder.write(name, bytes)});
    }

    TempFolder m_folder;
};

void BadInputTest::truncatedArray()
{
    const std::string whole = "[" + record(1) + ",\n" + record(2) + "]";
    const auto snapshot = loaded(whole.substr(0, whole.size() - 20));
    QCOMPARE(turnsOf(*snapshot), std::string("1 broken"));
    QCOMPARE(problemLines(*snapshot), (Lines{"json-truncated "}));
    // The problem points to the end of the file, or to the start of the unclosed string.
    QVERIFY(snapshot->problems[0].where.offset > record(1).size());
}

void BadInputTest::reportsTruncationExactlyOnce()
{
    // The file ends between two records, and the last record has a warning of its own.
    const std::string warned = R"({"history": [{"role": "narrator", "content": "x"}], "rating": {}})";
    for (const std::string& end : {std::string(), std::string(","), std::string(",\n ")}) {
        const auto snapshot = loaded("[" + record(1) + "," + warned + end);
        // Nobody is the user of the second one, so it has no turns.
        QCOMPARE(turnsOf(*snapshot), std::string("1 "));
        QCOMPARE(problemLines(*snapshot), (Lines{"unknown-role /history/0/role", "json-truncated "}));
    }
    // The broken record and the missing bracket are each reported once.
    const auto both = loaded("[" + record(1) + ",{\"a\" 1}," + record(2));
    QCOMPARE(turnsOf(*both), std::string("1 broken 2"));
    QCOMPARE(problemLines(*both), (Lines{"json-syntax ", "json-truncated "}));
    QCOMPARE(problemLines(*loaded("[")), (Lines{"json-truncated "}));
}

void BadInputTest::brokenLine()
{
    const std::string text = record(1) + "\n" + R"({"history": [}, "text": "not closed)" + "\n" + record(2) +
                             "\n" + record(3).substr(0, 40) + "\n" + record(4);
    const auto snapshot = loaded(text, "file.jsonl");
    QCOMPARE(turnsOf(*snapshot), std::string("1 broken 2 broken 4"));
    QCOMPARE(problemLines(*snapshot).size(), std::size_t{2});
    QCOMPARE(snapshot->problems[0].where.offset, record(1).size() + 1 + 13);
    QCOMPARE(fieldText(*snapshot, Row{4}, "record"), std::string("5"));
}

void BadInputTest::brokenFirstLines()
{
    for (const std::string& first : {std::string(R"({"history": [{"role": "user"})"),
                                     std::string(R"({"history": "x)"), std::string("{]")}) {
        const auto snapshot = loaded(first + "\n" + record(1) + "\n" + record(2) + "\n" + record(3) + "\n");
        QCOMPARE(turnsOf(*snapshot), std::string("broken 1 2 3"));
        QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{1});
    }
}

void BadInputTest::manyBrokenRecordsFirst()
{
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += "{broken " + std::to_string(i) + "}\n";
    const auto snapshot = loaded(text + record(3) + "\n" + record(2) + "\n", "file.jsonl");
    QCOMPARE(snapshot->recordCount(), 42U);
    QCOMPARE(fieldText(*snapshot, Row{40}, "turns"), std::string("3"));
    QCOMPARE(fieldText(*snapshot, Row{41}, "turns"), std::string("2"));
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{40});
    // Exactly the broken records have a problem.
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QCOMPARE(snapshot->record(row).state == RecordState::Broken, snapshot->record(row).problems > 0);
}

void BadInputTest::byteOrderMark()
{
    const std::string mark = "\xEF\xBB\xBF";
    for (const std::string& text : {record(2), "[" + record(2) + "]", record(2) + "\n" + record(2) + "\n",
                                    "\n " + AgentRecord::ofTurns(2).json(2)}) {
        const auto plain = loaded(text);
        const auto marked = loaded(mark + text);
        QCOMPARE(turnsOf(*marked), turnsOf(*plain));
        QCOMPARE(marked->problemCounts.errors(), std::uint64_t{0});
        for (Row row{0}; row < marked->endRow(); ++row)
            QCOMPARE(marked->record(row).offset, plain->record(row).offset + 3);
    }
}

void BadInputTest::lineBreaksAndBlankLines()
{
    const auto lines =
        loaded("\r\n" + record(1) + "\r\n\r\n  " + record(2) + " \r\n\n\n" + record(3), "file.jsonl");
    QCOMPARE(turnsOf(*lines), std::string("1 2 3"));
    QCOMPARE(lines->problemCounts.errors(), std::uint64_t{0});
    QCOMPARE(lines->record(Row{0}).length, static_cast<std::uint32_t>(record(1).size()));
    std::string indented = AgentRecord::ofTurns(2).json(2);
    for (std::size_t at = 0; (at = indented.find('\n', at)) != std::string::npos; at += 2)
        indented.insert(at, "\r");
    QCOMPARE(turnsOf(*loaded(indented)), std::string("2"));
}

void BadInputTest::emptyFile()
{
    for (const char* text : {"", "\n", "\xEF\xBB\xBF", "  \r\n "}) {
        const auto snapshot = loaded(text);
        QCOMPARE(snapshot->recordCount(), 0U);
        QCOMPARE(problemLines(*snapshot), (Lines{"json-truncated "}));
        QVERIFY(!snapshot->files[0].skipReason.empty());
    }
    const auto list = loaded("[]");
    QCOMPARE(list->problems.size(), std::size_t{0});
    QCOMPARE(inEnglish(list->files[0].skipReason), std::string("it contains no records"));
}

void BadInputTest::concatenatedValues()
{
    const auto snapshot = loaded(AgentRecord::ofTurns(1).json(2) + "\n" + AgentRecord::ofTurns(2).json(2) +
                                 "\n\n" + AgentRecord::ofTurns(3).json(2));
    QCOMPARE(turnsOf(*snapshot), std::string("1 2 3"));
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{0});
    // The second record is cut off.
    const std::string second = AgentRecord::ofTurns(2).json(2);
    const auto cut = loaded(AgentRecord::ofTurns(1).json(2) + "\n" + second.substr(0, second.size() / 2));
    QCOMPARE(turnsOf(*cut), std::string("1 broken"));
    QCOMPARE(problemLines(*cut), (Lines{"json-truncated ", "not-strict-json "}));
}

void BadInputTest::elementsThatAreNotObjects()
{
    const auto snapshot = loaded("[" + record(1) + ", 5, null, [], \"x\", " + record(2) + "]");
    QCOMPARE(snapshot->recordCount(), 6U);
    QCOMPARE(fieldText(*snapshot, Row{5}, "turns"), std::string("2"));
    // A list without objects, or with empty ones only, is not a dataset.
    QCOMPARE(inEnglish(loaded("[1, 2, 3]")->files[0].skipReason),
             std::string("its records are not JSON objects"));
    QCOMPARE(inEnglish(loaded("[{}, {}]")->files[0].skipReason),
             std::string("it contains no conversation, only an empty object"));
}

void BadInputTest::emptyNames()
{
    for (const char* text :
         {R"({"": ""})", R"({"": "", " ": ""})", R"([{"": {"": ""}}])", R"({"": [{"": ""}]})",
          R"({"messages": [{"role": "", "content": ""}, {"": ""}]})"}) {
        const TempFolder folder;
        folder.write("a.json", text);
        QCOMPARE(load({folder.path()})->recordsSeen(), std::uint64_t{1});
    }
}

void BadInputTest::unclosedString()
{
    std::string broken = record(2);
    broken.erase(broken.find("\","), 1);
    const auto snapshot =
        loaded("[\n" + record(1) + ",\n" + broken + ",\n" + record(3) + ",\n" + record(4) + "\n]");
    QCOMPARE(turnsOf(*snapshot), std::string("1 broken 3 4"));
    QCOMPARE(problemLines(*snapshot), (Lines{"json-syntax "}));
}

void BadInputTest::extraBrackets()
{
    const std::string one = record(1);
    const std::string two = record(2);
    const std::string three = record(3);
    for (const char* bracket : {"}", "]"}) {
        const auto snapshot = loaded("[" + one + ",\n" + two + bracket + ",\n" + three + "]");
        std::string turns = turnsOf(*snapshot);
        QCOMPARE(turns, std::string(*bracket == '}' ? "1 2 broken 3" : "1 2 3"));
        QCOMPARE(problemLines(*snapshot), (Lines{"json-syntax "}));
        // The problem points to the bracket, or to the byte after it, where the error shows.
        const std::size_t place = one.size() + two.size() + 3;
        QVERIFY(snapshot->problems[0].where.offset == place ||
                snapshot->problems[0].where.offset == place + 1);
    }
    // Anything after the end of the list is an error, but records there are read.
    for (const std::string& behind :
         {std::string(","), std::string(", ") + three, std::string("\n") + three}) {
        const auto snapshot = loaded("[" + one + "]" + behind);
        QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{1});
        QCOMPARE(turnsOf(*snapshot), std::string(behind.size() > 1 ? "1 3" : "1"));
        QVERIFY(snapshot->problems[0].where.offset >= one.size() + 2);
    }
}

void BadInputTest::skipsFilesWithoutObjects()
{
    for (const char* sound : {"[1, 2]", "\"text\"", "12", "null", "[\"a\", [true]]"}) {
        const auto snapshot = loaded(sound);
        QCOMPARE(snapshot->recordCount(), 0U);
        QCOMPARE(problemLines(*snapshot), Lines());
        QVERIFY(!snapshot->files[0].skipReason.empty());
    }
    // Broken files are skipped too, but the error is reported.
    for (const char* broken : {"[1,, 2]", "[1", "[NaN]", "[1]]", "[\"a\",]", "nul", "12 x"}) {
        const auto snapshot = loaded(broken);
        QCOMPARE(snapshot->recordCount(), 0U);
        QCOMPARE(snapshot->problems.size(), std::size_t{1});
        QVERIFY(!snapshot->files[0].skipReason.empty());
    }
}

void BadInputTest::trailingGarbage()
{
    QCOMPARE(turnsOf(*loaded(record(1) + "\n<html>")), std::string("1 broken"));
    QCOMPARE(turnsOf(*loaded(record(1) + "}")), std::string("1 broken"));
    QCOMPARE(turnsOf(*loaded("[" + record(1) + "]}")), std::string("1 broken"));
}

void BadInputTest::deepNesting()
{
    constexpr std::size_t kDeep = 200'000;
    const std::string deep = "{\"a\": " + std::string(kDeep, '[') + std::string(kDeep, ']') + "}";
    const auto alone = loaded(deep);
    QCOMPARE(turnsOf(*alone), std::string("broken"));
    QCOMPARE(problemLines(*alone), (Lines{"json-too-deep "}));
    const auto among = loaded(record(1) + "\n" + deep + "\n" + record(2) + "\n", "file.jsonl");
    QCOMPARE(turnsOf(*among), std::string("1 broken 2"));
    QCOMPARE(problemLines(*loaded(std::string(kDeep, '['))).size(), std::size_t{1});
    // Almost the parser's depth limit: reading must not overflow the stack either.
    std::string objects = "1";
    for (int i = 0; i < 900; ++i)
        objects = "{\"a\": " + objects + "}";
    const auto nested = loaded(R"({"history": [{"role": "user", "content": "x"}], "deep": )" + objects + "}");
    QCOMPARE(nested->recordCount(), 1U);
    QCOMPARE(nested->record(Row{0}).state, RecordState::Read);
}

void BadInputTest::opensBrokenRecordsRaw()
{
    const auto snapshot = loaded("{broken 1}\n{broken 2}\n" + record(1) + "\n", "file.jsonl");
    QCOMPARE(turnsOf(*snapshot), std::string("broken broken 1"));
    const auto broken = readRecord(*snapshot, Row{1});
    QVERIFY(broken.ok());
    QCOMPARE(broken.value()->state, RecordState::Broken);
    QCOMPARE(broken.value()->bytes.view(), std::string_view("{broken 2}"));
    QCOMPARE(broken.value()->problems.size(), std::size_t{1});
    // A file with a single broken record.
    const auto alone = loaded("{\"a\" 1}");
    QCOMPARE(readRecord(*alone, Row{0}).value()->bytes.view(), std::string_view("{\"a\" 1}"));
    QCOMPARE(fieldText(*alone, Row{0}, "format"), std::string("unknown"));
}

void BadInputTest::exchangesWithoutTexts()
{
    // The first exchange of each record says nothing, and what else it has is about no message.
    const auto snapshot =
        load({sourceFolder() / "tests/data/cases/78-crash-empty-first-exchange/dialogues.json"});
    QVERIFY(snapshot->recordCount() > 1);
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QCOMPARE(fieldText(*snapshot, row, "messages"), std::string("2"));
    const auto whole = readRecord(*snapshot, Row{0});
    QVERIFY(whole.ok());
    const Conversation& shown = whole.value()->conversation;
    QCOMPARE(shown.messages[0].role, std::string_view("assistant"));
    QCOMPARE(shown.originalText(shown.messages[0]), std::string_view("Which kind of food?"));
    QCOMPARE(shown.originalText(shown.messages[1]), std::string_view("Thai food"));
}

void BadInputTest::wholeRecordsInBrokenOnes()
{
    const auto cases = sourceFolder() / "tests/data/cases/56-glued-lines";
    const auto torn = load({cases / "torn.jsonl"});
    QCOMPARE(idsOf(*torn), std::string("r1 broken r3 r4"));
    QCOMPARE(torn->problemCounts.errors(), std::uint64_t{1});
    QCOMPARE(fieldText(*torn, Row{3}, "record"), std::string("4"));
    const auto tornKey = load({cases / "torn-key.jsonl"});
    QCOMPARE(idsOf(*tornKey), std::string("k1 broken k3 k4"));
    QCOMPARE(tornKey->problemCounts.errors(), std::uint64_t{1});
    // The viewer reads the same bytes.
    QCOMPARE(readRecord(*tornKey, Row{2}).value()->conversation.id, std::string_view("k3"));

    const std::string one = chat("1");
    const std::string two = chat("2");
    for (const auto& [line, ids] : std::vector<std::pair<std::string, std::string>>{
             {one + two, "1 2"},
             {one + "," + two, "1 2"},
             {one + " x " + two, "1 broken 2"},
             {"x: 1}]}" + one, "broken 1"},
             {one + "}", "1 broken"},
             {tornChat("t") + tornChat("u") + one + two, "broken broken 1 2"},
             {one + tornChat("t"), "1 broken"},
             {R"({"id": "n", "messages": [)" + one + "]}", "n"},
             {R"({'id': '1', 'messages': {"a": 1}})", "broken"}}) {
        const auto snapshot = loaded(chat("0") + "\n" + line + "\n" + chat("9") + "\n", "file.jsonl");
        QCOMPARE(idsOf(*snapshot), "0 " + ids + " 9");
    }
}

void BadInputTest::wholeRecordsInBrokenLists()
{
    const auto list = load({sourceFolder() / "tests/data/cases/76-good-record-after-broken/list.json"});
    QCOMPARE(idsOf(*list), std::string("1 2 broken 4 5"));
    QCOMPARE(list->problemCounts.errors(), std::uint64_t{1});
    const std::string broken = R"({"id": "3", "messages": [})";
    for (const char* between : {", ", ",\n", "\n,", "\n", " "}) {
        for (const std::string& damaged : {broken, tornChat("3"), tornChat("3") + "\"", chat("3") + "}"}) {
            const auto snapshot = loaded("[" + chat("1") + between + chat("2") + between + damaged + between +
                                         chat("4") + between + chat("5") + "]");
            const bool isRead = damaged.ends_with("}}");
            QCOMPARE(idsOf(*snapshot), std::string(isRead ? "1 2 3 broken 4 5" : "1 2 broken 4 5"));
        }
    }
}

void BadInputTest::brokenRecordsInFilesOfEverySize_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<int>("records");
    for (const char* layout : {"lines", "list", "list on one line", "object"}) {
        for (const int records : {50, 60'000}) {
            // An object of records is recognised by its first MiB, if that is whole.
            if (records == 50 || std::string_view(layout) != "object")
                QTest::addRow("%s, %d", layout, records) << QString::fromLatin1(layout) << records;
        }
    }
}

void BadInputTest::brokenRecordsInFilesOfEverySize()
{
    QFETCH(QString, layout);
    QFETCH(int, records);
    const bool isObject = layout == QStringLiteral("object");
    const bool isLines = layout == QStringLiteral("lines");
    const std::string between = isLines ? "\n" : layout == QStringLiteral("list") ? ",\n" : ", ";
    std::string text = isLines ? "" : isObject ? "{" : "[";
    std::uint64_t broken = 0;
    for (int i = 0; i < records; ++i) {
        const std::string id = std::to_string(i);
        text += (i == 0 ? "" : between) + (isObject ? "\"" + id + "\": " : std::string());
        // Two in a row are torn, and in the lines the next one follows on the same line.
        const bool isTorn = i % 17 == 5 || i % 17 == 6;
        broken += isTorn ? 1 : 0;
        text += isTorn ? tornChat(id) : chat(id);
    }
    text += isLines ? "\n" : isObject ? "}" : "]";
    const auto snapshot = loaded(text, isLines ? "file.jsonl" : "file.json");
    QCOMPARE(snapshot->recordCount(), static_cast<std::uint32_t>(records));
    QCOMPARE(snapshot->problemCounts.errors(), broken);
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const int i = static_cast<int>(indexOf(row));
        if (i % 17 == 5 || i % 17 == 6)
            QCOMPARE(snapshot->record(row).state, RecordState::Broken);
        else
            QCOMPARE(fieldText(*snapshot, row, "id"), std::to_string(i));
    }
}

void BadInputTest::marksOfJoinedFiles()
{
    const auto joined = load({sourceFolder() / "tests/data/cases/58-bom-inside/joined.jsonl"});
    QCOMPARE(idsOf(*joined), std::string("f1-1 f1-2 f2-1 f2-2"));
    QCOMPARE(problemLines(*joined), (Lines{"not-strict-json "}));
    const std::string mark = "\xEF\xBB\xBF";
    const std::string separator = "\x1E";
    // Without a line break between the parts; lists; RFC 7464.
    QCOMPARE(idsOf(*loaded(chat("1") + mark + chat("2") + "\n" + chat("3"), "file.jsonl")),
             std::string("1 2 3"));
    QCOMPARE(idsOf(*loaded("[" + chat("1") + "]\n" + mark + "[" + chat("2") + "]")), std::string("1 2"));
    const auto sequence =
        loaded(separator + chat("1") + "\n" + separator + chat("2") + "\n" + separator + chat("3") + "\n",
               "file.jsonl");
    QCOMPARE(idsOf(*sequence), std::string("1 2 3"));
    QCOMPARE(sequence->problemCounts.errors(), std::uint64_t{0});
}

void BadInputTest::recordsInRecordsAreNoneOfTheirOwn()
{
    // What begins like a record is a part of whole records here, so a broken one is not cut there.
    const std::string reply = R"({"id": 2, "text": "a", "replies": []})";
    const std::string tree = R"({"id": 1, "text": "q", "replies": [)" + reply + "]}";
    const std::string broken = R"({"id": 3, "text": "q" x, "replies": [)" + reply + "," + reply + "]}";
    const auto snapshot = loaded(tree + "\n" + broken + "\n" + tree + "\n", "file.jsonl");
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{1});
}

DUOLOGUE_TEST(BadInputTest)
#include "bad_input_test.moc"
