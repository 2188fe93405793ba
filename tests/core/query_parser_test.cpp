// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/print.h"
#include "tests/support/random.h"

using namespace duologue;
using duologue::test::Random;

namespace {

Query parsed(std::string_view text)
{
    const auto result = parseQuery(text);
    if (const auto* mistake = std::get_if<QueryMistake>(&result))
        qFatal("%s: %s", std::string(text).c_str(), mistake->message.c_str());
    return std::get<Query>(result);
}

Query term(TermKind kind, std::string field, std::string value = {})
{
    QueryTerm made;
    made.kind = kind;
    made.field = std::move(field);
    made.value = std::move(value);
    return Query::of(std::move(made));
}

Query range(std::string field, double low, double high, bool lowIncluded = true, bool highIncluded = true)
{
    QueryTerm made;
    made.kind = TermKind::Range;
    made.field = std::move(field);
    made.low = low;
    made.high = high;
    made.lowIncluded = lowIncluded;
    made.highIncluded = highIncluded;
    return Query::of(std::move(made));
}

Query notOf(Query part)
{
    Query query;
    query.kind = QueryKind::Not;
    query.parts.push_back(std::move(part));
    return query;
}

constexpr double kNoBound = std::numeric_limits<double>::infinity();

Query randomTerm(Random& random)
{
    constexpr std::string_view kValues[] = {
        "trip", "two-day trip", "杭州", "（杭州）", "“quoted”", "a:b",        "a：b", "OR", "AND", "NOT",
        "-x",   ">3",           "2..5", "/x/",      "a\\b",     "say \"hi\"", "x　y", "(",  "a)b", "\t",
        "..",   "\n",           "has",  "5",        "é",        "'",          "a/b",  "\\"};
    constexpr std::string_view kFields[] = {"task",    "rating.detail_level", "turns", "名称", "text", "has",
                                            "missing", "text.user",           "or",    "a_b"};
    constexpr std::string_view kScopes[] = {"", "text.user", "text.zh"};
    constexpr std::string_view kPatterns[] = {"visa|签证", "a/b", "\\d+", "a\\\\/b", "(x) y", "^\"", "/"};
    const double low = random.below(10) - 4.5;
    switch (random.below(9)) {
    case 0:
        return term(TermKind::Has, std::string(random.of(kFields)));
    case 1:
        return term(TermKind::Missing, std::string(random.of(kFields)));
    case 2:
        return term(TermKind::Pattern, std::string(random.of(kScopes)), std::string(random.of(kPatterns)));
    case 3:
        return term(TermKind::Equals, std::string(random.of(kFields)), std::string(random.of(kValues)));
    case 4:
        return range("turns", low, low + random.below(3));
    case 5:
        return range("turns", low, kNoBound, random.oneIn(2));
    case 6:
        return range("turns", -kNoBound, low, true, random.oneIn(2));
    default:
        return term(TermKind::Text, std::string(random.of(kScopes)), std::string(random.of(kValues)));
    }
}

Query randomQuery(Random& random, int depth)
{
    const auto kind = depth > 3 ? 0 : random.below(5);
    if (kind < 2)
        return randomTerm(random);
    if (kind == 2)
        return notOf(randomQuery(random, depth + 1));
    std::vector<Query> parts;
    for (auto i = 2 + random.below(3); i > 0; --i)
        parts.push_back(randomQuery(random, depth + 1));
    return kind == 3 ? Query::all(std::move(parts)) : Query::any(std::move(parts));
}

} // namespace

class QueryParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void understandsEveryForm();
    void combines();
    void fullWidthPunctuation();
    void quotedNamesAreFields();
    void printsWhatItParses_data();
    void printsWhatItParses();
    void generatedQueriesComeBack();
    void halfOpenRangesAreKept();
    void anyTextIsParsedOrRefused();
    void mistakesHaveAPlace_data();
    void mistakesHaveAPlace();
    void knowsWhereTermsStand();
    void takesQueriesApart();
};

