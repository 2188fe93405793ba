// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/detect.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

/// "user: text | assistant: text" for each record, one a line.
std::string conversationsIn(const std::filesystem::path& path)
{
    const SnapshotPtr snapshot = load({path});
    std::string all;
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const auto record = readRecord(*snapshot, row);
        if (!record)
            return "cannot be read";
        std::string line;
        for (const Message& message : record.value()->conversation.messages) {
            line += (line.empty() ? "" : " | ") + std::string(message.role) + ": ";
            for (const Text& text : record.value()->conversation.textsOf(message.texts))
                line += text.text;
        }
        all += line + "\n";
    }
    return all;
}

std::string line(const std::string& id, const std::string& speaker, const std::string& text)
{
    return R"({"dialogue_no": ")" + id + R"(", "speaker": ")" + speaker + R"(", "utterance": ")" + text +
           "\"}\n";
}

} // namespace

/// How files are taken apart whose records no known format reads.
class DetectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesFilesApart_data();
    void takesFilesApart();
    void columnsAreReadAgain();
    void rowsOfALargeFileAreTied();
    void filesOfAFolderAreLookedAtTogether();
    void indexKeepsWhatWasLearned();
    void textsAreClosed_data();
    void textsAreClosed();
};

void DetectTest::takesFilesApart_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");
    const std::string pears =
        "user: When are the pears ripe here? | assistant: They are ripe in late August.\n";
    const std::string plums =
        "user: And the plums in the yard? | assistant: Pick them in September, please.\n";
    const auto row = [](const std::string& question, const std::string& answer) {
        return R"({"user_query": ")" + question + R"(", "bot_reply": ")" + answer + "\"}";
    };
    const std::string first = row("When are the pears ripe here?", "They are ripe in late August.");
    const std::string second = row("And the plums in the yard?", "Pick them in September, please.");
    QTest::newRow("lines") << std::string("a.jsonl") << first + "\n" + second + "\n" << pears + plums;
    QTest::newRow("elements") << std::string("a.json") << "[" + first + ",\n" + second + "]" << pears + plums;
    QTest::newRow("a list in an object")
        << std::string("a.json") << R"({"version": "2", "entries": [)" + first + ", " + second + "]}"
        << pears + plums;
    QTest::newRow("a list two keys down")
        << std::string("a.json") << R"({"export": {"entries": [)" + first + ", " + second + "]}}"
        << pears + plums;
    QTest::newRow("members of an object")
        << std::string("a.json") << R"({"0017": )" + first + R"(, "0018": )" + second + "}" << pears + plums;
    QTest::newRow("columns")
        << std::string("a.json")
        << std::string(R"({"user_query": ["When are the pears ripe here?", "And the plums in the yard?"],
            "bot_reply": ["They are ripe in late August.", "Pick them in September, please."]})")
        << pears + plums;
    QTest::newRow("columns of whole dialogues")
        << std::string("a.json")
        << std::string(
               R"({"chosen": ["\n\nHuman: Is it late?\n\nAssistant: No.", "\n\nHuman: Is it far?\n\nAssistant: Yes."],
            "rejected": ["\n\nHuman: Is it late?\n\nAssistant: Blue.", "\n\nHuman: Is it far?\n\nAssistant: Red."]})")
        << std::string("user: Is it late?\nuser: Is it far?\n");
    QTest::newRow("columns by number")
        << std::string("a.json")
        << std::string(
               R"({"user_query": {"0": "When are the pears ripe here?", "1": "And the plums in the yard?"},
            "bot_reply": {"0": "They are ripe in late August.", "1": "Pick them in September, please."}})")
        << pears + plums;
    QTest::newRow("rows of conversations")
        << std::string("a.jsonl")
        << line("d1", "user", "When are the pears ripe here?") +
               line("d1", "bot", "They are ripe in late August.") +
               line("d2", "user", "And the plums in the yard?") +
               line("d2", "bot", "Pick them in September, please.") +
               line("d3", "user", "Thank you for the baskets.") +
               line("d3", "bot", "You are welcome, come again.")
        << pears + plums + "user: Thank you for the baskets. | assistant: You are welcome, come again.\n";
    QTest::newRow("lines of one conversation")
        << std::string("a.jsonl")
        << std::string("{\"speaker\": \"user\", \"utterance\": \"When are the pears ripe here?\"}\n"
                       "{\"speaker\": \"bot\", \"utterance\": \"They are ripe in late August.\"}\n"
                       "{\"speaker\": \"user\", \"utterance\": \"And the plums in the yard?\"}\n"
                       "{\"speaker\": \"bot\", \"utterance\": \"Pick them in September, please.\"}\n")
        << std::string("user: When are the pears ripe here? | assistant: They are ripe in late August. | "
                       "user: And the "
                       "plums in the yard? | assistant: Pick them in September, please.\n");
    const std::string exchanges = R"({"user": "When are the pears ripe here?",
        "sys": "They are ripe in late August.", "id": "1"}, {"user": "And the plums in the yard?",
        "sys": "Pick them in September, please.", "id": "2"})";
    std::string onLine = exchanges;
    std::erase(onLine, '\n');
    const std::string both = pears.substr(0, pears.size() - 1) + " | " + plums;
    QTest::newRow("lists of exchanges on lines")
        << std::string("a.jsonl") << "[" + onLine + "]\n[" + onLine + "]\n"
        << both + both;
    const auto tree = [](const std::string& id, const std::string& question, const std::string& answer) {
        return R"({"message_id": ")" + id + R"(", "parent_id": null, "role": "prompter", "text": ")" +
               question + R"(", "replies": [{"message_id": "r)" + id + R"(", "parent_id": ")" + id +
               R"(", "role": "assistant", "text": ")" + answer + "\", \"replies\": []}]}\n";
    };
    QTest::newRow("messages with their replies")
        << std::string("a.jsonl")
        << tree("1", "When are the pears ripe here?", "They are ripe in late August.") +
               tree("2", "And the plums in the yard?", "Pick them in September, please.")
        << pears + plums;
    QTest::newRow("sampled answers to a list of prompts")
        << std::string("a.json") << std::string(R"({"model_name": "m-1", "args": {"seed": 4}, "prompts": [
            {"prompt": "When are the pears ripe here?", "results": [{"config": "hot", "outputs": ["In August.", "They are ripe in late August."]}]},
            {"prompt": "And the plums in the yard?", "results": [{"config": "hot", "outputs": ["In May, I think.", "Pick them in September, please."]}]}]})")
        << std::string("user: When are the pears ripe here?\nuser: And the plums in the yard?\n");
    QTest::newRow("sessions, and questions about them")
        << std::string("a.json")
        << std::string(R"({"session_1": [{"speaker": "Ada", "text": "The mill at the river is open again."},
            {"speaker": "Ben", "text": "Then let us go there on Sunday morning."}],
            "session_2": [{"speaker": "Ada", "text": "It was too crowded for my taste, to be honest."},
            {"speaker": "Ben", "text": "We will go on a weekday next time."}],
            "qa": [{"question": "What opened again?", "answer": "the mill"},
            {"question": "When did they go?", "answer": "on Sunday"}]})")
        << std::string(
               "Ada: The mill at the river is open again. | Ben: Then let us go there on Sunday morning. | "
               "Ada: It was too crowded for my taste, to be honest. | Ben: We will go on a weekday next "
               "time.\n");
}

