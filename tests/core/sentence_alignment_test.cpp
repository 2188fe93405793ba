// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "core/util/sentences.h"
#include "tests/support/load.h"
#include "tests/support/real_data.h"
#include "tests/support/test_class.h"

#include <QStringList>
#include <QTest>
#include <vector>

using namespace duologue;
using namespace duologue::test;

namespace {

QStringList list(std::initializer_list<const char*> texts)
{
    QStringList made;
    for (const char* text : texts)
        made << QString::fromUtf8(text);
    return made;
}

QStringList cut(std::string_view text)
{
    QStringList parts;
    for (const Sentence& sentence : sentencesOf(text))
        parts << QString::fromUtf8(text.data() + sentence.begin,
                                   static_cast<qsizetype>(sentence.end - sentence.begin));
    return parts;
}

/// "first | second" for each pair that is certain enough to be shown.
QStringList surePairs(std::string_view first, std::string_view second)
{
    QStringList pairs;
    for (const SentencePair& pair : alignSentences(first, second)) {
        if (pair.certainty < kSureOfPair)
            continue;
        const std::string_view one = first.substr(pair.firstBegin, pair.firstEnd - pair.firstBegin);
        const std::string_view other = second.substr(pair.secondBegin, pair.secondEnd - pair.secondBegin);
        pairs << QString::fromUtf8(one.data(), static_cast<qsizetype>(one.size())) + QStringLiteral(" | ") +
                     QString::fromUtf8(other.data(), static_cast<qsizetype>(other.size()));
    }
    return pairs;
}

} // namespace

