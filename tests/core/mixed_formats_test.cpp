// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "core/query/text_search.h"
#include "tests/core/format_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <random>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

/// Files whose records are of several formats: each record is read as it is read alone, whatever the others
/// are.
class MixedFormatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsEachRecordAsIfAlone_data();
    void readsEachRecordAsIfAlone();
    void incompleteRecordStaysWithItsFile();
    void recordOfNothingIsNoMessage();
    void readsWhatComesLate_data();
    void readsWhatComesLate();
    void readsWhatFewRecordsHave();
    void readsWhatIsMetLate_data();
    void readsWhatIsMetLate();
    void readsRowsOfOneTable_data();
    void readsRowsOfOneTable();
    void reportsWhatIsOfNoKnownShape();
    void commentsAreNotSaid();

private:
    struct Part {
        std::string line;
        std::string messages;
        std::string text;
    };
    static std::string textOf(const Snapshot& snapshot, Row row);

    std::vector<Part> m_parts;
};

std::string MixedFormatsTest::textOf(const Snapshot& snapshot, Row row)
{
    return fieldText(snapshot, row, "messages") + " " + fieldText(snapshot, row, "turns") + " " +
           fieldText(snapshot, row, "length") + " " + fieldText(snapshot, row, "language");
}

void MixedFormatsTest::initTestCase()
{
    const TempFolder folder;
    for (const Format* format : builtInFormats()) {
        const FormatFixture fixture = FormatFixture::of(*format, sourceFolder());
        for (const std::string& record : fixture.goodRecords()) {
            const std::string line = Json::parse(record).dump();
            const auto alone = load({folder.write("alone.jsonl", line + "\n")});
            QCOMPARE(alone->recordCount(), 1U);
            m_parts.push_back({line, fieldText(*alone, Row{0}, "messages"), textOf(*alone, Row{0})});
        }
    }
    QVERIFY(m_parts.size() > 40);
}

void MixedFormatsTest::readsEachRecordAsIfAlone_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 60; ++seed)
        QTest::newRow(std::to_string(seed).c_str()) << seed;
}

void MixedFormatsTest::readsEachRecordAsIfAlone()
{
    QFETCH(const unsigned, seed);
    std::mt19937 random(seed);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
    std::string text;
    std::vector<const Part*> expected;
    for (int i = 0; i < 40; ++i) {
        const Part& part = m_parts[below(m_parts.size())];
        const bool isBroken = below(10) == 0;
        text += isBroken ? part.line.substr(0, part.line.size() / 2) : part.line;
        text += '\n';
        expected.push_back(isBroken ? nullptr : &part);
    }
    const TempFolder folder;
    const auto mixed = load({folder.write("mixed.jsonl", text)});
    QCOMPARE(std::size_t{mixed->recordCount()}, expected.size());
    for (Row row{0}; row < mixed->endRow(); ++row) {
        QCOMPARE(mixed->record(row).state == RecordState::Broken, expected[indexOf(row)] == nullptr);
        if (expected[indexOf(row)] != nullptr)
            QVERIFY2(textOf(*mixed, row) == expected[indexOf(row)]->text,
                     (textOf(*mixed, row) + " is not " + expected[indexOf(row)]->text + "\n" +
                      expected[indexOf(row)]->line)
                         .c_str());
    }
}

