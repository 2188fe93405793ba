// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/record_check.h"
#include "tests/support/spoken.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <array>

using namespace duologue;
using namespace duologue::test;

namespace {

std::string chat(const std::string& question)
{
    return R"({"messages": [{"role": "user", "content": ")" + question +
           R"("}, {"role": "assistant", "content": "answer to )" + question + R"("}]})";
}

/// Files larger than the loader reads at once.
constexpr int kMany = 60000;

std::string listOf(const std::string& name, int count)
{
    std::string list = "\"" + name + "\": [";
    for (int i = 0; i < count; ++i)
        list += (i > 0 ? ",\n" : "\n") + chat(name + std::to_string(i));
    return list + "]";
}

/// An event of a session, on a line: what the user or the assistant says.
std::string sessionEvent(const std::string& session, const std::string& id, const std::string& parent,
                         const std::string& role, const std::string& text)
{
    return "{\"type\": \"" + role + "\", \"uuid\": \"" + id +
           "\", \"parentUuid\": " + (parent.empty() ? "null" : "\"" + parent + "\"") +
           ", \"isSidechain\": false, \"sessionId\": \"" + session + "\", \"message\": {\"role\": \"" + role +
           "\", \"content\": \"" + text + "\"}}\n";
}

} // namespace

/// Files of one object that holds the records in lists or as members, files of rows that are parts of
/// conversations, and records that are texts of JSON.
class WrappedDataTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsList_data();
    void readsList();
    void namesWhatIsBesideTheRecords();
    void namesTheListOfEachRecord();
    void namesRecordsByTheirMember();
    void keepsOneConversationWhole_data();
    void keepsOneConversationWhole();
    void brokenRecordLosesNoOther();
    void cutListKeepsItsRecords();
    void readsLargeLists();
    void readsLargeObjectOfRecords();
    void tiesRowsOfLargeFile();
    void readsTextsOfJson();
    void sessionIsOneConversation();
    void rowsAreTiedByConversation();
    void rowsAreTiedByRuns_data();
    void rowsAreTiedByRuns();
    void namesConversationsThatAreTornApart_data();
    void namesConversationsThatAreTornApart();
    void namesTornConversationsOfLargeFiles();
    void eachNodeOfTreeIsReadOnce();
    void toolsSpeakAmongMessagesWithClass();
    void instructionMayHoldTranscript();
    void brokenLineOfSessionLosesNoOther();
    void foreignLineOfSessionIsAWarning_data();
    void foreignLineOfSessionIsAWarning();
    void joinedSessionsAreSeveralConversations();
    void changedPromptIsABranch();
    void otherDataIsNoConversation_data();
    void otherDataIsNoConversation();

private:
    static SnapshotPtr loaded(const TempFolder& folder, const std::string& name, const std::string& text)
    {
        return load({folder.write(name, text)});
    }
    static std::string messagesOf(const Snapshot& snapshot)
    {
        std::string counts;
        for (Row row{0}; row < snapshot.endRow(); ++row)
            counts += (row > Row{0} ? " " : "") + fieldText(snapshot, row, "messages");
        return counts;
    }
    /// Errors and warnings; what stands beside the records is a note.
    static int faultsOf(const Snapshot& snapshot)
    {
        int faults = 0;
        for (std::size_t i = 0; i < snapshot.problems.size(); ++i)
            faults += snapshot.problems[i].severity == Severity::Note ? 0 : 1;
        return faults;
    }
    /// "offset: text", for each problem that is no note.
    static std::string faultTexts(const Snapshot& snapshot)
    {
        std::string all;
        for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
            const Problem& problem = snapshot.problems[i];
            if (problem.severity != Severity::Note)
                all += std::to_string(problem.where.offset) + ": " + inEnglish(problem.detail) + "\n";
        }
        return all;
    }
    /// Table and viewer read each record alike.
    static std::string disagreements(const Snapshot& snapshot)
    {
        std::string all;
        for (Row row{0}; row < std::min(snapshot.endRow(), Row{50}); ++row)
            all += disagreement(snapshot, *readRecord(snapshot, row).value());
        return all;
    }
};

