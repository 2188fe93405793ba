// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_texts.h"
#include "core/load/record_reader.h"
#include "tests/core/format_fixture.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

/// The model of a message: whatever vendor wrote a conversation, its messages, their parts, roles and turns
/// are the same.
class MessageModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheSameOfAllFamilies_data();
    void isTheSameOfAllFamilies();
    void resultsAreTheTools_data();
    void resultsAreTheTools();
    void thoughtIsNoAnswer();
    void countsTurns_data();
    void countsTurns();
    void turnsOfMessages();
    void piecesOfAnAnswerAreOneMessage();
    void helpersOfASessionAreRecordsOfTheirOwn();
    void figuresOfAnAnswerAreThoseOfItsLastRow();
    void toolsOfVendorsReturnTexts_data();
    void toolsOfVendorsReturnTexts();
    void itemsAnswerATextOfInput_data();
    void itemsAnswerATextOfInput();
    void contentsWithoutARoleAreTheUsers_data();
    void contentsWithoutARoleAreTheUsers();
    void refusalsAreTexts();
    void callsThatCannotBeReadAreNoText();

private:
    static std::filesystem::path caseFolder(const char* name)
    {
        return sourceFolder() / "tests/data/cases" / name;
    }

    static std::string shown(const Conversation& conversation) { return shownMessages(conversation); }
    static std::string rolesOf(const Conversation& conversation)
    {
        std::string roles;
        for (const Message& message : conversation.messages)
            roles.append(roles.empty() ? "" : " ").append(message.role);
        return roles;
    }
    static DecodedRecordPtr read(const Snapshot& snapshot, std::uint32_t row = 0)
    {
        return readRecord(snapshot, Row{row}).value();
    }
};

