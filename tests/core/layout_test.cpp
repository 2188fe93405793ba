// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/format_file.h"
#include "tests/core/format_fixture.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

RecordAsRead readBy(std::string_view formatId, std::string_view json)
{
    return {*FormatList::builtIn()->find(formatId), json};
}

RecordAsRead readAsDescribed(std::string_view description, std::string_view json)
{
    return {*describedFormat(readFormatFile(description, "x").descriptions.at(0)), json};
}

Lines pointersOfProblems(std::string_view description)
{
    Lines lines;
    for (const Problem& problem : readFormatFile(description, "x").problems)
        lines.push_back(problem.pointer);
    return lines;
}

} // namespace

/// Layouts that are written down: those that come with the program, and what descriptions can say.
class LayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyShippedFileIsAFormat();
    void shippedFilesStayTheSameWhenWritten();
    void choosesAmongWaysOfWriting_data();
    void choosesAmongWaysOfWriting();
    void readsFaultyRecordsByTheNearestWay_data();
    void readsFaultyRecordsByTheNearestWay();
    void formsOfDescriptions_data();
    void formsOfDescriptions();
    void otherKeysStayFields();
    void listsOfOtherLengthsStayFields();
    void answersThatAreTextsShareNoBeginning();
    void refusesUnknownWords();
};

void LayoutTest::everyShippedFileIsAFormat()
{
    const std::filesystem::path folder = sourceFolder() / "resources/formats";
    Lines names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        // The table of words of keys is no format.
        if (entry.path().extension() == ".json")
            names.push_back(entry.path().filename().string());
    }
    QCOMPARE(shippedFiles().size(), names.size());
    QCOMPARE(shippedFormats().size(), names.size());
    for (const ShippedFile& file : shippedFiles()) {
        const std::string name(file.name);
        QVERIFY2(std::find(names.begin(), names.end(), name) != names.end(), name.c_str());
        QCOMPARE(std::string(file.json), fileBytes(folder / name));
        const FormatFile read = readFormatFile(file.json, name);
        for (const Problem& problem : read.problems)
            qWarning("%s %s", inEnglish(problem.detail).c_str(), problem.pointer.c_str());
        QCOMPARE(read.problems.size(), std::size_t{0});
        QCOMPARE(read.descriptions.size(), std::size_t{1});
        QCOMPARE(read.descriptions[0].id + ".json", name);
        for (const Layout& layout : read.descriptions[0].layouts)
            QVERIFY(layout.score > kInferredScore && layout.score <= kSurestScore);
    }
}

void LayoutTest::shippedFilesStayTheSameWhenWritten()
{
    for (const ShippedFile& file : shippedFiles()) {
        const std::string once = formatFileText(readFormatFile(file.json, "x").descriptions.at(0));
        const FormatFile again = readFormatFile(once, "x");
        QCOMPARE(again.problems.size(), std::size_t{0});
        QCOMPARE(formatFileText(again.descriptions.at(0)), once);
    }
}