void WrappedDataTest::readsList_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("messages");
    const auto row = [](const char* name, const std::string& text, const char* messages) {
        QTest::newRow(name) << text << std::string(messages);
    };
    row("data", R"({"version": "1", "data": [)" + chat("a") + "," + chat("b") + "]}", "2 2");
    row("splits", R"({"train": [)" + chat("a") + R"(], "test": [)" + chat("b") + "]}", "2 2");
    row("members", R"({"7": )" + chat("a") + R"(, "8": )" + chat("b") + "}", "2 2");
    row("rows of a table",
        R"({"features": [], "rows": [{"row_idx": 0, "row": )" + chat("a") +
            R"(, "truncated_cells": []}], "num_rows_total": 1})",
        "2");
    row("samples of a run", R"({"status": "done", "eval": {"task": "t"}, "samples": [{"id": 1, "input": "q",
        "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}]})",
        "2");
    row("lists of texts", R"({"train": [["Good morning", "Good day"], ["How are you?", "Fine", "Nice"]],
        "valid": [["Bye now", "See you"]]})",
        "2 3 2");
    row("dialogues, each a list of messages", R"({"place": "desk", "dialogues": [
        [{"role": "user", "content": "Where does it land?"}, {"role": "assistant", "content": "At the pier."}],
        [{"role": "user", "content": "Is it open?"}, {"role": "assistant", "content": "From seven on."},
         {"role": "user", "content": "Thank you!"}]]})",
        "2 3");
    row("members that are lists of messages",
        R"({"d1": [{"role": "user", "content": "q"}], "d2": [{"role": "user", "content": "q"},
        {"role": "assistant", "content": "a"}]})",
        "1 2");
}

void WrappedDataTest::readsList()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, messages);
    const TempFolder folder;
    const auto snapshot = loaded(folder, "wrapped.json", text);
    QCOMPARE(messagesOf(*snapshot), messages);
    QCOMPARE(disagreements(*snapshot), std::string());
    QCOMPARE(faultsOf(*snapshot), 0);
}

void WrappedDataTest::namesWhatIsBesideTheRecords()
{
    const TempFolder folder;
    const auto snapshot =
        loaded(folder, "wrapped.json", R"({"system_prompt": "Be kind.", "model": "x", "data": [
        {"q": "Where does the ferry land?", "a": "It lands at the old pier."},
        {"q": "When is the pool open?", "a": "It opens at seven in the morning."}]})");
    QCOMPARE(messagesOf(*snapshot), std::string("2 2"));
    QCOMPARE(snapshot->problems.size(), std::size_t{1});
    QCOMPARE(snapshot->problems[0].severity, Severity::Note);
    QCOMPARE(inEnglish(snapshot->problems[0].detail),
             std::string("in addition to its records, the file has system_prompt, model"));
    for (const Row row : {Row{0}, Row{1}}) {
        QCOMPARE(fieldText(*snapshot, row, "file.system_prompt"), std::string("Be kind."));
        QCOMPARE(fieldText(*snapshot, row, "file.model"), std::string("x"));
    }
}

void WrappedDataTest::namesTheListOfEachRecord()
{
    const TempFolder folder;
    const auto snapshot =
        loaded(folder, "splits.json", R"({"train": [)" + chat("a") + R"(], "test": [)" + chat("b") + "]}");
    QCOMPARE(fieldText(*snapshot, Row{0}, "split"), std::string("train"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "split"), std::string("test"));
}

void WrappedDataTest::namesRecordsByTheirMember()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "by_id.json",
                                 R"({"x\"7": )" + chat("a") +
                                     R"(, "8": {"id": "own", "messages": [{"role": "user",
        "content": "q"}]}})");
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("x\"7"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "id"), std::string("own"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "key"), std::string("8"));
}

void WrappedDataTest::keepsOneConversationWhole_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("messages");
    QTest::newRow("messages with a type")
        << std::string(
               R"([{"type": "human", "content": "Name a fern."}, {"type": "ai", "content": "Bracken."}])")
        << std::string("2");
    QTest::newRow("candidates that are conversations")
        << std::string(R"({"prompt": "q", "chosen": [{"role": "assistant", "content": "a"}],
        "rejected": [{"role": "assistant", "content": "b"}]})")
        << std::string("1");
    QTest::newRow("dialogue beside examples")
        << R"({"dialogue": [{"speaker": "A", "text": "Hello there"}, {"speaker": "B", "text": "Hi"}],
        "examples": [)" +
               chat("a") + "]}"
        << std::string("2");
    QTest::newRow("one member") << R"({"conversation_1": )" + chat("a") + "}" << std::string("2");
}

void WrappedDataTest::keepsOneConversationWhole()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, messages);
    const TempFolder folder;
    QCOMPARE(messagesOf(*loaded(folder, "one.json", text)), messages);
}

