// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/query/pattern/pattern_literal.h"
#include "core/query/pattern/text_pattern.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using duologue::test::Random;

/// Literals that occur in every match of a regular expression.
class PatternLiteralTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void longestMatches()
    {
        QCOMPARE(longestMatch("年"), std::optional<std::size_t>(4));
        QCOMPARE(longestMatch("[0-9]{4}年[0-9]{1,2}月?"), std::optional<std::size_t>(4 * 8));
        QCOMPARE(longestMatch("a{2}\\d\\."), std::optional<std::size_t>(4 * 4));
        for (const char* expression : {"a+", "a*", "a{2,}", "a{9999}", "(a)", "a|b", "^a", "\\bday", "\\s",
                                       "[^a]", "[\\n]", "a\nb", "\\x41", "(?i)a", "\\"})
            QVERIFY2(!longestMatch(expression), expression);
    }

    void findsLongestLiteral_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("literal");
        const auto row = [](const char* expression, const char* literal) {
            QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(literal);
        };
        row("visa", "visa");
        row("[0-9]{4}年[0-9]{1,2}月", "年");
        row("two days?", "two day");
        row("colou*r", "colo");
        row("ab+c", "ab");
        row("旅行{0,2}计划", "计划");
        row("旅行{2}", "旅行");
        row("a{x}", "a{x}");
        row("(?:hotel|hostel) in Berlin", " in Berlin");
        row("\\bday\\b", "day");
        row("1\\.5\\$", "1.5$");
        row("a|b", "");
        row("(a|b)", "");
        row("(?i)abc", "");
        row("(*UTF)abc", "");
        row("\\Qa.b\\E", "");
        row("\\x41bc", "");
        row("(abc)\\1def", "");
        row("[[:alpha:]]abc", "");
        row("[]a]bc", "bc");
        row("[^\\]]x.yz", "yz");
        row("", "");
    }

    void findsLongestLiteral()
    {
        QFETCH(QString, expression);
        QFETCH(QString, literal);
        const auto literals = requiredLiterals(expression.toStdString());
        QCOMPARE(literals.empty() ? QString() : QString::fromStdString(literals.front()), literal);
    }

    void returnsAllLiterals()
    {
        QCOMPARE(requiredLiterals("a[0-9]{4}年x?[0-9]{1,2}月bc+"),
                 (std::vector<std::string>{"月bc", "年", "a"}));
    }

    void matchesContainLiterals()
    {
        constexpr std::string_view kParts[] = {"a",      "b",     "K",   "ß",    "é",        "杭",  "州",
                                               ".",      "a?",    "b*",  "[ab]", "(?:a|杭)", "(b)", "K+",
                                               "a{0,1}", "州{2}", "\\d", "\\.",  "\\w",      "$",   "^"};
        constexpr std::string_view kTexts[] = {"a", "A",  "b",  "k",    "K", "ẞ", "ß", "É",
                                               "é", "杭", "州", "州州", "1", ".", " "};
        Random random(5);
        int matched = 0;
        for (int round = 0; round < 5000; ++round) {
            std::string expression;
            for (auto i = random.below(4) + 1; i > 0; --i)
                expression += random.of(kParts);
            std::string text;
            for (auto i = random.below(8); i > 0; --i)
                text += random.of(kTexts);
            const auto pattern = TextPattern::expression(expression);
            PatternBudget search;
            RecordBudget budget(search);
            if (!std::holds_alternative<TextPattern>(pattern) ||
                !std::get<TextPattern>(pattern).matches(text, budget))
                continue;
            ++matched;
            for (const std::string& literal : requiredLiterals(expression)) {
                if (foldForSearch(text).find(foldForSearch(literal)) == std::string::npos)
                    qWarning() << expression.c_str() << text.c_str() << literal.c_str();
                QVERIFY(foldForSearch(text).find(foldForSearch(literal)) != std::string::npos);
            }
        }
        QVERIFY(matched > 500);
    }
};

DUOLOGUE_TEST(PatternLiteralTest)
#include "pattern_literal_test.moc"
