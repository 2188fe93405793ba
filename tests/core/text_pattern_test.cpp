// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"
#include "core/query/text_pattern.h"
#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <atomic>
#include <thread>

using namespace duologue;
using duologue::test::Random;

namespace {

TextPattern expression(std::string_view text, bool caseSensitive = false)
{
    auto made = TextPattern::expression(text, caseSensitive);
    if (const auto* mistake = made.error())
        qFatal("%s: %s", std::string(text).c_str(), inEnglish(mistake->what).c_str());
    return std::move(made).value();
}

PatternMistake mistakeIn(std::string_view text)
{
    auto made = TextPattern::expression(text);
    return !made.ok() ? *made.error() : PatternMistake{text.size() + 1, {}};
}

std::string times(std::size_t count, const std::string& text)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

std::string asJson(std::string_view text)
{
    std::string json;
    JsonWriter(json).text(text);
    return json;
}

} // namespace

class TextPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsIgnoreCaseAndWidth();
    void matchesExpressions_data();
    void matchesExpressions();
    void doesNotMatch_data();
    void doesNotMatch();
    void acceptsInvalidUtf8();
    void refuses_data();
    void refuses();
    void findsRanges();
    void matchesOnSeveralThreads();
    void decidesAboutLongTexts_data();
    void decidesAboutLongTexts();
    void missesNothingInJson();
    void looksForRareNeedlesOnce();
    void knowsWhereBoundsFail();
};

void TextPatternTest::wordsIgnoreCaseAndWidth()
{
    QVERIFY(TextPattern::words("杭州").matches("我想去杭州玩"));
    QVERIFY(!TextPattern::words("杭州").matches("我想去苏州玩"));
    QVERIFY(TextPattern::words("two-DAY").matches("a ＴＷＯ-day trip"));
    QVERIFY(TextPattern::words("cafe").matches("the Café"));
    // Words are not regular expressions.
    QVERIFY(TextPattern::words("a.c").matches("xa.cx"));
    QVERIFY(!TextPattern::words("a.c").matches("abc"));
    QVERIFY(!TextPattern::words("a").matches(""));
}

void TextPatternTest::matchesExpressions_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* pattern, const char* text) {
        QTest::newRow(pattern) << QString::fromUtf8(pattern) << QString::fromUtf8(text);
    };
    row("visa|签证", "办签证吗");
    row("VISA", "the visa");
    row("^a.c$", "a旅c");
    row("\\bday\\b", "a day.");
    row("^\\d+$", "１２");
    row("^\\w+$", "Übung签证_9");
    row("^[\\w-]+$", "Über-uns");
    row("^[\\w-.]+$", "a-b.ü");
    row("^[^\\w]+$", "、。 -");
    row("^[\\W]+$", "、‿。 -\t");
    row("^[\\W\\d]+$", "- 12");
    row("^\\s+$", " \t\xC2\xA0\xE3\x80\x80");
    row("^[\\s,]+$", "\xE3\x80\x80, ");
    row("^[\\S]+$", "ab、ü");
    row("^\\D\\W\\S$", "a-b");
    row("^[[:alpha:]]+$", "Übung签证");
    row("^[[:punct:]]$", "!");
    row("^[]a]+$", "]a");
    row("^[[a]+$", "[a");
    row("a$", "a\n");
    row("(?m)a$", "a\nb");
    row("(?m:a$)|c$", "c\n");
    row("(?s)a.b", "a\nb");
    row("(?i:A)b", "ab");
    row("^(?<name>a)(?P<other>b)(?'third'c)$", "abc");
    row("a(?#a comment)b", "ab");
    row("\\Qa.b\\E.", "a.bc");
    row("\\x41\\x{7B7E}", "A签");
    row("\\p{Han}\\P{L}", "签1");
    row("a{2,3}?b", "aab");
    row("a{x}", "a{x}");
    row("\\签", "签");
    row("\\h\\R", " \r\n");
    row("\\u7b7e\\u{8BC1}", "签证");
    row("[\\u4e00-\\u9fff]{2}", "签证");
    row("\\U0001F600", "😀");
    row("\\ud83d\\ude00", "😀");
    row("\\N{U+7B7E}", "签");
    row("[\\N{U+7B7E}]", "签");
    row("\\o{101}\\x4\\cA", "A\x04\x01");
    row("^\\N{2}$", "ab");
    row("\\p{Script=Han}\\p{sc=Hani}[\\p{Letter}]\\P{gc=Number}", "签证ab");
    row("\\p{IsHan}\\p{^Script=Han}", "签a");
    row("^[\\H]+$", "a签\n");
    row("^[\\V]+$", "a签 ");
    row("[[:^alpha:]]", "1");
    row("\\Qa.b\\E\\E", "a.b");
    row("(?<名>a)", "a");
    row("(?<n>a)|(?<n>b)", "b");
    row("\\<think\\>", "<think>");
    row("[a\\-\\d]+$", "-7");
    row("[\\d-]+$", "-7");
    row("[\\b]", "\b");
    row("x{1000}", std::string(1000, 'x').c_str());
}

