// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/value_conditions.h"

#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

class TextMatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void translatesExpressions();
    void knowsWhatItCannotDecide();
};

void TextMatchTest::translatesExpressions()
{
    QCOMPARE(engineExpression("签证|Visa"), std::optional<std::string>("(?i-s:签证|Visa)"));
    QCOMPARE(engineExpression("^\\d"), std::optional<std::string>("(?i-s:^[\\p{Nd}])"));
    for (const char* pattern : {"(?=a)", "(a)\\1", "a++", "(a", "a)"})
        QVERIFY2(!engineExpression(pattern), pattern);
}

void TextMatchTest::knowsWhatItCannotDecide()
{
    // No character stands for several of these.
    QVERIFY(TextMatch::words("杭州西湖").containedIn("x").isExact());
    // ﬁ does.
    QVERIFY(!TextMatch::words("fish").containedIn("x").isExact());
    QCOMPARE(TextMatch::words("").containedIn("x"), Bounds::unknown());
    QCOMPARE(TextMatch::words("a\xFF").containedIn("x"), Bounds::unknown());
    QCOMPARE(TextMatch::words(std::string(100, 'a')).containedIn("x"), Bounds::unknown());
    // JSON may write a quote in two ways.
    QCOMPARE(TextMatch::words("\"a\"").mayBeInJson("x"), std::string("1"));
}

DUOLOGUE_TEST(TextMatchTest)
#include "text_match_test.moc"
