// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/query/pattern/folded_needle.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using duologue::test::Random;

namespace {

/// Characters that fold in all the ways there are: case, width, accents, ligatures, marks that stand alone,
/// nothing at all; and bytes that are no character.
constexpr std::string_view kPieces[] = {
    "a",  "A", "b",  "f",  "i",  "s",  "S", " ",  "ａ",     "Ａ",   "á",       "à",      "ﬁ",
    "ß",  "ſ", "K",  "e",  "é",  "①",  "1", "杭", "州",     "杭",   "\u0301",  "\u200B", "ﷺ",
    "，", ",", "\"", "が", "か", "각", "𝐚", "😀",  "\uFE0F", "\xFF", "\xE6\x9D"};
constexpr std::string_view kNeedlePieces[] = {"a",  "A", "f", "fi", "s",  "ss", "b",  " ", "杭",
                                              "州", "e", "1", ",",  "\"", "か", "각", "😀"};

/// A needle costs more to make than to look for.
constexpr int kTextsANeedle = 20;

std::string randomText(Random& random, std::size_t most, const auto& pieces)
{
    std::string text;
    for (auto i = random.below(most) + 1; i > 0; --i)
        text += random.of(pieces);
    return text;
}

/// The text as it may stand in JSON: some characters escaped that need not be.
std::string inJson(Random& random, std::string_view text)
{
    std::string json = "\"";
    while (!text.empty()) {
        const CodePoint front = codePointAt(text);
        const auto escape = [&](char32_t unit) {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, random.oneIn(2) ? "\\u%04x" : "\\u%04X",
                          static_cast<unsigned>(unit));
            json += buffer;
        };
        if (front.length > 0 && random.oneIn(4)) {
            if (front.value > 0xFFFF) {
                escape(0xD800 + ((front.value - 0x10000) >> 10U));
                escape(0xDC00 + ((front.value - 0x10000) & 0x3FFU));
            } else {
                escape(front.value);
            }
        } else {
            if (text.front() == '"')
                json += '\\';
            json += text.substr(0, std::max<std::size_t>(front.length, 1));
        }
        text.remove_prefix(std::max<std::size_t>(front.length, 1));
    }
    return json + "\"";
}

bool foundSlowly(std::string_view text, std::string_view needle)
{
    return foldForSearch(text).find(foldForSearch(needle)) != std::string::npos;
}

std::string found(std::string_view needle, std::string_view text)
{
    const auto range = FoldedNeedle(needle).find(text, Spelling::Plain);
    return range ? std::string(text.substr(range->begin, range->end - range->begin)) : "<none>";
}

} // namespace

/// Searching without folding, against folding everything.
class FoldedNeedleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesAreTheTextsOwn()
    {
        QCOMPARE(found("abc", "xx ＡbＣ yy"), std::string("ＡbＣ"));
        QCOMPARE(found("cafe", "a Cafe\u0301 b"), std::string("Cafe"));
        QCOMPARE(found("fine", "a ﬁne day"), std::string("ﬁne"));
        QCOMPARE(found("i", "ﬁ"), std::string("ﬁ"));
        QCOMPARE(found("杭州", "去杭\u200B州玩"), std::string("杭\u200B州"));
        QCOMPARE(found("strasse", "STRAßE"), std::string("STRAßE"));
        QCOMPARE(found("strasse", "Strabe"), std::string("<none>"));
        QCOMPARE(found("a.c", "abc"), std::string("<none>"));
        QCOMPARE(found("", "abc"), std::string());
        QCOMPARE(found("a", ""), std::string("<none>"));
    }

    void agreesWithFoldingEverything()
    {
        Random random(20);
        FoldedNeedle needle("");
        int hits = 0;
        for (int round = 0; round < 40'000; ++round) {
            // Longer than what is looked at in one step, now and then.
            const std::string text = randomText(random, random.oneIn(3) ? 60 : 8, kPieces);
            if (round % kTextsANeedle == 0)
                needle = FoldedNeedle(randomText(random, 4, kNeedlePieces));
            const auto range = needle.find(text, Spelling::Plain);
            const bool expected = foundSlowly(text, needle.folded());
            if (range.has_value() != expected)
                qWarning() << QByteArray::fromStdString(text) << QByteArray::fromStdString(needle.folded());
            QCOMPARE(range.has_value(), expected);
            hits += expected ? 1 : 0;
            if (range) {
                QVERIFY(range->end <= text.size());
                QVERIFY(foundSlowly(std::string_view(text).substr(range->begin, range->end - range->begin),
                                    needle.folded()));
            }
        }
        QVERIFY(hits > 2000);
    }

    void nothingIsMissedInJson()
    {
        Random random(21);
        FoldedNeedle needle("");
        int hits = 0;
        int passed = 0;
        for (int round = 0; round < 40'000; ++round) {
            const std::string text = randomText(random, random.oneIn(3) ? 60 : 8, kPieces);
            if (round % kTextsANeedle == 0)
                needle = FoldedNeedle(randomText(random, 4, kNeedlePieces));
            if (!needle.canSearchJson())
                continue;
            const std::string json = "{\"k\":" + inJson(random, text) + "}";
            const bool expected = foundSlowly(text, needle.folded());
            const bool passes = needle.find(json, Spelling::Json).has_value();
            if (expected && !passes)
                qWarning() << QByteArray::fromStdString(json) << QByteArray::fromStdString(needle.folded());
            QVERIFY(passes || !expected);
            hits += expected ? 1 : 0;
            passed += passes ? 1 : 0;
        }
        QVERIFY(hits > 2000);
        // It rules out nearly all that it can.
        QVERIFY(passed < hits * 3 / 2);
    }

    void searchesFromAPlaceOn()
    {
        const FoldedNeedle needle("ab");
        const std::string text = "ab " + std::string(100, '.') + "ＡB";
        QCOMPARE(needle.find(text, Spelling::Plain)->begin, std::size_t{0});
        QCOMPARE(needle.find(text, Spelling::Plain, 1)->begin, std::size_t{103});
        QVERIFY(!needle.find(text, Spelling::Plain, 104).has_value());
    }
};

DUOLOGUE_TEST(FoldedNeedleTest)
#include "folded_needle_test.moc"
