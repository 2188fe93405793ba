// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_fields.h"
#include "core/marks/queue.h"
#include "core/marks/sources.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRecords = 8;

/// Records 0 to 2 have an address in the answer; "outcome" is what the data say.
std::string lines()
{
    constexpr std::array<const char*, kRecords> kOutcomes{"fail", "pass", "fail", "pass",
                                                          "pass", "pass", "pass", "pass"};
    std::string made;
    for (std::size_t i = 0; i < kRecords; ++i) {
        const std::string answer =
            i < 3 ? "Write to anna.berg" + std::to_string(i) + "@reisebuero-berg.de" : "No.";
        made += Json{{"id", "r" + std::to_string(i)},
                     {"outcome", kOutcomes[i]},
                     {"judge", i != 1},
                     {"score", static_cast<double>(i) / 2},
                     {"messages",
                      {{{"role", "user"}, {"content", "Question " + std::to_string(i)}},
                       {{"role", "assistant"}, {"content", answer}, {"good", i % 2 == 0}}}}}
                    .dump() +
                "\n";
    }
    return made;
}

double valueOf(const std::vector<NamedCoefficient>& coefficients, const std::string& name)
{
    const auto found = std::ranges::find(coefficients, name, &NamedCoefficient::name);
    return found == coefficients.end() ? -9 : found->coefficient.value.value_or(-8);
}

} // namespace