void TextPatternTest::matchesExpressions()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, text);
    QVERIFY(expression(pattern.toStdString()).matches(text.toStdString()));
}

void TextPatternTest::doesNotMatch_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* pattern, const char* text) {
        QTest::newRow(pattern) << QString::fromUtf8(pattern) << QString::fromUtf8(text);
    };
    row("\\bday\\b", "today");
    row("a$", "a\n\n");
    row("a\\z", "a\n");
    row("^[\\W]+$", "a_");
    row("^[\\W_]+$", "a_");
    row("^\\W$", "签");
    row("^\\D$", "９");
    row("^[\\S]+$", "a b");
    row("[\\w-.]", "/");
    row("a.b", "a\nb");
    row("[[:^alpha:]]", "签");
    row("[[:^word:]]", "签");
    row("[\\H]", " ");
    row("[\\V]", "\n");
}

void TextPatternTest::doesNotMatch()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, text);
    QVERIFY(!expression(pattern.toStdString()).matches(text.toStdString()));
    QVERIFY(!expression("visa", true).matches("the VISA"));
}

void TextPatternTest::acceptsInvalidUtf8()
{
    QVERIFY(expression("trip").matches("\xFF\xFE trip \xE6"));
    QVERIFY(!expression("trips").matches("\xFF\xFE trip \xE6"));
}

