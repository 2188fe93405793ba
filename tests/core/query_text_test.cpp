// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

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

Query randomQuery(Random& random, int depth, bool inMessages = false);

Query randomMessages(Random& random)
{
    const Quantifier quantifier = random.of(kQuantifiers).first;
    const double low = random.below(4);
    Query count;
    if (quantifier == Quantifier::Count)
        count = random.oneIn(2)   ? range({}, low, low + random.below(3))
                : random.oneIn(2) ? range({}, low, kNoBound, random.oneIn(2))
                                  : range({}, -kNoBound, low, true, random.oneIn(2));
    return messages(quantifier, random.oneIn(20) ? Query() : randomQuery(random, 1, true), std::move(count));
}

Query randomQuery(Random& random, int depth, bool inMessages)
{
    const auto kind = depth > 3 ? 0 : random.below(6);
    if (kind == 5 && !inMessages)
        return randomMessages(random);
    if (kind < 2 || kind == 5)
        return randomTerm(random);
    if (kind == 2)
        return notOf(randomQuery(random, depth + 1, inMessages));
    std::vector<Query> parts;
    for (auto i = 2 + random.below(3); i > 0; --i)
        parts.push_back(randomQuery(random, depth + 1, inMessages));
    return kind == 3 ? Query::all(std::move(parts)) : Query::any(std::move(parts));
}

} // namespace

/// Printing a query and parsing the text gives the same query.
class QueryTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printedQueriesParseEqual();
    void halfOpenRangesAreKept();
    void anyTextIsParsedOrRefused();
};

void QueryTextTest::printedQueriesParseEqual()
{
    Random random(5);
    for (int round = 0; round < 3000; ++round) {
        const Query query = randomQuery(random, 0);
        const std::string text = toText(query);
        const auto again = parseQuery(text);
        QVERIFY2(again.ok(), text.c_str());
        QVERIFY2(again.value() == query, text.c_str());
    }
}

void QueryTextTest::halfOpenRangesAreKept()
{
    // The query language has no single term for a half-open range.
    QVERIFY(parsed(toText(range("turns", 2, 5, true, false))) ==
            Query::all({range("turns", 2, kNoBound), range("turns", -kNoBound, 5, true, false)}));
    QCOMPARE(toText(notOf(range("turns", 2, 5, false, true))), std::string("-(turns:>2 turns:<=5)"));
}

void QueryTextTest::anyTextIsParsedOrRefused()
{
    constexpr std::string_view kPieces[] = {
        "message(", "count（", ":>=2", "first", "－",  "／", "４", "(",   ")",    "\"", "-",
        ":",        "/",       "OR",   "AND",   "NOT", " ",  "a",  "：",  "（",   "）", "“",
        "”",        "　",      "\\",   "..",    ">",   "<=", "1",  "has", "text", "\t", "\xFF"};
    Random random(99);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (auto i = random.below(9); i > 0; --i)
            text += random.of(kPieces);
        const auto result = parseQuery(text);
        if (const auto* mistake = result.error()) {
            ++refused;
            QVERIFY2(mistake->begin <= mistake->end && mistake->end <= text.size(), text.c_str());
            QVERIFY(!mistake->what.empty());
            // The range does not end inside of a character.
            QVERIFY2(mistake->end == text.size() ||
                         (static_cast<unsigned char>(text[mistake->end]) & 0xC0U) != 0x80U,
                     text.c_str());
            continue;
        }
        const Query& query = result.value();
        QVERIFY2(parsed(toText(query)) == query, text.c_str());
    }
    QVERIFY(refused > 500 && refused < 4500);
}

DUOLOGUE_TEST(QueryTextTest)
#include "query_text_test.moc"
