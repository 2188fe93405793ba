// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/prefix_scan.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <string>
#include <vector>

using namespace duologue;
using duologue::test::Random;

namespace {

NibbleSet digit(char c)
{
    NibbleSet set;
    set.add(static_cast<std::uint8_t>(c));
    return set;
}

PrefixScan::Prefix prefixOf(std::string_view bytes)
{
    PrefixScan::Prefix prefix;
    prefix.fill(NibbleSet::any());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        prefix[i] = digit(bytes[i]);
    return prefix;
}

/// Finds "abc" and escapes "\u6d…". "abc" is the only prefix in its bucket, so it is matched exactly.
PrefixScan scanForTest()
{
    PrefixScan scan;
    scan.add(0, prefixOf("abc"));
    scan.addEscape(1, digit('6'), digit('d'));
    return scan;
}

std::vector<std::size_t> placesIn(const PrefixScan& scan, std::string_view text, std::size_t from)
{
    std::vector<std::size_t> places;
    scan.find(text, from, [&](std::size_t at) {
        places.push_back(at);
        return false;
    });
    return places;
}

/// Bytes after the end of the text match anything.
bool standsAt(std::string_view text, std::size_t at, std::string_view wanted)
{
    return text.substr(at, wanted.size()) == wanted.substr(0, text.size() - at);
}

} // namespace

class PrefixScanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsEveryMatchAtAnyLength();
    void stopsAtFirstAccepted();
    void skipsExceptions();
    void findsTextThatLooksLikeEscape();
};

/// Texts are searched in blocks, with a separate loop for the rest: test every length and position.
void PrefixScanTest::findsEveryMatchAtAnyLength()
{
    const PrefixScan scan = scanForTest();
    constexpr std::string_view kParts[] = {"abc", "ab", "\\u6d", "\\u",
                                           "c",   "x",  "杭",    "......................"};
    Random random(3);
    std::size_t found = 0;
    for (std::size_t length = 0; length < 400; ++length) {
        std::string text;
        while (text.size() < length)
            text += random.of(kParts);
        text.resize(length);
        const std::size_t from = random.oneIn(2) ? 0 : random.below(length + 1);
        std::vector<std::size_t> expected;
        for (std::size_t at = from; at < length; ++at) {
            if (standsAt(text, at, "abc") || (length - at > 1 && standsAt(text, at, "\\u6d")))
                expected.push_back(at);
        }
        QCOMPARE(placesIn(scan, text, from), expected);
        found += expected.size();
    }
    QVERIFY(found > 1000);
}

void PrefixScanTest::stopsAtFirstAccepted()
{
    const PrefixScan scan = scanForTest();
    for (const std::size_t before : {0U, 31U, 100U, 127U, 128U, 160U, 300U}) {
        const std::string text = std::string(before, '.') + "abc" + std::string(before, '.') + "abc";
        std::vector<std::size_t> seen;
        scan.find(text, 0, [&](std::size_t at) {
            seen.push_back(at);
            return true;
        });
        QCOMPARE(seen, std::vector<std::size_t>{before});
    }
}

void PrefixScanTest::skipsExceptions()
{
    PrefixScan scan;
    PrefixScan::Prefix anyThird = prefixOf("ab.");
    anyThird[2] = NibbleSet::any();
    scan.add(0, anyThird);
    scan.except(0, prefixOf("abx"));
    const std::string dots(40, '.');
    for (const std::string& behind : {std::string(), dots, dots + dots + dots + dots}) {
        const std::string text = dots + "abx" + dots + "aby" + behind;
        QCOMPARE(placesIn(scan, text, 0), std::vector<std::size_t>{2 * dots.size() + 3});
    }
}

/// A prefix may itself begin like an escape, with and without addEscape().
void PrefixScanTest::findsTextThatLooksLikeEscape()
{
    const std::string dots(70, '.');
    const std::string text = dots + "\\u12" + dots + "\\u6d" + dots + "\\u1" + dots + dots;
    PrefixScan scan;
    scan.add(0, prefixOf("\\u1"));
    const std::vector<std::size_t> plain{70, 218};
    QCOMPARE(placesIn(scan, text, 0), plain);
    scan.addEscape(1, digit('6'), digit('d'));
    const std::vector<std::size_t> all{70, 144, 218};
    QCOMPARE(placesIn(scan, text, 0), all);
}

DUOLOGUE_TEST(PrefixScanTest)
#include "prefix_scan_test.moc"
