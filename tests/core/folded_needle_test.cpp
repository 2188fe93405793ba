// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/folded_needle.h"
#include "core/util/text.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using duologue::test::Random;

namespace {

/// Characters that fold in every possible way (case, width, accents, ligatures, lone combining marks, to
/// nothing), and invalid UTF-8.
constexpr std::string_view kPieces[] = {
    "a",  "A", "b",  "f",  "i",  "s",  "S", " ",  "ａ",     "Ａ",   "á",       "à",      "ﬁ",
    "ß",  "ſ", "K",  "e",  "é",  "①",  "1", "杭", "州",     "杭",   "\u0301",  "\u200B", "ﷺ",
    "，", ",", "\"", "が", "か", "각", "𝐚", "😀",  "\uFE0F", "\xFF", "\xE6\x9D"};
constexpr std::string_view kNeedlePieces[] = {"a",  "A", "f", "fi", "s",  "ss", "b",  " ", "杭",
                                              "州", "e", "1", ",",  "\"", "か", "각", "😀"};

/// Building a needle costs more than a search, so each needle is used for several texts.
constexpr int kTextsANeedle = 20;

std::string randomText(Random& random, std::size_t most, const auto& pieces)
{
    std::string text;
    for (auto i = random.below(most) + 1; i > 0; --i)
        text += random.of(pieces);
    return text;
}

/// The text as a JSON string in which random characters are escaped without need.
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

/// Searching unfolded text finds the same as folding the whole text first.
class FoldedNeedleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesReferToOriginalText()
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

    void agreesWithSearchInFoldedText()
    {
        Random random(20);
        FoldedNeedle needle("");
        int hits = 0;
        for (int round = 0; round < 40'000; ++round) {
            // Some texts are longer than the block that is searched in one step.
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

    void missesNothingInJson()
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
        // Few texts pass that do not contain the needle.
        QVERIFY(passed < hits * 3 / 2);
    }

    /// Texts of JSON within JSON escape characters twice.
    void missesNothingInJsonWithinJson()
    {
        Random random(22);
        FoldedNeedle needle("");
        int hits = 0;
        int passed = 0;
        for (int round = 0; round < 40'000; ++round) {
            const std::string text = randomText(random, random.oneIn(3) ? 60 : 8, kPieces);
            if (round % kTextsANeedle == 0)
                needle = FoldedNeedle(randomText(random, 4, kNeedlePieces));
            // Quotes are written in another way there: RequiredNeedles passes them over.
            if (!needle.canSearchJson() || needle.folded().find('"') != std::string::npos)
                continue;
            std::string json = "{\"k\":\"";
            for (const char c : inJson(random, text))
                json += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
            json += "\"}";
            const bool expected = foundSlowly(text, needle.folded());
            const bool passes = needle.find(json, Spelling::Json).has_value();
            if (expected && !passes)
                qWarning() << QByteArray::fromStdString(json) << QByteArray::fromStdString(needle.folded());
            QVERIFY(passes || !expected);
            hits += expected ? 1 : 0;
            passed += passes ? 1 : 0;
        }
        QVERIFY(hits > 2000);
        QVERIFY(passed < hits * 3 / 2);
    }

    void searchesFromOffset()
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