void MessageModelTest::isTheSameOfAllFamilies_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* ending, const char* text) {
        QTest::newRow(name) << ending << QString::fromUtf8(text);
    };
    row("OpenAI", "jsonl", R"({"messages": [
 {"role": "user", "content": [{"type": "text", "text": "Is it raining?"}, {"type": "image_url", "image_url": {"url": "sky.png"}}]},
 {"role": "assistant", "content": "One moment.", "reasoning_content": "I look.", "tool_calls": [
  {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{\"city\": \"Ulm\"}"}},
  {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": "{\"city\": \"Bern\"}"}}]},
 {"role": "tool", "tool_call_id": "c1", "content": "rain"},
 {"role": "tool", "tool_call_id": "c2", "content": "no such town", "is_error": true},
 {"role": "assistant", "content": "It rains in Ulm."}]})");
    row("Anthropic", "jsonl", R"({"messages": [
 {"role": "user", "content": [{"type": "text", "text": "Is it raining?"}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO"}}]},
 {"role": "assistant", "content": [{"type": "thinking", "thinking": "I look.", "signature": "s"}, {"type": "text", "text": "One moment."},
  {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Ulm"}}, {"type": "tool_use", "id": "c2", "name": "weather", "input": {"city": "Bern"}}]},
 {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "rain"},
  {"type": "tool_result", "tool_use_id": "c2", "is_error": true, "content": [{"type": "text", "text": "no such town"}]}]},
 {"role": "assistant", "content": "It rains in Ulm."}]})");
    row("Gemini", "jsonl", R"({"contents": [
 {"role": "user", "parts": [{"text": "Is it raining?"}, {"inlineData": {"mimeType": "image/png", "data": "iVBO"}}]},
 {"role": "model", "parts": [{"text": "I look.", "thought": true}, {"text": "One moment."},
  {"functionCall": {"name": "weather", "args": {"city": "Ulm"}}}, {"functionCall": {"name": "weather", "args": {"city": "Bern"}}}]},
 {"role": "user", "parts": [{"functionResponse": {"name": "weather", "response": {"result": "rain"}}},
  {"functionResponse": {"name": "weather", "response": {"error": "no such town"}}}]},
 {"role": "model", "parts": [{"text": "It rains in Ulm."}]}]})");
    row("Bedrock", "jsonl", R"({"messages": [
 {"role": "user", "content": [{"text": "Is it raining?"}, {"image": {"format": "png", "source": {"bytes": "iVBO"}}}]},
 {"role": "assistant", "content": [{"reasoningContent": {"reasoningText": {"text": "I look.", "signature": "s"}}}, {"text": "One moment."},
  {"toolUse": {"toolUseId": "c1", "name": "weather", "input": {"city": "Ulm"}}}, {"toolUse": {"toolUseId": "c2", "name": "weather", "input": {"city": "Bern"}}}]},
 {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "rain"}], "status": "success"}},
  {"toolResult": {"toolUseId": "c2", "content": [{"text": "no such town"}], "status": "error"}}]},
 {"role": "assistant", "content": [{"text": "It rains in Ulm."}]}]})");
    row("AI SDK, of the model", "jsonl", R"({"messages": [
 {"role": "user", "content": [{"type": "text", "text": "Is it raining?"}, {"type": "image", "image": "https://example.org/sky.png"}]},
 {"role": "assistant", "content": [{"type": "reasoning", "text": "I look."}, {"type": "text", "text": "One moment."},
  {"type": "tool-call", "toolCallId": "c1", "toolName": "weather", "args": {"city": "Ulm"}}, {"type": "tool-call", "toolCallId": "c2", "toolName": "weather", "input": {"city": "Bern"}}]},
 {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "weather", "result": "rain"},
  {"type": "tool-result", "toolCallId": "c2", "toolName": "weather", "output": {"type": "error-text", "value": "no such town"}}]},
 {"role": "assistant", "content": [{"type": "text", "text": "It rains in Ulm."}]}]})");
    row("AI SDK, of the window", "jsonl", R"({"messages": [
 {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Is it raining?"}, {"type": "image", "url": "sky.png"}]},
 {"id": "m2", "role": "assistant", "parts": [{"type": "reasoning", "text": "I look."}, {"type": "text", "text": "One moment."},
  {"type": "tool-call", "toolCallId": "c1", "toolName": "weather", "input": {"city": "Ulm"}},
  {"type": "tool-call", "toolCallId": "c2", "toolName": "weather", "input": {"city": "Bern"}},
  {"type": "tool-result", "toolCallId": "c1", "toolName": "weather", "output": {"type": "text", "value": "rain"}},
  {"type": "tool-result", "toolCallId": "c2", "toolName": "weather", "output": {"type": "error-text", "value": "no such town"}},
  {"type": "text", "text": "It rains in Ulm."}]}]})");
    row("Responses", "jsonl", R"({"input": [
 {"role": "user", "content": [{"type": "input_text", "text": "Is it raining?"}, {"type": "input_image", "image_url": "sky.png"}]},
 {"type": "reasoning", "summary": [{"type": "summary_text", "text": "I look."}]},
 {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One moment."}]},
 {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": "{\"city\": \"Ulm\"}"},
 {"type": "function_call", "call_id": "c2", "name": "weather", "arguments": "{\"city\": \"Bern\"}"},
 {"type": "function_call_output", "call_id": "c1", "output": "rain"},
 {"type": "function_call_output", "call_id": "c2", "status": "failed", "output": "no such town"},
 {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It rains in Ulm."}]}]})");
    row("Codex", "jsonl", R"({"timestamp": "1", "type": "session_meta", "payload": {"id": "s", "cwd": "/"}}
{"timestamp": "2", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Is it raining?"}, {"type": "input_image", "image_url": "sky.png"}]}}
{"timestamp": "3", "type": "response_item", "payload": {"type": "reasoning", "summary": [{"type": "summary_text", "text": "I look."}], "encrypted_content": "x"}}
{"timestamp": "4", "type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One moment."}]}}
{"timestamp": "5", "type": "response_item", "payload": {"type": "function_call", "name": "weather", "arguments": "{\"city\": \"Ulm\"}", "call_id": "c1"}}
{"timestamp": "6", "type": "response_item", "payload": {"type": "function_call", "name": "weather", "arguments": "{\"city\": \"Bern\"}", "call_id": "c2"}}
{"timestamp": "7", "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": "rain"}}
{"timestamp": "8", "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c2", "status": "failed", "output": "no such town"}}
{"timestamp": "9", "type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It rains in Ulm."}]}})");
    // Calls at a time, whose results name the row of their call: branches that are none.
    row("Claude Code", "jsonl",
        R"({"type": "user", "uuid": "u1", "parentUuid": null, "isSidechain": false, "sessionId": "s", "message": {"role": "user", "content": [{"type": "text", "text": "Is it raining?"}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO"}}]}}
{"type": "assistant", "uuid": "u2", "parentUuid": "u1", "isSidechain": false, "sessionId": "s", "message": {"id": "m1", "role": "assistant", "content": [{"type": "thinking", "thinking": "I look."}]}}
{"type": "assistant", "uuid": "u3", "parentUuid": "u2", "isSidechain": false, "sessionId": "s", "message": {"id": "m1", "role": "assistant", "content": [{"type": "text", "text": "One moment."}]}}
{"type": "assistant", "uuid": "u4", "parentUuid": "u3", "isSidechain": false, "sessionId": "s", "message": {"id": "m1", "role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Ulm"}}]}}
{"type": "user", "uuid": "u5", "parentUuid": "u4", "isSidechain": false, "sessionId": "s", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "rain"}]}, "toolUseResult": "rain"}
{"type": "assistant", "uuid": "u6", "parentUuid": "u4", "isSidechain": false, "sessionId": "s", "message": {"id": "m1", "role": "assistant", "content": [{"type": "tool_use", "id": "c2", "name": "weather", "input": {"city": "Bern"}}]}}
{"type": "user", "uuid": "u7", "parentUuid": "u6", "isSidechain": false, "sessionId": "s", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c2", "is_error": true, "content": "no such town"}]}}
{"type": "assistant", "uuid": "u8", "parentUuid": "u7", "isSidechain": false, "sessionId": "s", "message": {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": "It rains in Ulm."}]}})");
}

void MessageModelTest::isTheSameOfAllFamilies()
{
    QFETCH(QString, ending);
    QFETCH(QString, text);
    // A record is a line of its own, but for sessions.
    std::string json = text.toStdString();
    if (json.find("\n{\"t") == std::string::npos)
        std::replace(json.begin(), json.end(), '\n', ' ');
    const TempFolder folder;
    const auto snapshot = load({folder.write("chat." + ending.toStdString(), json + "\n")});
    QCOMPARE(snapshot->recordCount(), 1U);
    const DecodedRecordPtr record = read(*snapshot);
    QCOMPARE(shown(record->conversation), std::string(R"(turns 1
user: Is it raining? | picture
assistant: thinks I look. | One moment. | calls weather{"city":"Ulm"} | calls weather{"city":"Bern"}
tool: returns rain to weather{"city":"Ulm"} as weather
tool: fails no such town to weather{"city":"Bern"} as weather
assistant: It rains in Ulm.
)"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "messages"), std::string("5"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "turns"), std::string("1"));
    // Lengths are those of what is said.
    QCOMPARE(rowsOf(*snapshot, "message(role:assistant length:11)"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "text.assistant:look"), std::string(""));
    QCOMPARE(rowsOf(*snapshot, "count(role:user):1 count(role:tool):2"), std::string("0"));
    std::vector<std::string> found;
    forEachText(record->conversation, [&](const RecordText& each) {
        if (each.text.find("I look") != std::string_view::npos ||
            each.text.find("Bern") != std::string_view::npos)
            found.emplace_back(textPartName(each.part));
        return false;
    });
    QCOMPARE(found, (std::vector<std::string>{"reasoning", "tool call"}));
}

void MessageModelTest::resultsAreTheTools_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("result");
    QTest::newRow("bedrock") << "bedrock.jsonl"
                             << "rain";
    QTest::newRow("gemini") << "gemini.jsonl"
                            << R"({"result":"rain"})";
}

void MessageModelTest::resultsAreTheTools()
{
    QFETCH(QString, file);
    QFETCH(QString, result);
    const auto snapshot = load({caseFolder("47-tool-results-as-user") / file.toStdString()});
    const DecodedRecordPtr record = read(*snapshot);
    const Conversation& conversation = record->conversation;
    QCOMPARE(rolesOf(conversation), std::string("user assistant tool assistant"));
    QCOMPARE(conversation.turns(), 1U);
    QCOMPARE(std::string(conversation.originalText(conversation.messages[2])), result.toStdString());
    const auto parts = conversation.partsOf(conversation.messages[2]);
    QCOMPARE(parts.size(), std::size_t{1});
    QCOMPARE(std::string(parts[0].name), std::string("weather"));
    QCOMPARE(argumentsJson(conversation.parts[parts[0].counterpart]), std::string(R"({"city":"Ulm"})"));
    QCOMPARE(rowsOf(*snapshot, "count(role:user):1"), std::string("0"));
}

/// Thoughts next to an answer, in all forms of them.
void MessageModelTest::thoughtIsNoAnswer()
{
    const auto snapshot = load({caseFolder("44-reasoning-in-answer")});
    QCOMPARE(snapshot->recordCount(), 5U);
    QCOMPARE(rowsOf(*snapshot, "plumquat"), std::string("0 1 2 3 4"));
    QCOMPARE(rowsOf(*snapshot, "text.assistant:plumquat"), std::string(""));
    std::vector<std::string> answers;
    for (std::uint32_t row = 0; row < 5; ++row) {
        const DecodedRecordPtr record = read(*snapshot, row);
        const Conversation& conversation = record->conversation;
        QCOMPARE(rolesOf(conversation), std::string("user assistant"));
        answers.emplace_back(conversation.originalText(conversation.messages[1]));
        forEachText(conversation, [](const RecordText& text) {
            if (text.text.find("plumquat") != std::string_view::npos && text.part != TextPart::Reasoning)
                QTest::qFail("a thought is no text of the answer", __FILE__, __LINE__);
            return false;
        });
    }
    std::sort(answers.begin(), answers.end());
    QCOMPARE(answers, (std::vector<std::string>{"No, nine is odd.", "No.", "No.", "Yes.", "Yes."}));

    // A thought that no answer follows is a message without a text; a role may say that it is one.
    const TempFolder folder;
    const auto other = load({folder.write("chat.jsonl", R"({"messages": [
 {"role": "user", "content": "q"}, {"role": "reasoning", "content": "hm"}, {"role": "assistant", "content": "a"},
 {"role": "user", "content": "q"}, {"role": "assistant", "content": "hm", "isThought": true}, {"role": "user", "content": "q"}]}
)")});
    QCOMPARE(shown(read(*other)->conversation),
             std::string("turns 3\nuser: q\nassistant: thinks hm | a\nuser: q\n"
                         "assistant: thinks hm\nuser: q\n"));
    QCOMPARE(problemLines(*other), std::vector<std::string>());
}

void MessageModelTest::countsTurns_data()
{
    QTest::addColumn<QString>("roles");
    QTest::addColumn<QString>("turns");
    const auto row = [](const char* roles, const char* turns) { QTest::newRow(roles) << roles << turns; };
    row("user assistant", "1 1");
    row("user user assistant user assistant", "1 1 1 2 2");
    row("user assistant tool assistant tool assistant", "1 1 1 1 1 1");
    row("system user assistant", "0 1 1");
    row("user system user assistant", "1 0 1 1");
    row("assistant user assistant", "0 1 1");
    row("user assistant user", "1 1 2");
    row("user tool user", "1 1 2");
    row("user Ann Bob user", "1 1 1 2");
    row("Ann Bob Ann", "0 0 0");
    row("assistant tool", "0 0");
    row("system", "0");
}

/// In a conversation, in the table, and for a query.
void MessageModelTest::countsTurns()
{
    QFETCH(QString, roles);
    QFETCH(QString, turns);
    const QStringList words = roles.split(QLatin1Char(' '));
    const QStringList wanted = turns.split(QLatin1Char(' '));
    nlohmann::json messages = nlohmann::json::array();
    int most = 0;
    for (int i = 0; i < words.size(); ++i) {
        messages.push_back({{"role", words[i].toStdString()}, {"content", "text " + std::to_string(i)}});
        most = std::max(most, wanted[i].toInt());
    }
    const TempFolder folder;
    const auto snapshot =
        load({folder.write("chat.jsonl", nlohmann::json{{"messages", messages}}.dump() + "\n")});
    QCOMPARE(read(*snapshot)->conversation.turns(), static_cast<std::uint32_t>(most));
    QCOMPARE(fieldText(*snapshot, Row{0}, "turns"), most == 0 ? std::string() : std::to_string(most));
    QCOMPARE(rowsOf(*snapshot, "has:turns"), std::string(most == 0 ? "" : "0"));
    for (int i = 0; i < words.size(); ++i) {
        const std::string place = "position:" + std::to_string(i + 1);
        const std::string turn =
            wanted[i] == QLatin1String("0") ? std::string("missing:turn") : "turn:" + wanted[i].toStdString();
        QCOMPARE(rowsOf(*snapshot, "message(" + place + " " + turn + ")"), std::string("0"));
    }
}

void MessageModelTest::turnsOfMessages()
{
    const auto snapshot = load({caseFolder("42-turns")});
    QCOMPARE(idsFound(*snapshot, "turns:1"), (std::vector<std::string>{"loop", "long-loop", "greeting"}));
    QCOMPARE(idsFound(*snapshot, "message(turn:2)"), (std::vector<std::string>{"twice-asked", "plain"}));
    QCOMPARE(idsFound(*snapshot, "message(turn:3)"), std::vector<std::string>());
    QCOMPARE(idsFound(*snapshot, "count(turn:1 role:user):2"), std::vector<std::string>{"twice-asked"});
}

void MessageModelTest::piecesOfAnAnswerAreOneMessage()
{
    const auto snapshot = load({caseFolder("67-claude-blocks") / "session.jsonl"});
    QCOMPARE(shown(read(*snapshot)->conversation), std::string(R"(turns 1
user: How many files are here?
assistant: I list them. | calls Task{"prompt":"Count the files."}
tool: returns There are two. to Task{"prompt":"Count the files."} as Task
assistant: Two files: | a.txt and b.txt.
)"));
    // Families that have messages keep them: two answers in a row stay two.
    const TempFolder folder;
    const auto chat = load({folder.write("chat.jsonl", R"({"messages": [{"role": "user", "content": "q"}, )"
                                                       R"({"role": "assistant", "content": "a"}, )"
                                                       R"({"role": "assistant", "content": "b"}]})"
                                                       "\n")});
    QCOMPARE(rolesOf(read(*chat)->conversation), std::string("user assistant assistant"));
}

void MessageModelTest::helpersOfASessionAreRecordsOfTheirOwn()
{
    for (const char* file : {"session.jsonl", "sidechain-last.jsonl"}) {
        const auto snapshot = load({caseFolder("67-claude-blocks") / file});
        QCOMPARE(snapshot->recordCount(), 2U);
        QCOMPARE(shown(read(*snapshot, 1)->conversation),
                 std::string("turns 1\nuser: Count the files.\nassistant: There are two.\n"));
        QCOMPARE(fieldText(*snapshot, Row{1}, "parent"), std::string("s1"));
        QCOMPARE(fieldText(*snapshot, Row{0}, "parent"), std::string());
        QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("s1"));
        QCOMPARE(fieldText(*snapshot, Row{0}, "turns"), std::string("1"));
    }

    // Two helpers at a time, whose rows are mixed.
    const auto row = [](const char* id, const char* parent, bool isSide, const char* role, const char* text) {
        nlohmann::json made{{"type", role},
                            {"uuid", id},
                            {"sessionId", "s"},
                            {"isSidechain", isSide},
                            {"message", {{"role", role}, {"content", text}}}};
        made["parentUuid"] = *parent == '\0' ? nlohmann::json() : nlohmann::json(parent);
        return made.dump() + "\n";
    };
    const TempFolder folder;
    const auto snapshot = load(
        {folder.write("mixed.jsonl",
                      row("u1", "", false, "user", "main") + row("a1", "", true, "user", "first") +
                          row("b1", "", true, "user", "second") + row("a2", "a1", true, "assistant", "one") +
                          row("u2", "u1", false, "assistant", "done") +
                          row("b2", "b1", true, "assistant", "two") + row("c1", "", true, "user", "alone"))});
    QCOMPARE(snapshot->recordCount(), 4U);
    const auto said = [&](std::uint32_t at) { return shown(read(*snapshot, at)->conversation); };
    QCOMPARE(said(0), std::string("turns 1\nuser: main\nassistant: done\n"));
    QCOMPARE(said(1), std::string("turns 1\nuser: first\nassistant: one\n"));
    QCOMPARE(said(2), std::string("turns 1\nuser: second\nassistant: two\n"));
    QCOMPARE(said(3), std::string("turns 1\nuser: alone\n"));
}

/// Each row of an answer has the figures of what is written until then.
void MessageModelTest::figuresOfAnAnswerAreThoseOfItsLastRow()
{
    const auto row = [](const char* uuid, const char* parent, const nlohmann::json& message) {
        nlohmann::json made{
            {"type", message["role"]}, {"uuid", uuid}, {"sessionId", "s"}, {"message", message}};
        made["parentUuid"] = *parent == '\0' ? nlohmann::json() : nlohmann::json(parent);
        return made.dump() + "\n";
    };
    const auto piece = [](const char* text, int tokens) {
        return nlohmann::json{{"id", "m1"},
                              {"role", "assistant"},
                              {"content", {{{"type", "text"}, {"text", text}}}},
                              {"usage", {{"output_tokens", tokens}}}};
    };
    nlohmann::json first = piece("One.", 3);
    first["container"] = "c";
    const TempFolder folder;
    const auto snapshot = load({folder.write(
        "answer.jsonl", row("u1", "", {{"role", "user"}, {"content", "Count."}}) + row("u2", "u1", first) +
                            row("u3", "u2", piece("Two.", 7)) + row("u4", "u3", piece("Three.", 9)))});
    QCOMPARE(idsFound(*snapshot, "message(usage.output_tokens:9)").size(), std::size_t{1});
    QCOMPARE(idsFound(*snapshot, "message(usage.output_tokens:3)").size(), std::size_t{0});
    QCOMPARE(idsFound(*snapshot, "message(container:c)").size(), std::size_t{1});
}

/// What is run by the vendor returns neither a text nor parts of one.
void MessageModelTest::toolsOfVendorsReturnTexts_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("result");
    const auto items = [](const char* name, const std::string& output, const char* result) {
        const std::string record = R"({"input": [{"role": "user", "content": "q"}], "output": [)" + output +
                                   R"(, {"type": "message", "role": "assistant", "content": "a"}]})";
        QTest::newRow(name) << QString::fromStdString(record) << result;
    };
    items(
        "code interpreter",
        R"({"type": "code_interpreter_call", "id": "i", "code": "6 * 7", "outputs": [{"type": "logs", "logs": "42"}]})",
        "returns code_interpreter: 42");
    items(
        "file search",
        R"({"type": "file_search_call", "id": "i", "queries": ["q"], "results": [{"file_id": "f", "filename": "a.txt", "text": "one"}, {"file_id": "g", "filename": "b.txt", "text": "two"}]})",
        "returns file_search: a.txt\none\nb.txt\ntwo");
    items(
        "shell",
        R"({"type": "shell_call", "call_id": "i", "action": {"commands": ["ls"]}}, {"type": "shell_call_output", "call_id": "i", "output": [{"stdout": "a.txt", "stderr": "oh", "outcome": {"type": "exit", "exit_code": 0}}]})",
        "returns shell: a.txt\noh");
    items(
        "failed call of a server",
        R"({"type": "mcp_call", "id": "i", "name": "find", "arguments": "{}", "output": null, "error": "It broke."})",
        "fails find: It broke.");
    items(
        "screenshot",
        R"({"type": "computer_call", "call_id": "i", "action": {"type": "click"}}, {"type": "computer_call_output", "call_id": "i", "output": {"type": "computer_screenshot", "image_url": "screen.png"}})",
        "returns computer: | picture screen.png");
    const auto content = [](const char* name, const char* tool, const char* type, const char* returned,
                            const char* result) {
        const nlohmann::json parts = {
            {{"type", "server_tool_use"}, {"id", "i"}, {"name", tool}, {"input", {{"query", "q"}}}},
            {{"type", type}, {"tool_use_id", "i"}, {"content", nlohmann::json::parse(returned)}},
            {{"type", "text"}, {"text", "a"}}};
        const nlohmann::json record = {
            {"messages",
             {{{"role", "user"}, {"content", "q"}}, {{"role", "assistant"}, {"content", parts}}}}};
        QTest::newRow(name) << QString::fromStdString(record.dump()) << result;
    };
    content(
        "web search", "web_search", "web_search_tool_result",
        R"([{"type": "web_search_result", "title": "Ferns", "url": "http://f", "encrypted_content": "x"}])",
        "returns web_search: Ferns\nhttp://f");
    content("web search that fails", "web_search", "web_search_tool_result",
            R"({"type": "web_search_tool_result_error", "error_code": "unavailable"})",
            "fails web_search: unavailable");
    content(
        "code execution", "code_execution", "code_execution_tool_result",
        R"({"type": "code_execution_result", "stdout": "42", "stderr": "", "return_code": 0, "content": []})",
        "returns code_execution: 42");
    content("shell in a container", "bash_code_execution", "bash_code_execution_tool_result",
            R"({"type": "bash_code_execution_result", "stdout": "", "stderr": "no", "return_code": 1})",
            "returns bash_code_execution: no");
    content("file that is shown", "text_editor_code_execution", "text_editor_code_execution_tool_result",
            R"({"type": "text_editor_code_execution_view_result", "file_type": "text", "content": "one"})",
            "returns text_editor_code_execution: one");
    QTest::newRow("Gemini")
        << R"({"contents": [{"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"executableCode": {"language": "PYTHON", "code": "1 + 1"}}, {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}}, {"text": "a"}]}]})"
        << "returns code_execution: 2";
}

