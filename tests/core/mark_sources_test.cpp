// SPDX-License-Identifier: GPL-3.0-or-later
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
                     {"messages",
                      {{{"role", "user"}, {"content", "Question " + std::to_string(i)}},
                       {{"role", "assistant"}, {"content", answer}}}}}
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
        const auto coefficients = coefficientsOf(answers, 1);
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
        const auto coefficients = coefficientsOf(answersFor({"check:email", "field:outcome"}, &run), 1);
        QCOMPARE(valueOf(coefficients, "percent"), 7.0 / 8);
        // (7/8 - 36/64) / (1 - 36/64)
        QCOMPARE(valueOf(coefficients, "kappa"), 20.0 / 28);
        const SourceAnswers three = answersFor({"anna", "check:email", "field:outcome"}, &run);
        QVERIFY(valueOf(coefficientsOf(three, 1), "fleiss") > 0);
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
        QVERIFY(!coefficientsOf(none, 1).front().coefficient.value);
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
            answersOf(*m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()), request);
        QCOMPARE(answers.units.size(), std::size_t{2});
        QCOMPARE(answerText(answers, *answers.ratings.units[0][0]), std::string("fail"));
        QCOMPARE(answerText(answers, *answers.ratings.units[1][0]), std::string("pass"));
    }

private:
    CheckRun found(const CheckSettings& settings) const
    {
        return runChecks({*m_snapshot, RowSet(kRecords, true), settings, {"email"}}, Job());
    }

    SourceAnswers answersFor(std::vector<std::string> sources, const CheckRun* checks) const
    {
        return answersOf(*m_snapshot, m_marks, MarkedRecords(*m_snapshot, m_folder->path()),
                         {.question = "verdict",
                          .sources = std::move(sources),
                          .rows = RowSet(kRecords, true),
                          .checks = checks});
    }

    std::unique_ptr<TempFolder> m_folder;
    SnapshotPtr m_snapshot;
    MarkSet m_marks;
};

DUOLOGUE_TEST(MarkSourcesTest)
#include "mark_sources_test.moc"