void DetectTest::takesFilesApart()
{
    QFETCH(const std::string, name);
    QFETCH(const std::string, text);
    QFETCH(const std::string, expected);
    const TempFolder folder;
    QCOMPARE(conversationsIn(folder.write(name, text)), expected);
}

void DetectTest::columnsAreReadAgain()
{
    const TempFolder folder;
    std::string questions;
    std::string answers;
    constexpr int kRows = 5000;
    for (int i = 0; i < kRows; ++i) {
        const std::string comma = i > 0 ? ", " : "";
        questions += comma + "\"What grows in row " + std::to_string(i) + " of the garden?\"";
        answers += comma + "\"In that row grow " + std::to_string(i) + " leeks.\"";
    }
    const auto path =
        folder.write("a.json", R"({"user_query": [)" + questions + R"(], "bot_reply": [)" + answers + "]}");
    const SnapshotPtr snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), std::uint32_t{kRows});
    const auto last = readRecord(*snapshot, Row{kRows - 1});
    QVERIFY(last);
    QCOMPARE(std::string(last.value()
                             ->conversation.textsOf(last.value()->conversation.messages.back().texts)
                             .front()
                             .text),
             std::string("In that row grow 4999 leeks."));
}

void DetectTest::rowsOfALargeFileAreTied()
{
    const TempFolder folder;
    std::string lines;
    constexpr int kConversations = 12'000;
    for (int i = 0; i < kConversations; ++i) {
        const std::string id = "d" + std::to_string(i);
        lines += line(id, "user", "What is the price of item number " + std::to_string(i) + "?") +
                 line(id, "bot", "It costs " + std::to_string(i) + " crowns, as it did last week.");
    }
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", lines)});
    QCOMPARE(snapshot->recordCount(), std::uint32_t{kConversations});
    QCOMPARE(fieldText(*snapshot, Row{kConversations - 1}, "messages"), std::string("2"));
}

void DetectTest::filesOfAFolderAreLookedAtTogether()
{
    // In one of the files alone, the one text under "note" could be an answer; in the others it is empty.
    const TempFolder folder;
    for (int i = 0; i < 20; ++i)
        folder.write("f" + std::to_string(i) + ".json",
                     R"({"caller_question": "Is shop number )" + std::to_string(i) +
                         R"( open on Sunday mornings?", "desk_reply": "It opens at )" + std::to_string(i) +
                         R"( minutes past nine.", "remark": ")" +
                         (i == 7 ? "a long remark of the clerk" : "") + "\"}");
    const SnapshotPtr snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 20U);
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QCOMPARE(fieldText(*snapshot, row, "messages"), std::string("2"));
    QCOMPARE(snapshot->file(FileId{3}).origin.learned, snapshot->file(FileId{17}).origin.learned);
}

void DetectTest::indexKeepsWhatWasLearned()
{
    const TempFolder folder;
    folder.write("a.jsonl", line("d1", "user", "When are the pears ripe here?") +
                                line("d1", "bot", "They are ripe in late August.") +
                                line("d2", "user", "And the plums in the yard?") +
                                line("d2", "bot", "Pick them in September, please.") +
                                line("d3", "user", "Thank you for the baskets.") +
                                line("d3", "bot", "You are welcome, come again."));
    const SnapshotPtr snapshot = load({folder.path() / "a.jsonl"});
    const auto* learned = dynamic_cast<const LearnedFormat*>(snapshot->file(FileId{0}).origin.learned.get());
    QVERIFY(learned != nullptr);
    const auto again = LearnedFormat::fromText(learned->text());
    QVERIFY(again != nullptr);
    QCOMPARE(again->text(), learned->text());
    QCOMPARE(again->shapes().size(), learned->shapes().size());
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
