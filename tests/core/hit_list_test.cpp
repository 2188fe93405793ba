// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/hit_list.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <stop_token>

using namespace duologue;
using namespace duologue::test;

namespace {

std::string lineOf(const HitExcerpt& excerpt)
{
    return excerpt.before + "[" + excerpt.hit + "]" + excerpt.after;
}

} // namespace

/// The places where the words of a query stand.
class HitListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(
            "chats.jsonl",
            R"({"messages": [{"role": "user", "content": "Where is the night train?"}, )"
            R"({"role": "assistant", "content": "The night train leaves at 9. Take a night train later."}]})"
            "\n"
            R"({"messages": [{"role": "user", "content": "Tea, please."}]})"
            "\n"
            R"({"messages": [{"role": "user", "content": "No NIGHT\nhere."}]})"
            "\n");
        m_snapshot = load({m_folder.path() / "chats.jsonl"});
        QCOMPARE(m_snapshot->recordCount(), std::size_t{3});
    }

    void cutsExcerptsAtCharacters()
    {
        QCOMPARE(lineOf(excerptAround("one two three four", 8, 13, 4)), std::string("…two [three] fou…"));
        QCOMPARE(lineOf(excerptAround("我想坐夜车去拉萨", 9, 15, 2)), std::string("…想坐[夜车]去拉…"));
        QCOMPARE(lineOf(excerptAround("a\n\n b", 0, 1, 10)), std::string("[a] b"));
        QCOMPARE(lineOf(excerptAround("", 0, 0, 10)), std::string("[]"));
    }

    void listsEveryHitInOrder()
    {
        const HitList list = find("night", {Row{2}, Row{0}, Row{1}});
        std::vector<std::string> lines;
        for (const TextHit& hit : list.hits)
            lines.push_back(std::to_string(static_cast<std::uint32_t>(hit.row)) + " #" +
                            std::to_string(hit.message) + " " + hit.role + " " + lineOf(hit.excerpt));
        QCOMPARE(lines, (std::vector<std::string>{
                            "2 #0 user No [NIGHT] here.", "0 #0 user Where is the [night] train?",
                            "0 #1 assistant The [night] train leaves at 9. Take a night train later.",
                            "0 #1 assistant The night train leaves at 9. Take a [night] train later."}));
        QVERIFY(!list.isCut);
        QCOMPARE(list.hits[3].begin, std::size_t{36});
    }

    void respectsTheScopeAndWhatIsExcluded()
    {
        QCOMPARE(find("text.user:night", all()).hits.size(), std::size_t{2});
        QCOMPARE(find("night -train", all()).hits.size(), std::size_t{4});
        QCOMPARE(find("message(/ni\\w+/ turns:1)", all()).hits.size(), std::size_t{4});
        QVERIFY(hitPatternsOf(parsed("turns:1 -night")).empty());
        QVERIFY(find("turns:1", all()).hits.empty());
    }

    /// A word in the brackets of a condition on a message is a hit where the whole condition holds.
    void respectsTheOtherConditionsOnAMessage()
    {
        QCOMPARE(find("message(role:assistant night)", all()).hits.size(), std::size_t{2});
        QCOMPARE(find("message(role:user night)", all()).hits.size(), std::size_t{2});
        QCOMPARE(find("message(role:user night where)", all()).hits.size(), std::size_t{2});
        QCOMPARE(find("message(night -train)", all()).hits.size(), std::size_t{1});
        QCOMPARE(find("first(night)", all()).hits.size(), std::size_t{2});
        QCOMPARE(find("last(train night)", {Row{0}}).hits.size(), std::size_t{4});
        QCOMPARE(find("count(role:assistant night):>=1", {Row{0}}).hits.size(), std::size_t{2});
        // A word next to the condition may be anywhere.
        QCOMPARE(find("message(role:user where) train", {Row{0}}).hits.size(), std::size_t{4});
        const auto inAnswers = hitPatternsOf(parsed("message(role:assistant night)"));
        QCOMPARE(firstRowWithHit(*m_snapshot, std::vector<Row>{Row{2}, Row{1}, Row{0}}, inAnswers, Job()),
                 std::optional(Row{0}));
    }

    void limitsItsWork()
    {
        HitLimits limits;
        limits.hits = 2;
        const HitList few = findHits(*m_snapshot, all(), hitPatternsOf(parsed("night")), limits, Job());
        QCOMPARE(few.hits.size(), std::size_t{2});
        QVERIFY(few.isCut);
        limits = {};
        limits.rows = 1;
        QVERIFY(findHits(*m_snapshot, all(), hitPatternsOf(parsed("tea")), limits, Job()).isCut);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(findHits(*m_snapshot, all(), hitPatternsOf(parsed("night")), {}, Job(stop.get_token()))
                    .hits.empty());
    }

    void findsTheNextRow()
    {
        const auto night = hitPatternsOf(parsed("night"));
        QCOMPARE(firstRowWithHit(*m_snapshot, std::vector<Row>{Row{1}, Row{2}, Row{0}}, night, Job()),
                 std::optional(Row{2}));
        QVERIFY(!firstRowWithHit(*m_snapshot, std::vector<Row>{Row{1}}, night, Job()));
    }

    void tellsTheOtherLanguage()
    {
        Conversation conversation;
        conversation.texts = {
            {Language::English, false, false, "Take the bus. Pay 4 euros. Enjoy the old town."},
            {Language::Chinese, false, false, "坐公交车。付4欧元。好好游览老城。"}};
        Message said;
        said.role = "assistant";
        said.texts = {0, 2};
        conversation.messages = {said};
        const auto hits =
            hitsIn(*m_snapshot, conversation, Row{0}, hitPatternsOf(parsed("euros OR 老城")), {});
        QCOMPARE(hits.size(), std::size_t{2});
        QCOMPARE(hits[0].counterpart, std::string("付4欧元。"));
        QCOMPARE(hits[1].counterpart, std::string("Enjoy the old town."));
        QCOMPARE(hits[1].text, std::uint32_t{1});
    }

private:
    std::vector<Row> all() const { return {Row{0}, Row{1}, Row{2}}; }

    HitList find(const char* query, const std::vector<Row>& rows) const
    {
        return findHits(*m_snapshot, rows, hitPatternsOf(parsed(query)), {}, Job());
    }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

DUOLOGUE_TEST(HitListTest)
#include "hit_list_test.moc"