void WrappedDataTest::brokenRecordLosesNoOther()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "broken.json",
                                 R"({"data": [)" + chat("a") + R"(, {"messages": [}, )" + chat("b") + "]}");
    QCOMPARE(snapshot->recordCount(), 3U);
    QVERIFY(snapshot->record(Row{1}).state == RecordState::Broken);
    QCOMPARE(fieldText(*snapshot, Row{2}, "messages"), std::string("2"));
}

void WrappedDataTest::cutListKeepsItsRecords()
{
    const TempFolder folder;
    const auto snapshot =
        loaded(folder, "cut.json",
               R"({"data": [)" + chat("a") + ",\n" + chat("b") + ",\n" + R"({"messages": [{"role")");
    QVERIFY(snapshot->recordCount() >= 2);
    QCOMPARE(fieldText(*snapshot, Row{0}, "messages"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "messages"), std::string("2"));
    QVERIFY(!snapshot->problems.empty());
}

void WrappedDataTest::readsLargeLists()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "large.json",
                                 R"({"about": {"made": 2026}, )" + listOf("train", kMany) +
                                     ", \"more\": [1, 2],\n" + listOf("test", 100) + "}");
    QCOMPARE(snapshot->recordCount(), std::uint32_t{kMany + 100});
    QCOMPARE(fieldText(*snapshot, Row{kMany - 1}, "split"), std::string("train"));
    QCOMPARE(fieldText(*snapshot, Row{kMany}, "split"), std::string("test"));
    QCOMPARE(fieldText(*snapshot, Row{kMany + 99}, "messages"), std::string("2"));
    QCOMPARE(disagreements(*snapshot), std::string());
    QCOMPARE(faultsOf(*snapshot), 0);
}

void WrappedDataTest::readsLargeObjectOfRecords()
{
    std::string text = "{";
    for (int i = 0; i < kMany; ++i)
        text += (i > 0 ? ",\n\"" : "\n\"") + std::to_string(i) + "\": " + chat(std::to_string(i));
    const TempFolder folder;
    const auto snapshot = loaded(folder, "large.json", text + "\n}\n");
    QCOMPARE(snapshot->recordCount(), std::uint32_t{kMany});
    QCOMPARE(fieldText(*snapshot, Row{kMany - 1}, "id"), std::to_string(kMany - 1));
    QCOMPARE(disagreements(*snapshot), std::string());
    QCOMPARE(faultsOf(*snapshot), 0);
}

void WrappedDataTest::tiesRowsOfLargeFile()
{
    std::string text;
    for (int i = 0; i < kMany; ++i) {
        const std::string id = std::to_string(i);
        text += R"({"message_id": "a)" + id +
                R"(", "parent_id": null, "role": "prompter", "text": "Question )" + id + "\"}\n" +
                R"({"message_id": "b)" + id + R"(", "parent_id": "a)" + id +
                R"(", "role": "assistant", "text": "Answer )" + id + "\"}\n";
    }
    const TempFolder folder;
    const auto snapshot = loaded(folder, "rows.jsonl", text);
    QCOMPARE(snapshot->recordCount(), std::uint32_t{kMany});
    for (const Row row : {Row{0}, Row{kMany / 2}, Row{kMany - 1}})
        QCOMPARE(fieldText(*snapshot, row, "messages"), std::string("2"));
    QCOMPARE(disagreements(*snapshot), std::string());
    QCOMPARE(faultsOf(*snapshot), 0);
}

void WrappedDataTest::readsTextsOfJson()
{
    const TempFolder folder;
    const auto records =
        loaded(folder, "texts.json", R"(["{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}",
"{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": \"assistant\", \"content\": \"a\"}]}"]
)");
    QCOMPARE(messagesOf(*records), std::string("1 2"));
    const auto members = loaded(folder, "members.jsonl",
                                R"({"id": 1, "messages": "[{\"role\": \"user\", \"content\": \"q\"}]"}
)");
    QCOMPARE(messagesOf(*members), std::string("1"));
    const auto pair = loaded(
        folder, "pair.jsonl",
        R"({"chosen": "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": \"assistant\", \"content\": \"4\"}]}", "rejected": "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": \"assistant\", \"content\": \"7\"}]}"}
)");
    QCOMPARE(messagesOf(*pair), std::string("1"));
    QCOMPARE(disagreements(*pair), std::string());
}

