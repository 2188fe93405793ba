// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/inferred/learned_format.h"
#include "core/formats/transcript_parts.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/spoken.h"
#include "tests/support/test_class.h"

#include <algorithm>

using namespace duologue;
using namespace duologue::test;

namespace {

/// One record, read by the format that knows it or by the layout that is learned from it.
class InferredRecord {
public:
    explicit InferredRecord(std::string_view json) : m_bytes(json)
    {
        m_record = m_parser.parse(m_bytes.view()).value();
        m_origin.learned = learnedFormat(learnRecords({&m_record, 1}));
        const Format* const format = FormatList::builtIn()->recognise(m_record, m_origin).format;
        if (format == nullptr)
            return;
        RecordBuilder builder(m_conversation, m_origin, m_problems);
        format->read(m_record, builder);
        builder.finish();
    }

    bool isConversation() const
    {
        return !m_conversation.messages.empty() || !m_conversation.candidates.empty();
    }

    std::string said() const { return spokenIn(m_conversation); }

    bool hasField(std::string_view key) const
    {
        return std::any_of(m_conversation.fields.begin(), m_conversation.fields.end(),
                           [key](const Field& field) { return field.key == key; });
    }

private:
    PaddedBytes m_bytes;
    JsonParser m_parser;
    JsonView m_record;
    RecordOrigin m_origin;
    std::vector<Problem> m_problems;
    Conversation m_conversation;
};

} // namespace

class InferredTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhoSaysWhat_data();
    void findsWhoSaysWhat();
    void keepsMembersWithAnEmptyName();
    void leavesOtherDataAlone_data();
    void leavesOtherDataAlone();
    void leavesGeneratedDataAlone();
    void splitsTranscripts_data();
    void splitsTranscripts();
    void isLessSureThanKnownFormats();
};