void LayoutTest::choosesAmongWaysOfWriting_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("score");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* format, const char* json, int score, const char* said) {
        QTest::newRow(name) << QByteArray(format) << QByteArray(json) << score << QByteArray(said);
    };
    row("usual key", "openai-messages", R"({"messages": [{"role": "user", "content": "a"}]})", 75, "user: a");
    row("other key", "openai-messages", R"({"dialog": [{"role": "user", "content": "a"}]})", 73, "user: a");
    row("bare list", "openai-messages", R"([{"role": "user", "content": "a"}])", 74, "user: a");
    row("system beside messages", "openai-messages",
        R"({"system": "s", "messages": [{"role": "user", "content": "a"}]})", 75, "system: s | user: a");
    row("system among messages", "openai-messages",
        R"({"system": "s", "messages": [{"role": "system", "content": "b"}]})", 75, "system: b");
    row("from", "sharegpt", R"({"items": [{"from": "human", "value": "a"}]})", 82, "user: a");
    row("from a name", "sharegpt",
        R"({"conversations": [{"from": "human", "value": "a"}, {"from": "quill", "value": "b"},
            {"from": "human", "value": "c"}, {"from": "quill", "value": "d"}]})",
        82, "user: a | assistant: b | user: c | assistant: d");
    row("exchanges", "sharegpt", R"({"conversation": [["a", "b"]]})", 71, "user: a | assistant: b");
    row("list of outputs", "alpaca", R"({"instruction": "a", "input": "b", "output": ["c", "d"]})", 81,
        "user: a\nb | sample: c | sample: d");
    row("instruction as a transcript", "alpaca",
        R"({"instruction": "Human: a\nAssistant: b\nHuman: c", "output": "d"})", 81,
        "user: a | assistant: b | user: c | assistant: d");
    row("instruction as a transcript with other names", "alpaca",
        R"({"instruction": " <user>: a <bot>: b <user>: c", "input": "", "output": "d"})", 81,
        "user: a | assistant: b | user: c | assistant: d");
    row("instruction with examples", "alpaca", R"({"instruction": "Q: a A: b Q: c", "output": "d"})", 81,
        "user: Q: a A: b Q: c | assistant: d");
    row("pair", "preference-pair", R"({"prompt": "a", "chosen": "b", "rejected": "c"})", 89,
        "user: a | chosen: b | rejected: c");
    row("pair after messages", "preference-pair",
        R"({"messages": [{"role": "user", "content": "a"}], "question": "q", "chosen": "b", "rejected": "c"})",
        89, "user: a | user: q | chosen: b | rejected: c");
    row("shared beginning", "preference-pair",
        R"({"prompt": "a", "chosen": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}],
            "rejected": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "c"}]})",
        89, "user: a | chosen: b | rejected: c");
    row("dialogues", "preference-pair",
        R"({"chosen": "\n\nHuman: a\n\nAssistant: b", "rejected": "\n\nHuman: a\n\nAssistant: c"})", 89,
        "user: a | chosen: b | rejected: c");
    row("only one dialogue", "preference-pair",
        R"({"chosen": "\n\nHuman: a\n\nAssistant: b", "rejected": "c"})", 89,
        "chosen: \n\nHuman: a\n\nAssistant: b | rejected: c");
    row("rejected beside messages", "preference-pair",
        R"({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}],
            "rejected_response": "c"})",
        86, "user: a | chosen: b | rejected: c");
    row("rejected conversation", "preference-pair",
        R"({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}],
            "rejected_messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "c"}]})",
        86, "user: a | chosen: b | rejected: c");
    row("judged", "preference-pair", R"({"prompt": "a", "completion": "b", "label": false})", 84,
        "user: a | assistant: b");
    row("pair after a transcript", "preference-pair",
        R"({"prompt": "\n\nHuman: a\n\nAssistant: b\n\nHuman: c\n\nAssistant:", "chosen": "d", "rejected": "e"})",
        89, "user: a | assistant: b | user: c | chosen: d | rejected: e");
    row("pair after a question with its mark", "preference-pair",
        R"({"prompt": "\n\nHuman: a\n\nAssistant:", "chosen": "b", "rejected": "c"})", 89,
        "user: a | chosen: b | rejected: c");
    row("pair after a question about people", "preference-pair",
        R"({"prompt": "Human: a", "chosen": "b", "rejected": "c"})", 89,
        "user: Human: a | chosen: b | rejected: c");
    row("judged after a transcript", "preference-pair",
        R"({"prompt": "Human: a\nAssistant: b\nHuman: c\nAssistant:", "completion": "d", "label": true})", 84,
        "user: a | assistant: b | user: c | assistant: d");
    row("items among messages", "openai-messages",
        R"({"messages": [{"role": "user", "content": "a"},
            {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "1", "output": "b"},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "c"}]}]})",
        75, "user: a | assistant: | tool: b | assistant: c");
    row("items in a bare list", "openai-messages",
        R"([{"role": "user", "content": "a"}, {"type": "reasoning", "summary": []},
            {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "1", "output": "b"}, {"role": "assistant", "content": "c"}])",
        74, "user: a | assistant: | tool: b | assistant: c");
    row("choices of a batch", "chat-completion",
        R"({"custom_id": "x", "response": {"body": {"choices": [{"message": {"role": "assistant", "content": "a"}},
            {"message": {"role": "assistant", "content": "b"}}]}}})",
        68, "sample: a | sample: b");
    row("message after a chat history", "chat-completion",
        R"({"preamble": "s", "chat_history": [{"role": "USER", "message": "a"}, {"role": "CHATBOT", "message": "b"}],
            "message": "c", "text": "d"})",
        82, "system: s | user: a | assistant: b | user: c | assistant: d");
    row("label that is no verdict", "preference-pair", R"({"prompt": "a", "completion": "b", "label": "x"})",
        0, "user: a | assistant: b");
}