void WrappedDataTest::sessionIsOneConversation()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "session.jsonl", R"({"type": "session", "id": "c1", "name": "Hello"}
{"type": "message", "message": {"role": "user", "content": "Hello", "id": "m1", "parent": null}}
{"type": "message", "message": {"role": "assistant", "content": "Hi", "id": "m2", "parent": "m1"}}
)");
    QCOMPARE(messagesOf(*snapshot), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("c1"));
    QCOMPARE(disagreements(*snapshot), std::string());
    const auto plain = loaded(folder, "plain.jsonl", R"({"role": "user", "content": "Hello"}
{"role": "assistant", "content": "Hi"}
)");
    QCOMPARE(messagesOf(*plain), std::string("2"));
}

void WrappedDataTest::rowsAreTiedByConversation()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "rows.json", R"([
{"dialogue_id": 1, "speaker": "A", "utterance": "Is it raining?"},
{"dialogue_id": 1, "speaker": "B", "utterance": "No."},
{"dialogue_id": 2, "speaker": "A", "utterance": "Is it late?"},
{"dialogue_id": 2, "speaker": "B", "utterance": "It is."},
{"dialogue_id": 2, "speaker": "A", "utterance": "Good night."}
])");
    QCOMPARE(messagesOf(*snapshot), std::string("2 3"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "id"), std::string("2"));
    QCOMPARE(disagreements(*snapshot), std::string());
    std::string many;
    for (int i = 0; i < 300; ++i)
        many += std::string(i == 0 ? "[" : ",\n") + R"({"dialogue_id": )" + std::to_string(i / 3) +
                R"(, "speaker": "A", "utterance": "Hello"})";
    const auto large = loaded(folder, "many.json", many + "]");
    QCOMPARE(large->recordCount(), 100U);
    QCOMPARE(fieldText(*large, Row{99}, "messages"), std::string("3"));
}

void WrappedDataTest::rowsAreTiedByRuns_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("messages");
    const auto row = [](const char* name, const char* file, const std::string& text, const char* messages) {
        QTest::newRow(name) << QString::fromLatin1(file) << QString::fromStdString(text)
                            << QString::fromLatin1(messages);
    };
    constexpr std::array<std::string_view, 12> kSaid = {
        "Where do you keep the ladders?", "In the shed behind the barn.",  "Is the shed open today?",
        "It is open until six.",          "Do you sell seeds of clover?",  "We have two kinds of them.",
        "Which of them grows in shade?",  "White clover does well there.", "Can you mend a blunt scythe?",
        "We can within a week or so.",    "What would that cost me?",      "About twelve crowns I think."};
    // Of each row, what is before the text.
    const auto cells = [&](std::string head, const auto& frontOf) {
        for (std::size_t i = 0; i < kSaid.size(); ++i)
            head.append("\n").append(frontOf(i)).append(",").append(kSaid[i]);
        return head + "\n";
    };
    const auto objects = [&](const char* before, const char* between, const auto& frontOf) {
        std::string text;
        for (std::size_t i = 0; i < kSaid.size(); ++i)
            text.append(i == 0 ? before : between)
                .append("{" + frontOf(i) + R"(, "content": ")" + std::string(kSaid[i]) + "\"}");
        return text;
    };
    const auto number = [](std::size_t value) { return std::to_string(value); };
    const auto side = [](std::size_t i, const char* first, const char* second) {
        return std::string(i % 2 == 0 ? first : second);
    };
    row("numbers that begin again", "rows.csv",
        cells("ticket,when,who,line",
              [&](std::size_t i) {
                  return "t" + number(i / 4) + "," + number(1 + i % 4) + "," + side(i, "guest", "clerk");
              }),
        "4 4 4");
    row("the same one begins", "rows.csv",
        cells("call,who,line",
              [&](std::size_t i) { return "c" + number(31 * (i / 4)) + "," + side(i, "guest", "clerk"); }),
        "4 4 4");
    row("values that come again", "rows.csv",
        cells("room,when,who,line",
              [&](std::size_t i) {
                  return number(i / 4 % 2) + ",09:0" + number(i % 4) + "," + side(i, "guest", "clerk");
              }),
        "4 4 4");
    const auto known = [&](std::size_t i) {
        return R"("conv": "c)" + number(i / 4) + R"(", "n": )" + number(i % 4) + R"(, "role": ")" +
               side(i, "user", "assistant") + "\"";
    };
    row("roles", "rows.jsonl", objects("", "\n", known), "4 4 4");
    row("list of rows", "rows.json", objects("[", ",\n", known) + "]", "4 4 4");
    row("merged cells", "rows.csv",
        cells("conversation_id,role,content",
              [&](std::size_t i) {
                  return (i % 4 == 0 ? "c" + number(i / 4) : std::string()) + "," +
                         side(i, "user", "assistant");
              }),
        "4 4 4");
    row("turns are no conversations", "rows.jsonl",
        objects("", "\n",
                [&](std::size_t i) {
                    return R"("turn": )" + number(i / 2) + R"(, "role": ")" + side(i, "user", "assistant") +
                           "\"";
                }),
        "12");
    row("pages are no conversations", "rows.jsonl",
        objects("", "\n",
                [&](std::size_t i) {
                    return R"("page": )" + number(i / 5) + R"(, "n": )" + number(i) + R"(, "role": ")" +
                           side(i, "user", "assistant") + "\"";
                }),
        "12");
    const auto pairs = [&](std::string head, const auto& frontOf) {
        for (std::size_t i = 0; i + 1 < kSaid.size(); i += 2)
            head.append("\n")
                .append(frontOf(i / 2))
                .append(",")
                .append(kSaid[i])
                .append(",")
                .append(kSaid[i + 1]);
        return head + "\n";
    };
    row("pairs that are turns", "rows.csv",
        pairs("dialog_id,turn,question,answer",
              [&](std::size_t i) { return "d" + number(i / 2) + "," + number(i % 2); }),
        "4 4 4");
    row("pairs of a session", "rows.csv",
        pairs("session,user_input,bot_output", [&](std::size_t i) { return "s" + number(i / 2); }), "4 4 4");
    row("pairs about a text", "rows.csv",
        pairs("article,number,question,answer",
              [&](std::size_t i) { return "a" + number(i / 2) + "," + number(i % 2); }),
        "2 2 2 2 2 2");
    row("turns in columns", "rows.csv",
        "id,user1,bot1,user2,bot2\n0,Where are the ladders?,In the shed of course.,,\n1,Is the shed "
        "open?,Until six "
        "it is.,And on Sunday too?,Not on Sunday I think.\n2,Do you sell seeds?,Two kinds of them.,,\n",
        "2 4 2");
    row("texts with names", "rows.json",
        R"(["Guest: Where do you keep the ladders?", "Clerk: In the shed.", "Guest: Is it open?", "Clerk: It is."])",
        "4");
}

