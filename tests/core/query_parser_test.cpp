// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query.h"
#include "core/query/query_parser.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

class QueryParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesEveryForm();
    void combinesTerms();
    void acceptsFullWidthPunctuation();
    void quotedNamesAreFields();
    void parsesConditionsOnMessages();
    void splitsTextIntoTokens();
    void parsesHelpExamples();
    void printedQueryParsesEqual_data();
    void printedQueryParsesEqual();
    void reportsMistakePosition_data();
    void reportsMistakePosition();
    void recordsPositionsOfTerms();
    void removesAndReplacesConditions();
};

void QueryParserTest::parsesEveryForm()
{
    QCOMPARE(parsed("").kind, QueryKind::Everything);
    QCOMPARE(parsed("  \t\n").kind, QueryKind::Everything);
    QVERIFY(parsed("杭州") == term(TermKind::Text, "", "杭州"));
    QVERIFY(parsed("\"two-day trip\"") == term(TermKind::Text, "", "two-day trip"));
    QVERIFY(parsed("/visa|签证/") == term(TermKind::Pattern, "", "visa|签证"));
    QVERIFY(parsed("text.user:budget") == term(TermKind::Text, "text.user", "budget"));
    QVERIFY(parsed("text:x") == term(TermKind::Text, "", "x"));
    QVERIFY(parsed("text.zh:/预算/") == term(TermKind::Pattern, "text.zh", "预算"));
    QVERIFY(parsed("task:\"travel planning\"") == term(TermKind::Equals, "task", "travel planning"));
    Query named = term(TermKind::Equals, "detail_level", "2");
    named.term.typedField = "Detail Level";
    QVERIFY(parsed("\"Detail Level\":2") == named);
    QVERIFY(parsed("turns:4") == term(TermKind::Equals, "turns", "4"));
    QVERIFY(parsed("turns:>=4") == range("turns", 4, kNoBound));
    QVERIFY(parsed("turns:>4") == range("turns", 4, kNoBound, false));
    QVERIFY(parsed("turns:<=4") == range("turns", -kNoBound, 4));
    QVERIFY(parsed("rating.diversity:<2") == range("rating.diversity", -kNoBound, 2, true, false));
    QVERIFY(parsed("turns:2..5") == range("turns", 2, 5));
    QVERIFY(parsed("turns:..5") == range("turns", -kNoBound, 5));
    QVERIFY(parsed("turns:-1.5..") == range("turns", -1.5, kNoBound));
    QVERIFY(parsed("has:rating.diversity") == term(TermKind::Has, "rating.diversity"));
    QCOMPARE(parsed("missing:\"Detail Level\"").term.field, std::string("detail_level"));
    QCOMPARE(toText(parsed("missing:\"Detail Level\" A:1")), std::string("missing:\"Detail Level\" A:1"));
    // A quoted value is never parsed as a range.
    QVERIFY(parsed("task:\">4\"") == term(TermKind::Equals, "task", ">4"));
    QVERIFY(parsed("/a\\/b/") == term(TermKind::Pattern, "", "a/b"));
    QVERIFY(parsed("\"say \\\"hi\\\" \\\\\"") == term(TermKind::Text, "", "say \"hi\" \\"));
}

void QueryParserTest::combinesTerms()
{
    const Query a = term(TermKind::Text, "", "a");
    const Query b = term(TermKind::Text, "", "b");
    const Query c = term(TermKind::Text, "", "c");
    QVERIFY(parsed("a b c") == Query::all({a, b, c}));
    QVERIFY(parsed("a AND b") == Query::all({a, b}));
    QVERIFY(parsed("a OR b c") == Query::any({a, Query::all({b, c})}));
    QVERIFY(parsed("(a OR b) c") == Query::all({Query::any({a, b}), c}));
    QVERIFY(parsed("-a b") == Query::all({notOf(a), b}));
    QVERIFY(parsed("NOT (a b)") == notOf(Query::all({a, b})));
    QVERIFY(parsed("--a") == notOf(notOf(a)));
    // Redundant nesting and repetition are removed.
    QVERIFY(parsed("((a)) (b (c))") == Query::all({a, b, c}));
    QVERIFY(parsed("a a OR a") == a);
    // Words that only resemble operators.
    QVERIFY(parsed("ORacle ANDy or") ==
            Query::all({term(TermKind::Text, "", "ORacle"), term(TermKind::Text, "", "ANDy"),
                        term(TermKind::Text, "", "or")}));
    QVERIFY(parsed("two-day") == term(TermKind::Text, "", "two-day"));
    QVERIFY(parsed("- a") == Query::all({term(TermKind::Text, "", "-"), a}));
}

