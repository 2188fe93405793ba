// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/pattern/required_needles.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

/// The accepted positions, and the number of candidate ranges.
struct Search {
    std::vector<std::size_t> places;
    std::size_t asked = 0;
};

/// Accepts candidates that are part of an occurrence of `match`.
Search placesOf(const RequiredNeedles& needles, const std::string& text, const std::string& match)
{
    Search search;
    std::size_t from = 0;
    while (true) {
        const std::size_t place = needles.nextInJson(text, from, [&](const TextRange& hit) {
            ++search.asked;
            const std::size_t begin = hit.begin - std::min(hit.begin, match.size());
            const std::size_t found = text.find(match, begin);
            return found != std::string::npos && found <= hit.begin;
        });
        if (place == std::string::npos)
            return search;
        search.places.push_back(text.find(match, place - std::min(place, match.size())));
        from = place + match.size();
    }
}

} // namespace

class RequiredNeedlesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsSameMatchesWithAnyLiterals();
    void switchesToRarestNeedle();
    void requiresAllNeedlesInRecord();
    void ignoresShortLiterals();
    void matchesEverythingWithoutNeedles();
};

void RequiredNeedlesTest::findsSameMatchesWithAnyLiterals()
{
    std::string text;
    std::vector<std::size_t> expected;
    for (int i = 0; i < 2000; ++i) {
        text += i % 3 == 0 ? "\"今年\", " : "\"岁月\", ";
        if (i % 50 == 0) {
            expected.push_back(text.size() + 1);
            text += "\"2024年5月\", ";
        }
    }
    for (const auto& literals : {std::vector<std::string>{"年", "月"}, {"月", "年"}, {"2024年5月"}})
        QCOMPARE(placesOf(RequiredNeedles(literals), text, "2024年5月").places, expected);
}

void RequiredNeedlesTest::switchesToRarestNeedle()
{
    std::string text;
    while (text.size() < std::size_t{1} << 20U)
        text += "\"年轻人今年\", ";
    const RequiredNeedles needles({"年", "月"});
    const std::size_t atFirst = placesOf(needles, text, "2024年5月").asked;
    QVERIFY(atFirst > text.size() / 20);
    // The other needle is tried and turns out to be rare.
    QCOMPARE(placesOf(needles, text, "2024年5月").asked, std::size_t{0});
    QCOMPARE(placesOf(needles, text, "2024年5月").asked, std::size_t{0});
}

void RequiredNeedlesTest::requiresAllNeedlesInRecord()
{
    const RequiredNeedles needles({"年", "月"});
    const auto any = [](const TextRange&) { return true; };
    const auto near = [](const TextRange& hit) { return hit.begin < 20; };
    QVERIFY(needles.all("{\"a\": \"2024年5月\"}", any));
    QVERIFY(needles.all("{\"a\": \"2024\\u5e745\\u6708\"}", any));
    QVERIFY(!needles.all("{\"a\": \"2024年5日\"}", any));
    QVERIFY(!needles.all("{\"a\": \"2024年\", \"b\": \"5月\"}", near));
}

void RequiredNeedlesTest::ignoresShortLiterals()
{
    const RequiredNeedles needles({"年", "a"});
    const std::string text(std::size_t{3} << 20U, 'a');
    for (int i = 0; i < 3; ++i)
        QCOMPARE(placesOf(needles, text, "2024年").asked, std::size_t{0});
}

void RequiredNeedlesTest::matchesEverythingWithoutNeedles()
{
    const RequiredNeedles needles({});
    const auto never = [](const TextRange&) { return false; };
    QCOMPARE(needles.nextInJson("abc", 1, never), std::size_t{1});
    QCOMPARE(needles.nextInJson("abc", 3, never), std::string_view::npos);
}

DUOLOGUE_TEST(RequiredNeedlesTest)
#include "required_needles_test.moc"