void QueryParserTest::understandsEveryForm()
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
    QVERIFY(parsed("\"Detail Level\":2") == term(TermKind::Equals, "detail_level", "2"));
    QVERIFY(parsed("turns:4") == term(TermKind::Equals, "turns", "4"));
    QVERIFY(parsed("turns:>=4") == range("turns", 4, kNoBound));
    QVERIFY(parsed("turns:>4") == range("turns", 4, kNoBound, false));
    QVERIFY(parsed("turns:<=4") == range("turns", -kNoBound, 4));
    QVERIFY(parsed("rating.diversity:<2") == range("rating.diversity", -kNoBound, 2, true, false));
    QVERIFY(parsed("turns:2..5") == range("turns", 2, 5));
    QVERIFY(parsed("turns:..5") == range("turns", -kNoBound, 5));
    QVERIFY(parsed("turns:-1.5..") == range("turns", -1.5, kNoBound));
    QVERIFY(parsed("has:rating.diversity") == term(TermKind::Has, "rating.diversity"));
    QVERIFY(parsed("missing:\"Detail Level\"") == term(TermKind::Missing, "detail_level"));
    // In quotation marks it is a value, whatever it looks like.
    QVERIFY(parsed("task:\">4\"") == term(TermKind::Equals, "task", ">4"));
    QVERIFY(parsed("/a\\/b/") == term(TermKind::Pattern, "", "a/b"));
    QVERIFY(parsed("\"say \\\"hi\\\" \\\\\"") == term(TermKind::Text, "", "say \"hi\" \\"));
}

void QueryParserTest::combines()
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
    // Needless nesting and repetition go.
    QVERIFY(parsed("((a)) (b (c))") == Query::all({a, b, c}));
    QVERIFY(parsed("a a OR a") == a);
    // Words that only look like operators.
    QVERIFY(parsed("ORacle ANDy or") ==
            Query::all({term(TermKind::Text, "", "ORacle"), term(TermKind::Text, "", "ANDy"),
                        term(TermKind::Text, "", "or")}));
    QVERIFY(parsed("two-day") == term(TermKind::Text, "", "two-day"));
    QVERIFY(parsed("- a") == Query::all({term(TermKind::Text, "", "-"), a}));
}

void QueryParserTest::fullWidthPunctuation()
{
    QVERIFY(parsed("（a　OR　b）　turns：3") == parsed("(a OR b) turns:3"));
    QVERIFY(parsed("“two-day trip”") == parsed("\"two-day trip\""));
    QVERIFY(parsed("task：“旅行规划”") == parsed("task:\"旅行规划\""));
    QVERIFY(parsed("杭州，好玩！") == term(TermKind::Text, "", "杭州，好玩！"));
    // Straight marks may hold curly ones.
    QVERIFY(parsed("\"a“b”\"") == term(TermKind::Text, "", "a“b”"));
}

void QueryParserTest::quotedNamesAreFields()
{
    // A dataset may have columns called like the words of the language.
    QVERIFY(parsed("\"text\":x") == term(TermKind::Equals, "text", "x"));
    QVERIFY(parsed("\"has\":x") == term(TermKind::Equals, "has", "x"));
    QVERIFY(parsed("\"missing\":>2") == range("missing", 2, kNoBound, false));
    QVERIFY(parsed("has:text") == term(TermKind::Has, "text"));
}

void QueryParserTest::printsWhatItParses_data()
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
                             "-\"-x\""})
        QTest::newRow(text) << QByteArray(text);
}

void QueryParserTest::printsWhatItParses()
{
    QFETCH(const QByteArray, text);
    const Query query = parsed(text.toStdString());
    const std::string printed = toText(query);
    QVERIFY2(parsed(printed) == query, printed.c_str());
    QCOMPARE(toText(parsed(printed)), printed);
}

void QueryParserTest::generatedQueriesComeBack()
{
    Random random(5);
    for (int round = 0; round < 3000; ++round) {
        const Query query = randomQuery(random, 0);
        const std::string text = toText(query);
        const auto again = parseQuery(text);
        QVERIFY2(std::holds_alternative<Query>(again), text.c_str());
        QVERIFY2(std::get<Query>(again) == query, text.c_str());
    }
}