void QueryParserTest::acceptsFullWidthPunctuation()
{
    QVERIFY(parsed("（a　OR　b）　turns：3") == parsed("(a OR b) turns:3"));
    QVERIFY(parsed("“two-day trip”") == parsed("\"two-day trip\""));
    QVERIFY(parsed("task：“旅行规划”") == parsed("task:\"旅行规划\""));
    QVERIFY(parsed("杭州，好玩！") == term(TermKind::Text, "", "杭州，好玩！"));
    QVERIFY(parsed("turns：≥４") == parsed("turns:>=4"));
    QVERIFY(parsed("turns:２..５") == parsed("turns:2..5"));
    QVERIFY(parsed("turns:４") == parsed("turns:4"));
    QVERIFY(parsed("turns:＜２") == parsed("turns:<2"));
    QVERIFY(parsed("－intent:Others") == parsed("-intent:Others"));
    QVERIFY(parsed("／visa|签证／") == parsed("/visa|签证/"));
    QVERIFY(parsed("＂a b＂") == parsed("\"a b\""));
    QVERIFY(parsed("NOT　a（b）") == parsed("NOT a (b)"));
    QVERIFY(parsed("count（intent：推荐）：≥2") == parsed("count(intent:推荐):>=2"));
    // A value that is not a number is not changed.
    QVERIFY(parsed("task:旅行！") == term(TermKind::Equals, "task", "旅行！"));
    QVERIFY(parsed("\"ａ－ｂ　（ｃ）：\"") == term(TermKind::Text, "", "ａ－ｂ　（ｃ）："));
    // Straight quotes may contain curly ones.
    QVERIFY(parsed("\"a“b”\"") == term(TermKind::Text, "", "a“b”"));
}

void QueryParserTest::quotedNamesAreFields()
{
    // A dataset may have columns named like keywords.
    QVERIFY(parsed("\"text\":x") == term(TermKind::Equals, "text", "x"));
    QVERIFY(parsed("\"has\":x") == term(TermKind::Equals, "has", "x"));
    QVERIFY(parsed("\"missing\":>2") == range("missing", 2, kNoBound, false));
    QVERIFY(parsed("has:text") == term(TermKind::Has, "text"));
}

void QueryParserTest::parsesConditionsOnMessages()
{
    const Query intent = term(TermKind::Equals, "intent", "Recommendation");
    const Query marked = term(TermKind::Equals, "hallucination", "yes");
    QVERIFY(parsed("message(intent:Recommendation hallucination:yes)") ==
            messages(Quantifier::Some, Query::all({intent, marked})));
    QVERIFY(parsed("first(a OR b)") == messages(Quantifier::First, parsed("a OR b")));
    QVERIFY(parsed("last( a )") == messages(Quantifier::Last, parsed("a")));
    QVERIFY(parsed("-all(-a)") == notOf(messages(Quantifier::All, parsed("-a"))));
    QVERIFY(parsed("count(a):>=2 b") ==
            Query::all({messages(Quantifier::Count, parsed("a"), range({}, 2, kNoBound)), parsed("b")}));
    QVERIFY(parsed("count(a):2..5") == messages(Quantifier::Count, parsed("a"), range({}, 2, 5)));
    QVERIFY(parsed("count(a):0") == messages(Quantifier::Count, parsed("a"), range({}, 0, 0)));
    QVERIFY(parsed("message()") == messages(Quantifier::Some, Query()));
    // With a space before the bracket, it is a normal word.
    QVERIFY(parsed("message (a)") == Query::all({parsed("message"), parsed("a")}));
    QVERIFY(parsed("count") == term(TermKind::Text, "", "count"));
    QVERIFY(parsed("first:x") == term(TermKind::Equals, "first", "x"));
    QVERIFY(!isAbout(parsed("message(turn:3)"), "turn"));
    QCOMPARE(toText(withField(parsed("message(turn:3) turns:2"), "turns", Query())),
             std::string("message(turn:3)"));
    const Query placed = parsed("x count(a):>=2 ");
    QCOMPARE(placed.parts[1].textBegin, std::size_t{2});
    QCOMPARE(placed.parts[1].textEnd, std::size_t{14});
}

