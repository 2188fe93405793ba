// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/language/query_parser.h"
#include "core/query/search/pattern_risk.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue;

class PatternRiskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void detectsExplosivePatterns_data();
    void detectsExplosivePatterns();
    void acceptsHarmlessPatterns_data();
    void acceptsHarmlessPatterns();
    void findsExplosivePatternInQuery();
};

void PatternRiskTest::detectsExplosivePatterns_data()
{
    QTest::addColumn<QString>("expression");
    for (const char* expression : {"(a+)+",           "(a+)+$",         "(x+x+)+y",
                                   "(a|a)*",          "(.*)*",          "(.*,)*x",
                                   "([a-z]+)*!",      "(?:\\w+\\s?)+$", "<think>(\\w+\\s?)+</think>",
                                   "(\\w|\\d)+;",     "(a|ab|b)*c",     "((a+))+",
                                   "((ab)*)+",        "(a*b?)*c",       "(a{1,9})+$",
                                   "(?<word>\\w+)*$", "(杭+)+$",        "(杭|杭)*",
                                   "([^,]*[^;]*)*$",  "(A|a)*$",        "x(y(z+)+)w",
                                   "(\\d+|\\w+)*$",   "(?=a)(b+)+",     "(a+)+?b",
                                   "(a+){2,}b"})
        QTest::newRow(expression) << QString::fromUtf8(expression);
}

void PatternRiskTest::detectsExplosivePatterns()
{
    QFETCH(const QString, expression);
    QVERIFY(mayExplode(expression.toStdString()));
}

void PatternRiskTest::acceptsHarmlessPatterns_data()
{
    QTest::addColumn<QString>("expression");
    for (const char* expression : {"",
                                   "a+",
                                   "a+b+",
                                   ".*foo.*bar",
                                   "(.|\\n)*",
                                   "<think>(.|\\n)*?</think>",
                                   "(a|b)+",
                                   "(\\w+\\s)+",
                                   "(\\w+,)*x",
                                   "([^,]+,)+",
                                   "(step by step )+",
                                   "(day|days)+",
                                   "(the |that )*x",
                                   "(a{3})+$",
                                   "\"(?:[^\"\\\\]|\\\\.)*\"",
                                   "(a++)+$",
                                   "(?>a+)+$",
                                   "(a+)++$",
                                   "(a+)?b",
                                   "(a+){3}b",
                                   "(杭|州)*",
                                   "[0-9]{4}年[0-9]{1,2}月",
                                   "vegan|素食",
                                   "(?i)(a+)+",
                                   "\\Q(a+)+\\E",
                                   "(a+b)*c",
                                   "[(a+)+]",
                                   "\\(a+\\)+",
                                   "(?=a+)+",
                                   "(foo|bar)+baz",
                                   "(b)\\1+ needle",
                                   "((a)|(b))*",
                                   "(",
                                   "a{",
                                   "[a"})
        QTest::newRow(expression) << QString::fromUtf8(expression);
}

void PatternRiskTest::acceptsHarmlessPatterns()
{
    QFETCH(const QString, expression);
    QVERIFY(!mayExplode(expression.toStdString()));
}

void PatternRiskTest::findsExplosivePatternInQuery()
{
    const auto found = [](const char* query) {
        const Query parsed = std::get<Query>(parseQuery(query));
        const QueryTerm* term = explosivePattern(parsed);
        return term == nullptr ? std::string() : term->value;
    };
    QCOMPARE(found("/(a+)+$/"), std::string("(a+)+$"));
    QCOMPARE(found("turns:2 -message(role:user text.zh:/(.*)*x/)"), std::string("(.*)*x"));
    QCOMPARE(found("a \"(a+)+\" /a+/"), std::string());
    QCOMPARE(found(""), std::string());
}

DUOLOGUE_TEST(PatternRiskTest)
#include "pattern_risk_test.moc"