void WrappedDataTest::rowsAreTiedByRuns()
{
    QFETCH(const QString, file);
    QFETCH(const QString, text);
    QFETCH(const QString, messages);
    const TempFolder folder;
    const auto snapshot = loaded(folder, file.toStdString(), text.toStdString());
    QCOMPARE(messagesOf(*snapshot), messages.toStdString());
    QCOMPARE(disagreements(*snapshot), std::string());
}

void WrappedDataTest::namesConversationsThatAreTornApart_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("messages");
    QTest::addColumn<QString>("faults");
    const auto say = [](const char* id, const char* role, const char* text) {
        return R"({"conversation_id": )" + std::string(id) + R"(, "role": ")" + role + R"(", "content": ")" +
               text + "\"}";
    };
    const std::string one = say("1", "user", "a") + "\n" + say("1", "assistant", "b") + "\n";
    const std::string two = say("2", "user", "c") + "\n" + say("2", "assistant", "d") + "\n";
    const std::string late = say("1", "user", "e") + "\n";
    const auto row = [](const char* name, const char* file, const std::string& text, const char* messages,
                        const std::string& faults) {
        QTest::newRow(name) << QString::fromUtf8(file) << QString::fromStdString(text)
                            << QString::fromUtf8(messages) << QString::fromStdString(faults);
    };
    row("in order", "rows.jsonl", one + two, "2 2", "");
    row("lines", "rows.jsonl", one + two + late, "2 2 1",
        std::to_string(one.size() + two.size()) +
            ": the rows of conversation \"1\" are not adjacent: they are read as 2 conversations\n");
    row("several", "rows.jsonl", one + two + late + two, "2 2 1 2",
        std::to_string(one.size() + two.size()) + ": the rows of 2 conversations are not adjacent: those of "
                                                  "\"1\" are read as 2 conversations\n");
    row("other ids that look alike", "rows.jsonl",
        one + say("\"1\"", "user", "x") + "\n" + say("2", "user", "y") + "\n", "2 1 1", "");
    row("list", "rows.json",
        "[" + say("\"x\"", "user", "a") + ",\n" + say("\"y\"", "user", "b") + ",\n" +
            say("\"x\"", "assistant", "c") + ",\n" + say("\"y\"", "assistant", "d") + ",\n" +
            say("\"x\"", "user", "e") + "]",
        "1 1 1 1 1",
        "117: the rows of 2 conversations are not adjacent: those of \"x\" are read as 3 conversations\n");
    row("cells", "rows.csv", "conversation_id,role,content\n1,user,a\n2,user,b\n1,assistant,c\n", "1 1 1",
        std::to_string(std::uint64_t{2} << 32U) +
            ": the rows of conversation \"1\" are not adjacent: they are read as 2 conversations\n");
    const std::string sessions =
        sessionEvent("S", "u1", "", "user", "a") + sessionEvent("S", "u2", "u1", "assistant", "b") +
        sessionEvent("S2", "v1", "", "user", "c") + sessionEvent("S2", "v2", "v1", "assistant", "d");
    row("sessions", "rows.jsonl",
        sessions + sessionEvent("S", "u3", "", "user", "e") + sessionEvent("S", "u4", "u3", "assistant", "f"),
        "2 2 2",
        std::to_string(sessions.size()) +
            ": the rows of conversation \"S\" are not adjacent: they are read as 2 conversations\n");
    const auto node = [](const char* id, const char* parent, const char* role) {
        return R"({"message_id": ")" + std::string(id) + R"(", "parent_id": )" + parent + R"(, "role": ")" +
               role + R"(", "text": "said"})" + "\n";
    };
    const std::string roots = node("1", "null", "user") + node("2", "null", "user");
    row("trees", "rows.jsonl", roots + node("3", "\"2\"", "assistant"), "1 2", "");
    row("mixed trees", "rows.jsonl", roots + node("3", "\"1\"", "assistant"), "1 2",
        std::to_string(roots.size()) + ": a row refers back to \"1\" in an earlier conversation, but is read "
                                       "as part of the conversation directly before it\n");
    row("trees whose ids begin anew", "rows.jsonl",
        node("1", "null", "user") + node("2", "\"1\"", "assistant") + node("1", "null", "user") +
            node("2", "\"1\"", "assistant"),
        "2 2", "");
}

