// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exporter.h"
#include "core/marks/mark_shapes.h"
#include "core/marks/span.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

namespace {

using Json = nlohmann::ordered_json;

/// An answer in Chinese with its translation.
constexpr const char* kChinese = "最低价格是每晚五百元，🍐含早餐。";
constexpr const char* kEnglish = "The lowest price is 500 yuan per night, with breakfast.";

/// As spreadsheets save tables: with a byte order mark, semicolons, CR LF and blank lines.
constexpr const char* kSpreadsheet = "\uFEFFby;record;question;answer\r\n"
                                     "anna;a.jsonl#1;note;\"Two\nlines, \"\"so\"\"\"\r\n"
                                     "\r\n"
                                     "anna;a.jsonl#2;score;80\r\n"
                                     "anna;;score;80\r\n";

std::string translated(const std::string& id)
{
    return Json{{"id", id},
                {"messages",
                 {{{"role", "user"}, {"content", {{"en", "How much is it?"}, {"zh", "多少钱？"}}}},
                  {{"role", "assistant"}, {"content", {{"en", kEnglish}, {"zh", kChinese}}}}}}}
               .dump() +
           "\n";
}

std::string withAnswers(const std::string& id)
{
    return Json{{"id", id},
                {"messages", {{{"role", "user"}, {"content", "Which city is the capital of France?"}}}},
                {"answers",
                 {{{"id", "0"}, {"content", "Paris."}},
                  {{"id", "1"}, {"content", "Lyon."}},
                  {{"id", "2"}, {"content", "The capital is Paris."}}}}}
               .dump() +
           "\n";
}

/// All that is said, one line for each answer, without ids and times.
std::vector<std::string> linesOf(const MarkSet& marks)
{
    std::vector<std::string> lines;
    for (const MarkAnswers& each : marks.answers()) {
        MarkEvent event;
        event.by = each.by;
        event.kind = each.kind;
        event.on = each.on;
        for (const auto& [question, answer] : each.answers) {
            event.set = {{question, answer.value}};
            lines.push_back(lineOf(event));
        }
    }
    std::ranges::sort(lines);
    return lines;
}

} // namespace

