// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/span.h"
#include "core/util/text.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>

using namespace duologue;

namespace {

/// The span of the first place of `part` in the text, or of a later one.
MarkSpan spanIn(const std::string& text, const std::string& part, int which = 0)
{
    std::size_t at = text.find(part);
    for (; which > 0; --which)
        at = text.find(part, at + 1);
    return spanOf(text, at, at + part.size());
}

/// "exact 3-7 text" or "changed 3-7 text"; "nothing".
std::string found(const std::string& text, const MarkSpan& span)
{
    const auto place = findSpan(text, span);
    if (!place)
        return "nothing";
    const std::string there = text.substr(place->beginByte, place->endByte - place->beginByte);
    const bool isConsistent =
        characterCount(std::string_view(text).substr(0, place->beginByte)) == place->start &&
        characterCount(there) == place->end - place->start && place->isExact == (there == span.exact);
    return isConsistent ? (place->isExact ? "exact " : "changed ") + std::to_string(place->start) + '-' +
                              std::to_string(place->end) + ' ' + there
                        : "inconsistent";
}

} // namespace

/// Spans of texts that were edited after somebody had marked them.
class SpansTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spansAreMadeOfWholeCharacters()
    {
        const std::string text = "Ein 🍐, 价格限制 und so.";
        const MarkSpan span = spanIn(text, "价格");
        QCOMPARE(span.start, 7U);
        QCOMPARE(span.end, 9U);
        QCOMPARE(span.exact, std::string("价格"));
        QCOMPARE(span.before, std::string("Ein 🍐, "));
        QCOMPARE(span.after, std::string("限制 und so."));
        // From the middle of the pear to the middle of the next character.
        const std::size_t pear = text.find("🍐");
        QCOMPARE(spanOf(text, pear + 2, pear + 3).exact, std::string("🍐"));
        QCOMPARE(spanOf(text, pear, text.find("价") + 1).exact, std::string("🍐, 价"));
        QCOMPARE(spanOf(text, text.size() + 5, text.size() + 9).exact, std::string());
        // 32 code points on each side, whatever their bytes.
        std::string han;
        for (int i = 0; i < 50; ++i)
            han += "文";
        const MarkSpan middle = spanOf(han, 40 * 3, 41 * 3);
        QCOMPARE(characterCount(middle.before), std::size_t{32});
        QCOMPARE(characterCount(middle.after), std::size_t{9});
    }

    void findsSpans_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* before, const char* part, const char* after,
                            const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(part)
                                << QString::fromUtf8(after) << QString::fromUtf8(expected);
        };
        constexpr const char* kText =
            "The hotel costs 90 euros per night, breakfast is included in the price.";
        add("unchanged", kText, "90 euros", kText, "exact 16-24 90 euros");
        add("something before", kText, "90 euros",
            "Good morning! The hotel costs 90 euros per night, breakfast is included in the price.",
            "exact 30-38 90 euros");
        add("edited next to it", kText, "90 euros", "Our hotel takes 90 euros per night, breakfast is extra.",
            "exact 16-24 90 euros");
        add("edited before and on the left", kText, "90 euros",
            "I looked it up: only 90 euros per night, breakfast is included in the price.",
            "exact 21-29 90 euros");
        add("edited within", kText, "90 euros",
            "The hotel costs 95 euros per night, breakfast is included in the price.",
            "changed 16-24 95 euros");
        add("longer now", kText, "90 euros",
            "Well, the hotel costs about 90 to 99 euros per night, breakfast is included in the price.",
            "changed 22-42 about 90 to 99 euros");
        add("deleted", kText, "90 euros", "The hotel costs  per night, breakfast is included in the price.",
            "nothing");
        add("another text", kText, "90 euros", "Nothing of it is left.", "nothing");
        add("a common word in another text", kText, "the", "All of the rooms have a view of the sea.",
            "nothing");
        add("empty text", kText, "90 euros", "", "nothing");
        add("Chinese, something before", "今天的价格限制是五百元，请注意。", "价格限制",
            "您好！🍐今天的价格限制是五百元，请注意。", "exact 7-11 价格限制");
        add("Chinese, edited within", "今天的价格限制是五百元，请注意。", "价格限制",
            "今天的价格上限是五百元，请注意。", "changed 3-7 价格上限");
        add("emoji", "🍎🍐🍊 and 🍐🍐 and 🍋", "🍐🍐", "🍇🍎🍐🍊 and 🍐🍐 and 🍋", "exact 9-11 🍐🍐");
        add("the beginning, edited", "Hello there, how can I help you today?", "Hello there",
            "Hello over there, how can I help you today?", "changed 0-16 Hello over there");
        add("the end, edited", "How can I help you today, dear guest?", "dear guest?",
            "How can I help you today, dear guests?", "changed 26-38 dear guests?");
        add("the whole text, longer", "Hello", "Hello", "Oh, Hello", "exact 4-9 Hello");
    }

    void findsSpans()
    {
        QFETCH(QString, before);
        QFETCH(QString, part);
        QFETCH(QString, after);
        QFETCH(QString, expected);
        QCOMPARE(found(after.toStdString(), spanIn(before.toStdString(), part.toStdString())),
                 expected.toStdString());
    }

    /// Of several equal texts the one with the same surroundings is meant, then the nearest one.
    void copiesAreToldApart()
    {
        const std::string text = "red apples, green apples, yellow apples";
        const std::string longer = "no blue, but " + text;
        QCOMPARE(found(longer, spanIn(text, "apples", 0)), std::string("exact 17-23 apples"));
        QCOMPARE(found(longer, spanIn(text, "apples", 1)), std::string("exact 31-37 apples"));
        QCOMPARE(found(longer, spanIn(text, "apples", 2)), std::string("exact 46-52 apples"));
        std::string lines;
        for (int i = 0; i < 20; ++i)
            lines += "the same line\n";
        // 140 code points before it, and as many after it.
        const MarkSpan span = spanIn(lines, "line", 9);
        QCOMPARE(found("x" + lines, span), std::string("exact 136-140 line"));
        // Two are equally good and equally near.
        const MarkSpan between{.start = 4, .end = 6, .exact = "ab", .before = "", .after = ""};
        QCOMPARE(found("xxabxxab", between), std::string("nothing"));
        QCOMPARE(found("xabxxxab", between), std::string("exact 6-8 ab"));
    }

    /// Twice the text takes about twice the time, whatever it says.
    void timeGrowsWithTheText_data()
    {
        QTest::addColumn<QString>("unit");
        QTest::newRow("one letter") << QStringLiteral("a");
        QTest::newRow("two letters") << QStringLiteral("ab");
        QTest::newRow("a context") << QStringLiteral("0123456789abcdef0123456789abcdef");
    }

    void timeGrowsWithTheText()
    {
        QFETCH(QString, unit);
        const std::string piece = unit.toStdString();
        std::string text;
        while (text.size() < 1U << 19U)
            text += piece;
        const std::string half = text.substr(0, text.size() / 2);
        // In the middle, and as long as a quarter of the text; its last letter is nowhere in it.
        MarkSpan lost = spanOf(text, text.size() / 4, text.size() / 2);
        lost.exact.back() = 'z';
        MarkSpan everywhere = spanOf(text, 7, 8);
        everywhere.start = everywhere.end = 0;
        QElapsedTimer clock;
        clock.start();
        (void)findSpan(text, lost);
        (void)findSpan(text, everywhere);
        (void)findSpan(half, spanOf(text, text.size() - 100, text.size() - 50));
        // A quadratic search would take hours.
        QVERIFY2(clock.elapsed() < 20'000, std::to_string(clock.elapsed()).c_str());
    }

    void brokenBytesAreNoReasonToFail()
    {
        const std::string text = "a\x80\x80 abc \xFF\xC3 def \xE4\xBB";
        for (std::size_t begin = 0; begin <= text.size(); ++begin) {
            for (std::size_t end = begin; end <= text.size(); ++end) {
                const MarkSpan span = spanOf(text, begin, end);
                const auto again = findSpan(text, span);
                QVERIFY(again && again->isExact);
                QCOMPARE(text.substr(again->beginByte, again->endByte - again->beginByte), span.exact);
                (void)findSpan("abc" + text, span);
            }
        }
    }
};

DUOLOGUE_TEST(SpansTest)
#include "spans_test.moc"