void WrappedDataTest::namesConversationsThatAreTornApart()
{
    QFETCH(const QString, file);
    QFETCH(const QString, text);
    QFETCH(const QString, messages);
    QFETCH(const QString, faults);
    const TempFolder folder;
    const auto snapshot = loaded(folder, file.toStdString(), text.toStdString());
    QCOMPARE(QString::fromStdString(messagesOf(*snapshot)), messages);
    QCOMPARE(QString::fromStdString(faultTexts(*snapshot)), faults);
    QCOMPARE(disagreements(*snapshot), std::string());
}

void WrappedDataTest::namesTornConversationsOfLargeFiles()
{
    std::string lines;
    std::string cells = "conversation_id,role,content\n";
    // Each conversation has a row in either half.
    for (int i = 0; i < 2 * kMany; ++i) {
        const std::string id = std::to_string(i % kMany);
        lines += R"({"conversation_id": )" + id + R"(, "role": "user", "content": "What is it this time?"})" +
                 "\n";
        cells += id + ",user,\"What is it this time, and why is it so late in the evening?\"\n";
    }
    const TempFolder folder;
    const std::string fault =
        "the rows of 60000 conversations are not adjacent: those of \"0\" are read as 2 conversations\n";
    for (const auto& [file, text] : {std::pair("rows.jsonl", lines), std::pair("rows.csv", cells)}) {
        const auto snapshot = loaded(folder, file, text);
        QCOMPARE(snapshot->recordCount(), std::uint32_t{2 * kMany});
        QVERIFY2(faultTexts(*snapshot).ends_with(": " + fault), file);
        QCOMPARE(faultsOf(*snapshot), 1);
    }
}