void MixedFormatsTest::incompleteRecordStaysWithItsFile()
{
    const TempFolder folder;
    const auto snapshot =
        load({folder.write("chats.jsonl", R"({"messages": [{"role": "user", "content": "a"}]}
{"mesages": [{"role": "user", "content": 5}]}
)")});
    QCOMPARE(fieldText(*snapshot, Row{1}, "format"), std::string("openai-messages"));
    QVERIFY(!snapshot->problems.empty());
}

void MixedFormatsTest::recordOfNothingIsNoMessage()
{
    const TempFolder folder;
    const auto snapshot =
        load({folder.write("tasks.jsonl", R"({"instruction": "q", "input": "", "output": "a"}
{"dataset": "own", "version": 1}
)")});
    QCOMPARE(fieldText(*snapshot, Row{0}, "messages"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "messages"), std::string("0"));
}

void MixedFormatsTest::readsWhatComesLate_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("between");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("indent");
    QTest::addColumn<int>("words");
    for (const int words : {2, 300}) {
        const auto row = [words](const char* name, const char* before, const char* between, const char* after,
                                 int indent) {
            QTest::addRow("%s, %s", name, words > 2 ? "large" : "small")
                << QByteArray(before) << QByteArray(between) << QByteArray(after) << indent << words;
        };
        row("lines", "", "\n", "\n", -1);
        row("list in lines", "[\n", ",\n", "\n]\n", -1);
        row("list in one line", "[", ", ", "]", -1);
        row("indented list", "[\n", ",\n", "\n]\n", 2);
    }
}

void MixedFormatsTest::readsWhatComesLate()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, between);
    QFETCH(const QByteArray, after);
    QFETCH(const int, indent);
    QFETCH(const int, words);
    std::string more;
    for (int i = 0; i < words; ++i)
        more += " ferns";
    const auto record = [&](int kind, int i) {
        const std::string said = std::to_string(i) + more;
        if (kind == 0)
            return Json{{"instruction", "Name " + said}, {"input", ""}, {"output", "Take " + said}};
        if (kind == 1)
            return Json{{"dialogue", Json::array({{{"speaker", "Ann"}, {"text", "Hello, " + said}},
                                                  {{"speaker", "Ben"}, {"text", "Hello back, " + said}}})}};
        return Json{{"question", "Where are " + said}, {"answer", "Behind " + said}};
    };
    const TempFolder folder;
    for (const bool isReversed : {false, true}) {
        std::string text = before.toStdString();
        const int each = words > 2 ? 500 : 450;
        for (int i = 0; i < 3 * each; ++i) {
            const int kind = isReversed ? 2 - i / each : i / each;
            text += (i > 0 ? between.toStdString() : "") + record(kind, i).dump(indent);
        }
        text += after.toStdString();
        const auto read = load({folder.write(before.isEmpty() ? "late.jsonl" : "late.json", text)});
        QCOMPARE(text.size() > std::size_t{4} << 20U, words > 2);
        QCOMPARE(read->recordCount(), static_cast<std::uint32_t>(3 * each));
        for (Row row{0}; row < read->endRow(); ++row)
            QCOMPARE(fieldText(*read, row, "messages"), std::string("2"));
    }
}

void MixedFormatsTest::readsWhatFewRecordsHave()
{
    std::string text;
    for (int i = 0; i < 200; ++i) {
        Json record{{"utterances", Json::array({{{"who", "Ann"}, {"says", "Which fern is this?"}},
                                                {{"who", "Ben"}, {"says", "Bracken, I think."}}})}};
        if (i >= 150)
            record["system"] = "You know every fern there is.";
        text += record.dump() + "\n";
    }
    const TempFolder folder;
    const auto read = load({folder.write("few.jsonl", text)});
    for (Row row{0}; row < read->endRow(); ++row)
        QCOMPARE(fieldText(*read, row, "messages"), std::string(indexOf(row) < 150 ? "2" : "3"));
}

void MixedFormatsTest::readsWhatIsMetLate_data()
{
    QTest::addColumn<QByteArray>("rare");
    QTest::addColumn<QByteArray>("usual");
    QTest::addColumn<QByteArray>("messages");
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<int>("words");
    const QByteArray talk =
        R"({"talk": [{"speaker": "Ann", "text": "Hello Ben, did you see number %1?"}, {"speaker": "Ben", "text": "No, Ann, where was it?"}]})";
    const QByteArray questions =
        R"({"question": "Which fern is number %1?", "answer": "It is bracken,%2 I think."})";
    const QByteArray instructed =
        R"({"system": "You know every fern there is.", "question": "Which fern is this?", "answer": "It is bracken."})";
    const QByteArray dialogue =
        R"({"dialogue": [{"who": "Ann", "says": "Is this number %1?"}, {"who": "Ben", "says": "It is bracken,%2 I think."}]})";
    const QByteArray framed =
        R"({"system": "You know every fern.", "dialogue": [{"who": "Ann", "says": "Is it?"}, {"who": "Ben", "says": "It is."}]})";
    const QByteArray chat =
        R"({"messages": [{"role": "user", "content": "Is this number %1?"}, {"role": "assistant", "content": "It is,%2 I think."}]})";
    for (const int words : {1, 600}) {
        const char* const size = words > 1 ? "large" : "small";
        QTest::addRow("another kind, %s", size)
            << talk << questions << QByteArray("2") << QByteArray("did you see") << words;
        QTest::addRow("instructions, %s", size)
            << framed << dialogue << QByteArray("3") << QByteArray("You know every fern") << words;
        QTest::addRow("in a chat, %s", size)
            << talk << chat << QByteArray("2") << QByteArray("did you see") << words;
        QTest::addRow("a prompt, %s", size)
            << instructed << questions << QByteArray("3") << QByteArray("You know every fern") << words;
    }
}

void MixedFormatsTest::readsWhatIsMetLate()
{
    QFETCH(const QByteArray, rare);
    QFETCH(const QByteArray, usual);
    QFETCH(const QByteArray, messages);
    QFETCH(const QByteArray, word);
    QFETCH(const int, words);
    std::string more;
    for (int i = 0; i < words; ++i)
        more += " ferns";
    const auto isRare = [](int i) { return i % 900 == 801; };
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        std::string line = isRare(i) ? rare.toStdString() : usual.toStdString();
        if (const auto at = line.find("%1"); at != std::string::npos)
            line.replace(at, 2, std::to_string(i));
        if (const auto at = line.find("%2"); at != std::string::npos)
            line.replace(at, 2, more);
        text += line + "\n";
    }
    const TempFolder folder;
    const auto path = folder.write("rare.jsonl", text);
    const auto check = [&](const SnapshotPtr& read) {
        QVERIFY(read->complete);
        QCOMPARE(read->recordCount(), 3000U);
        for (Row row{0}; row < read->endRow(); ++row)
            QCOMPARE(fieldText(*read, row, "messages"),
                     isRare(static_cast<int>(indexOf(row))) ? messages.toStdString() : std::string("2"));
        for (const std::string& problem : problemLines(*read))
            QVERIFY2(problem.starts_with("unknown-role"), problem.c_str());
    };
    check(load({path}));
    // As a search reads it that has no table.
    const TextFilter filter({TextGroup::Speech, fieldText(*load({path}), Row{801}, "first_role"), {}},
                            TextPattern::words(word.toStdString()));
    LoadOptions filtered;
    filtered.filter = &filter;
    QCOMPARE(loadDataset({path}, filtered, Job())->recordCount(), 3U);
    // With an index, and from it.
    LoadOptions options;
    options.cacheFolder = folder.path() / "index";
    options.cacheSizes.smallestDataset = 0;
    for (int i = 0; i < 2; ++i)
        check(loadDataset({path}, options, Job()));
}