void TextPatternTest::refuses_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* pattern, int offset, const char* says) {
        QTest::newRow(pattern) << QString::fromUtf8(pattern) << offset << QString::fromUtf8(says);
    };
    row("a(?=b)", 1, "look-around");
    row("a(?!b)", 1, "two conditions");
    row("(?<=a)b", 0, "look-around");
    row("签(?<!a)b", 3, "look-around");
    row("(a)\\1", 3, "back-reference");
    row("(?<n>a)\\k<n>", 7, "back-reference");
    row("(?P<n>a)(?P=n)", 8, "back-reference");
    row("(?>a)", 0, "atomic");
    row("a++", 1, "write +");
    row("a*+b", 1, "write *");
    row("a{2,3}+", 1, "write {2,3}");
    row("a\\Kb", 1, "\\K");
    row("(?R)", 0, "recursion");
    row("(a(?1)?)", 2, "recursion");
    row("(?<b>a(?&b)?)", 6, "recursion");
    row("a{1001}", 1, "1,000");
    row("a{1,2000}", 1, "1,000");
    row("(?x)a b", 0, "(?x");
    row("(*UTF)a", 0, "(*UTF)");
    row("ab(c", 4, "closing parenthesis");
    row("*a", 0, "*");
    row("a[b", 1, "] is missing");
    row("a[z-b]", 2, "z-b");
    row("(?:x{900}){900}", 10, "1,000");
    row("签a{2,1}", 4, "bounds of {2,1} are reversed");
    row("a[z-b]", 2, "range z-b is reversed");
    row("a[x-\\d]", 2, "x-\\d is not a range, because \\d is");
    row("[a-[:digit:]]", 1, "a-[:digit:] is not a range");
    row("[a-\\p{Script=Han}]", 1, "because \\p{Script=Han} is");
    row("a\\Kb", 1, "leave it out");
    row("\\Ga", 0, "write ^");
    row("签\\X", 3, "\\P{M}\\p{M}*");
    row("\\C", 0, "write .");
    row("(?x)a b", 0, "without them");
    row("(?^a)", 0, "the flags are i, m, s and U");
    row("a\\p{Hanzi}", 1, "\\p{Hanzi} is not a known class");
    row("a\\p{Script=hanzi}b", 1, "\\p{Script=hanzi} is not a known class");
    row("a[[:letter:]]", 2, "[:letter:] is not a known class");
    row("a[:alpha:]", 1, "write [[:alpha:]]");
    row("[\\R]", 1, "\\R has no meaning in brackets");
    row("a\\y", 1, "\\y is not a known escape");
    row("\\w\\y", 2, "\\y is not a known escape");
    row("\\u12", 0, "write a character as \\x{4E00}");
    row("\\ud83d", 0, "\\ud83d is not a valid character");
    row("\\x{110000}", 0, "\\x{110000} is not a valid character");
    row("\\N{DIGIT ONE}", 0, "by its name");
    row("(?<1>a)", 0, "(?<1> is not a valid group name");
    row("(?<a", 0, "(?<a is not a valid group name");
    row("a(?#b", 5, "closing parenthesis");
    row("a)", 1, "has no");
    row("\\d+*", 2, "+* repeats a repetition");
    row("a|*", 2, "write \\* for");
    row("a\\", 1, "at the end");
    QTest::newRow("too large") << QStringLiteral("\\w{1000}").repeated(20) << 0
                               << QStringLiteral("too large");
}

void TextPatternTest::refuses()
{
    QFETCH(const QString, pattern);
    QFETCH(const int, offset);
    QFETCH(const QString, says);
    const PatternMistake mistake = mistakeIn(pattern.toStdString());
    QCOMPARE(static_cast<int>(mistake.offset), offset);
    const std::string said = inEnglish(mistake.what);
    QVERIFY2(QString::fromStdString(said).contains(says), said.c_str());
}

void TextPatternTest::findsRanges()
{
    const TextPattern pattern = expression("a+");
    QCOMPARE(pattern.findAll("caab aaa", 9), (std::vector<TextRange>{{1, 3}, {5, 8}}));
    QCOMPARE(pattern.findAll("caab aaa", 1), (std::vector<TextRange>{{1, 3}}));
    QCOMPARE(expression("a*").findAll("baa签a", 9), (std::vector<TextRange>{{1, 3}, {6, 7}}));
    QCOMPARE(expression("^a").findAll("aa", 9), (std::vector<TextRange>{{0, 1}}));
    QCOMPARE(expression("^a{,2}b").findAll("aab", 9), (std::vector<TextRange>{{0, 3}}));
    QCOMPARE(expression("^a{,2}?").findAll("{,2}", 9), std::vector<TextRange>());
    QVERIFY(!expression("^a{,2}b").matches("aaab"));
    QCOMPARE(expression("a{,}").findAll("a{,}", 9), (std::vector<TextRange>{{0, 4}}));
    QCOMPARE(expression("\\ba").findAll("aa a", 9), (std::vector<TextRange>{{0, 1}, {3, 4}}));
    QVERIFY(!pattern.find("a", 1));
    QVERIFY(!pattern.find("a", 2));
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

void TextPatternTest::decidesAboutLongTexts_data()
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
    row("<think>(.|\\n)*?</think>", "<think>" + thought + "</think>", true);
    row("(step by step )+</think>", thought + "</think>", true);
    row("<think>(.|\\n)*?</thinks>", "<think>" + thought + "</think>", false);
    // A search that tries one way after the other would take for ever.
    row("(a+)+$", times(kMany, "a") + "b", false);
    row("(x+x+)+y", times(kMany, "x") + " y", false);
    row("(\\w+\\s?)*!", times(kMany, "word "), false);
    row("(?:(b)|(c)|(d)|(e)|(f)|(g))+ needle", times(kMany, "b"), false);
}