void MessageModelTest::toolsOfVendorsReturnTexts()
{
    QFETCH(QString, record);
    QFETCH(QString, result);
    const TempFolder folder;
    const auto snapshot = load({folder.write("chat.jsonl", record.toStdString() + "\n")});
    QCOMPARE(snapshot->recordCount(), 1U);
    const DecodedRecordPtr decoded = read(*snapshot);
    const Conversation& conversation = decoded->conversation;
    std::string returned;
    for (const Message& message : conversation.messages) {
        if (message.role != "tool")
            continue;
        for (const Part& part : conversation.partsOf(message)) {
            if (part.kind == PartKind::Result)
                returned += std::string(part.isError ? "fails " : "returns ") + std::string(part.name) + ":" +
                            (part.text.empty() ? "" : " ") + std::string(part.text);
            else
                returned += " | " + shownPart(conversation, part) + " " + std::string(part.text);
        }
    }
    QCOMPARE(returned, result.toStdString());
    QCOMPARE(rolesOf(conversation), std::string("user assistant tool assistant"));
}

/// Of the Responses API: the items are one answer, not answers to choose from.
void MessageModelTest::itemsAnswerATextOfInput_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("messages");
    const auto row = [](const char* name, const std::string& record, const char* messages) {
        QTest::newRow(name) << QString::fromStdString(record) << messages;
    };
    const std::string call =
        R"({"type": "reasoning", "summary": [{"type": "summary_text", "text": "I look."}]}, {"type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}"})";
    const std::string said =
        R"({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]})";
    row("steps and a message", R"({"input": "Rain?", "output": [)" + call + ", " + said + "]}",
        "turns 1\nuser: Rain?\nassistant: thinks I look. | calls weather{} unanswered | Yes.\n");
    row("stored response",
        R"({"id": "r", "object": "response", "model": "m", "instructions": "Be brief.", "input": "Rain?", "output": [)" +
            call + ", " + said + R"(], "usage": {}})",
        "turns 1\nsystem: Be brief.\nuser: Rain?\n"
        "assistant: thinks I look. | calls weather{} unanswered | Yes.\n");
    row("nothing but steps", R"({"input": "Rain?", "output": [)" + call + "]}",
        "turns 1\nuser: Rain?\nassistant: thinks I look. | calls weather{} unanswered\n");
    row("nothing but a message", R"({"input": "Rain?", "output": [)" + said + "]}",
        "turns 1\nuser: Rain?\nassistant: Yes.\n");
}