void InferredTest::findsWhoSaysWhat_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* json, const char* said) {
        QTest::newRow(name) << QString::fromUtf8(json) << QString::fromUtf8(said);
    };
    const char* const kChat = "user: Name a fern. | assistant: Bracken.";
    row("nested list", R"({"id": 1, "data": {"talk": [{"author": "user", "text": "Name a fern."},
        {"author": "bot", "text": "Bracken."}]}})",
        kChat);
    row("role of an author", R"({"log": [{"author": {"role": "user"}, "content": "Name a fern."},
        {"author": {"role": "assistant"}, "content": "Bracken."}]})",
        kChat);
    row("upper case", R"({"utterances": [{"speaker": "USER", "text": "Name a fern."},
        {"speaker": "ASSISTANT", "text": "Bracken."}]})",
        kChat);
    row("source of a step", R"({"steps": [{"source": "user", "message": "Name a fern."},
        {"source": "agent", "message": "Bracken."}]})",
        kChat);
    row("parts", R"({"systemInstruction": {"parts": [{"text": "Be kind."}]}, "contents": [
        {"role": "user", "parts": [{"text": "Name a fern."}]}, {"role": "model", "parts": [{"text": "Bracken."}]}]})",
        "system: Be kind. | user: Name a fern. | assistant: Bracken.");
    row("nobody says who speaks",
        R"({"messages": [{"message": "Name a fern."}, {"message": "Bracken.", "a": 1}]})", kChat);
    row("texts", R"({"dialog": ["Name a fern.", "Bracken."]})", kChat);
    row("lists of messages", R"({"question": [[{"role": "user", "content": "List."}], [{"role": "user",
        "content": "Sort."}]]})",
        "user: List. | user: Sort.");
    row("request",
        R"({"custom_id": "r", "body": {"messages": [{"role": "user", "content": "Name a fern."}]}})",
        "user: Name a fern.");
    const char* const kThree = "user: Name a fern. | assistant: Bracken. | user: Another one?";
    row("text under one of several keys",
        R"({"log": [{"by": "user", "text": "Name a fern.", "content": "", "text_zh": null},
        {"by": "assistant", "text": "", "content": "Bracken.", "text_zh": null},
        {"by": "user", "text": "", "content": null, "text_zh": "Another one?"}]})",
        kThree);
    row("text of a message elsewhere",
        R"({"messages": [{"role": "user", "content": "Name a fern."}, {"role": "assistant", "text_en": "Bracken."},
        {"role": "user", "content": "", "id": "3", "message": "Another one?"}]})",
        kThree);
    row("message without a text", R"({"messages": [{"role": "user", "content": "Name a fern."},
        {"role": "assistant", "content": "", "reasoning_content": "Which one?", "comment": "cut"}]})",
        "user: Name a fern. | assistant: ");
    row("response", R"({"response": {"body": {"choices": [{"index": 0, "message": {"role": "assistant",
        "content": "Bracken."}}]}}})",
        "assistant: Bracken.");
    row("calls among messages", R"({"input": [{"role": "user", "content": "Name a fern."}], "output": [
        {"type": "reasoning", "summary": []}, {"role": "assistant", "content": [{"type": "output_text",
        "text": "Bracken."}]}]})",
        "user: Name a fern. | assistant: Bracken.");
    row("prompt and completion", R"({"prompt": [{"role": "user", "content": "Name a fern."}],
        "completion": [{"role": "assistant", "content": "Bracken."}]})",
        kChat);
    row("context and response",
        R"({"context": [{"role": "user", "content": "Name a fern."}], "response": "Bracken."})", kChat);

    row("who speaks, next to the messages", R"({"speakers": ["Ann", "Ann", "Ben", "Ann"], "messages": [
        "Do you know a fern?", "A tall one, I mean.", "Bracken is tall.", "So it is."]})",
        "Ann: Do you know a fern? | Ann: A tall one, I mean. | Ben: Bracken is tall. | Ann: So it is.");
    const char* const kCall =
        "assistant: Ferns and moss, hello. | user: Do you sell bracken? | assistant: Not in "
        "May, no. | user: A pity, that.";
    row("times before names",
        R"({"transcript": "[00:01] Agent: Ferns and moss, hello.\n[00:05] Customer: Do you sell bracken?\n[00:09] Agent: Not in May, no.\n[00:15] Customer: A pity, that."})",
        kCall);
    row("days before names",
        R"({"transcript": "2024-05-01 10:01:11 - Agent: Ferns and moss, hello.\n2024-05-01 10:01:44 - Customer: Do you sell bracken?\n2024-05-01 10:01:59 - Agent: Not in May, no.\n2024-05-01 10:02:11 - Customer: A pity, that."})",
        kCall);
    row("numbers before names",
        R"({"text": "1. Agent: Ferns and moss, hello.\n2. Customer: Do you sell bracken?\n3. Agent: Not in May, no.\n4. Customer: A pity, that."})",
        kCall);
    row("transcript and its answer",
        R"({"context": "User: Do you know a fern?\nBot: Bracken is one.\nUser: And is it tall?",
        "response": "It is tall, yes."})",
        "user: Do you know a fern? | assistant: Bracken is one. | user: And is it tall? | assistant: It is "
        "tall, yes.");

    row("prompt", R"({"prompt": "Name a fern.", "response": "Bracken."})", kChat);
    row("query with history", R"({"system": "Be kind.", "query": "Another?", "response": "Polypody.",
        "history": [["Name a fern.", "Bracken."]]})",
        "system: Be kind. | user: Name a fern. | assistant: Bracken. | user: Another? | assistant: "
        "Polypody.");
    row("question", R"({"system_prompt": "Be kind.", "question": "Name a fern.", "response": "Bracken."})",
        "system: Be kind. | user: Name a fern. | assistant: Bracken.");
    row("problem with solutions", R"({"problem": "2+2?", "solution": "4", "generations": ["It is 4.", "5"]})",
        "user: 2+2? | assistant: 4 | sample: It is 4. | sample: 5");

    const char* const kJudged = "user: Name a fern. | chosen: Bracken. | rejected: Moss.";
    row("index of the better", R"({"prompt": "Name a fern.", "response_0": "Bracken.", "response_1": "Moss.",
        "better_response_id": 0})",
        kJudged);
    row("preference from 1 to 2",
        R"({"instruction": "Name a fern.", "output_1": "Moss.", "output_2": "Bracken.",
        "preference": 1.97})",
        "user: Name a fern. | rejected: Moss. | chosen: Bracken.");
    row("negative is the first", R"({"context": [{"role": "user", "content": "Name a fern."}],
        "response1": "Bracken.", "response2": "Moss.", "overall_preference": -2})",
        kJudged);
    row("label of the first",
        R"({"history": "Name a fern.", "human_ref_A": "Bracken.", "human_ref_B": "Moss.",
        "labels": 1})",
        kJudged);
    row("tie",
        R"({"prompt": "Name a fern.", "response_a": "Bracken.", "response_b": "Moss.", "winner": "tie"})",
        "user: Name a fern. | option: Bracken. | option: Moss.");
    row("two conversations",
        R"({"conversation_a": [{"role": "user", "content": "Name a fern."}, {"role": "assistant",
        "content": "Bracken."}], "conversation_b": [{"role": "user", "content": "Name a fern."},
        {"role": "assistant", "content": "Moss."}], "winner": "model_a"})",
        kJudged);
    row("outputs", R"({"input": {"messages": [{"role": "user", "content": "Name a fern."}]},
        "preferred_output": [{"role": "assistant", "content": "Bracken."}],
        "non_preferred_output": [{"role": "assistant", "content": "Moss."}]})",
        kJudged);
    row("list of completions",
        R"({"prompt": "Name a fern.", "completions": [{"model": "a", "completion": "Bracken."},
        {"model": "b", "completion": "Moss."}]})",
        "user: Name a fern. | sample: Bracken. | sample: Moss.");
    row("lists with a common beginning", R"({"question": "Name a fern.", "answer": [[{"role": "user",
        "content": "Name a fern."}, {"role": "assistant", "content": "Bracken."}], [{"role": "user",
        "content": "Name a fern."}, {"role": "assistant", "content": "Moss."}]]})",
        "user: Name a fern. | sample: Bracken. | sample: Moss.");
    row("prompt as a transcript", R"({"prompt": "\n\nHuman: Name a fern.\n\nAssistant: ",
        "answers": [{"answer": "Bracken.", "rank": 1}, {"answer": "Moss.", "rank": 2}]})",
        "user: Name a fern. | sample: Bracken. | sample: Moss.");
    row("numbered turns",
        R"({"chat": {"turn_10": {"Human": "And a beetle?", "MOSS": "It has six."}, "turn_2": {
        "Human": "<|Human|>: How many legs has a spider?<eoh>\n", "Commands": "<|Commands|>: None<eoc>\n", "MOSS": "It has eight."}}})",
        "user: How many legs has a spider? | assistant: It has eight. | user: And a beetle? | assistant: It "
        "has six.");
    std::string manyTurns;
    for (int i = 1; i <= 80; ++i)
        manyTurns += (i > 1 ? ", \"turn_" : "\"turn_") + std::to_string(i) +
                     R"(": {"Human": "Go on, please.", "MOSS": "As you like."})";
    std::string manySaid;
    for (int i = 1; i <= 80; ++i)
        manySaid += std::string(i > 1 ? " | " : "") + "user: Go on, please. | assistant: As you like.";
    row("many numbered turns", ("{\"chat\": {" + manyTurns + "}}").c_str(), manySaid.c_str());
    row("transcript", R"({"text": "### Human: Name a fern.### Assistant: Bracken."})", kChat);
    row("names in capitals", R"({"Dialogue": [{"Speaker": "Customer", "Text": "Name a fern."},
        {"Speaker": "Agent", "Text": "Bracken."}]})",
        kChat);
    row("names in Chinese",
        R"({"对话": [{"角色": "用户", "内容": "你好"}, {"角色": "助手", "内容": "您好"}]})",
        "user: 你好 | assistant: 您好");
    row("question in Chinese", R"({"问题": "今天星期几？", "回答": "星期三。"})",
        "user: 今天星期几？ | assistant: 星期三。");
    row("columns",
        R"({"messages": {"role": ["user", "assistant"], "content": ["Name a fern.", "Bracken."]}})", kChat);
    row("numbers in place of a list", R"({"messages": {"10": {"role": "assistant", "content": "Bracken."},
        "2": {"role": "user", "content": "Name a fern."}}})",
        kChat);
    row("a side each", R"({"human": "Name a fern.", "bot": "It is bracken."})",
        "user: Name a fern. | assistant: It is bracken.");
    row("sides of each exchange", R"({"history": [{"user": "Name a fern.", "bot": "Bracken."}]})", kChat);
    row("inputs and targets", R"({"inputs": "Name a fern.", "targets": "Bracken."})", kChat);
    row("context and response as texts", R"({"context": "Name a fern.", "response": "Bracken."})", kChat);
    row("texts before a response", R"({"context": ["Hello, you.", "Name a fern."], "response": "Bracken."})",
        "assistant: Hello, you. | user: Name a fern. | assistant: Bracken.");
    row("texts before a question",
        R"({"history": ["Hello, you.", "Hi there."], "question": "Name a fern.", "answer": "Bracken."})",
        "user: Hello, you. | assistant: Hi there. | user: Name a fern. | assistant: Bracken.");
    row("messages before a question", R"({"chat_history": [{"role": "USER", "message": "Hi there"},
        {"role": "CHATBOT", "message": "Hello"}], "message": "Name a fern.", "response": "Bracken."})",
        "user: Hi there | assistant: Hello | user: Name a fern. | assistant: Bracken.");
    row("request and its answer", R"({"request": {"model": "m", "messages": [{"role": "user",
        "content": "Name a fern."}]}, "response": {"choices": [{"message": {"role": "assistant",
        "content": "Bracken."}}]}})",
        kChat);
    row("message as outputs", R"({"inputs": {"messages": [{"role": "user", "content": "Name a fern."}]},
        "outputs": {"role": "assistant", "content": "Bracken."}})",
        kChat);
    row("list of questions", R"({"questions": [{"question": "Name a fern.", "answer": "Bracken."}]})", kChat);
}

