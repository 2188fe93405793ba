// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "core/marks/mark_import.h"
#include "core/marks/span.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QRegularExpression>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kThen = 1'800'000'000'000;

/// A user and an assistant, twice.
Json messages(const std::string& of)
{
    return {{{"role", "user"}, {"content", "Question " + of}},
            {{"role", "assistant"}, {"content", "Answer 😀 " + of + ", 你好世界."}},
            {{"role", "user"}, {"content", "Thanks"}},
            {{"role", "assistant"}, {"content", "You are welcome"}}};
}

/// The same as Label Studio shows it.
Json dialogue(const std::string& of)
{
    Json list = Json::array();
    for (const Json& each : messages(of))
        list.push_back({{"author", each["role"]}, {"text", each["content"]}});
    return list;
}

std::string record(const std::string& id)
{
    return Json{{"id", id}, {"messages", messages(id)}}.dump() + "\n";
}

Json choice(const std::string& question, const std::string& answer)
{
    return {{"from_name", question},
            {"to_name", "dialogue"},
            {"type", "choices"},
            {"value", {{"choices", {answer}}}}};
}

Json annotation(const Json& by, const Json& results, const std::string& at = {})
{
    Json made{{"completed_by", by}, {"result", results}};
    if (!at.empty())
        made["updated_at"] = at;
    return made;
}

Json task(const Json& data, const Json& annotations)
{
    return {{"data", data}, {"annotations", annotations}};
}

/// "anna a.jsonl#1 m2 verdict "fail"" of each answer, in order.
std::vector<std::string> said(const std::vector<MarkEvent>& events)
{
    std::vector<std::string> lines;
    for (const MarkEvent& event : events) {
        for (const auto& [question, value] : event.set)
            lines.push_back(event.by + ' ' + event.on.id + ' ' + event.on.part() + ' ' + question + ' ' +
                            value);
    }
    return lines;
}

} // namespace