void MessageModelTest::itemsAnswerATextOfInput()
{
    QFETCH(QString, record);
    QFETCH(QString, messages);
    const TempFolder folder;
    const auto snapshot = load({folder.write("chat.jsonl", record.toStdString() + "\n")});
    QCOMPARE(shown(read(*snapshot)->conversation), messages.toStdString());
    QCOMPARE(read(*snapshot)->conversation.candidates.size(), std::size_t{0});
    QCOMPARE(problemLines(*snapshot), std::vector<std::string>());
}

/// Gemini's API says so. What it writes in pieces is one text.
void MessageModelTest::contentsWithoutARoleAreTheUsers_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("messages");
    QTest::newRow("first of two")
        << R"({"contents": [{"parts": [{"text": "Name a fern."}]}, {"role": "model", "parts": [{"text": "Brac"}, {"text": "ken."}]}]})"
        << "turns 1\nuser: Name a fern.\nassistant: Bracken.\n";
    QTest::newRow("alone") << R"({"contents": [{"parts": [{"text": "Name a fern."}]}]})"
                           << "turns 1\nuser: Name a fern.\n";
    QTest::newRow("request and response")
        << R"({"request": {"contents": [{"parts": [{"text": "Name a fern."}]}]}, "response": {"candidates": [{"content": {"role": "model", "parts": [{"text": "Bracken."}]}}]}})"
        << "turns 1\nuser: Name a fern.\nassistant: Bracken.\n";
    QTest::newRow("pieces with a call between")
        << R"({"contents": [{"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"text": "for"}, {"text": "ty\ntwo"}, {"functionCall": {"name": "f", "args": {}}}, {"text": "end"}]}]})"
        << "turns 1\nuser: q\nassistant: forty\ntwo | calls f{} unanswered | end\n";
}

