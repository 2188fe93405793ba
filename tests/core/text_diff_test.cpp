// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text_diff.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTest>
#include <stop_token>
#include <string>

using namespace duologue;

namespace {

/// Both texts, with the parts that differ in brackets.
std::pair<std::string, std::string> marked(std::string_view left, std::string_view right)
{
    std::pair<std::string, std::string> made;
    std::size_t leftAt = 0;
    std::size_t rightAt = 0;
    const auto add = [](std::string& out, std::string_view text, std::size_t& at, const DiffRange& range) {
        out.append(text.substr(at, range.begin - at));
        if (range.size() > 0)
            out.append("[").append(text.substr(range.begin, range.size())).append("]");
        at = range.end;
    };
    for (const Difference& difference : diffTexts(left, right).differences) {
        add(made.first, left, leftAt, difference.left);
        add(made.second, right, rightAt, difference.right);
    }
    made.first.append(left.substr(leftAt));
    made.second.append(right.substr(rightAt));
    return made;
}

/// The length of the longest common subsequence, by dynamic programming.
std::size_t longestCommon(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    for (const char c : left) {
        std::size_t diagonal = 0;
        for (std::size_t i = 0; i < right.size(); ++i) {
            const std::size_t above = row[i + 1];
            row[i + 1] = c == right[i] ? diagonal + 1 : std::max(above, row[i]);
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

/// Texts are compared by words in English and by characters in Chinese.
class TextDiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void marksDifferences_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<QByteArray>("markedLeft");
        QTest::addColumn<QByteArray>("markedRight");
        QTest::newRow("the same") << QByteArray("tea") << QByteArray("tea") << QByteArray("tea")
                                  << QByteArray("tea");
        QTest::newRow("whole words") << QByteArray("Take the train today.")
                                     << QByteArray("Take the tram today.")
                                     << QByteArray("Take the [train] today.")
                                     << QByteArray("Take the [tram] today.");
        QTest::newRow("added at the end") << QByteArray("Tea") << QByteArray("Tea and cake")
                                          << QByteArray("Tea") << QByteArray("Tea[ and cake]");
        QTest::newRow("characters") << QByteArray("我们明天去杭州旅行。")
                                    << QByteArray("我们后天去杭州旅游。")
                                    << QByteArray("我们[明]天去杭州旅[行]。")
                                    << QByteArray("我们[后]天去杭州旅[游]。");
        QTest::newRow("only a short word in common")
            << QByteArray("north a south") << QByteArray("eastern a western") << QByteArray("[north a south]")
            << QByteArray("[eastern a western]");
        QTest::newRow("one text empty")
            << QByteArray() << QByteArray("x") << QByteArray() << QByteArray("[x]");
        QTest::newRow("invalid UTF-8") << QByteArray("a \xff b") << QByteArray("a \xfe b")
                                       << QByteArray("a [\xff] b") << QByteArray("a [\xfe] b");
    }

    void marksDifferences()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        QFETCH(QByteArray, markedLeft);
        QFETCH(QByteArray, markedRight);
        const auto found = marked(left.toStdString(), right.toStdString());
        QCOMPARE(QByteArray::fromStdString(found.first), markedLeft);
        QCOMPARE(QByteArray::fromStdString(found.second), markedRight);
    }

    /// Each punctuation mark is a token of its own, so tokens and characters give the same length.
    void findsSmallestDifference()
    {
        test::Random random(7);
        for (int round = 0; round < 400; ++round) {
            std::string left;
            std::string right;
            for (std::string* text : {&left, &right}) {
                const auto length = random.below(40);
                for (std::uint64_t i = 0; i < length; ++i)
                    text->push_back(".,;!"[random.below(4)]);
            }
            const TextDiff diff = diffTexts(left, right);
            const auto longer = std::max(left.size(), right.size());
            const double expected =
                longer == 0 ? 1
                            : static_cast<double>(longestCommon(left, right)) / static_cast<double>(longer);
            QCOMPARE(diff.shared, expected);
            std::string same;
            std::size_t at = 0;
            for (const Difference& difference : diff.differences) {
                same.append(left, at, difference.left.begin - at);
                at = difference.left.end;
            }
            same.append(left, at);
            std::string other;
            at = 0;
            for (const Difference& difference : diff.differences) {
                other.append(right, at, difference.right.begin - at);
                at = difference.right.end;
            }
            other.append(right, at);
            QCOMPARE(same, other);
        }
    }

    void limitsWorkForHugeTexts()
    {
        test::Random random(3);
        std::string left;
        std::string right;
        for (int i = 0; i < 300'000; ++i) {
            left.append(std::to_string(random.below(50'000))).append(" ");
            right.append(std::to_string(random.below(50'000))).append(" ");
        }
        const TextDiff diff = diffTexts("same start " + left, "same start " + right, 1'000'000);
        // The step limit is reached in the first step, so everything after the common start is one
        // difference.
        QCOMPARE(diff.differences.size(), std::size_t{1});
        QVERIFY(diff.differences.front().left.begin >= 11);
    }

    /// Millions of equal tokens on many diagonals cost steps, too.
    void limitsWorkForRepeatedTokens()
    {
        std::string left;
        std::string right;
        for (int i = 0; i < 400'000; ++i) {
            left += i % 1000 == 0 ? '!' : '.';
            right += i % 1001 == 0 ? '?' : '.';
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!diffTexts(left, right).differences.empty());
        constexpr qint64 kLongest = 20'000;
        QVERIFY(timer.elapsed() < kLongest);
    }

    void comparesLists()
    {
        const auto found = diffSequences({1, 2, 3, 4}, {1, 3, 5, 4});
        QCOMPARE(found, (std::vector<Difference>{{{1, 2}, {1, 1}}, {{3, 3}, {2, 3}}}));
        QCOMPARE(diffSequences({}, {}).size(), std::size_t{0});
        QCOMPARE(diffSequences({1}, {}), (std::vector<Difference>{{{0, 1}, {0, 0}}}));
    }

    void stopsWithJob()
    {
        std::stop_source stop;
        stop.request_stop();
        const std::string text(100'000, '.');
        QVERIFY(diffTexts(text, text + "!", 1'000'000, Job(stop.get_token())).differences.empty());
    }

    void splitsIntoWordsAndCharacters()
    {
        const std::string text = "It's 你好 café\n\nx";
        QStringList tokens;
        for (const DiffRange& token : wordsAndCharacters(text))
            tokens << QString::fromStdString(text.substr(token.begin, token.size()));
        const QStringList expected{QStringLiteral("It"), QStringLiteral("'"),    QStringLiteral("s"),
                                   QStringLiteral(" "),  QStringLiteral("你"),   QStringLiteral("好"),
                                   QStringLiteral(" "),  QStringLiteral("café"), QStringLiteral("\n\n"),
                                   QStringLiteral("x")};
        QCOMPARE(tokens, expected);
    }
};

DUOLOGUE_TEST(TextDiffTest)
#include "text_diff_test.moc"
