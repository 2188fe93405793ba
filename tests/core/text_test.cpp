// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/checksum.h"
#include "core/util/language.h"
#include "core/util/simd.h"
#include "core/util/text.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using duologue::test::Random;

class TextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsBlankTexts();
    void foldsCaseWidthAndAccents();
    void foldsInvalidUtf8();
    void foldsAsciiLikeAnyText();
    void makesFieldKeys();
    void splitsPathsLikeStandardLibrary();
    void ordersNames();
    void orderOfNamesIsConsistent();
    void printsNumbers();
    void countsCharacters();
    void agreesWithSlowCounts();
    void findsCharactersByFoldedForm();
    void repairsUtf8();
    void trimsWhitespace();
    void findsWords();
    void printsChecksums();
};

void TextTest::foldsCaseWidthAndAccents()
{
    QCOMPARE(foldForSearch("ＡＢＣ"), std::string("abc"));
    QVERIFY(equalsFolded("ＡＢＣ１２", "abc12"));
    QVERIFY(equalsFolded("Äbc", "abc"));
    // The same letter, precomposed and decomposed.
    QVERIFY(equalsFolded("Caf\xC3\xA9", "cafe\xCC\x81"));
    QVERIFY(equalsFolded("Straße", "STRASSE"));
    QVERIFY(equalsFolded("ﬁne", "FINE"));
    QVERIFY(equalsFolded("杭州", "杭州"));
    QVERIFY(!equalsFolded("杭州", "苏州"));
    QVERIFY(!equalsFolded("abc", "abd"));
    QCOMPARE(foldForSearch("（旅行）！"), std::string("(旅行)!"));
    QCOMPARE(foldForSearch(""), std::string());
}