void QueryParserTest::splitsTextIntoTokens()
{
    const auto pieces = [](std::string_view text) {
        std::vector<QueryToken> tokens;
        static_cast<void>(parseQuery(text, &tokens));
        std::string all;
        for (const QueryToken& token : tokens) {
            constexpr std::string_view kLetters = "TPFVOBR";
            all += kLetters[static_cast<std::size_t>(token.kind)];
            all += "[" + std::string(text.substr(token.begin, token.end - token.begin)) + "]";
        }
        return all;
    };
    QCOMPARE(pieces("-task:\"a b\" OR (杭州 turns：2..5)"),
             std::string("O[-]F[task:]V[\"a b\"]O[OR]B[(]T[杭州]F[turns：]V[2..5]B[)]"));
    QCOMPARE(pieces("count(has:intent /x/):>=2 “y”"),
             std::string("R[count]B[(]F[has:]V[intent]P[/x/]B[):]V[>=2]T[“y”]"));
    // Tokens up to the mistake, including the wrong one.
    QCOMPARE(pieces("a turns:"), std::string("T[a]F[turns:]"));
    QCOMPARE(pieces("a (b \"c"), std::string("T[a]B[(]T[b]T[\"c]"));
}

void QueryParserTest::parsesHelpExamples()
{
    for (const QueryForm& form : kQueryForms)
        QVERIFY(parsed(toText(parsed(form.example))) == parsed(form.example));
}

void QueryParserTest::printedQueryParsesEqual_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"",
                             "杭州",
                             "\"two-day trip\"",
                             "/visa|签证/",
                             "/a\\/b\\\\/",
                             "text.user:budget",
                             "task:\"travel planning\"",
                             "turns:>=4",
                             "turns:2..5",
                             "turns:..5",
                             "rating.diversity:<2",
                             "hallucination:yes",
                             "has:rating.diversity",
                             "missing:explanation",
                             "-intent:Others",
                             "a OR b",
                             "(a OR b) turns:3",
                             "-(a b) OR -(c OR d)",
                             "“（x）”",
                             "\"OR\" \"a：b\"",
                             "turns:>1e+22",
                             "turns:>0.1",
                             "a-b",
                             "\"text\":5",
                             "task:\"\"",
                             "-\"-x\"",
                             "message(intent:Recommendation hallucination:yes)",
                             "first(a OR b) -last(c) all(d)",
                             "count(a b):>=2 count(a OR b):2..5 count(a):0",
                             "message()",
                             "count(-(a b)):<3",
                             "turns:\"４\""})
        QTest::newRow(text) << QByteArray(text);
}

void QueryParserTest::printedQueryParsesEqual()
{
    QFETCH(const QByteArray, text);
    const Query query = parsed(text.toStdString());
    const std::string printed = toText(query);
    QVERIFY2(parsed(printed) == query, printed.c_str());
    QCOMPARE(toText(parsed(printed)), printed);
}