void InferredTest::findsWhoSaysWhat()
{
    QFETCH(const QString, json);
    QFETCH(const QString, said);
    const InferredRecord record(json.toStdString());
    QVERIFY(record.isConversation());
    QCOMPARE(QString::fromStdString(record.said()), said);
}

void InferredTest::keepsMembersWithAnEmptyName()
{
    const InferredRecord record(
        R"({"": "kept", "log": {"messages": [{"role": "user", "content": "Name a fern."}]}, "more": 1})");
    QVERIFY(record.isConversation());
    QVERIFY(record.hasField(""));
    QVERIFY(record.hasField("more"));
}

void InferredTest::leavesOtherDataAlone_data()
{
    QTest::addColumn<QString>("json");
    const auto row = [](const char* name, const char* json) {
        QTest::newRow(name) << QString::fromUtf8(json);
    };
    row("package", R"({"name": "x", "version": "1.0.0", "author": "someone", "scripts": {"test": "run"},
        "dependencies": {"a": "^1"}, "files": ["lib", "bin"], "contributors": [{"name": "a", "email": "b"}]})");
    row("map",
        R"({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"text": "a b"},
        "geometry": {"type": "Point", "coordinates": [1, 2]}}]})");
    row("pictures", R"({"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": [{"id": 1, "image_id": 1,
        "bbox": [0, 0, 1, 1]}], "categories": [{"id": 1, "name": "cat", "supercategory": "animal"}]})");
    row("log", R"({"level": "info", "time": "2026-01-01", "message": "started", "source": "server"})");
    row("events", R"({"events": [{"type": "start", "message": "a"}, {"type": "stop", "message": "b"}]})");
    row("users", R"({"users": [{"name": "Ann", "text": "about me"}, {"name": "Bo", "text": "me too"}]})");
    row("configuration",
        R"({"input": "data.csv", "output": "result.csv", "threads": 4, "tags": ["a", "b"]})");
    row("schema", R"({"title": "A form", "type": "object", "properties": {"user": {"type": "string"}}})");
    row("training", R"({"model": "m", "prompt": "x", "lr": 0.1, "steps": [1, 2, 3], "data": ["a.json"]})");
    row("notebook", R"({"cells": [{"cell_type": "code", "source": ["x = 1"], "outputs": []
}], "nbformat": 4
})");
    row("graph",
        R"({"edges": [{"from": "a b", "to": "c", "value": "3"}, {"from": "c", "to": "a b", "value": "4"}]})");
    row("pairs of a graph", R"({"edges": [["a", "b"], ["b", "c"]]})");
    row("reviews",
        R"({"reviews": [{"author": "Ann", "text": "A good book."}, {"author": "Bo", "text": "Too long."}]})");
    row("rows of texts", R"({"data": [{"text": "One thing."}, {"text": "Another thing."}]})");
    row("paragraphs", R"({"title": "Herons", "content": ["They fish.", "They fly."]})");
    row("files", R"({"data": ["a.json", "b.json"]})");
    row("tests of a program", R"({"name": "sum", "tests": [{"input": "1 2", "output": "3"}]})");
    row("request", R"({"request": "GET /index", "response": "200 OK"})");
    row("form", R"({"user": "Ann Lee", "answer": "yes"})");
    row("form with a sentence", R"({"user": "Ann Lee", "answer": "I do not know"})");
    row("sale", R"({"customer": "Ann Lee", "agent": "Bo Day", "text": "two lamps"})");
    row("line of a server", R"({"level": "info", "message": "user logged in", "response": "200 OK"})");
    row("passage", R"({"context": "A passage about herons.", "title": "Herons", "output": "a.txt"})");
    row("names of files", R"({"inputs": "a.csv", "targets": "b.csv"})");
    row("numbered objects",
        R"({"nodes": {"0": {"type": "input", "text": "x"}, "1": {"type": "output", "text": "y"}}})");
    row("columns of a table",
        R"({"data": {"author": ["Ann", "Bo"], "text": ["A good book.", "Too long."]}})");
    row("pairs of names", R"({"pairs": [{"input": "a", "output": "b"}, {"input": "c", "output": "d"}]})");
    row("rights", R"({"members": [{"role": "owner", "value": "x"}, {"role": "reader", "value": "y"}]})");
    row("transfers", R"({"account": "7f42", "items": [{"from": "Norwick", "value": 477.85},
        {"from": "Vestby", "value": 952.17}]})");
    row("numbers", "[1, 2, 3]");
    row("text", "\"Human: Hi\"");
    row("empty", "{}");
}