void TextTest::foldsInvalidUtf8()
{
    QCOMPARE(foldForSearch("A\xFFZ"), std::string("a\xEF\xBF\xBDz"));
    // Cut inside of a character: every stray byte becomes one replacement character.
    QCOMPARE(foldForSearch("\xE6\x97"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD"));
    QCOMPARE(foldForSearch("\xED\xA0\xBD"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
}

void TextTest::foldsAsciiLikeAnyText()
{
    // ASCII has a fast path, which must give the same result.
    for (char c = 1; c < 127; ++c) {
        const std::string alone(1, c);
        QCOMPARE(foldForSearch(alone) + "é", foldForSearch(alone + "é").substr(0, 1) + "é");
    }
}

void TextTest::splitsPathsLikeStandardLibrary()
{
    for (const char* text :
         {"a.json", "/x/a.json", "/x.y/a", ".json", "/x/.json", "/x/.a.json", "a.", "a..", "..", ".", "/x/..",
          "/x/.", "/", "", "x/", "/x/a.b.gz", "杭州.jsonl", "/x y/a b. c"}) {
        const std::filesystem::path path(text);
        const std::string_view name = fileNameOf(text);
        QCOMPARE(std::string(name), path.filename().native());
        QCOMPARE(std::string(endingOf(name)), path.extension().native());
    }
}

void TextTest::makesFieldKeys()
{
    QCOMPARE(fieldKey("Preference Alignment"), std::string("preference_alignment"));
    QCOMPARE(fieldKey("Role-Playing Completeness"), std::string("role_playing_completeness"));
    QCOMPARE(fieldKey("Rating.Detail Level"), std::string("rating.detail_level"));
    QCOMPARE(fieldKey("strategy_V3.final.feedback"), std::string("strategy_v3.final.feedback"));
    QCOMPARE(fieldKey("  a  --  b  "), std::string("a_b"));
    QCOMPARE(fieldKey("旅行 Task"), std::string("旅行_task"));
    QCOMPARE(fieldKey(""), std::string());
    for (const char* name : {"A b", "x__y", "a. b", "..", "-a-", "Ａ１", "q?", "a .b"})
        QCOMPARE(fieldKey(fieldKey(name)), fieldKey(name));
}

void TextTest::ordersNames()
{
    const std::vector<std::string> names{"",        "1.json", "2.json", "02.json", "10.json", "a",
                                         "Big.txt", "big2",   "big10",  "User_2",  "User_10", "旅行"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = 0; j < names.size(); ++j) {
            const int order = compareNatural(names[i], names[j]);
            // Names that differ only in leading zeros are not equal; their order does not matter here.
            const bool sameNumber = i != j && std::min(i, j) == 2 && std::max(i, j) == 3;
            if (sameNumber)
                QVERIFY(order != 0);
            else
                QCOMPARE(order < 0 ? -1 : order > 0 ? 1 : 0, i < j ? -1 : i > j ? 1 : 0);
        }
    }
    // Numbers longer than any integer type.
    QVERIFY(compareNatural("99999999999999999999998", "99999999999999999999999") < 0);
    QVERIFY(compareNatural("A", "a") != 0);
}

void TextTest::orderOfNamesIsConsistent()
{
    Random random(7);
    const std::string letters = "aAb01-.";
    std::vector<std::string> names;
    for (int i = 0; i < 60; ++i) {
        std::string name(random.below(5), ' ');
        for (char& c : name)
            c = random.of(letters);
        names.push_back(name);
    }
    for (const auto& a : names) {
        QCOMPARE(compareNatural(a, a), 0);
        for (const auto& b : names) {
            QCOMPARE(compareNatural(a, b) < 0, compareNatural(b, a) > 0);
            QCOMPARE(compareNatural(a, b) == 0, a == b);
            for (const auto& c : names) {
                if (compareNatural(a, b) < 0 && compareNatural(b, c) < 0)
                    QVERIFY2(compareNatural(a, c) < 0, (a + " < " + b + " < " + c).c_str());
            }
        }
    }
}

void TextTest::printsNumbers()
{
    QCOMPARE(numberText(0), std::string("0"));
    QCOMPARE(numberText(-3), std::string("-3"));
    QCOMPARE(numberText(1.5), std::string("1.5"));
    QCOMPARE(numberText(0.1), std::string("0.1"));
    // Not 1e+05: people and scripts read these numbers.
    QCOMPARE(numberText(100000), std::string("100000"));
    QCOMPARE(numberText(2000000), std::string("2000000"));
    QCOMPARE(numberText(-1e9), std::string("-1000000000"));
    QCOMPARE(numberText(1e22), std::string("1e+22"));
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const double number = (random.below(2000000000) - 1e9) * random.below(1000) / 1e4;
        QCOMPARE(std::stod(numberText(number)), number);
    }
}

void TextTest::countsCharacters()
{
    QCOMPARE(characterCount(""), std::size_t{0});
    QCOMPARE(characterCount("abc"), std::size_t{3});
    QCOMPARE(characterCount("旅行a"), std::size_t{3});
    QCOMPARE(characterCount("😀é"), std::size_t{2});
    QCOMPARE(characterCount("\xFF\xFE"), std::size_t{2});
}

void TextTest::agreesWithSlowCounts()
{
    constexpr std::string_view kPieces[] = {"a",  "Z",  "1", " ",  "@", "é",    "汉",
                                            "か", "각", "я", "，", "😀", "\xE3", "\x80"};
    const std::string asciiAlone(150, 'q');
    Random random(4);
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (auto i = random.below(80); i > 0; --i)
            text += random.below(40) == 0 ? std::string_view(asciiAlone) : random.of(kPieces);
        std::size_t characters = 0;
        ScriptCounts counts;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto byte = static_cast<unsigned char>(text[i]);
            const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
            characters += (byte & 0xC0U) != 0x80U ? 1 : 0;
            counts.latin += byte >= 0x40 && byte < 0x80 ? 1 : 0;
            counts.han += byte >= 0xE4 && byte <= 0xE9 ? 1 : 0;
            counts.kana += byte == 0xE3 && next >= 0x81 && next <= 0x83 ? 1 : 0;
            counts.hangul += byte >= 0xEA && byte <= 0xED ? 1 : 0;
            counts.other += byte >= 0xCE && byte <= 0xE1 ? 1 : 0;
        }
        QCOMPARE(characterCount(text), characters);
        const ScriptCounts found = countScripts(text);
        QCOMPARE(found.latin, counts.latin);
        QCOMPARE(found.han, counts.han);
        QCOMPARE(found.kana, counts.kana);
        QCOMPARE(found.hangul, counts.hangul);
        QCOMPARE(found.other, counts.other);
        QCOMPARE(found.continuations, text.size() - characters);
        QCOMPARE(measure(text).characters, characters);
        const TextMeasure measured = measure(text);
        QVERIFY(measured.isLanguageOpen || measured.language == languageOf(text));
        QCOMPARE(isChinese(measured.language), isChinese(languageOf(text)));
    }
}