void MessageModelTest::contentsWithoutARoleAreTheUsers()
{
    QFETCH(QString, record);
    QFETCH(QString, messages);
    const TempFolder folder;
    const auto snapshot = load({folder.write("chat.jsonl", record.toStdString() + "\n")});
    QCOMPARE(shown(read(*snapshot)->conversation), messages.toStdString());
}

/// Next to an empty content, and as a part of one.
void MessageModelTest::refusalsAreTexts()
{
    const TempFolder folder;
    const auto snapshot = load({folder.write(
        "chat.jsonl",
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": null, "refusal": "No."}]})"
        "\n"
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", "refusal": "No."}]})"
        "\n"
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}]})"
        "\n")});
    QCOMPARE(snapshot->recordCount(), 3U);
    for (std::uint32_t row = 0; row < 3; ++row) {
        const DecodedRecordPtr record = read(*snapshot, row);
        const Conversation& conversation = record->conversation;
        QCOMPARE(shown(conversation), std::string("turns 1\nuser: q\nassistant: No.\n"));
        QCOMPARE(std::string(conversation.originalText(conversation.messages[1])), std::string("No."));
    }
    QCOMPARE(rowsOf(*snapshot, "message(role:assistant length:3)"), std::string("0 1 2"));
    QCOMPARE(problemLines(*snapshot), std::vector<std::string>());
}

void MessageModelTest::callsThatCannotBeReadAreNoText()
{
    const auto said = [](const std::string& call) {
        const nlohmann::json record = {
            {"conversations",
             {{{"from", "human"}, {"value", "q"}}, {{"from", "function_call"}, {"value", call}}}}};
        const TempFolder folder;
        const auto snapshot = load({folder.write("chat.jsonl", record.dump() + "\n")});
        const DecodedRecordPtr decoded = read(*snapshot);
        const Conversation& conversation = decoded->conversation;
        std::string shown;
        for (const Part& part : conversation.partsOf(conversation.messages[1]))
            shown += std::string(part.kind == PartKind::Call    ? "calls "
                                 : part.kind == PartKind::Other ? "other "
                                                                : "says ") +
                     std::string(part.name) + ": " + std::string(part.text);
        return shown;
    };
    QCOMPARE(said("weather(city='Ulm')"), std::string("calls weather: weather(city='Ulm')"));
    const std::string cut = "{\"name\": \"weather\", \"arguments\": {\"city\": ";
    QCOMPARE(said(cut), "calls weather: " + cut);
    QCOMPARE(said("I look it up."), std::string("other : I look it up."));
}

DUOLOGUE_TEST(MessageModelTest)
#include "message_model_test.moc"