void TextPatternTest::decidesAboutLongTexts()
{
    QFETCH(const QString, pattern);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isMatch);
    QCOMPARE(expression(pattern.toStdString()).matches(text.toStdString()), isMatch);
}

/// Whatever matches a text is found among the bytes of its record.
void TextPatternTest::missesNothingInJson()
{
    constexpr std::string_view kParts[] = {
        "a",  "b", "K",      "ß",   "é",   "杭",  "州", ".", "a?",  "b*", "[ab]", "(?:a|杭)", "(b)",
        "K+", "s", "a{0,1}", "\\d", "\\.", "\\w", "$",  "^", "\\n", "\"", "|",    "ab州",     "[k杭s]"};
    constexpr std::string_view kTexts[] = {"a", "A",  "b",  "k",    "K", "ẞ", "ß", "É",  "ſ",
                                           "é", "杭", "州", "州州", "1", ".", " ", "\n", "\""};
    Random random(5);
    int matched = 0;
    int ruledOut = 0;
    for (int round = 0; round < 2'000; ++round) {
        std::string parts;
        for (auto i = random.below(5) + 1; i > 0; --i)
            parts += random.of(kParts);
        std::string text;
        for (auto i = random.below(8); i > 0; --i)
            text += random.of(kTexts);
        const auto made = TextPattern::expression(parts);
        if (!made.ok())
            continue;
        const TextPattern& pattern = made.value();
        const std::string json = "{\"t\":" + asJson(text) + "}";
        const bool mayMatch = pattern.nextInJson(json, 0) != std::string::npos && pattern.mayBeIn(json);
        ruledOut += mayMatch ? 0 : 1;
        if (!pattern.matches(text))
            continue;
        ++matched;
        QVERIFY2(mayMatch, (parts + " in " + json).c_str());
    }
    QVERIFY(matched > 200);
    QVERIFY(ruledOut > 200);
}

/// A needle that is everywhere does not make a rare one be looked for again and again.
void TextPatternTest::looksForRareNeedlesOnce()
{
    const TextPattern pattern = expression("frequent|absent");
    const std::string text = times(60'000, "\"frequent\", ");
    std::size_t hits = 0;
    for (std::size_t at = pattern.nextInJson(text, 0); at != std::string::npos;
         at = pattern.nextInJson(text, at + 8))
        ++hits;
    QCOMPARE(hits, std::size_t{60'000});
    const TextPattern both = expression("absent.*frequent");
    QCOMPARE(both.nextInJson(times(1000, "\"absent\", "), 0), std::string::npos);
    QVERIFY(!expression("often.*absent").mayBeIn("\"often\""));
}

void TextPatternTest::knowsWhereBoundsFail()
{
    QVERIFY(boundsOtherWords("\\bÜbung"));
    QVERIFY(boundsOtherWords("签证\\B"));
    QVERIFY(!boundsOtherWords("\\bday\\b"));
    QVERIFY(!boundsOtherWords("\\\\b签证"));
    QVERIFY(boundsOtherWords("\\b\\u7b7e"));
    QVERIFY(boundsOtherWords("\\p{Han}+\\b"));
    QVERIFY(!boundsOtherWords("[\\b]签证"));
}

DUOLOGUE_TEST(TextPatternTest)
#include "text_pattern_test.moc"