void WrappedDataTest::eachNodeOfTreeIsReadOnce()
{
    // c, d and e leave the branch that was taken; d and e after c. f and g are each other's parents.
    std::string mapping = R"("root": {"id": "root", "parent": null, "children": ["a", "c"]})";
    for (const auto& [id, parent, child] :
         std::initializer_list<std::array<std::string, 3>>{{"a", "root", R"("b")"},
                                                           {"b", "a", ""},
                                                           {"c", "root", R"("d", "e")"},
                                                           {"d", "c", ""},
                                                           {"e", "c", ""},
                                                           {"f", "g", R"("g")"},
                                                           {"g", "f", R"("f")"}})
        mapping += ", \"" + id + R"(": {"id": ")" + id + R"(", "parent": ")" + parent +
                   R"(", "children": [)" + child +
                   R"(], "message": {"author": {"role": "user"}, "content": {"content_type": "text", )" +
                   R"("parts": ["said )" + id + R"("]}}})";
    const TempFolder folder;
    const auto snapshot =
        loaded(folder, "tree.jsonl", R"({"current_node": "b", "mapping": {)" + mapping + "}}\n");
    QCOMPARE(messagesOf(*snapshot), std::string("2"));
    const auto record = readRecord(*snapshot, Row{0}).value();
    QCOMPARE(record->conversation.candidates.size(), std::size_t{3});
    QCOMPARE(record->conversation.candidateMessages.size(), std::size_t{5});
    QCOMPARE(disagreements(*snapshot), std::string());
}

void WrappedDataTest::toolsSpeakAmongMessagesWithClass()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "run.jsonl", R"({"messages": [{"type": "system", "content": "a"},
        {"type": "human", "content": "b"}, {"type": "tool", "content": "c", "tool_call_id": "1"},
        {"type": "function", "name": "f", "content": "d"}, {"type": "ai", "content": "e"}]})");
    QCOMPARE(spokenIn(readRecord(*snapshot, Row{0}).value()->conversation),
             std::string("system: a | user: b | tool: c | tool: d | assistant: e"));
}

void WrappedDataTest::instructionMayHoldTranscript()
{
    const TempFolder folder;
    const auto snapshot =
        loaded(folder, "turns.jsonl",
               R"({"instruction": "Human: Hi\nAssistant: Hello\nHuman: Bye\nAssistant:", "output": "See you"}
{"instruction": "Write what a Human: says.", "output": "Hm"}
)");
    QCOMPARE(messagesOf(*snapshot), std::string("4 2"));
    QCOMPARE(disagreements(*snapshot), std::string());
}

void WrappedDataTest::brokenLineOfSessionLosesNoOther()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "session.jsonl", R"({"role": "user", "content": "Hello"}
{"role": "assistant", "content": "Hi"}
{"role": "user", "conte
{"role": "user", "content": "Bye"}
)");
    QCOMPARE(messagesOf(*snapshot), std::string("3"));
    QCOMPARE(snapshot->problems.size(), std::size_t{1});
}

void WrappedDataTest::foreignLineOfSessionIsAWarning_data()
{
    QTest::addColumn<std::string>("line");
    for (const char* line :
         {"{\"silly\":\"this\"}", "{}", "null", "42", "{\"sessionId\":\"S\",\"version\":\"2\"}"})
        QTest::newRow(line) << std::string(line);
}