void LayoutTest::choosesAmongWaysOfWriting()
{
    QFETCH(const QByteArray, format);
    QFETCH(const QByteArray, json);
    QFETCH(const int, score);
    QFETCH(const QByteArray, said);
    const RecordAsRead record = readBy(format.toStdString(), json.toStdString());
    QCOMPARE(record.score(), score);
    QCOMPARE(record.said(), said.toStdString());
    QCOMPARE(record.problems(), Lines());
}

void LayoutTest::readsFaultyRecordsByTheNearestWay_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("score");
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("problems");
    const auto row = [](const char* name, const char* format, const char* json, int score, const char* said,
                        const char* problems) {
        QTest::newRow(name) << QByteArray(format) << QByteArray(json) << score << QByteArray(said)
                            << QByteArray(problems);
    };
    row("no messages", "openai-messages", R"({"conversation": 5})", 0, "", "missing-key /messages");
    row("no completion", "preference-pair", R"({"prompt": "a", "label": true})", 0, "user: a",
        "missing-key /completion");
    row("no rejected answer", "preference-pair", R"({"prompt": "a", "chosen": "b"})", 0,
        "user: a | chosen: b", "missing-key /rejected");
    row("no answer", "preference-pair", R"({"messages": [{"role": "user", "content": "a"}]})", 0, "",
        "missing-key /prompt, missing-key /completion");
    row("outputs without instruction", "alpaca", R"({"instruction": 5, "output": ["a"]})", 0, "sample: a",
        "unexpected-type /instruction");
    row("input alone", "alpaca", R"({"input": "b", "output": "c"})", 0, "user: b | assistant: c",
        "missing-key /instruction");
}

void LayoutTest::readsFaultyRecordsByTheNearestWay()
{
    QFETCH(const QByteArray, format);
    QFETCH(const QByteArray, json);
    QFETCH(const int, score);
    QFETCH(const QByteArray, said);
    QFETCH(const QByteArray, problems);
    const RecordAsRead record = readBy(format.toStdString(), json.toStdString());
    QCOMPARE(record.score(), score);
    QCOMPARE(record.said(), said.toStdString());
    std::string found;
    for (const std::string& problem : record.problems())
        found.append(found.empty() ? "" : ", ").append(problem);
    QCOMPARE(found, problems.toStdString());
}

void LayoutTest::formsOfDescriptions_data()
{
    QTest::addColumn<QByteArray>("description");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* description, const char* json, const char* said) {
        QTest::newRow(name) << QByteArray(description) << QByteArray(json) << QByteArray(said);
    };
    row("usual keys", R"({"id": "x", "messages": "/log", "form": "chat"})",
        R"({"log": [{"from": "human", "value": "a"}, {"role": "assistant", "content": "b"}]})",
        "user: a | assistant: b");
    row("texts", R"({"id": "x", "messages": {"at": "/log", "form": "texts"}})", R"({"log": ["a", "b"]})",
        "user: a | assistant: b");
    row("turns", R"({"id": "x", "messages": {"at": "/t", "form": "turns"}})",
        R"({"t": {"turn_1": {"user": "a", "assistant": "b"}}})", "user: a | assistant: b");
    row("nested", R"({"id": "x", "messages": {"at": "/t", "form": "nested"}, "role": "/r", "text": "/s"})",
        R"({"t": [[{"r": "user", "s": "a"}], [{"r": "bot", "s": "b"}]]})", "user: a | assistant: b");
    row("transcript", R"({"id": "x", "prompt": {"at": "/t", "form": "transcript"}})",
        R"({"t": "Human: a\nAssistant: b"})", "user: a | assistant: b");
    row("named lines", R"({"id": "x", "prompt": {"at": "/t", "form": "named-lines"}})",
        R"({"t": "Ann: a\nBo: b"})", "Ann: a | Bo: b");
    row("alternatives", R"({"id": "x", "prompt": ["/a", "/b"], "response": "/c"})", R"({"b": "q", "c": "r"})",
        "user: q | assistant: r");
    row("variants", R"({"id": "x", "prompt": "/q", "variants": [{"response": "/r"}, {"candidates": "/s"}]})",
        R"({"q": "a", "s": ["b", "c"]})", "user: a | sample: b | sample: c");
    row("needs", R"({"id": "x", "prompt": "/q", "response": "/r", "needs": ["prompt"]})", R"({"q": "a"})",
        "user: a");
    row("several rejected", R"({"id": "x", "prompt": "/q", "chosen": "/c", "rejected": ["/r", "/s"]})",
        R"({"q": "a", "c": "b", "r": "c", "s": "d"})", "user: a | chosen: b | rejected: c | rejected: d");
}