/// charactersFoldingTo() is the exact inverse of folding.
void TextTest::findsCharactersByFoldedForm()
{
    std::size_t changed = 0;
    for (char32_t character = 0x80; character < 0x3'0000; ++character) {
        if (character == 0xD800)
            character = 0xE000;
        std::string text;
        appendCodePoint(text, character);
        const std::string folded = foldForSearch(text);
        if (folded == text)
            continue;
        ++changed;
        std::string_view rest = folded;
        do {
            const CodePoint part = rest.empty() ? CodePoint{0, 0} : codePointAt(rest);
            const auto all = charactersFoldingTo(part.value);
            const auto known = std::lower_bound(
                all.begin(), all.end(), character,
                [](const FoldedCharacter* each, char32_t value) { return each->character < value; });
            QVERIFY2(known != all.end() && (*known)->character == character, folded.c_str());
            rest.remove_prefix(part.length);
        } while (!rest.empty());
    }
    QVERIFY(changed > 15'000);
    for (const char32_t part : {U'a', U'杭', U'\x1100', U'\0'}) {
        for (const FoldedCharacter* each : charactersFoldingTo(part))
            QVERIFY(part == 0 ? each->folded.empty() : each->folded.find(part) != std::u32string::npos);
    }
}

void TextTest::repairsUtf8()
{
    QCOMPARE(toValidUtf8("旅行 abc 😀"), std::string("旅行 abc 😀"));
    QCOMPARE(toValidUtf8("a\xE6\x97z\xC0\xAF"),
             std::string("a\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD"));
}

void TextTest::trimsWhitespace()
{
    QCOMPARE(trimmed(" \t\r\na b\n "), std::string_view("a b"));
    QCOMPARE(trimmed(" \n"), std::string_view());
    QCOMPARE(trimmed(""), std::string_view());
}

void TextTest::findsBlankTexts()
{
    for (const char* const text : {"", " \t\r\n", "\u3000", "\u00A0\u2003", "\u200B\uFEFF\u2060"})
        QVERIFY2(isBlankText(text), text);
    for (const char* const text : {".", "\u3000a", "\u3000\u3002", "\xFF"})
        QVERIFY2(!isBlankText(text), text);
}

void TextTest::findsWords()
{
    for (const char* const text : {"word", "a word", "-word:b", "words word", "word@a", "(word)"})
        QVERIFY2(hasWord(text, "word"), text);
    for (const char* const text : {"", "wor", "words", "sword", "my_word", "word_", "word2", "Word", "wordé"})
        QVERIFY2(!hasWord(text, "word"), text);
}

void TextTest::printsChecksums()
{
    QCOMPARE(hexText(std::uint64_t{0x12AB}), std::string("00000000000012ab"));
    QCOMPARE(hexText(WideChecksum{.low = 1, .high = 0xF000'0000'0000'0002}),
             std::string("f0000000000000020000000000000001"));
}

DUOLOGUE_TEST(TextTest)
#include "text_test.moc"
