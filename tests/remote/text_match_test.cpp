// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/text_match.h"

#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

class TextMatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void translatesExpressions();
    void refusesWhatIsReadDifferently_data();
    void refusesWhatIsReadDifferently();
    void knowsWhatItCannotDecide();
};

void TextMatchTest::translatesExpressions()
{
    QCOMPARE(engineExpression("签证"), std::optional<std::string>("(?-s:签证)"));
    QCOMPARE(engineExpression("ab|1"), std::optional<std::string>("(?-s:[Aa][Bb]|1)"));
    QCOMPARE(engineExpression("(?:1|2)+\\."), std::optional<std::string>("(?-s:(?:1|2)+\\x{2e})"));
    QCOMPARE(engineExpression("[^12]?"), std::optional<std::string>("(?-s:[^12]?)"));
    // The sign for kelvin is a k.
    QCOMPARE(engineExpression("k"), std::optional<std::string>("(?-s:[Kk\u212A])"));
}

void TextMatchTest::refusesWhatIsReadDifferently_data()
{
    QTest::addColumn<QByteArray>("pattern");
    for (const char* pattern :
         {"\\w",  "\\d+",  "\\bvisa",     "a$",    "^a", "(?=a)", "(?i)a", "(a)\\1", "a*?", "a++",
          "a{2}", "[a-z]", "[[:alpha:]]", "[\\d]", "é",  "Ω",     "(a",    "a)",     "",    "(*UTF)a"})
        QTest::addRow("%s", pattern) << QByteArray(pattern);
}

void TextMatchTest::refusesWhatIsReadDifferently()
{
    QFETCH(QByteArray, pattern);
    QVERIFY(!engineExpression(pattern.toStdString()));
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