void LayoutTest::formsOfDescriptions()
{
    QFETCH(const QByteArray, description);
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, said);
    QCOMPARE(pointersOfProblems(description.toStdString()), Lines());
    const RecordAsRead record = readAsDescribed(description.toStdString(), json.toStdString());
    QCOMPARE(record.score(), kDescribedScore);
    QCOMPARE(record.said(), said.toStdString());
}

void LayoutTest::otherKeysStayFields()
{
    const RecordAsRead pair = readBy("preference-pair", R"({"prompt": "a", "input": "b", "chosen": "c",
        "rejected": "d", "context": "e", "id": 1})");
    QCOMPARE(pair.fields(), std::string("input context"));
    const RecordAsRead described = readAsDescribed(R"({"id": "x", "history": "/h", "prompt": "/p"})",
                                                   R"({"h": ["a", "b"], "p": "q", "": 1})");
    QCOMPARE(described.problems(), Lines{"unexpected-type /h"});
    QCOMPARE(described.fields(), std::string("h h "));
}

/// Lists that should be as long as each other: of one that is shorter there is nothing to read at its end.
void LayoutTest::listsOfOtherLengthsStayFields()
{
    const char* const columns =
        R"({"id": "x", "messages": {"at": "/m", "form": "columns"}, "role": "/who", "text": "/said"})";
    for (const char* json :
         {R"({"m": {"who": ["user", "bot"], "said": ["a"]}})", R"({"m": {"who": ["user"]}})",
          R"({"m": {"who": ["user"], "said": "a"}})", R"({"m": 1})"}) {
        const RecordAsRead record = readAsDescribed(columns, json);
        QCOMPARE(record.said(), std::string());
        QVERIFY2(!record.fields().empty() || std::string_view(json).find("1}") != std::string_view::npos,
                 json);
    }
    const char* const lists = R"({"id": "x", "messages": {"at": "/m", "form": "question-lists"}})";
    for (const char* json : {R"({"m": {"questions": ["a", "b"], "answers": ["c"]}})",
                             R"({"m": {"questions": ["a"]}})", R"({"m": {"answers": 5}})", R"({"m": 1})"})
        QCOMPARE(readAsDescribed(lists, json).said(), std::string());
}

/// Texts are answers, not messages that conversations have in common.
void LayoutTest::answersThatAreTextsShareNoBeginning()
{
    const RecordAsRead record =
        readBy("preference-pair", R"({"prompt": "a", "chosen": ["b", "c"], "rejected": ["b", "d"]})");
    QCOMPARE(record.said(), std::string("user: a | chosen: b | chosen: c | rejected: b | rejected: d"));
    QCOMPARE(record.problems(), Lines());
}

void LayoutTest::refusesUnknownWords()
{
    QCOMPARE(pointersOfProblems(R"({"id": "x", "prompt": {"at": "/p", "form": "song", "key": "a"}})"),
             (Lines{"/prompt/form", "/prompt/key"}));
    QCOMPARE(
        pointersOfProblems(R"({"id": "x", "prompt": "/p", "needs": ["tune"], "form": "song", "score": "x"})"),
        (Lines{"/needs", "/form", "/score"}));
    QCOMPARE(pointersOfProblems(R"({"id": "x", "variants": [{"prompt": "/p"}, {"colour": "red"}]})"),
             (Lines{"/variants/1/colour", ""}));
}

DUOLOGUE_TEST(LayoutTest)
#include "layout_test.moc"