void MixedFormatsTest::readsRowsOfOneTable_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addColumn<bool>("areNull");
    QTest::addColumn<bool>("isSystem");
    for (const bool areNull : {true, false}) {
        for (const auto& [first, second] : std::initializer_list<std::pair<int, int>>{
                 {1, 1}, {20, 40}, {30, 200}, {100, 100}, {200, 5000}, {5000, 3}})
            QTest::addRow("%d and %d, %s", first, second, areNull ? "null" : "empty")
                << first << second << areNull << false;
        QTest::addRow("instructions, %s", areNull ? "null" : "empty") << 3000 << 1 << areNull << true;
    }
}

/// Each row has all keys, and nothing under those that are of others.
void MixedFormatsTest::readsRowsOfOneTable()
{
    QFETCH(const int, first);
    QFETCH(const int, second);
    QFETCH(const bool, areNull);
    QFETCH(const bool, isSystem);
    const Json nothing = areNull ? Json(nullptr) : Json("");
    std::string text;
    for (int i = 0; i < first + second; ++i) {
        const std::string number = std::to_string(i);
        Json record;
        if (isSystem)
            record = {{"system", i == 2000 ? Json("You know every fern there is.") : nothing},
                      {"question", "Which fern is number " + number + "?"},
                      {"answer", "It is bracken, I think, and so is " + number}};
        else if (i < first)
            record = {{"question", "Which fern is number " + number + "?"},
                      {"answer", "It is bracken, I think, and so is " + number},
                      {"prompt", nothing},
                      {"response", nothing}};
        else
            record = {{"question", nothing},
                      {"answer", nothing},
                      {"prompt", "Tell me about fern number " + number},
                      {"response", "It grows in woods that are shady, like " + number}};
        text += record.dump() + "\n";
    }
    const TempFolder folder;
    const auto read = load({folder.write("table.jsonl", text)});
    for (Row row{0}; row < read->endRow(); ++row)
        QCOMPARE(fieldText(*read, row, "messages"),
                 std::string(isSystem && indexOf(row) == 2000 ? "3" : "2"));
    QCOMPARE(problemLines(*read), std::vector<std::string>());
}

void MixedFormatsTest::reportsWhatIsOfNoKnownShape()
{
    std::string text;
    for (int i = 0; i < 1000; ++i) {
        // It says something that nobody says.
        if (i == 401)
            text +=
                R"({"notes": [{"page": 1, "about": ["a list of ferns", "and more of them"]}], "of": "a walk"})"
                "\n";
        else
            text += Json{{"question", "Which fern is number " + std::to_string(i) + "?"},
                         {"answer", "It is bracken, number " + std::to_string(i) + ", I think."}}
                        .dump() +
                    "\n";
    }
    const TempFolder folder;
    const auto read = load({folder.write("rare.jsonl", text)});
    QCOMPARE(fieldText(*read, Row{401}, "messages"), std::string("0"));
    QCOMPARE(problemLines(*read), std::vector<std::string>{"unexpected-type "});
}

void MixedFormatsTest::commentsAreNotSaid()
{
    std::string text;
    for (int i = 0; i < 10; ++i) {
        Json answer{{"speaker", "assistant"}, {"text", nullptr}, {"comment", "Ben did not answer, skip it."}};
        if (i > 2)
            answer["text"] = "Bracken, I think.";
        text +=
            Json{{"dialogue", Json::array({{{"speaker", "user"}, {"text", "Which fern is this?"}}, answer})}}
                .dump() +
            "\n";
    }
    const TempFolder folder;
    const auto read = load({folder.write("comments.jsonl", text)});
    QCOMPARE(fieldText(*read, Row{0}, "length"), std::string("19"));
    QCOMPARE(fieldText(*read, Row{9}, "length"), std::string("36"));
}

DUOLOGUE_TEST(MixedFormatsTest)
#include "mixed_formats_test.moc"