void WrappedDataTest::foreignLineOfSessionIsAWarning()
{
    QFETCH(const std::string, line);
    const TempFolder folder;
    const auto snapshot = loaded(folder, "s.jsonl",
                                 sessionEvent("S", "u1", "", "user", "one") +
                                     sessionEvent("S", "u2", "u1", "assistant", "two") + line + "\n" +
                                     sessionEvent("S", "u3", "u2", "user", "three") +
                                     sessionEvent("S", "u4", "u3", "assistant", "four"));
    QCOMPARE(messagesOf(*snapshot), std::string("4"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("S"));
    QCOMPARE(faultsOf(*snapshot), 1);
    QCOMPARE(snapshot->problems[0].pointer, std::string("/2"));
    QCOMPARE(disagreements(*snapshot), std::string());
}

void WrappedDataTest::joinedSessionsAreSeveralConversations()
{
    const TempFolder folder;
    const std::string two =
        sessionEvent("S", "u1", "", "user", "one") + sessionEvent("S", "u2", "u1", "assistant", "two") +
        sessionEvent("S2", "v1", "", "user", "three") + sessionEvent("S2", "v2", "v1", "assistant", "four");
    const auto snapshot = loaded(folder, "two.jsonl", two + sessionEvent("S2", "v3", "v2", "user", "five"));
    QCOMPARE(messagesOf(*snapshot), std::string("2 3"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("S"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "id"), std::string("S2"));
    QCOMPARE(faultsOf(*snapshot), 0);
    QCOMPARE(disagreements(*snapshot), std::string());
    // What follows a message of the conversation belongs to it: the session was resumed.
    const auto resumed = loaded(folder, "resumed.jsonl",
                                sessionEvent("S", "u1", "", "user", "one") +
                                    sessionEvent("S", "u2", "u1", "assistant", "two") +
                                    sessionEvent("S2", "u3", "u2", "user", "three") +
                                    sessionEvent("S2", "u4", "u3", "assistant", "four"));
    QCOMPARE(messagesOf(*resumed), std::string("4"));
    QCOMPARE(faultsOf(*resumed), 0);
    const auto mixed = loaded(folder, "mixed.jsonl", two + sessionEvent("S", "u3", "u2", "user", "late"));
    QCOMPARE(messagesOf(*mixed), std::string("2 3"));
    QCOMPARE(faultsOf(*mixed), 1);
}

void WrappedDataTest::changedPromptIsABranch()
{
    const TempFolder folder;
    const auto snapshot = loaded(folder, "s.jsonl",
                                 sessionEvent("S", "u1", "", "user", "first") +
                                     sessionEvent("S", "u2", "u1", "assistant", "answer") +
                                     sessionEvent("S", "u3", "", "user", "changed") +
                                     sessionEvent("S", "u4", "u3", "assistant", "other"));
    QCOMPARE(messagesOf(*snapshot), std::string("2"));
    const auto record = readRecord(*snapshot, Row{0}).value();
    const Conversation& conversation = record->conversation;
    QCOMPARE(std::string(conversation.textsOf(conversation.messages[0].texts)[0].text),
             std::string("changed"));
    QCOMPARE(conversation.candidates.size(), std::size_t{1});
    QCOMPARE(conversation.candidateMessages.size(), std::size_t{2});
    QCOMPARE(disagreements(*snapshot), std::string());
}

void WrappedDataTest::otherDataIsNoConversation_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const char* text) {
        QTest::newRow(name) << QString::fromUtf8(name) << std::string(text);
    };
    row("log.jsonl", R"({"level": "info", "sender": "disk", "message": "started"}
{"level": "warn", "sender": "net", "message": "slow"}
{"level": "info", "sender": "disk", "message": "stopped"}
)");
    row("events.jsonl", R"({"type": "click", "payload": {"x": 1, "y": 2}}
{"type": "key", "payload": {"code": "a"}}
)");
    row("mails.jsonl", R"({"id": 1, "thread_id": "t", "from": "ann@example.org", "text": "See you"}
{"id": 2, "thread_id": "t", "from": "bob@example.org", "text": "Yes"}
)");
    row("package.json",
        R"({"name": "p", "version": "1.0.0", "scripts": {"test": "run"}, "dependencies": {"a": "1"}})");
    row("places.json", R"({"type": "FeatureCollection", "features": [{"type": "Feature",
        "properties": {"name": "n"}, "geometry": {"type": "Point", "coordinates": [1, 2]}}]})");
    row("pictures.json", R"({"info": {"year": 2026}, "images": [{"id": 1, "file_name": "a.jpg"}],
        "annotations": [{"id": 1, "image_id": 1, "bbox": [1, 2, 3, 4]}], "categories": [{"id": 1, "name": "cat"}]})");
    row("tree.jsonl", R"({"id": 1, "parent_id": null, "name": "root", "role": "folder"}
{"id": 2, "parent_id": 1, "name": "leaf", "role": "file"}
)");
    std::string recordings;
    std::string statements;
    for (int i = 0; i < 9; ++i) {
        const std::string text =
            R"(", "text": "The river froze on day )" + std::to_string(i) + R"( of that year."})";
        recordings += R"({"audio": "wav/)" + std::to_string(i) + R"(.wav", "speaker": ")" +
                      (i % 2 == 0 ? "male" : "female") + text + "\n";
        statements += std::string(R"({"speaker": ")") + (i % 3 == 0 ? "Miller" : "Mayor") + text + "\n";
    }
    row("recordings.jsonl", recordings.c_str());
    row("statements.jsonl", statements.c_str());
}

void WrappedDataTest::otherDataIsNoConversation()
{
    QFETCH(const QString, name);
    QFETCH(const std::string, text);
    const TempFolder folder;
    const auto snapshot = loaded(folder, name.toStdString(), text);
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QCOMPARE(fieldText(*snapshot, row, "messages"), std::string("0"));
}

DUOLOGUE_TEST(WrappedDataTest)
#include "wrapped_data_test.moc"