void InferredTest::leavesOtherDataAlone()
{
    QFETCH(const QString, json);
    QVERIFY(!InferredRecord(json.toStdString()).isConversation());
}

void InferredTest::leavesGeneratedDataAlone()
{
    constexpr std::string_view kKeys[] = {"id",     "name",  "value",  "type",   "items",
                                          "config", "path",  "size",   "count",  "links",
                                          "date",   "state", "parent", "layers", "width"};
    constexpr std::string_view kValues[] = {
        "1",         "0.5",    "true",           "null",       "\"abc\"",
        "\"a b c\"", "[1, 2]", "[\"x\", \"y\"]", "{\"a\": 1}", "[{\"name\": \"q\"}]"};
    Random random(11);
    int taken = 0;
    for (int i = 0; i < 300; ++i) {
        std::string json = "{";
        for (auto members = 1 + random.below(8); members > 0; --members)
            json += (json.size() > 1 ? ", \"" : "\"") + std::string(random.of(kKeys)) +
                    "\": " + std::string(random.of(kValues));
        taken += InferredRecord(json + "}").isConversation() ? 1 : 0;
    }
    QCOMPARE(taken, 0);
}

void InferredTest::splitsTranscripts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("turns");
    QTest::newRow("ChatML") << "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                               "<|im_start|>assistant\nHello<|im_end|>\n"
                            << "system=Be kind.;user=Hi;assistant=Hello;";
    QTest::newRow("preface") << "A talk.\n[|Human|] Hi\n[|AI|] Hello\n[|Human|] "
                             << "=A talk.;user=Hi;assistant=Hello;";
    QTest::newRow("instruction") << "### Instruction:\nAdd.\n\n### Response:\n4"
                                 << "user=Add.;assistant=4;";
    QTest::newRow("Llama") << "<s>[INST] Hi [/INST] Hello </s>"
                           << "user=Hi;assistant=Hello;";
    QTest::newRow("lines") << "Human: Hi\nAssistant: I met a Human: nice."
                           << "user=Hi;assistant=I met a Human: nice.;";
    QTest::newRow("capitals in a line")
        << "A chat. USER: Hi ASSISTANT: Hello</s>USER: Bye ASSISTANT: Bye!</s>"
        << "=A chat.;user=Hi;assistant=Hello;user=Bye;assistant=Bye!;";
    QTest::newRow("Gemma")
        << "<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>"
        << "user=Hi;assistant=Hello;";
    QTest::newRow("Chinese") << QStringLiteral("[Round 1]\n\n问：你好\n\n答：您好")
                             << QStringLiteral("=[Round 1];user=你好;assistant=您好;");
    QTest::newRow("names in ChatML") << "<|im_start|>user\nWrite a talk.<|im_end|>\n<|im_start|>assistant\n"
                                        "User: Hi\nAssistant: Hello<|im_end|>\n"
                                     << "user=Write a talk.;assistant=User: Hi\nAssistant: Hello;";
    QTest::newRow("names after headings")
        << "### Human: Write a talk.\n### Assistant: Well:\nUser: Hi\nAI: Hello\n### Human: Thanks"
        << "user=Write a talk.;assistant=Well:\nUser: Hi\nAI: Hello;user=Thanks;";
    QTest::newRow("headings of another model")
        << "### User: Use this:\n### Instruction:\nAdd.\n### Assistant: Well, ### Response: is missing."
        << "user=Use this:\n### Instruction:\nAdd.;assistant=Well, ### Response: is missing.;";
    QTest::newRow("a user who is called otherwise")
        << "Human: Write a talk.\nAssistant: Well:\nUser: Hi\nAI: Hello"
        << "user=Write a talk.;assistant=Well:\nUser: Hi\nAI: Hello;";
    QTest::newRow("an answer before the marks") << "Assistant: none.\n### Human: Hi\n### Assistant: Hello"
                                                << "=Assistant: none.;user=Hi;assistant=Hello;";
    QTest::newRow("prompter") << "<|prompter|>Hi<|endoftext|><|assistant|>Hello<|endoftext|>"
                              << "user=Hi;assistant=Hello;";
    QTest::newRow("what a function returned")
        << "USER: Rate?\n\nASSISTANT: <functioncall> {} <|endoftext|>\n\nFUNCTION RESPONSE: "
           "0.8\n\nASSISTANT: 0.8 <|endoftext|>"
        << "user=Rate?;assistant=<functioncall> {};tool=0.8;assistant=0.8;";
    QTest::newRow("prose") << "The user said that [this] is it. # Heading"
                           << "";
    QTest::newRow("only an answer") << "Assistant: Hello"
                                    << "";
}

void InferredTest::splitsTranscripts()
{
    QFETCH(const QString, text);
    QFETCH(const QString, turns);
    const std::string transcript = text.toStdString();
    std::string found;
    for (const TranscriptTurn& turn : splitTranscript(transcript))
        found.append(turn.role).append("=").append(turn.text).append(";");
    QCOMPARE(QString::fromStdString(found), turns);
}

void InferredTest::isLessSureThanKnownFormats()
{
    JsonParser parser;
    const PaddedBytes bytes(std::string_view(
        R"({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]})"));
    const JsonView record = parser.parse(bytes.view()).value();
    QVERIFY(learnRecords({&record, 1}).hasConversations());
    QCOMPARE(std::string(FormatList::builtIn()->recognise(record).format->id()),
             std::string("openai-messages"));
}

DUOLOGUE_TEST(InferredTest)
#include "inferred_test.moc"
