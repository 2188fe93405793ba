// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/detect.h"
#include "core/dataset/source/source_files.h"
#include "core/record/record_builder.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

/// "user: text | assistant: text" of a record that is read by what was learned.
std::string conversationOf(const JsonView& record, const LearnedFormat& learned)
{
    const RecordOrigin origin;
    std::vector<Problem> problems;
    Conversation conversation;
    RecordBuilder builder(conversation, origin, problems);
    learned.read(record, builder);
    builder.finish();
    std::string said;
    for (const Message& message : conversation.messages) {
        said += (said.empty() ? "" : " | ") + std::string(message.role) + ": ";
        for (const Text& text : conversation.textsOf(message.texts))
            said += text.text;
    }
    return said;
}

const std::string kFirst =
    R"({"user_query": "When are the pears ripe here?", "bot_reply": "They are ripe in August."})";
const std::string kSecond =
    R"({"user_query": "And the plums in the yard?", "bot_reply": "Pick them in September."})";

} // namespace

/// How files are taken apart whose records no known format reads.
class DetectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void framesValues_data();
    void framesValues();
    void findsListsInTheFile();
    void readsColumns();
    void textKeepsWhatWasLearned();
    void textsAreClosed_data();
    void textsAreClosed();
};

void DetectTest::framesValues_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("path");
    const auto one = static_cast<int>(ObjectFraming::Kind::One);
    const auto lists = static_cast<int>(ObjectFraming::Kind::Lists);
    const auto columns = static_cast<int>(ObjectFraming::Kind::Columns);
    QTest::newRow("one") << kFirst << one << std::string();
    QTest::newRow("a list") << R"({"version": "2", "entries": [)" + kFirst + ", " + kSecond + "]}" << lists
                            << std::string("entries");
    QTest::newRow("a list two keys down") << R"({"export": {"entries": [)" + kFirst + ", " + kSecond + "]}}"
                                          << lists << std::string("export/entries");
    QTest::newRow("members") << R"({"0017": )" + kFirst + R"(, "0018": )" + kSecond + "}" << lists
                             << std::string();
    QTest::newRow("columns")
        << std::string(R"({"user_query": ["When are the pears ripe here?", "And the plums in the yard?"],
            "bot_reply": ["They are ripe in August.", "Pick them in September."]})")
        << columns << std::string();
    QTest::newRow("columns by number")
        << std::string(
               R"({"user_query": {"0": "When are the pears ripe here?", "1": "And the plums in the yard?"},
            "bot_reply": {"0": "They are ripe in August.", "1": "Pick them in September."}})")
        << columns << std::string();
    QTest::newRow("sessions, and questions about them")
        << std::string(R"({"session_1": [{"speaker": "Ada", "text": "The mill at the river is open again."},
            {"speaker": "Ben", "text": "Then let us go there on Sunday morning."}],
            "session_2": [{"speaker": "Ada", "text": "It was too crowded for my taste, to be honest."},
            {"speaker": "Ben", "text": "We will go on a weekday next time."}],
            "qa": [{"question": "What opened again?", "answer": "the mill"},
            {"question": "When did they go?", "answer": "on Sunday"}]})")
        << one << std::string();
}

void DetectTest::framesValues()
{
    QFETCH(const std::string, text);
    QFETCH(const int, kind);
    QFETCH(const std::string, path);
    JsonParser parser;
    const PaddedBytes bytes(text);
    const JsonView root = parser.parse(bytes.view()).value();
    const ObjectFraming framing = framingOf({&root, 1});
    QVERIFY(framing.learned != nullptr);
    QCOMPARE(static_cast<int>(framing.kind), kind);
    std::string found;
    for (const std::string& key : framing.paths.empty() ? std::vector<std::string>() : framing.paths.front())
        found.append(found.empty() ? "" : "/").append(key);
    QCOMPARE(found, path);
    if (framing.kind == ObjectFraming::Kind::One)
        QVERIFY(conversationOf(root, *framing.learned).find(": ") != std::string::npos);
}