void QueryParserTest::reportsMistakePosition_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("begin");
    QTest::addColumn<int>("end");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* text, int begin, int end, const char* message) {
        QTest::newRow(text) << QByteArray(text) << begin << end << QByteArray(message);
    };
    row("a (b", 2, 4, "this \"(\" has no \")\"");
    row("a AND", 2, 5, "there is nothing to search for here");
    row("AND a", 0, 3, "there is nothing to search for here");
    row("(a AND) b", 3, 6, "there is nothing to search for here");
    row("a AND OR b", 2, 5, "there is nothing to search for here");
    row("a mesage(intent:Other)", 2, 8, "there is no condition mesage(…); did you mean message(…)?");
    row("frist(turn:1)", 0, 5, "there is no condition frist(…); did you mean first(…)?");
    row("a) b", 1, 2, "this \")\" has no \"(\"");
    row("a）", 1, 4, "this \")\" has no \"(\"");
    row("say \"hi", 4, 7, "the closing quotation mark is missing");
    row("x /ab", 2, 5, "the closing \"/\" of the pattern is missing");
    row("//", 0, 2, "the pattern is empty");
    const char* const flags =
        "letters follow the closing \"/\": patterns have no flags and always ignore case; put a text with "
        "slashes in quotation marks";
    row("/a/i", 0, 4, flags);
    row("b /usr/bin", 2, 10, flags);
    row("a OR", 4, 4, "there is nothing to search for here");
    row("OR a", 0, 4, "there is nothing to search for here");
    row("()", 1, 2, "there is nothing to search for here");
    row(":x", 0, 1, "there is nothing to search for here");
    row("：x", 0, 3, "there is nothing to search for here");
    row("turns:", 0, 6, "\"turns:\" needs a value");
    row("turns:>x", 6, 8, "\"x\" is not a number");
    row("a turns:2..x", 8, 12, "\"x\" is not a number");
    row("turns:5..2", 6, 10, "the range is reversed");
    row("turns:..", 6, 8, "a range needs a number before or after \"..\"");
    row("turns:/4/", 6, 9, "only texts can be searched with a pattern");
    row("a has:-", 2, 7, "expected the name of a field");
    row("a NOT", 2, 5, "there is nothing to exclude here");
    row("a message(b", 2, 11, "this \"(\" has no \")\"");
    row("message(a all(b))", 10, 13, "a condition on messages cannot contain another one");
    row("x count(a)", 2, 10, "count(…) needs a number after it, as in count(…):>=2");
    row("count(a): b", 0, 9, "count(…) needs a number after it, as in count(…):>=2");
    row("count(a):many", 9, 13, "\"many\" is not a number");
}

void QueryParserTest::reportsMistakePosition()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, begin);
    QFETCH(const int, end);
    QFETCH(const QByteArray, message);
    const auto result = parseQuery(text.toStdString());
    QVERIFY(!result.ok());
    const auto& mistake = *result.error();
    QCOMPARE(inEnglish(mistake.what), message.toStdString());
    QCOMPARE(static_cast<int>(mistake.begin), begin);
    QCOMPARE(static_cast<int>(mistake.end), end);
    // Deep nesting is rejected instead of overflowing the stack.
    for (const std::string& deep : {std::string(100'000, '('), std::string(100'000, '-') + "a"})
        QVERIFY(!parseQuery(deep).ok());
}

void QueryParserTest::recordsPositionsOfTerms()
{
    const Query query = parsed("a turns:3 (b)");
    QCOMPARE(query.parts[1].textBegin, std::size_t{2});
    QCOMPARE(query.parts[1].textEnd, std::size_t{9});
    QCOMPARE(query.parts[2].textBegin, std::size_t{11});
    QCOMPARE(query.parts[2].textEnd, std::size_t{12});
    const Query alone = parsed(" turns:3 ");
    QCOMPARE(alone.textBegin, std::size_t{1});
    QCOMPARE(alone.textEnd, std::size_t{8});
}

void QueryParserTest::removesAndReplacesConditions()
{
    const Query query = parsed("a task:x (turns:1 OR turns:2) -turns:5 (task:y OR b)");
    QCOMPARE(conjuncts(query).size(), std::size_t{5});
    QCOMPARE(toText(withoutField(query, "turns")), std::string("a task:x (task:y OR b)"));
    QCOMPARE(toText(withField(query, "turns", parsed("turns:3"))),
             std::string("a task:x (task:y OR b) turns:3"));
    QVERIFY(isAbout(parsed("turns:1 OR -turns:3"), "turns"));
    QVERIFY(!isAbout(parsed("turns:1 OR a"), "turns"));
    QVERIFY(!isAbout(Query(), "turns"));
    QCOMPARE(withoutField(parsed("turns:1"), "turns").kind, QueryKind::Everything);
    QVERIFY(withField(Query(), "turns", parsed("turns:1")) == parsed("turns:1"));
    QCOMPARE(conjuncts(Query()).size(), std::size_t{0});
    QCOMPARE(Query::any({parsed("a"), Query()}).kind, QueryKind::Everything);
}

DUOLOGUE_TEST(QueryParserTest)
#include "query_parser_test.moc"
