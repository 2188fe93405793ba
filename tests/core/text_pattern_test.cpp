// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/pattern/text_pattern.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTest>
#include <atomic>
#include <latch>
#include <limits>
#include <stop_token>
#include <thread>

using namespace duologue;

namespace {

/// A text for which (a+)+$ takes practically forever.
const std::string kExplosive = std::string(200, 'a') + "b";

TextPattern expression(std::string_view text, bool caseSensitive = false)
{
    return std::get<TextPattern>(TextPattern::expression(text, caseSensitive));
}

enum class Answer { No, Yes, GaveUp };

Answer answer(const TextPattern& pattern, std::string_view text, PatternBudget& search)
{
    RecordBudget budget(search);
    const bool found = pattern.matches(text, budget);
    return budget.gaveUp() ? Answer::GaveUp : found ? Answer::Yes : Answer::No;
}

bool matches(const TextPattern& pattern, std::string_view text)
{
    PatternBudget search;
    return answer(pattern, text, search) == Answer::Yes;
}

std::string times(std::size_t count, const std::string& text)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

} // namespace

class TextPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsIgnoreCaseAndWidth();
    void matchesExpressions();
    void acceptsInvalidUtf8();
    void reportsMistakeOffset();
    void matchesOnSeveralThreads();
    void matchesLongRepetitions_data();
    void matchesLongRepetitions();
    void givesUpOnCatastrophicPatterns();
    void givesUpAtOnceIfBudgetIsSpent();
    void limitsCallsOfItself();
    void limitsMemory();
    void stopsWithinAMatch();
};

void TextPatternTest::wordsIgnoreCaseAndWidth()
{
    QVERIFY(matches(TextPattern::words("杭州"), "我想去杭州玩"));
    QVERIFY(!matches(TextPattern::words("杭州"), "我想去苏州玩"));
    QVERIFY(matches(TextPattern::words("two-DAY"), "a ＴＷＯ-day trip"));
    QVERIFY(matches(TextPattern::words("cafe"), "the Café"));
    // Words are not regular expressions.
    QVERIFY(matches(TextPattern::words("a.c"), "xa.cx"));
    QVERIFY(!matches(TextPattern::words("a.c"), "abc"));
    QVERIFY(!matches(TextPattern::words("a"), ""));
}

void TextPatternTest::matchesExpressions()
{
    QVERIFY(matches(expression("visa|签证"), "the VISA"));
    QVERIFY(matches(expression("visa|签证"), "办签证吗"));
    QVERIFY(!matches(expression("visa", true), "the VISA"));
    QVERIFY(matches(expression("^a.c$"), "a旅c"));
    QVERIFY(matches(expression("\\bday\\b"), "a day."));
    QVERIFY(!matches(expression("\\bday\\b"), "today"));
    QVERIFY(matches(expression("\\d+"), "１２"));
}

void TextPatternTest::acceptsInvalidUtf8()
{
    QVERIFY(matches(expression("trip"), "\xFF\xFE trip \xE6"));
    QVERIFY(!matches(expression("trips"), "\xFF\xFE trip \xE6"));
}

void TextPatternTest::reportsMistakeOffset()
{
    const auto open = TextPattern::expression("ab(c");
    QVERIFY(std::holds_alternative<PatternMistake>(open));
    QCOMPARE(std::get<PatternMistake>(open).offset, std::size_t{4});
    QVERIFY(!std::get<PatternMistake>(open).message.empty());
    QCOMPARE(std::get<PatternMistake>(TextPattern::expression("*a")).offset, std::size_t{0});
}

void TextPatternTest::matchesOnSeveralThreads()
{
    const TextPattern pattern = expression("x+y");
    std::atomic<int> hits = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < 500; ++round)
                hits += matches(pattern, round % 2 == 0 ? "axxxyb" : "axxxb") ? 1 : 0;
        });
    threads.clear();
    QCOMPARE(hits.load(), 1000);
}

void TextPatternTest::matchesLongRepetitions_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isMatch");
    constexpr std::size_t kMany = 200'000;
    const auto row = [](const char* pattern, const std::string& text, bool isMatch) {
        QTest::newRow(pattern) << QString::fromUtf8(pattern) << QByteArray::fromStdString(text) << isMatch;
    };
    const std::string thought = times(kMany / 13, "step by step ");
    row("(b|c)+ needle", times(kMany, "b") + " needle", true);
    row("(.|\\n)*END", times(kMany / 2, "y\n") + "END", true);
    row("(?:y\\n)+END", times(kMany / 2, "y\n") + "END", true);
    row("([a-z]\\s)+END", times(kMany / 2, "y ") + "END", true);
    row("(b)\\1+ needle", times(kMany, "b") + " needle", true);
    row("<think>(.|\\n)*</think>", "<think>" + thought + "</think>", true);
    row("<think>(.|\\n)*?</think>", "<think>" + thought + "</think>", true);
    row("(step by step )+</think>", thought + "</think>", true);
    row("<think>(.|\\n)*?</thinks>", "<think>" + thought + "</think>", false);
}

