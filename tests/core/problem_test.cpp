// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/problem.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <memory>
#include <set>

using namespace duologue;

class ProblemTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCodeHasItsOwnName();
    void namesAreForScripts();
    void countsBySeverity();
    void resultHoldsOneOfTwo();
    void resultGivesAwayItsValue();
};

void ProblemTest::everyCodeHasItsOwnName()
{
    std::set<std::string> names;
    std::set<std::string> titles;
    for (int i = 0; i < static_cast<int>(ProblemCode::Count); ++i) {
        names.emplace(codeName(static_cast<ProblemCode>(i)));
        titles.emplace(codeTitle(static_cast<ProblemCode>(i)));
    }
    QCOMPARE(names.size(), static_cast<std::size_t>(ProblemCode::Count));
    QCOMPARE(titles.size(), static_cast<std::size_t>(ProblemCode::Count));
    QVERIFY(!names.contains(""));
    QVERIFY(!titles.contains(""));
}

void ProblemTest::namesAreForScripts()
{
    QCOMPARE(codeName(ProblemCode::JsonSyntax), std::string_view("json-syntax"));
    QCOMPARE(codeName(ProblemCode::MissingKey), std::string_view("missing-key"));
    for (int i = 0; i < static_cast<int>(ProblemCode::Count); ++i) {
        for (const char c : codeName(static_cast<ProblemCode>(i)))
            QVERIFY((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }
    QCOMPARE(severityName(Severity::Error), std::string_view("error"));
    QCOMPARE(severityName(Severity::Warning), std::string_view("warning"));
    QCOMPARE(severityName(Severity::Note), std::string_view("note"));
}

void ProblemTest::countsBySeverity()
{
    ProblemCounts counts;
    counts.add(Severity::Error);
    counts.add(Severity::Error);
    counts.add(Severity::Note);
    QCOMPARE(counts.errors(), std::uint64_t{2});
    QCOMPARE(counts.warnings(), std::uint64_t{0});
    QCOMPARE(counts.notes(), std::uint64_t{1});
}

void ProblemTest::resultHoldsOneOfTwo()
{
    const Expected<int> good(5);
    QVERIFY(good.ok());
    QCOMPARE(good.value(), 5);
    const Expected<int> bad(
        Problem{ProblemCode::FileVanished, Severity::Error, {}, {}, Phrase::verbatim("gone")});
    QVERIFY(!bad);
    QCOMPARE(inEnglish(bad.problem().detail), std::string("gone"));
    // A Result of a Problem still knows which of the two it holds.
    const Expected<std::string> text(std::string("text"));
    QCOMPARE(text.value(), std::string("text"));
}

void ProblemTest::resultGivesAwayItsValue()
{
    Expected<std::unique_ptr<int>> made(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = std::move(made).value();
    QCOMPARE(*taken, 7);
}

DUOLOGUE_TEST(ProblemTest)
#include "problem_test.moc"