/// Marks of other programs, as they come to the records of a dataset.
class MarkImportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TempFolder>();
        m_marks = {};
        m_count = 0;
        open(record("c0") + record("c1") + record("c2") + record("c3"));
    }

    /// By what names them, or by what is said in them; tasks of none are refused.
    void tasksFindTheirRecords()
    {
        const Json fail = Json::array({choice("verdict", "fail")});
        const auto by8 = [&](const Json& data) { return task(data, Json::array({annotation(8, fail)})); };
        Json ofMeta = by8({{"text", "x"}});
        ofMeta["meta"] = {{"id", "c2"}};
        Json human = dialogue("c3");
        human[0]["author"] = "Human";
        const Json tasks = Json::array(
            {by8({{"id", "c0"}}),
             by8({{"dialogue", dialogue("c1")}}),
             ofMeta,
             // The number of the task, not the id of a record; other programs have other words for roles.
             by8({{"id", 7}, {"chat", human}}),
             by8({{"dialogue", dialogue("c9")}}),
             by8({{"record_id", "c9"}}),
             by8(Json::object()),
             {{"id", 1}, {"verdict", "fail"}}});
        const ImportedMarks made = imported(tasks.dump(), MarkShape::LabelStudio);
        QCOMPARE(said(made.events),
                 (std::vector<std::string>{"8 c0  verdict \"fail\"", "8 c1  verdict \"fail\"",
                                           "8 c2  verdict \"fail\"", "8 c3  verdict \"fail\""}));
        QCOMPARE(made.events[1].on.record, std::string("a.jsonl#2"));
        QVERIFY(made.events[0].on == target(0));
        std::vector<std::size_t> lines;
        for (const MarkLineProblem& each : made.problems)
            lines.push_back(each.line);
        QCOMPARE(lines, (std::vector<std::size_t>{5, 6, 7, 8}));
        QCOMPARE(made.problems[0].what.id, PhraseId::MarkLineRecord);
    }

    void readersHaveNames()
    {
        const Json fail = Json::array({choice("verdict", "fail")});
        Json cancelled = annotation(9, fail);
        cancelled["was_cancelled"] = true;
        const Json people =
            Json::array({annotation({{"id", 3}, {"email", "eve@x.org"}}, fail),
                         annotation({{"id", 4}, {"username", "dan"}}, fail), annotation({{"id", 5}}, fail),
                         annotation(nullptr, fail), cancelled});
        ReadMarks read =
            readMarks(Json::array({task({{"id", "c0"}}, people)}).dump(), MarkShape::LabelStudio);
        nameReader(read, {});
        std::vector<std::string> names;
        for (const MarkEvent& event : read.events)
            names.push_back(event.by);
        QCOMPARE(names, (std::vector<std::string>{"eve@x.org", "dan", "5"}));
        QCOMPARE(read.problems.size(), std::size_t{1});
        QCOMPARE(read.problems[0].what.id, PhraseId::MarkLineReader);
    }

    /// Browsers count in UTF-16.
    void labelsKeepTheirSpans()
    {
        const auto label = [](const char* start, const char* end, int from, int to, const char* text) {
            return Json{{"from_name", "code"},
                        {"type", "paragraphlabels"},
                        {"value",
                         {{"start", start},
                          {"end", end},
                          {"startOffset", from},
                          {"endOffset", to},
                          {"text", text},
                          {"paragraphlabels", {"late"}}}}};
        };
        // "Answer 😀 c0, 你好世界."
        const Json ofText{{"from_name", "code"},
                          {"type", "labels"},
                          {"value", {{"start", 8}, {"end", 10}, {"text", "c0"}, {"labels", {"a", "b"}}}}};
        const Json data{{"id", "c0"}, {"dialogue", dialogue("c0")}, {"text", "ANSWER: c0, 你好世界."}};
        const Json results = Json::array({label("1", "1", 7, 9, "😀"), label("1", "2", 14, 3, "你好世界.Tha"),
                                          label("1", "9", 0, 1, "A"), ofText});
        const ImportedMarks made =
            imported(Json::array({task(data, Json::array({annotation("eve", results)}))}).dump(),
                     MarkShape::LabelStudio);
        QCOMPARE(said(made.events), (std::vector<std::string>{"eve c0 m2[7-8 😀 code \"late\"",
                                                              "eve c0 m2[13-18 你好世界. code \"late\"",
                                                              "eve c0 m3[0-3 Tha code \"late\"",
                                                              "eve c0 m2[9-11 c0 code [\"a\",\"b\"]"}));
        QCOMPARE(made.problems.size(), std::size_t{1});
        QCOMPARE(made.problems[0].what.id, PhraseId::MarkLinePart);
    }

    void exportsAreReadBackEqual_data()
    {
        QTest::addColumn<int>("shape");
        QTest::newRow("events") << static_cast<int>(MarkShape::Events);
        QTest::newRow("csv") << static_cast<int>(MarkShape::Long);
        QTest::newRow("label-studio") << static_cast<int>(MarkShape::LabelStudio);
        QTest::newRow("argilla") << static_cast<int>(MarkShape::Argilla);
    }

    /// Also the times, the schemes and who says it; and again, nothing is new.
    void exportsAreReadBackEqual()
    {
        QFETCH(int, shape);
        MarkTarget span = target(1);
        span.message = 2;
        const std::string text = messages("c1")[1]["content"];
        span.span = spanOf(text, text.find("你好"), text.find("世界"));
        MarkTarget same = span;
        same.span->exact = "other";
        say("anna", target(0), {{"verdict", "\"fail\""}, {"star", "true"}}, 1000);
        say("anna", target(0), {{"note", "\"Why,\\nso.\""}}, 2000, "errors@3");
        say("anna", span, {{"code", "[\"late\"]"}, {"质量", "3"}}, 3000);
        say("anna", same, {{"code", "[\"late\"]"}}, 3500);
        say("ben", target(0), {{"verdict", "\"pass\""}}, 4000);
        say("length", target(0), {{"verdict", "\"fail\""}}, 5000, {}, MarkKind::Rule);
        say("judge", target(2), {{"verdict", "\"fail\""}}, 6000, "s@1", MarkKind::Model);
        const std::string file = written(static_cast<MarkShape>(shape));
        const std::vector<std::string> before = allOf(m_marks);
        QVERIFY(imported(file, static_cast<MarkShape>(shape)).events.empty());
        m_marks = {};
        for (const MarkEvent& event : imported(file, static_cast<MarkShape>(shape)).events)
            m_marks.add(event);
        QCOMPARE(allOf(m_marks), before);
    }

    /// One response of a user for a record, and names that Argilla takes.
    void argillaTakesTheRecords()
    {
        MarkTarget span = target(0);
        span.message = 2;
        span.side = "en";
        span.span = MarkSpan{48, 50, "你好", "", ""};
        say("anna", target(0), {{"verdict", "\"fail\""}, {"Überall", "3"}, {"质量", "3"}}, 1000);
        say("anna", span, {{"code", "[\"late\"]"}}, 3000);
        span.span->exact = "早上";
        say("anna", span, {{"code", "[\"late\"]"}}, 3000);
        const Json made = Json::parse(written(MarkShape::Argilla));
        QCOMPARE(made["responses"].size(), std::size_t{1});
        const Json& values = made["responses"][0]["values"];
        QCOMPARE(values.size(), std::size_t{5});
        QVERIFY(values.contains("code-m2-en-48-50") && values.contains("verdict"));
        for (const auto& [name, value] : values.items())
            QVERIFY2(QRegularExpression(QStringLiteral("^(?=.*[a-z0-9])[a-z0-9_-]+$"))
                         .match(QString::fromStdString(name))
                         .hasMatch(),
                     name.c_str());
    }

    /// What has a time keeps its place among the answers; what has none is new if it differs.
    void oldExportsDoNotOverwrite_data()
    {
        QTest::addColumn<int>("shape");
        QTest::newRow("csv") << static_cast<int>(MarkShape::Long);
        QTest::newRow("label-studio") << static_cast<int>(MarkShape::LabelStudio);
        QTest::newRow("argilla") << static_cast<int>(MarkShape::Argilla);
        QTest::newRow("pearmut") << static_cast<int>(MarkShape::Pearmut);
    }

    void oldExportsDoNotOverwrite()
    {
        QFETCH(int, shape);
        MarkTarget message = target(0);
        message.message = 2;
        say("anna", message, {{"score", "40"}}, 1000);
        const std::string file = written(static_cast<MarkShape>(shape));
        say("anna", message, {{"score", "80"}}, 2000);
        QCOMPARE(imported(file, static_cast<MarkShape>(shape)).known, std::size_t{1});
        MarkEvent undo;
        undo.id = "U";
        undo.by = "anna";
        undo.undo = "E2";
        m_marks.add(undo);
        undo.id = "V";
        undo.undo = "E1";
        m_marks.add(undo);
        QVERIFY(imported(file, static_cast<MarkShape>(shape)).events.empty());
    }

    void answersWithoutATimeAreNewIfTheyDiffer()
    {
        say("anna", target(0), {{"verdict", "\"fail\""}}, kThen + 1000);
        const ImportedMarks made = imported("by,id,question,answer\nanna,c0,verdict,fail\n"
                                            "anna,c0,verdict,pass\nanna,c0,verdict,pass\n",
                                            MarkShape::Long);
        QCOMPARE(said(made.events), (std::vector<std::string>{"anna c0  verdict \"pass\""}));
        QCOMPARE(made.events[0].at, kThen + 1001);
        QCOMPARE(made.known, std::size_t{2});
    }

    /// Nothing becomes a mark on more than was meant.
    void targetsAreNotWidened()
    {
        const ImportedMarks made = imported("by,record,message,start,end,exact,question,answer,remark\n"
                                            "a,a.jsonl#1,0,,,,note,x,\n"
                                            "a,a.jsonl#1,-1,,,,note,x,\n"
                                            "a,a.jsonl#1,two,,,,note,x,\n"
                                            "a,a.jsonl#1,1.5,,,,note,x,\n"
                                            "a,a.jsonl#1,99,,,,note,x,\n"
                                            "a,a.jsonl#1,2,x,5,,note,x,\n"
                                            "a,a.jsonl#99,,,,,note,x,\n"
                                            "a,a.jsonl:3,1,0,8,Question,note,x,\n",
                                            MarkShape::Long);
        QCOMPARE(said(made.events), (std::vector<std::string>{"a c2 m1[0-8 Question note \"x\""}));
        QVERIFY(made.events[0].on.record == "a.jsonl#3" && made.events[0].on.hash == target(2).hash);
        std::vector<std::size_t> lines;
        for (const MarkLineProblem& each : made.problems)
            lines.push_back(each.line);
        QCOMPARE(lines, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(inEnglish(made.problems[0].what),
                 std::string("the column remark is not known and is left out"));
        QCOMPARE(inEnglish(made.problems[3].what),
                 std::string("a mark cannot be on this part of a record: message \"two\""));
        QCOMPARE(made.problems[5].what.id, PhraseId::MarkLinePart);
        const auto line = [](const Json& on, const char* at = "2026-11-01T00:00:00Z") {
            const Json event{{"v", 1},   {"id", "E"}, {"by", "bob"},
                             {"at", at}, {"on", on},  {"set", {{"note", "x"}}}};
            return event.dump() + "\n";
        };
        const MarkFileContents read =
            readMarkText(line({{"record", "a.jsonl#1"}, {"pair", {1, 2}}}) +
                         line({{"record", "a.jsonl#1"}, {"message", -1}}) + line({{"record", 7}}) +
                         line({{"record", "a.jsonl#1"}}, "yesterday") +
                         line({{"record", "a.jsonl#1"}, {"message", nullptr}, {"id", 7}}));
        QCOMPARE(read.events.size(), std::size_t{1});
        QCOMPARE(read.events[0].on.id, std::string("7"));
        QCOMPARE(inEnglish(read.problems[0].what),
                 std::string("the mark is on something that is not known here: pair"));
        QCOMPARE(inEnglish(read.problems[3].what), std::string("\"yesterday\" is not a time"));
    }

    /// What scripts write names a record as they like.
    void eventsOfScriptsAreCompleted()
    {
        // Marks are kept in a folder above.
        m_folder->write("deep/b.jsonl", record("c4"));
        m_snapshot = load({m_folder->path() / "deep"});
        const ImportedMarks below =
            imported(R"({"v":1,"id":"E7","on":{"record":"b.jsonl#1"},"set":{"verdict":"pass"}})",
                     MarkShape::Events, "bob");
        QVERIFY(below.problems.empty());
        QCOMPARE(below.events[0].on.record, std::string("deep/b.jsonl#1"));
        std::filesystem::remove_all(m_folder->path() / "deep");
        m_snapshot = load({m_folder->path()});
        say("bob", target(1), {{"verdict", "\"fail\""}}, kThen + 5);
        const ImportedMarks made =
            imported(R"({"v":1,"id":"E8","on":{"record":"a.jsonl#2"},"set":{"verdict":"pass"}})"
                     "\n"
                     R"({"v":1,"id":"E9","by":"eve","on":{"id":"c2"},"set":{"verdict":"pass"}})"
                     "\n",
                     MarkShape::Events, "bob");
        QVERIFY(made.problems.empty());
        QVERIFY(made.events[0].on == target(1) && made.events[1].on == target(2));
        QVERIFY(made.events[0].by == "bob" && made.events[1].by == "eve");
        QCOMPARE(made.events[0].at, kThen + 6);
        QCOMPARE(made.events[1].at, kThen);
    }

    void partsAreLookedFor()
    {
        MarkTarget on = target(0);
        const DecodedRecordPtr record = readRecord(*m_snapshot, Row{0}).value();
        const auto match = [&] { return matchOfPart(record->conversation, on); };
        on.message = 4;
        QCOMPARE(match(), MarkMatch::Same);
        on.span = MarkSpan{0, 3, "You", "", ""};
        QCOMPARE(match(), MarkMatch::Same);
        on.span = MarkSpan{0, 5, "WRONG", "", ""};
        QCOMPARE(match(), MarkMatch::Changed);
        on.message = 5;
        QCOMPARE(match(), MarkMatch::Gone);
        on.message = 0;
        on.candidate = 1;
        QCOMPARE(match(), MarkMatch::Gone);
        on.candidate = 0;
        on.call = 1;
        QCOMPARE(match(), MarkMatch::Gone);
    }

private:
    void open(const std::string& lines)
    {
        m_folder->write("a.jsonl", lines);
        m_snapshot = load({m_folder->path()});
    }

    MarkTarget target(std::uint32_t row) const
    {
        return targetOfRecord(*m_snapshot, Row{row}, m_folder->path(),
                              &readRecord(*m_snapshot, Row{row}).value()->conversation);
    }

    void say(const std::string& by, const MarkTarget& on,
             std::vector<std::pair<std::string, std::string>> set, std::int64_t at,
             const std::string& scheme = {}, MarkKind kind = MarkKind::Human)
    {
        MarkEvent event;
        event.id = "E" + std::to_string(++m_count);
        event.at = at;
        event.by = by;
        event.kind = kind;
        event.scheme = scheme;
        event.on = on;
        event.set = std::move(set);
        m_marks.add(event);
    }

    /// With times, schemes and kinds.
    static std::vector<std::string> allOf(const MarkSet& marks)
    {
        std::vector<std::string> lines;
        for (const MarkAnswers& each : marks.answers()) {
            for (const auto& [question, answer] : each.answers) {
                MarkEvent event;
                event.at = answer.at;
                event.by = each.by;
                event.kind = each.kind;
                event.scheme = answer.scheme;
                event.on = each.on;
                event.set = {{question, answer.value}};
                lines.push_back(lineOf(event));
            }
        }
        std::ranges::sort(lines);
        return lines;
    }

    MarkedRecords lookedAt() const
    {
        MarkedRecords records(*m_snapshot, m_folder->path());
        std::vector<const MarkTarget*> targets;
        for (const MarkAnswers& each : m_marks.answers())
            targets.push_back(&each.on);
        records.lookAt(targets, Job());
        return records;
    }

    std::string written(MarkShape shape) const
    {
        return writeMarks(*m_snapshot, m_marks, lookedAt(), shape, Job());
    }

    ImportedMarks imported(const std::string& text, MarkShape shape, const std::string& by = {}) const
    {
        MarkedRecords records = lookedAt();
        ReadMarks read = readMarks(text, shape);
        nameReader(read, by);
        return importMarks(std::move(read),
                           {.snapshot = *m_snapshot,
                            .root = m_folder->path(),
                            .marks = m_marks,
                            .records = records,
                            .now = kThen},
                           Job());
    }

    std::unique_ptr<TempFolder> m_folder;
    SnapshotPtr m_snapshot;
    MarkSet m_marks;
    int m_count = 0;
};

DUOLOGUE_TEST(MarkImportTest)
#include "mark_import_test.moc"