void DetectTest::findsListsInTheFile()
{
    const std::string text =
        R"({"n": 1, "export": {"entries": [)" + kFirst + ", " + kSecond + R"(], "m": [2]}})";
    const ReadBytes read = [&text](std::uint64_t begin, std::uint64_t end) {
        return std::string_view(text).substr(static_cast<std::size_t>(begin),
                                             static_cast<std::size_t>(end - begin));
    };
    const auto lists = listsAt({{"export", "entries"}}, {0, text.size()}, read);
    QCOMPARE(lists.size(), std::size_t{1});
    QCOMPARE(lists.front().name, std::string("export/entries"));
    QVERIFY(!lists.front().isObject);
    QVERIFY(std::string_view(text).substr(lists.front().begin).starts_with("[{\"user_query\""));
    QVERIFY(listsAt({{"export", "nothing"}}, {0, text.size()}, read).empty());
}

void DetectTest::readsColumns()
{
    const TempFolder folder;
    const auto path =
        folder.write("a.json", R"({"n": {"1": "b", "0": "a", "10": "k"}, "s": [1, 2.50, null], "of": "x"})");
    const auto source = FileSource::open(path, FileId{0});
    const auto columns = openJsonColumns(source.value());
    QVERIFY(columns);
    QCOMPARE(columns.value()->rows(), std::uint64_t{3});
    auto cursor = columns.value()->rowsOf(source.value(), 0, 1);
    auto rows = cursor.value()->next(10);
    std::string text;
    constexpr std::size_t kMost = 1000;
    while (rows.value()->rows() > 0)
        QCOMPARE(rows.value()->appendNext(text, kMost), PhraseId{});
    QCOMPARE(text, std::string(R"({"n":"b","s":2.50,"of":"x"}{"n":"k","s":null,"of":"x"})"));
}

void DetectTest::textKeepsWhatWasLearned()
{
    JsonParser parser;
    const PaddedBytes bytes("[" + kFirst + ", " + kSecond + "]");
    std::vector<JsonView> records;
    const JsonView list = parser.parse(bytes.view()).value();
    for (const JsonView record : list.elements())
        records.push_back(record);
    const auto learned = learnedFormat(learnRecords(records).shapes);
    QVERIFY(learned != nullptr);
    QCOMPARE(conversationOf(records.front(), *learned),
             std::string("user: When are the pears ripe here? | assistant: They are ripe in August."));
    const auto again = LearnedFormat::fromText(learned->text());
    QVERIFY(again != nullptr);
    QCOMPARE(again->text(), learned->text());
    QCOMPARE(conversationOf(records.back(), *again),
             std::string("user: And the plums in the yard? | assistant: Pick them in September."));
    QVERIFY(LearnedFormat::fromText("{}") == nullptr);
    QVERIFY(LearnedFormat::fromText("[{\"keys\": [\"1\"], \"layout\": \"nothing\"}]") == nullptr);
}

void DetectTest::textsAreClosed_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("closed");
    QTest::newRow("a list") << std::string("[1, 2, 3") << std::string("[1, 2]");
    QTest::newRow("an object") << std::string(R"({"a": [1, 2], "b": [3)") << std::string(R"({"a": [1, 2]})");
    QTest::newRow("within") << std::string(R"({"a": [{"b": 1}, {"b": 2)")
                            << std::string(R"({"a": [{"b": 1}]})");
    QTest::newRow("a text that is cut") << std::string(R"(["x", "y", "z)") << std::string(R"(["x", "y"])");
    QTest::newRow("whole") << std::string("[1] 2") << std::string("[1]");
    QTest::newRow("nothing whole") << std::string(R"({"a": "b)") << std::string();
}

void DetectTest::textsAreClosed()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, closed);
    QCOMPARE(closedBeginning(text), closed);
}

DUOLOGUE_TEST(DetectTest)
#include "detect_test.moc"
