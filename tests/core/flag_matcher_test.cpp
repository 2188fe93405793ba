// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/column_search.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <random>

using namespace duologue;
using namespace duologue::test;

class FlagMatcherTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_random.seed(20); }
    void agreesWithSlowMatch_data();
    void agreesWithSlowMatch();
    void findsRowsWithMatchingMessages();

private:
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(m_random() % bound); }

    MessageFlags flags()
    {
        MessageFlags made;
        made.intentSet = static_cast<std::uint16_t>(below(4) == 0 ? below(65536) : below(1500));
        made.role = static_cast<std::uint8_t>(below(256));
        made.bits = static_cast<std::uint8_t>(below(256));
        return made;
    }

    std::mt19937_64 m_random;
};

void FlagMatcherTest::agreesWithSlowMatch_data()
{
    QTest::addColumn<unsigned>("place");
    QTest::addColumn<unsigned>("width");
    QTest::addColumn<std::uint32_t>("firstKey");
    QTest::newRow("no bits") << 0U << 0U << 0U;
    QTest::newRow("few intents") << 0U << 5U << 0U;
    QTest::newRow("widest key with fast lookup") << 0U << 10U << 0U;
    QTest::newRow("one bit more") << 0U << 11U << 0U;
    QTest::newRow("all 16 intent bits") << 0U << 16U << 0U;
    QTest::newRow("roles") << 16U << 8U << 1U;
    QTest::newRow("marks") << 24U << 2U << 0U;
    QTest::newRow("satisfaction") << 26U << 3U << 0U;
}

void FlagMatcherTest::agreesWithSlowMatch()
{
    QFETCH(const unsigned, place);
    QFETCH(const unsigned, width);
    QFETCH(const std::uint32_t, firstKey);
    for (std::size_t count = 0; count < 200; ++count) {
        std::vector<MessageFlags> messages(count);
        std::generate(messages.begin(), messages.end(), [this] { return flags(); });
        // The list may have fewer or more entries than there are keys.
        std::vector<std::uint8_t> wanted(below(2U << width) + 1);
        std::generate(wanted.begin(), wanted.end(), [this] { return static_cast<std::uint8_t>(below(2)); });
        const FlagMatcher match({place, width, firstKey}, wanted);
        const std::size_t at = below(130);
        std::vector<std::uint64_t> found((at + count) / 64 + 2);
        match.find(messages.data(), count, found.data(), at);

        std::vector<std::uint64_t> expected(found.size());
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t bits = FieldScan::flagsOf(messages[i]) >> place & ((1U << width) - 1);
            const std::size_t key = firstKey + bits;
            if (key < wanted.size() && wanted[key] != 0)
                expected[(at + i) / 64] |= std::uint64_t{1} << ((at + i) % 64);
        }
        QCOMPARE(found, expected);
    }
}

/// Conversations of many lengths, some with more than 64 messages, in more than one chunk of the table.
void FlagMatcherTest::findsRowsWithMatchingMessages()
{
    const TempFolder folder;
    std::string lines;
    for (const int turns : {1, 70, 3, 33, 0, 1, 200, 64, 32})
        for (int i = 0; i < 30; ++i) {
            AgentRecord record = AgentRecord::ofTurns(turns);
            for (auto& message : record.messages)
                message.intent = below(40) == 0 ? "rare" : "usual";
            lines += record.json() + "\n";
        }
    const auto snapshot = load({folder.write("a.jsonl", lines)});
    QVERIFY(snapshot->messages.entries.size() > 16384);
    const auto intent = findField(*snapshot, "intent");
    QVERIFY(intent);
    const FieldScan scan(*intent);
    std::vector<std::uint8_t> wanted(scan.messageKeyCount());
    for (std::uint32_t key = 0; key < wanted.size(); ++key)
        scan.forEachCodeOfKey(key, [&](CategoryCode code) {
            wanted[key] = wanted[key] != 0 || scan.field().category(code).en == "rare" ? 1 : 0;
        });
    const FlagMatcher match(*scan.flagBits(), wanted);
    const MessageTable& messages = snapshot->messages;
    for (const auto& [first, last] : {std::pair(Row{0}, snapshot->endRow()), std::pair(Row{40}, Row{41}),
                                      std::pair(Row{100}, Row{200})}) {
        const MessageIndex begin = snapshot->messageRange(first).first;
        const MessageBits bits(scan, match, begin, snapshot->messageRange(last - 1).second);
        for (Row row = first; row < last; ++row) {
            const auto [from, to] = snapshot->messageRange(row);
            bool expected = false;
            for (MessageIndex i = from; i < to; ++i)
                expected = expected || wanted[messages.flags(i).intentSet] != 0;
            QCOMPARE(bits.anyIn(from, to), expected);
        }
    }
}

DUOLOGUE_TEST(FlagMatcherTest)
#include "flag_matcher_test.moc"