/// Marks in the shapes of other programs, and back.
class MarkShapesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TempFolder>();
        m_marks = {};
        m_count = 0;
    }

    /// Spans include their last character there, and are in code points.
    void pearmutIsReadBack()
    {
        open(translated("a") + translated("b"));
        const std::string chinese = kChinese;
        const std::string english = kEnglish;
        add("anna", on(0, 2, "zh", spanIn(chinese, "五百元")),
            {{"severity", "\"major\""}, {"code", "[\"number\"]"}});
        add("anna", on(0, 2, "zh", spanIn(chinese, "🍐")), {{"verdict", "\"fail\""}});
        add("anna", on(0, 2, "zh", {}), {{"score", "40"}, {"note", "\"Half of it.\""}});
        add("anna", on(1, 1, "zh", {}), {{"score", "100"}});
        add("judge", on(0, 2, "en", spanIn(english, "500 yuan")), {{"severity", "\"minor\""}},
            MarkKind::Model);
        Losses losses;
        const std::string text = written(MarkShape::Pearmut, losses);
        QVERIFY(losses.list().empty());
        const Json json = Json::parse(text);
        const Json& item = json["data"][0][0][0];
        QCOMPARE(item["tgt"]["zh"].get<std::string>(), chinese);
        QCOMPARE(item["src"].get<std::string>(), english);
        QCOMPARE(item["error_spans"]["zh"][0].dump(),
                 std::string(R"({"start_i":7,"end_i":9,"severity":"major","category":"number"})"));
        QCOMPARE(item["error_spans"]["zh"][1].dump(),
                 std::string(R"({"start_i":11,"end_i":11,"severity":null,"category":null})"));
        QCOMPARE(item["score"].dump(), std::string(R"({"zh":40})"));
        QCOMPARE(json["data"][0][1][0]["tgt"]["zh"].get<std::string>(), std::string("多少钱？"));
        QCOMPARE(json["data"].size(), std::size_t{2});
        const ReadMarks read = readMarks(text, MarkShape::Pearmut);
        QVERIFY(read.problems.empty());
        MarkSet again;
        for (const MarkEvent& event : read.events)
            again.add(event);
        QCOMPARE(linesOf(again), linesOf(m_marks));
    }

    /// What annotators did with a campaign stands in a log, an item on each line.
    void whatWasAnnotatedIsRead()
    {
        open(translated("a"));
        add("anna", on(0, 2, "zh", spanIn(kChinese, "五百元")), {{"severity", "\"major\""}});
        Losses losses;
        const Json item = Json::parse(written(MarkShape::Pearmut, losses))["data"][0][0][0];
        Json log{{"user_id", "eve"}, {"item", item}, {"comment", "Better."}};
        log["annotation"]["zh"] = {
            {"score", 92},
            {"error_spans",
             {{{"start_i", 0}, {"end_i", 1}, {"severity", "minor"}, {"category", "Terminology"}}}}};
        const ReadMarks read =
            readMarks(log.dump() + "\n" + R"({"user_id": "eve", "item_i": 3, "annotation": {}})" + "\n{\n",
                      MarkShape::Pearmut);
        QCOMPARE(read.problems.size(), std::size_t{2});
        QCOMPARE(read.problems[0].line, std::size_t{2});
        QCOMPARE(read.problems[1].what.id, PhraseId::MarkLineBroken);
        QCOMPARE(read.events.size(), std::size_t{3});
        QCOMPARE(read.events[0].by, std::string("eve"));
        QCOMPARE(read.events[0].on.id, std::string("a"));
        QCOMPARE(read.events[0].on.message, 2U);
        QVERIFY(read.events[0].on.span == spanIn(kChinese, "最低"));
        QVERIFY(read.events[0].set == (std::vector<std::pair<std::string, std::string>>{
                                          {"severity", "\"minor\""}, {"code", "[\"Terminology\"]"}}));
        QVERIFY(read.events[1].set == (std::vector<std::pair<std::string, std::string>>{{"score", "92"}}));
        QVERIFY(read.events[2].set ==
                (std::vector<std::pair<std::string, std::string>>{{"note", "\"Better.\""}}));
        // Indices that the text does not have.
        Json wrong = item;
        wrong["error_spans"]["zh"] = {
            {{"start_i", 3}, {"end_i", 99}}, {{"start_i", 3}, {"end_i", 2}}, {{"end_i", 2}}};
        QCOMPARE(readMarks(wrong.dump(), MarkShape::Pearmut).problems.size(), std::size_t{3});
    }

    void whatPearmutHasNoPlaceForIsCounted()
    {
        open(translated("a"));
        add("anna", on(0, 2, "zh", spanIn(kChinese, "五百元")),
            {{"severity", "\"major\""}, {"code", "[\"a\",\"b\"]"}, {"tone", "\"rude\""}});
        add("anna", on(0, 2, "zh", MarkSpan{0, 2, "没有", "", ""}), {{"severity", "\"major\""}});
        add("anna", on(0, 0, "", {}), {{"verdict", "\"fail\""}});
        MarkTarget gone;
        gone.record = "gone.jsonl#1";
        add("anna", gone, {{"verdict", "\"fail\""}});
        Losses losses;
        (void)written(MarkShape::Pearmut, losses);
        std::map<std::string, std::uint64_t> lost;
        for (const Loss& loss : losses.list())
            lost[inEnglish(loss.what)] = loss.values;
        QCOMPARE(lost.size(), std::size_t{5});
        QCOMPARE(lost["answers to the question code"], std::uint64_t{1});
        QCOMPARE(lost["answers to the question tone"], std::uint64_t{1});
        QCOMPARE(lost["answers to the question verdict"], std::uint64_t{1});
        QCOMPARE(lost["spans that are no longer in their text"], std::uint64_t{1});
        QCOMPARE(lost["marks on records that are gone or have changed"], std::uint64_t{1});
    }

    /// A better answer than B is chosen, whichever of them comes first; ties are counted.
    void preferencesAreTrainingData()
    {
        open(withAnswers("a") + withAnswers("b") + withAnswers("c") + withAnswers("d"));
        add("anna", pair(0, 1, 2), {{"preference", "\"a\""}});
        add("ben", pair(0, 2, 1), {{"preference", "\"b\""}});
        add("anna", pair(0, 1, 3), {{"preference", "\"tie\""}});
        add("anna", pair(1, 2, 3), {{"preference", "\"B\""}});
        add("anna", pair(2, 1, 2), {{"preference", "\"both_bad\""}});
        add("anna", pair(3, 1, 2), {{"preference", "\"a\""}});
        add("ben", pair(3, 1, 2), {{"preference", "\"b\""}});
        add("ben", pair(3, 1, 9), {{"preference", "\"b\""}});
        Losses losses;
        const std::vector<Json> lines = jsonLines(written(MarkShape::TrlPreference, losses));
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(
            lines[0].dump(),
            std::string(R"({"prompt":[{"role":"user","content":"Which city is the capital of France?"}],)"
                        R"("chosen":[{"role":"assistant","content":"Paris."}],)"
                        R"("rejected":[{"role":"assistant","content":"Lyon."}]})"));
        QCOMPARE(lines[1]["chosen"][0]["content"].get<std::string>(), std::string("The capital is Paris."));
        QCOMPARE(lostOf(losses, PhraseId::MarkLostTie), std::uint64_t{2});
        QCOMPARE(lostOf(losses, PhraseId::MarkLostDispute), std::uint64_t{1});
        QCOMPARE(lostOf(losses, PhraseId::MarkLostPart), std::uint64_t{1});
    }

    void verdictsAreTrainingData()
    {
        open(
            withAnswers("a") + withAnswers("b") +
            R"({"id": "c", "messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}]})"
            "\n");
        add("anna", pair(0, 1, 2), {{"preference", "\"a\""}});
        MarkTarget third = on(0, 0, "", {});
        third.candidate = 3;
        add("anna", third, {{"verdict", "\"pass\""}});
        add("anna", pair(1, 1, 2), {{"preference", "\"a\""}});
        add("anna", pair(1, 2, 3), {{"preference", "\"a\""}});
        add("ben", pair(1, 1, 3), {{"preference", "\"tie\""}});
        add("anna", on(2, 0, "", {}), {{"verdict", "\"fail\""}});
        Losses losses;
        const std::vector<Json> lines = jsonLines(written(MarkShape::TrlKto, losses));
        std::vector<std::string> said;
        for (const Json& line : lines)
            said.push_back(line["completion"][0]["content"].get<std::string>() + ' ' + line["label"].dump());
        // Of the second record, the second answer was preferred to the third, but not to the first.
        QCOMPARE(said, (std::vector<std::string>{"Paris. true", "Lyon. false", "The capital is Paris. true",
                                                 "Paris. true", "The capital is Paris. false", "A false"}));
        QCOMPARE(lines.back()["prompt"].dump(), std::string(R"([{"role":"user","content":"Q"}])"));
        QCOMPARE(lostOf(losses, PhraseId::MarkLostTie), std::uint64_t{1});
        QCOMPARE(lostOf(losses, PhraseId::MarkLostDispute), std::uint64_t{1});
    }

    /// A record of two answers is their pair; messages of the assistant are answers, too. The rest is
    /// counted.
    void trainingDataSayWhatIsLeftOut()
    {
        open(
            R"({"prompt": "Q", "chosen": "good", "rejected": "bad"})"
            "\n" +
            withAnswers("b") +
            R"({"id": "c", "messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}, )"
            R"({"role": "user", "content": "R"}, {"role": "assistant", "content": "B"}]})"
            "\n");
        add("anna", on(0, 0, "", {}), {{"preference", "\"A\""}});
        add("anna", on(1, 0, "", {}), {{"preference", "\"A\""}});
        add("anna", on(2, 2, "", {}), {{"verdict", "\"fail\""}});
        add("ben", on(2, 3, "", {}), {{"verdict", "\"fail\""}});
        add("ben", on(2, 4, "", {}), {{"verdict", "\"defer\""}, {"note", "\"n\""}});
        Losses losses;
        const std::vector<Json> pairs = jsonLines(written(MarkShape::TrlPreference, losses));
        QCOMPARE(pairs.size(), std::size_t{1});
        QCOMPARE(pairs[0]["chosen"][0]["content"].get<std::string>(), std::string("good"));
        QCOMPARE(lostOf(losses, PhraseId::MarkLostPair), std::uint64_t{1});
        QCOMPARE(lostOf(losses, PhraseId::MarkLostQuestion), std::uint64_t{4});
        Losses others;
        const std::vector<Json> answers = jsonLines(written(MarkShape::TrlKto, others));
        QCOMPARE(answers.size(), std::size_t{3});
        QCOMPARE(answers[2].dump(), std::string(R"({"prompt":[{"role":"user","content":"Q"}],)"
                                                R"("completion":[{"role":"assistant","content":"A"}],)"
                                                R"("label":false})"));
        QCOMPARE(lostOf(others, PhraseId::MarkLostVerdict), std::uint64_t{2});
        QCOMPARE(lostOf(others, PhraseId::MarkLostQuestion), std::uint64_t{1});
    }

    /// What is said of the record as it was does not count for it as it is, in whatever order marks come.
    void marksOnChangedRecordsAreLeftOut()
    {
        open(withAnswers("a"));
        MarkTarget now = pair(0, 1, 2);
        MarkTarget before = now;
        before.hash = "xxh3:00000000000000000000000000000000";
        add("ben", before, {{"preference", "\"b\""}});
        add("anna", now, {{"preference", "\"a\""}});
        Losses losses;
        MarkedRecords records(*m_snapshot, m_folder->path());
        records.lookAt({&before, &now}, Job());
        const std::vector<Json> pairs =
            jsonLines(writeMarks(*m_snapshot, m_marks, records, MarkShape::TrlPreference, Job(), &losses));
        QCOMPARE(pairs.size(), std::size_t{1});
        QCOMPARE(pairs[0]["chosen"][0]["content"].get<std::string>(), std::string("Paris."));
        QCOMPARE(lostOf(losses, PhraseId::MarkLostRecord), std::uint64_t{1});
    }

    void tablesOfSpreadsheetsAreRead()
    {
        const ReadMarks read = readMarks(kSpreadsheet, MarkShape::Long);
        QCOMPARE(read.events.size(), std::size_t{2});
        QCOMPARE(read.events[0].set[0].second, std::string("\"Two\\nlines, \\\"so\\\"\""));
        QCOMPARE(read.events[1].set[0].second, std::string("80"));
        QCOMPARE(read.problems.size(), std::size_t{1});
        QCOMPARE(read.problems[0].line, std::size_t{4});
        QVERIFY(readMarks("", MarkShape::Long).events.empty());
    }