/// PCRE2 stores how to backtrack for each repetition: here more than fits on its stack.
void TextPatternTest::matchesLongRepetitions()
{
    QFETCH(const QString, pattern);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isMatch);
    PatternBudget search;
    QCOMPARE(answer(expression(pattern.toStdString()), text.toStdString(), search),
             isMatch ? Answer::Yes : Answer::No);
}

void TextPatternTest::givesUpOnCatastrophicPatterns()
{
    PatternBudget search(Job(), std::chrono::milliseconds(50));
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(answer(expression("(a+)+$"), kExplosive, search), Answer::GaveUp);
    QVERIFY(clock.elapsed() >= 50);
    QCOMPARE(answer(expression("(x+x+)+y"), std::string(5000, 'x') + " y", search), Answer::GaveUp);
    // Ordinary patterns do not run out of time.
    QCOMPARE(answer(expression("a+$"), kExplosive, search), Answer::No);
    QCOMPARE(answer(expression("a+b"), kExplosive, search), Answer::Yes);
}

/// Without a total limit, a million slow records would take a million times the limit of one.
void TextPatternTest::givesUpAtOnceIfBudgetIsSpent()
{
    PatternBudget search(Job(), std::chrono::milliseconds(20));
    const TextPattern pattern = expression("(a+)+$");
    for (int i = 0; i < 10 && !search.isSpent(); ++i)
        QCOMPARE(answer(pattern, kExplosive, search), Answer::GaveUp);
    QVERIFY(search.isSpent());
    PatternBudget longer(Job(), std::chrono::hours(1));
    longer.addLost(std::chrono::hours(4));
    QVERIFY(longer.isSpent());
    QCOMPARE(answer(pattern, kExplosive, longer), Answer::GaveUp);
    // Texts that are decided at once are still decided.
    QCOMPARE(answer(pattern, "caaa", longer), Answer::Yes);
    QCOMPARE(answer(pattern, "caaab", longer), Answer::No);
}

/// Balanced brackets are found by an expression that calls itself; it goes no deeper than it may.
void TextPatternTest::limitsCallsOfItself()
{
    PatternBudget search;
    for (const char* pattern : {R"(^(\((?:[^()]|(?1))*\))$)", R"(^(?<b>\((?:[^()]|(?&b))*\))$)",
                                R"(^(?P<b>\((?:[^()]|(?P>b))*\))$)", R"(^(?<b>\((?:[^()]|\g<b>)*\))$)"}) {
        const TextPattern balanced = expression(pattern);
        QCOMPARE(answer(balanced, "(a(b)(c(d)))", search), Answer::Yes);
        QCOMPARE(answer(balanced, "(a(b)(c(d))", search), Answer::No);
        const std::string deep = std::string(200'000, '(') + std::string(200'000, ')');
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(answer(balanced, deep, search), Answer::GaveUp);
        QVERIFY(clock.elapsed() < 1000);
    }
    // It never comes to an end.
    QVERIFY(answer(expression("(?R)a|b"), "c", search) != Answer::Yes);
}

void TextPatternTest::limitsMemory()
{
    // The frames of all repetitions need more memory than a pattern may use.
    PatternBudget search(Job(), std::chrono::hours(1));
    QCOMPARE(answer(expression("(?:(b)|(c)|(d)|(e)|(f)|(g))+ needle"), times(12'000'000, "b"), search),
             Answer::GaveUp);
}

/// Without the stop it would take an hour; with it, too little time to notice.
void TextPatternTest::stopsWithinAMatch()
{
    constexpr int kTries = 5;
    qint64 shortest = std::numeric_limits<qint64>::max();
    for (int i = 0; i < kTries; ++i) {
        std::stop_source stop;
        std::latch begun(1);
        bool gaveUp = true;
        std::jthread search([&] {
            PatternBudget budget(Job(stop.get_token()), std::chrono::hours(1));
            RecordBudget record(budget);
            begun.count_down();
            expression("(a+)+$").find(kExplosive, 0, record);
            gaveUp = record.gaveUp();
        });
        begun.wait();
        QElapsedTimer clock;
        clock.start();
        stop.request_stop();
        search.join();
        shortest = std::min(shortest, clock.elapsed());
        // A stopped search did not give up: its result is not needed any more.
        QVERIFY(!gaveUp);
    }
    QVERIFY2(shortest <= 50, qPrintable(QString::number(shortest)));
}

DUOLOGUE_TEST(TextPatternTest)
#include "text_pattern_test.moc"