/// Readers, fields of the data and checks, as sources of answers to one question.
class MarkSourcesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TempFolder>();
        m_folder->write("a.jsonl", lines());
        m_snapshot = load({m_folder->path()});
        m_marks = {};
        // All but the last.
        const std::array<const char*, 7> verdicts{"fail", "fail", "pass", "pass", "pass", "fail", "pass"};
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            MarkEvent made;
            made.id = "E" + std::to_string(i);
            made.by = "anna";
            made.on =
                targetOfRecord(*m_snapshot, Row{static_cast<std::uint32_t>(i)}, m_folder->path(), nullptr);
            made.set = {{"verdict", '"' + std::string(verdicts[i]) + '"'}};
            m_marks.add(made);
        }
    }

    /// The numbers are computed by hand. Of the seven that both judge: fail and fail 2, fail and pass 1, pass
    /// and fail 1, pass and pass 3.
    void aCheckIsASourceLikeAReader()
    {
        const CheckRun run = found({});
        QCOMPARE(run.results.size(), std::size_t{1});
        const SourceAnswers answers = answersFor({"anna", "check:email"}, &run);
        QCOMPARE(answers.units.size(), kRecords);
        QCOMPARE(answers.names, (std::vector<std::string>{"fail", "pass"}));
        const auto coefficients = coefficientsOf(answers, 1, Job());
        QCOMPARE(valueOf(coefficients, "percent"), 5.0 / 7);
        // (5/7 - 25/49) / (1 - 25/49)
        QCOMPARE(valueOf(coefficients, "kappa"), 10.0 / 24);
        // 1 - (4/14) / (96/182)
        QCOMPARE(valueOf(coefficients, "alpha"), 11.0 / 24);
        const JudgeRates rates = judgeRates(answers.ratings, 1, 0);
        QCOMPARE(rates.passes, std::size_t{4});
        QCOMPARE(rates.fails, std::size_t{3});
        QCOMPARE(*rates.truePositive, 3.0 / 4);
        QCOMPARE(*rates.trueNegative, 2.0 / 3);
        QCOMPARE(disagreementsOf(answers), (RowOrder{Row{2}, Row{5}}));
    }

    /// Fail and fail 2, fail and pass 1, pass and pass 5.
    void aCheckAndAFieldAreCompared()
    {
        const CheckRun run = found({});
        const auto coefficients =
            coefficientsOf(answersFor({"check:email", "field:outcome"}, &run), 1, Job());
        QCOMPARE(valueOf(coefficients, "percent"), 7.0 / 8);
        // (7/8 - 36/64) / (1 - 36/64)
        QCOMPARE(valueOf(coefficients, "kappa"), 20.0 / 28);
        const SourceAnswers three = answersFor({"anna", "check:email", "field:outcome"}, &run);
        QVERIFY(valueOf(coefficientsOf(three, 1, Job()), "fleiss") > 0);
        QCOMPARE(three.ratings.units.back().size(), std::size_t{3});
        QVERIFY(!three.ratings.units.back()[0] && three.ratings.units.back()[1]);
    }

    void whatWasNotLookedForSaysNothing()
    {
        const CheckRun run = found({});
        const SourceAnswers none = answersFor({"anna", "check:phone"}, &run);
        QCOMPARE(none.units.size(), std::size_t{7});
        QVERIFY(
            std::ranges::none_of(none.ratings.units, [](const auto& unit) { return unit[1].has_value(); }));
        QVERIFY(!coefficientsOf(none, 1, Job()).front().coefficient.value);
        QCOMPARE(answersFor({"anna", "check:email"}, nullptr).units.size(), std::size_t{7});
        QCOMPARE(checksAmong({"anna", "check:email", "field:check", "check:phone"}),
                 (std::vector<std::string>{"email", "phone"}));
    }

    /// Somebody has looked at the finding of the first record and accepts it.
    void aFindingThatWasWavedOffIsNone()
    {
        CheckSettings settings;
        settings.folder = m_folder->path();
        settings.suppressions.push_back({.check = "email",
                                         .file = "a.jsonl",
                                         .record = 1,
                                         .message = 0,
                                         .reason = "invented",
                                         .textHash = 0});
        const CheckRun run = found(settings);
        QCOMPARE(run.accepted.size(), std::size_t{1});
        const SourceAnswers answers = answersFor({"anna", "check:email"}, &run);
        QCOMPARE(answerText(answers, *answers.ratings.units[0][1]), std::string("pass"));
        QCOMPARE(answerText(answers, *answers.ratings.units[1][1]), std::string("fail"));
    }

    void onlyTheRowsCount()
    {
        const CheckRun run = found({});
        SourcesRequest request{
            .question = "verdict", .sources = {"check:email"}, .rows = RowSet(kRecords), .checks = &run};
        request.rows.add(Row{2});
        request.rows.add(Row{6});
        const SourceAnswers answers =
            answersOf(*m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()), request, Job());
        QCOMPARE(answers.units.size(), std::size_t{2});
        QCOMPARE(answerText(answers, *answers.ratings.units[0][0]), std::string("fail"));
        QCOMPARE(answerText(answers, *answers.ratings.units[1][0]), std::string("pass"));
    }

    /// true and false of marks, of the data and of the field that is made of the marks; numbers with and
    /// without a point.
    void valuesAreComparedAsWhatTheyAre()
    {
        for (std::uint32_t i = 0; i < kRecords; ++i) {
            addMark("ben", i, 0, "right", i != 1 && i != 2 ? "true" : "false");
            addMark("eva", i, 0, "right", i != 1 ? "\"True\"" : "\"no\"");
            addMark("ben", i, 0, "points", std::to_string(i / 2) + (i % 2 == 0 ? ".0" : ".50"));
        }
        m_snapshot =
            withMarkFields(*m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()), nullptr);
        const auto agreement = [&](const std::string& question, const std::string& first,
                                   const std::string& second) {
            return valueOf(coefficientsOf(answersFor({first, second}, nullptr, question), 1, Job()),
                           "percent");
        };
        QCOMPARE(agreement("right", "ben", "field:judge"), 7.0 / 8);
        QCOMPARE(agreement("right", "ben", "field:mark.right@ben"), 1.0);
        QCOMPARE(agreement("right", "field:judge", "field:mark.right@ben"), 7.0 / 8);
        QCOMPARE(agreement("right", "ben", "eva"), 7.0 / 8);
        QCOMPARE(agreement("points", "ben", "field:score"), 1.0);
        QCOMPARE(agreement("verdict", "anna", "field:judge"), 0.0);
        QCOMPARE(plainAnswer(R"(["b", true, 2.50, "a"])"), std::string("2.5, a, b, yes"));
    }

    /// Marks on messages against what the data say of each.
    void messagesAreComparedOneByOne()
    {
        for (std::uint32_t i = 0; i < kRecords; ++i)
            addMark("ben", i, 2, "good", i < 4 ? "true" : "false");
        const SourceAnswers answers = answersFor({"ben", "field:good"}, nullptr, "good");
        QCOMPARE(answers.units.size(), kRecords);
        QCOMPARE(answers.units[0].part, std::string("m2"));
        QCOMPARE(valueOf(coefficientsOf(answers, 1, Job()), "percent"), 0.5);
        // Of records, all their values.
        addMark("eva", 0, 0, "good", "true");
        const SourceAnswers records = answersFor({"eva", "field:good"}, nullptr, "good");
        QCOMPARE(records.units.size(), kRecords);
        QCOMPARE(records.units[0].part, std::string());
        QCOMPARE(answersFor({"field:good", "field:good"}, nullptr, "good").units[1].part, std::string("m2"));
    }

    void whoIsUnknownIsNamed()
    {
        const auto mistake = [&](const std::string& question, const std::vector<std::string>& sources) {
            return inEnglish(sourcesMistake(*m_snapshot, m_marks, question, sources));
        };
        QCOMPARE(mistake("verdict", {"anna", "field:outcome", "check:email"}), std::string());
        const std::string unknown = mistake("verdict", {"anne", "field:outcome"});
        QVERIFY2(unknown.starts_with(
                     "there is no anne that answers the question verdict; known are anna, field:") &&
                     unknown.find("field:outcome, ") != std::string::npos,
                 unknown.c_str());
        QVERIFY(mistake("verdict", {"anna", "field:outcom"}).starts_with("there is no field:outcom that"));
        QCOMPARE(mistake("verdict", {"anna", "anna"}), std::string("anna is given twice"));
        QCOMPARE(mistake("verdict", {"field:outcome", "field:Outcome"}),
                 std::string("field:Outcome is given twice"));
        QCOMPARE(mistake("verdikt", {"anna", "field:outcome"}),
                 std::string("nobody answers the question verdikt; questions with answers: verdict"));
        QCOMPARE(mistake("verdikt", {}),
                 std::string("nobody answers the question verdikt; questions with answers: verdict"));
        QCOMPARE(mistake("any", {"field:outcome", "field:judge"}), std::string());
    }

    /// Of the seven, people pass 4, of which the judge passes 3, and fail 3, of which it fails 2.
    void aJudgeIsHeldAgainstAReader()
    {
        const JudgeAgreement judge = judgeAgreement(answersFor({"anna", "field:outcome"}, nullptr), 1, Job());
        QCOMPARE(judge.rates.passes, std::size_t{4});
        QCOMPARE(*judge.rates.truePositive, 3.0 / 4);
        QCOMPARE(*judge.rates.trueNegative, 1.0 / 3);
        QCOMPARE(*judge.rates.observed, 6.0 / 8);
        // (3/4 + 1/3 - 1) / (3/4 + 1/3 - 1)
        QVERIFY(std::abs(*judge.corrected - 1) < 1e-9);
        QVERIFY(judge.positive && judge.positive->low < 0.75 && judge.positive->high > 0.75);
        const JudgeAgreement worse = judgeAgreement(answersFor({"field:outcome", "anna"}, nullptr), 1, Job());
        QCOMPARE(*worse.rates.truePositive, 3.0 / 5);
        QVERIFY(judgeAgreement({}, 1, Job()).rates.passes == 0);
    }

    void isStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        const SourceAnswers answers = answersOf(
            *m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()),
            {.question = "verdict", .sources = {"anna", "field:outcome"}, .rows = RowSet(kRecords, true)},
            Job(stop.get_token()));
        QVERIFY(answers.units.empty());
    }

private:
    void addMark(const std::string& by, std::uint32_t row, std::uint32_t message, const std::string& question,
                 const std::string& answer)
    {
        MarkEvent made;
        made.id = "F" + std::to_string(m_marks.events().size());
        made.by = by;
        made.on = targetOfRecord(*m_snapshot, Row{row}, m_folder->path(), nullptr);
        made.on.message = message;
        made.set = {{question, answer}};
        m_marks.add(made);
    }

    CheckRun found(const CheckSettings& settings) const
    {
        return runChecks({*m_snapshot, RowSet(kRecords, true), settings, {"email"}}, Job());
    }

    SourceAnswers answersFor(std::vector<std::string> sources, const CheckRun* checks,
                             const std::string& question = "verdict") const
    {
        return answersOf(*m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()),
                         {.question = question,
                          .sources = std::move(sources),
                          .rows = RowSet(kRecords, true),
                          .checks = checks},
                         Job());
    }

    std::unique_ptr<TempFolder> m_folder;
    SnapshotPtr m_snapshot;
    MarkSet m_marks;
};

DUOLOGUE_TEST(MarkSourcesTest)
#include "mark_sources_test.moc"