private:
    static MarkSpan spanIn(const std::string& text, const std::string& part)
    {
        const std::size_t at = text.find(part);
        return spanOf(text, at, at + part.size());
    }

    static std::uint64_t lostOf(const Losses& losses, PhraseId what)
    {
        std::uint64_t lost = 0;
        for (const Loss& loss : losses.list())
            lost += loss.what.id == what ? loss.values : 0;
        return lost;
    }

    static std::vector<Json> jsonLines(const std::string& text)
    {
        std::vector<Json> lines;
        for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
            lines.push_back(Json::parse(text.substr(at, text.find('\n', at) - at)));
        return lines;
    }

    void open(const std::string& lines)
    {
        m_folder->write("a.jsonl", lines);
        m_snapshot = load({m_folder->path()});
    }

    MarkTarget on(std::uint32_t row, std::uint32_t message, const std::string& side,
                  const std::optional<MarkSpan>& span) const
    {
        MarkTarget target = targetOfRecord(*m_snapshot, Row{row}, m_folder->path(), nullptr);
        target.message = message;
        target.side = side;
        target.span = span;
        return target;
    }

    MarkTarget pair(std::uint32_t row, std::uint32_t first, std::uint32_t second) const
    {
        MarkTarget target = on(row, 0, "", {});
        target.candidate = first;
        target.otherCandidate = second;
        return target;
    }

    void add(const std::string& by, const MarkTarget& target,
             std::vector<std::pair<std::string, std::string>> set, MarkKind kind = MarkKind::Human)
    {
        MarkEvent event;
        event.id = "E" + std::to_string(++m_count);
        event.by = by;
        event.kind = kind;
        event.on = target;
        event.set = std::move(set);
        m_marks.add(event);
    }

    std::string written(MarkShape shape, Losses& losses) const
    {
        return writeMarks(*m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()), shape, Job(),
                          &losses);
    }

    std::unique_ptr<TempFolder> m_folder;
    SnapshotPtr m_snapshot;
    MarkSet m_marks;
    int m_count = 0;
};

DUOLOGUE_TEST(MarkShapesTest)
#include "mark_shapes_test.moc"
