// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_texts.h"
#include "core/data/row_order.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "core/query/stops.h"
#include "core/query/text_search.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>
#include <set>

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

/// "part role: text" for each text of a record.
Lines textLines(const TextKeys& keys, const Conversation& conversation)
{
    Lines lines;
    forEachText(conversation, [&](const RecordText& text) {
        if (!keys.isText(text))
            return false;
        lines.push_back(std::string(textPartName(text.part)) + (text.role.empty() ? "" : " ") +
                        std::string(text.role) + ": " + std::string(text.text));
        return false;
    });
    return lines;
}

/// A record whose call has arguments that are JSON, with or without escapes beyond ASCII.
nlohmann::ordered_json callRecord(bool isEscaped)
{
    const nlohmann::ordered_json arguments{{"q", "去杭州 zone 😀"}, {"say", "a \"b\" c"}};
    const nlohmann::ordered_json function{{"name", "f"}, {"arguments", arguments.dump(-1, ' ', isEscaped)}};
    const nlohmann::ordered_json call{{"id", "c"}, {"type", "function"}, {"function", function}};
    return {{"messages",
             {{{"role", "user"}, {"content", "q"}},
              {{"role", "assistant"},
               {"content", nullptr},
               {"tool_calls", nlohmann::ordered_json::array({call})}}}}};
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
    void initTestCase()
    {
        m_folder = std::make_unique<TempFolder>();
        const auto cases = sourceFolder() / "tests/data/cases/48-record-texts-unsearched";
        m_folder->write("a.jsonl", fileBytes(cases / "rag.jsonl"));
        std::string lines;
        for (int i = 0; i < 2'000; ++i) {
            const std::string essay = i == 1   ? "Short."
                                      : i == 2 ? "A short one. " + std::string(200, 'e')
                                               : std::string("Long.");
            lines += "{\"id\": \"x" + std::to_string(i) + "\", \"label\": \"zebra\", \"essay\": \"" + essay +
                     (i == 1'999 ? "\", \"late\": \"okapi" : "") +
                     "\", \"messages\": [{\"role\": \"user\", \"content\": \"Go\"}]}\n";
        }
        m_folder->write("b.jsonl", lines);
    }

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

    /// A name or a label has a column and is found by its field.
    void namesInColumnsAreNoTextsOfConversations()
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
        row("harbour", "o");
        // Reasoning is not text of the answer.
        row("text.assistant:harbour", "");
        row("text.assistant:metres", "o");
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

    /// Arguments are JSON in a text of JSON: what they escape is escaped twice in the file.
    void argumentsAreReadAsTheyAreShown()
    {
        const Lines expected{"message user: q", "tool call assistant: c", "tool call assistant: f",
                             "tool call assistant: {\"q\":\"去杭州 zone 😀\",\"say\":\"a \"b\" c\"}"};
        QCOMPARE(linesOf(callRecord(true).dump()), expected);
        QCOMPARE(linesOf(callRecord(true).dump(-1, ' ', true)), expected);
        QCOMPARE(linesOf(callRecord(false).dump()), expected);
        const nlohmann::ordered_json call{{"name", "f"}, {"arguments", {{"q", "杭州"}}}};
        const nlohmann::ordered_json record{
            {"conversations",
             {{{"from", "human"}, {"value", "q"}},
              {{"from", "function_call"}, {"value", call.dump(-1, ' ', true)}}}}};
        QCOMPARE(linesOf(record.dump()),
                 (Lines{"message user: q",
                        "tool call assistant: {\"name\":\"f\",\"arguments\":{\"q\":\"杭州\"}}"}));
        // Not JSON: what looks like an escape is none.
        nlohmann::ordered_json path = callRecord(true);
        path["messages"][1]["tool_calls"][0]["function"]["arguments"] = "{C:\\new}";
        QCOMPARE(linesOf(path.dump()).back(), std::string("tool call assistant: {C:\\new}"));
    }

    void argumentsAreFoundAsTheyAreShown_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isExpression");
        for (const char* words : {"杭州", "去杭州", "州 ZONE", "zone 😀", "a \"b\" c", "😀", "州 zone 😀\""})
            QTest::newRow(words) << QString::fromUtf8(words) << false;
        for (const char* expression : {"去杭州", "杭. zone", "\"b\" c", "say\":\"a"})
            QTest::addRow("/%s/", expression) << QString::fromUtf8(expression) << true;
    }

    /// While loading and in what is loaded: the bytes rule no such record out.
    void argumentsAreFoundAsTheyAreShown()
    {
        QFETCH(const QString, text);
        QFETCH(const bool, isExpression);
        const TempFolder folder;
        const auto other = R"({"messages": [{"role": "user", "content": "nothing"}]})";
        folder.write("calls.jsonl", callRecord(true).dump() + "\n" + callRecord(true).dump(-1, ' ', true) +
                                        "\n" + callRecord(false).dump() + "\n" + other + "\n");
        const std::string wanted = text.toStdString();
        const TextPattern pattern =
            isExpression ? TextPattern::expression(wanted).value() : TextPattern::words(wanted);
        const TextFilter filter({TextGroup::Tools, {}, {}}, pattern);
        LoadOptions options;
        options.filter = &filter;
        QCOMPARE(loadDataset({folder.path()}, options, Job())->recordCount(), 3U);
        const SnapshotPtr snapshot = load({folder.path()});
        QCOMPARE(searchTexts(*snapshot, RowSet(snapshot->recordCount(), true), filter, Job()).found.count(),
                 std::uint64_t{3});
    }

    void keysAreDecidedByTheFirstRecords_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("closed");
        const auto row = [](const char* name, const char* members, const char* closed) {
            QTest::newRow(name) << members << closed;
        };
        row("two words", R"("mood": "very calm")", "id mood");
        row("three words", R"("mood": "not very calm")", "id");
        row("a line break", R"("mood": "very\ncalm")", "id");
        row("Chinese words", R"("心情": "平静")", "id 心情");
        row("a Chinese text", R"("心情": "今天心情很平静")", "id");
        row("Russian words", R"("mood": "очень тихая ночь")", "id");
        row("Korean words", R"("mood": "아주 조용한 밤")", "id");
        row("words without letters", R"("mood": "1 2 3 4 5")", "id mood");
        row("a path", R"("mood": "/data/new york/a-b.txt")", "id mood");
        row("a time", R"("seen": "2024-05-01 10:00:00 UTC")", "id seen");
        row("members of an object", R"("meta": {"source": "the loquat book", "code": "x1"})", "id meta.code");
        row("lists", R"("found": ["Plums.", "Plums are blue."], "kinds": ["plum", "pear"])", "id kinds");
        row("closed by name",
            R"("label": "not very good", "userId": "one two three", "date": "the first of May",
            "task": "learn new skills")",
            "date id label task userId");
        row("a sentence under such a name", R"("task": "Write a poem about the sea.")", "id");
        row("texts by name", R"("note": "plum", "reference": "plum")", "id");
    }

    void keysAreDecidedByTheFirstRecords()
    {
        QFETCH(const QString, members);
        QFETCH(const QString, closed);
        const TempFolder folder;
        std::string line =
            R"({"id": "a", "messages": [{"role": "user", "content": "Go"}], )" + members.toStdString() + "}";
        std::replace(line.begin(), line.end(), '\n', ' ');
        folder.write("a.jsonl", line + "\n");
        std::string keys;
        for (const std::string& key : textKeysOf(*load({folder.path()})).closed())
            keys += (keys.empty() ? "" : " ") + key;
        QCOMPARE(keys, closed.toStdString());
    }

    void everySearchFindsTheSame_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("ids");
        QTest::addColumn<QString>("fields");
        const auto row = [](const char* word, const char* ids, const char* fields) {
            QTest::newRow(word) << word << ids << fields;
        };
        row("loquat", "q1 q2", "meta.source note reference retrieved_contexts");
        row("plums", "q1 q2", "reference retrieved_contexts");
        row("yard", "q1", "");
        // Short and long values of a key are treated alike, wherever they are.
        row("short", "x1 x2", "essay");
        // Names and labels are closed, but for keys that the first records do not have.
        row("zebra", "", "");
        row("okapi", "x1999", "late");
    }

    /// While loading, in what is loaded, and in the list of hits; on one thread and on several.
    void everySearchFindsTheSame()
    {
        QFETCH(const QString, word);
        QFETCH(const QString, ids);
        QFETCH(const QString, fields);
        const SnapshotPtr snapshot = load({m_folder->path()});
        const Query query = parseQuery("text:" + word.toStdString()).value();
        const RowSet rows = evaluate(*snapshot, query, Job()).value();
        QCOMPARE(idsIn(*snapshot, rows), ids);
        for (const int threads : {1, 3}) {
            for (const bool wantsRows : {true, false}) {
                const TextFilter filter({}, TextPattern::words(word.toStdString()), wantsRows);
                LoadOptions options;
                options.threads = threads;
                options.filter = &filter;
                const SnapshotPtr found = loadDataset({m_folder->path()}, options, Job());
                QCOMPARE(found->recordCount() + found->counted, rows.count());
                QCOMPARE(found->recordsSeen(), std::uint64_t{snapshot->recordCount()});
                if (wantsRows)
                    QCOMPARE(idsIn(*found, RowSet(found->recordCount(), true)), ids);
            }
        }
        std::set<std::string> hitFields;
        std::set<Row> hitRows;
        const auto all = orderOf(RowSet(snapshot->recordCount(), true));
        for (const Stop& hit : findStops(*snapshot, all, stopRulesOf(*snapshot, query), {}, Job()).stops) {
            hitRows.insert(hit.row);
            if (!hit.field.empty())
                hitFields.insert(hit.field);
        }
        QCOMPARE(hitRows.size(), rows.count());
        std::string names;
        for (const std::string& field : hitFields)
            names += (names.empty() ? "" : " ") + field;
        QCOMPARE(names, fields.toStdString());
    }

private:
    static QString idsIn(const Snapshot& snapshot, const RowSet& rows)
    {
        std::string ids;
        rows.forEach([&](Row row) { ids += (ids.empty() ? "" : " ") + fieldText(snapshot, row, "id"); });
        return QString::fromStdString(ids);
    }

    /// Inputs of the tests that search.
    std::unique_ptr<TempFolder> m_folder;

    static Lines linesOf(const std::string& record)
    {
        const TempFolder folder;
        std::string line = record;
        std::replace(line.begin(), line.end(), '\n', ' ');
        folder.write("record.jsonl", line + "\n");
        const SnapshotPtr snapshot = load({folder.path()});
        return textLines(textKeysOf(*snapshot), readRecord(*snapshot, Row{0}).value()->conversation);
    }
};

DUOLOGUE_TEST(RecordTextsTest)
#include "record_texts_test.moc"
