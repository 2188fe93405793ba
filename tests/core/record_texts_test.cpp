// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/record_reader.h"
#include "core/record/record_texts.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

/// "part role: text" for each text of a record.
Lines textLines(const Conversation& conversation)
{
    Lines lines;
    forEachText(conversation, [&](const RecordText& text) {
        lines.push_back(std::string(textPartName(text.part)) + (text.role.empty() ? "" : " ") +
                        std::string(text.role) + ": " + std::string(text.text));
        return false;
    });
    return lines;
}

constexpr const char* kToolCalls =
    R"({"id": "o", "messages": [{"role": "user", "content": "Tide at Brest?"},
 {"role": "assistant", "content": null, "reasoning_content": "Better ask the harbour.", "tool_calls": [{"id": "c7", "type": "function",
  "function": {"name": "tide_table", "arguments": {"port": "Brest", "days": 2, "spring": true}}}]},
 {"role": "tool", "name": "tide_table", "content": "6 m"},
 {"role": "assistant", "content": [{"type": "text", "text": "Six metres."}, {"type": "tool_use", "name": "notify", "input": {"whom": "pilot"}},
  {"type": "thinking", "thinking": "All done."}]}]})";

} // namespace

/// The list of a record's texts, and that queries find what it has.
class RecordTextsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsTextsOfMessages()
    {
        const Lines expected{"message user: Tide at Brest?",   "reasoning assistant: Better ask the harbour.",
                             "tool call assistant: c7",        "tool call assistant: tide_table",
                             "tool call assistant: port",      "tool call assistant: Brest",
                             "tool call assistant: days",      "tool call assistant: 2",
                             "tool call assistant: spring",    "tool call assistant: true",
                             "tool result tool: 6 m",          "tool result tool: tide_table",
                             "message assistant: Six metres.", "tool call assistant: notify",
                             "tool call assistant: whom",      "tool call assistant: pilot",
                             "reasoning assistant: All done."};
        QCOMPARE(linesOf(kToolCalls), expected);
    }

    void listsContentThatIsNoText()
    {
        QCOMPARE(linesOf(R"({"messages": [{"role": "user", "content": {"answer": "Ladoga"}},
            {"role": "assistant", "content": {"lake": "Onega"}}]})"),
                 (Lines{"message user: Ladoga", "message assistant: Onega"}));
        QCOMPARE(linesOf(R"({"messages": [{"role": "user", "content": [{"type": "text", "value": "left"},
            {"type": "input_text", "text": "right"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}},
            "plain"]}]})"),
                 Lines{"message user: left\nright\nplain"});
    }

    void listsTextsOfRecordsWithoutMessages()
    {
        const std::string verse = std::string(120, 'v');
        QCOMPARE(linesOf(R"({"kind": "poem", "lines": 4, "notes": ["by hand", {"ink": "blue"}], "verse": ")" +
                         verse + R"("})"),
                 (Lines{"text: poem", "text: by hand", "text: blue", "text: " + verse}));
    }

    /// A value that has a column is found by its field.
    void valuesWithColumnsAreNoTextsOfConversations()
    {
        const std::string essay = std::string(120, 'e');
        QCOMPARE(linesOf(R"({"messages": [{"role": "user", "content": "Go"}], "source": "web", "score": 3,
            "essay": ")" +
                         essay + R"(", "tags": ["web"], "steps": [{"do": "one"}]})"),
                 (Lines{"message user: Go", "text: " + essay, "text: one"}));
    }

    void lengthAndLanguageOfRecordsWithoutMessages()
    {
        const TempFolder folder;
        folder.write("poems.jsonl", R"({"title": "Сон", "verse": "Ночь\nулица"})"
                                    "\n");
        const SnapshotPtr snapshot = load({folder.path()});
        QCOMPARE(fieldText(*snapshot, Row{0}, "length"), std::string("10"));
        QCOMPARE(fieldText(*snapshot, Row{0}, "language"), std::string("ru"));
    }

    void queriesFindTexts_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* query, const char* id) { QTest::newRow(query) << query << id; };
        row("tide_table", "o");
        row("port", "o");
        row("text.tool:port", "o");
        row("text.tool:pilot", "o");
        row("text.tool:\"6 m\"", "o");
        row("text.tool:metres", "");
        row("text.assistant:harbour", "o");
        row("text.assistant:pilot", "");
        row("text.user:brest", "o");
        row("text.note:harbour", "");
        row("message(role:assistant harbour)", "o");
        row("message(role:user harbour)", "");
        row("message(text.tool:pilot)", "o");
        row("function", "");
    }

    void queriesFindTexts()
    {
        QFETCH(const QString, query);
        QFETCH(const QString, id);
        const TempFolder folder;
        std::string line = kToolCalls;
        std::replace(line.begin(), line.end(), '\n', ' ');
        folder.write("calls.jsonl", line + "\n");
        const SnapshotPtr snapshot = load({folder.path()});
        QCOMPARE(idsFound(*snapshot, query.toStdString()), id.isEmpty() ? Lines() : Lines{id.toStdString()});
    }

private:
    static Lines linesOf(const std::string& record)
    {
        const TempFolder folder;
        std::string line = record;
        std::replace(line.begin(), line.end(), '\n', ' ');
        folder.write("record.jsonl", line + "\n");
        const SnapshotPtr snapshot = load({folder.path()});
        return textLines(readRecord(*snapshot, Row{0}).value()->conversation);
    }
};

DUOLOGUE_TEST(RecordTextsTest)
#include "record_texts_test.moc"