/// Sentences of a text and of its translation.
class SentenceAlignmentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsSentences_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("sentences");
        const auto row = [](const char* name, const char* text,
                            std::initializer_list<const char*> sentences) {
            QTest::newRow(name) << QString::fromUtf8(text) << list(sentences);
        };
        row("English", "Take the bus. It is cheap! Is it far?",
            {"Take the bus.", "It is cheap!", "Is it far?"});
        row("Chinese", "坐公交车。很便宜！远吗？", {"坐公交车。", "很便宜！", "远吗？"});
        row("abbreviations and numbers", "Ask Dr. Lin at 3.30 p.m. about it, e.g. by mail. Then go.",
            {"Ask Dr. Lin at 3.30 p.m. about it, e.g. by mail.", "Then go."});
        row("lines and list numbers", "1. Bread\n\n- Salt. And oil.\n---\n2. Tea",
            {"1. Bread", "- Salt.", "And oil.", "2. Tea"});
        row("quotes close with the sentence", "他说：“走吧。”我走了。", {"他说：“走吧。”", "我走了。"});
        row("Chinese after a Latin mark", "真的吗?当然!", {"真的吗?", "当然!"});
        row("nothing", " \n …\n**\n", {});
    }

    void cutsSentences()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, sentences);
        QCOMPARE(cut(text.toStdString()), sentences);
    }

    void alignsOneToOne()
    {
        const QStringList pairs =
            surePairs("Take the night train to Lhasa. It leaves at 21:40. Bring warm clothes.",
                      "坐去拉萨的夜车。21:40发车。带上保暖的衣服。");
        QCOMPARE(pairs,
                 list({"Take the night train to Lhasa. | 坐去拉萨的夜车。",
                       "It leaves at 21:40. | 21:40发车。", "Bring warm clothes. | 带上保暖的衣服。"}));
    }

    void joinsSentences()
    {
        const QStringList pairs =
            surePairs("The museum opens at 9. It is closed on Mondays, so go on another "
                      "day of the week.\nLunch is near the river.",
                      "博物馆9点开门，星期一闭馆，所以请在一周中的其他日子去。\n午餐在河边吃。");
        QCOMPARE(pairs.size(), 2);
        QVERIFY(pairs[0].startsWith(QStringLiteral("The museum opens at 9. It is closed")));
        QCOMPARE(pairs[1], QStringLiteral("Lunch is near the river. | 午餐在河边吃。"));
    }

    void splitsSentences()
    {
        const QStringList pairs =
            surePairs("The hostel has 12 beds, a kitchen that everybody may use, and a garden with old "
                      "trees.\nBreakfast costs 5 euros.",
                      "这家青年旅舍有12张床，还有大家都可以用的厨房。它有一个种着老树的花园。\n早餐5欧元。");
        QCOMPARE(pairs.size(), 2);
        QVERIFY(pairs[0].endsWith(QStringLiteral("它有一个种着老树的花园。")));
    }

    void leavesOutWhatHasNoCounterpart()
    {
        const QStringList pairs =
            surePairs("Day 1: walk along the old wall.\nDay 2: see the tower.\nThis line exists only in "
                      "English and is rather long, because nobody translated it.\nDay 3: rest.",
                      "第1天：沿着古城墙散步。\n第2天：参观塔楼。\n第3天：休息。");
        QCOMPARE(pairs.size(), 3);
        QCOMPARE(pairs[2], QStringLiteral("Day 3: rest. | 第3天：休息。"));
        QVERIFY(pairs.filter(QStringLiteral("nobody translated")).isEmpty());
    }

    void numbersAndNamesOutweighLength()
    {
        const QStringList pairs = surePairs("Short. Fly with Lufthansa on 14 May 2031 to Frankfurt. Yes.",
                                            "2031年5月14日乘Lufthansa飞往法兰克福。好的。");
        QVERIFY2(pairs.join(QLatin1Char('\n'))
                     .contains(QStringLiteral("Fly with Lufthansa on 14 May 2031 to Frankfurt. | 2031年")),
                 qPrintable(pairs.join(QLatin1Char('\n'))));
    }

    void abstainsWhereNothingTells()
    {
        // Three alike sentences against two: which ones belong together cannot be known.
        for (const SentencePair& pair : alignSentences("Good luck there. Good luck here. Good luck now.",
                                                       "祝你好运好运。祝你好运好运。"))
            QVERIFY(pair.certainty < kSureOfPair);
        QVERIFY(alignSentences("", "好。").empty());
        QVERIFY(alignSentences("Yes.", "").empty());
    }

    void boundsItsWork()
    {
        std::string many;
        for (int i = 0; i < 401; ++i)
            many += "Yes. ";
        QVERIFY(alignSentences(many, "好。").empty());
    }

    /// Counts only. How many of the pairs are right was found by reading (sentence_alignment.h): whoever
    /// changes these numbers measures that again.
    void alignsPublishedTranslations()
    {
        DUOLOGUE_NEEDS_REAL_DATA(folder, "RecLLMSim");
        const auto snapshot = load({*folder / "LLM_agent_user" / "preparing gifts"});
        std::size_t translated = 0;
        std::size_t pairs = 0;
        std::size_t sure = 0;
        constexpr Row kEnd{60};
        QVERIFY(snapshot->endRow() > kEnd);
        for (Row row{0}; row < kEnd; ++row) {
            const auto record = readRecord(*snapshot, row);
            QVERIFY(record);
            const Conversation& conversation = record.value()->conversation;
            for (const Message& message : conversation.messages) {
                const std::string_view english = conversation.text(message, Language::English);
                const std::string_view chinese = conversation.text(message, Language::Chinese);
                if (english.empty() || chinese.empty())
                    continue;
                ++translated;
                for (const SentencePair& pair : alignSentences(english, chinese)) {
                    ++pairs;
                    sure += pair.certainty >= kSureOfPair ? 1 : 0;
                }
            }
        }
        QCOMPARE((std::vector<std::size_t>{translated, pairs, sure}),
                 (std::vector<std::size_t>{384, 3283, 3221}));
    }

    void bytesThatAreNoTextDoNoHarm()
    {
        const std::string broken("\xff\xfe. \xe4\xb8 \x80!", 9);
        for (const SentencePair& pair : alignSentences(broken, "好。"))
            QVERIFY(pair.firstEnd <= broken.size());
    }
};

DUOLOGUE_TEST(SentenceAlignmentTest)
#include "sentence_alignment_test.moc"
