// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/text_pattern.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <thread>

using namespace duologue;

namespace {

TextPattern expression(std::string_view text, bool caseSensitive = false)
{
    return std::get<TextPattern>(TextPattern::expression(text, caseSensitive));
}

} // namespace

class TextPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsIgnoreCaseAndWidth();
    void expressions();
    void textsThatAreNoUtf8();
    void mistakesHaveAPlace();
    void matchesOnSeveralThreads();
    void catastrophicPatternsEnd();
};

void TextPatternTest::wordsIgnoreCaseAndWidth()
{
    QVERIFY(TextPattern::words("杭州").matches("我想去杭州玩"));
    QVERIFY(!TextPattern::words("杭州").matches("我想去苏州玩"));
    QVERIFY(TextPattern::words("two-DAY").matches("a ＴＷＯ-day trip"));
    QVERIFY(TextPattern::words("cafe").matches("the Café"));
    // Words are no pattern.
    QVERIFY(TextPattern::words("a.c").matches("xa.cx"));
    QVERIFY(!TextPattern::words("a.c").matches("abc"));
    QVERIFY(!TextPattern::words("a").matches(""));
}

void TextPatternTest::expressions()
{
    QVERIFY(expression("visa|签证").matches("the VISA"));
    QVERIFY(expression("visa|签证").matches("办签证吗"));
    QVERIFY(!expression("visa", true).matches("the VISA"));
    QVERIFY(expression("^a.c$").matches("a旅c"));
    QVERIFY(expression("\\bday\\b").matches("a day."));
    QVERIFY(!expression("\\bday\\b").matches("today"));
    QVERIFY(expression("\\d+").matches("１２"));
}

void TextPatternTest::textsThatAreNoUtf8()
{
    QVERIFY(expression("trip").matches("\xFF\xFE trip \xE6"));
    QVERIFY(!expression("trips").matches("\xFF\xFE trip \xE6"));
}

void TextPatternTest::mistakesHaveAPlace()
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
                hits += pattern.matches(round % 2 == 0 ? "axxxyb" : "axxxb") ? 1 : 0;
        });
    threads.clear();
    QCOMPARE(hits.load(), 1000);
}

void TextPatternTest::catastrophicPatternsEnd()
{
    // Exponential without PCRE2's limit; a match that is given up is none.
    QVERIFY(!expression("(a+)+$").matches(std::string(5000, 'a') + "b"));
}

DUOLOGUE_TEST(TextPatternTest)
#include "text_pattern_test.moc"