void QueryParserTest::halfOpenRangesAreKept()
{
    // The language has no single term for it.
    QVERIFY(parsed(toText(range("turns", 2, 5, true, false))) ==
            Query::all({range("turns", 2, kNoBound), range("turns", -kNoBound, 5, true, false)}));
    QCOMPARE(toText(notOf(range("turns", 2, 5, false, true))), std::string("-(turns:>2 turns:<=5)"));
}

void QueryParserTest::anyTextIsParsedOrRefused()
{
    constexpr std::string_view kPieces[] = {"(",  ")", "\"", "-",  ":",   "/",    "OR", "AND", "NOT",
                                            " ",  "a", "：", "（", "）",  "“",    "”",  "　",  "\\",
                                            "..", ">", "<=", "1",  "has", "text", "\t", "\xFF"};
    Random random(99);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (auto i = random.below(9); i > 0; --i)
            text += random.of(kPieces);
        const auto result = parseQuery(text);
        if (const auto* mistake = std::get_if<QueryMistake>(&result)) {
            ++refused;
            QVERIFY2(mistake->begin <= mistake->end && mistake->end <= text.size(), text.c_str());
            QVERIFY(!mistake->message.empty());
            // The place does not cut a character.
            QVERIFY2(mistake->end == text.size() ||
                         (static_cast<unsigned char>(text[mistake->end]) & 0xC0U) != 0x80U,
                     text.c_str());
            continue;
        }
        const Query& query = std::get<Query>(result);
        QVERIFY2(parsed(toText(query)) == query, text.c_str());
    }
    QVERIFY(refused > 500 && refused < 4500);
}

void QueryParserTest::mistakesHaveAPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("begin");
    QTest::addColumn<int>("end");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* text, int begin, int end, const char* message) {
        QTest::newRow(text) << QByteArray(text) << begin << end << QByteArray(message);
    };
    row("a (b", 2, 4, "the \")\" for this \"(\" is missing");
    row("a) b", 1, 2, "there is no \"(\" for this \")\"");
    row("a）", 1, 4, "there is no \"(\" for this \")\"");
    row("say \"hi", 4, 7, "the closing quotation mark is missing");
    row("x /ab", 2, 5, "the closing \"/\" of the pattern is missing");
    row("//", 0, 2, "the pattern is empty");
    row("a OR", 4, 4, "something to look for is missing here");
    row("OR a", 0, 4, "something to look for is missing here");
    row("()", 1, 2, "something to look for is missing here");
    row(":x", 0, 1, "something to look for is missing here");
    row("：x", 0, 3, "something to look for is missing here");
    row("turns:", 0, 6, "a value is missing behind \"turns:\"");
    row("turns:>x", 6, 8, "\"x\" is no number");
    row("a turns:2..x", 8, 12, "\"x\" is no number");
    row("turns:5..2", 6, 10, "the range ends before it begins");
    row("turns:..", 6, 8, "a range needs a number before or behind \"..\"");
    row("turns:/4/", 6, 9, "a pattern can be looked for in texts only");
    row("a has:-", 2, 7, "a field's name has letters or digits");
    row("a NOT", 2, 5, "something to exclude is missing here");
}

void QueryParserTest::mistakesHaveAPlace()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, begin);
    QFETCH(const int, end);
    QFETCH(const QByteArray, message);
    const auto result = parseQuery(text.toStdString());
    QVERIFY(std::holds_alternative<QueryMistake>(result));
    const auto& mistake = std::get<QueryMistake>(result);
    QCOMPARE(mistake.message, message.toStdString());
    QCOMPARE(static_cast<int>(mistake.begin), begin);
    QCOMPARE(static_cast<int>(mistake.end), end);
    // Deep nesting is refused, too, rather than running out of stack.
    for (const std::string& deep : {std::string(100'000, '('), std::string(100'000, '-') + "a"})
        QVERIFY(std::holds_alternative<QueryMistake>(parseQuery(deep)));
}

void QueryParserTest::knowsWhereTermsStand()
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

void QueryParserTest::takesQueriesApart()
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

QTEST_APPLESS_MAIN(QueryParserTest)
#include "query_parser_test.moc"
