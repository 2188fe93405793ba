// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/stops.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <stop_token>

using namespace duologue;
using namespace duologue::test;

namespace {

std::string lineOf(const Excerpt& excerpt)
{
    return excerpt.before + "[" + excerpt.hit + "]" + excerpt.after;
}

} // namespace

/// What F3 walks over: the words and the messages that a query asks for.
class StopsTest : public QObject {
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
        const StopList list = find("night", {Row{2}, Row{0}, Row{1}});
        std::vector<std::string> lines;
        for (const Stop& hit : list.stops)
            lines.push_back(std::to_string(static_cast<std::uint32_t>(hit.row)) + " #" +
                            std::to_string(hit.message) + " " + hit.role + " " + lineOf(hit.excerpt));
        QCOMPARE(lines, (std::vector<std::string>{
                            "2 #0 user No [NIGHT] here.", "0 #0 user Where is the [night] train?",
                            "0 #1 assistant The [night] train leaves at 9. Take a night train later.",
                            "0 #1 assistant The night train leaves at 9. Take a [night] train later."}));
        QVERIFY(!list.isCut);
        QCOMPARE(list.stops[3].begin, std::size_t{36});
    }

    void respectsTheScopeAndWhatIsExcluded()
    {
        QCOMPARE(find("text.user:night", all()).stops.size(), std::size_t{2});
        QCOMPARE(find("night -train", all()).stops.size(), std::size_t{4});
        QCOMPARE(find("message(/ni\\w+/ turn:1)", all()).stops.size(), std::size_t{4});
        QVERIFY(rulesOf("turns:1 -night").empty());
        QVERIFY(find("turns:1", all()).stops.empty());
    }

    /// A condition that asks for no words stops at the messages for which it holds.
    void stopsAtMessages()
    {
        const auto lines = [this](const char* query, const std::vector<Row>& rows) {
            std::string text;
            for (const Stop& stop : find(query, rows).stops)
                text += std::to_string(stop.message) + lineOf(stop.excerpt) + " ";
            return text;
        };
        QCOMPARE(lines("message(role:assistant)", all()),
                 std::string("1[]The night train leaves at 9. Take a night train later. "));
        QCOMPARE(find("role:user", all()).stops.size(), std::size_t{3});
        QCOMPARE(find("role:user turns:1", all()).stops.size(), std::size_t{3});
        QVERIFY(find("-role:user", all()).stops.empty());
        QVERIFY(find("missing:role", all()).stops.empty());
        QCOMPARE(find("last(length:>20)", {Row{0}}).stops.size(), std::size_t{1});
        QCOMPARE(find("first(role:assistant)", all()).stops.size(), std::size_t{0});
        QCOMPARE(find("count(role:user):>=1", {Row{0}}).stops.front().message, std::uint32_t{0});
        // A message comes before the words in it, and is one stop for all conditions.
        QCOMPARE(lines("message(position:1) where role:user", {Row{0}}),
                 std::string("0[]Where is the night train? 0[Where] is the night train? "));
    }

    void countsStopsOfRows()
    {
        using Counts = std::vector<std::uint32_t>;
        const auto counts = [this](const char* query, std::size_t most) {
            return countStops(*m_snapshot, all(), rulesOf(query), most, Job());
        };
        QCOMPARE(counts("night", 100), (Counts{3, 0, 1}));
        QCOMPARE(counts("night", 2), (Counts{2, 0, 1}));
        QCOMPARE(counts("message(role:user)", 100), (Counts{1, 1, 1}));
        QCOMPARE(counts("message(role:assistant) OR role:user", 100), (Counts{2, 1, 1}));
        QCOMPARE(counts("turns:1", 100), (Counts{0, 0, 0}));
    }

    /// A word in the brackets of a condition on a message is a hit where the whole condition holds.
    void respectsTheOtherConditionsOnAMessage()
    {
        QCOMPARE(find("message(role:assistant night)", all()).stops.size(), std::size_t{2});
        QCOMPARE(find("message(role:user night)", all()).stops.size(), std::size_t{2});
        QCOMPARE(find("message(role:user night where)", all()).stops.size(), std::size_t{2});
        QCOMPARE(find("message(night -train)", all()).stops.size(), std::size_t{1});
        QCOMPARE(find("first(night)", all()).stops.size(), std::size_t{2});
        QCOMPARE(find("last(train night)", {Row{0}}).stops.size(), std::size_t{4});
        QCOMPARE(find("count(role:assistant night):>=1", {Row{0}}).stops.size(), std::size_t{2});
        // A word next to the condition may be anywhere.
        QCOMPARE(find("message(role:user where) train", {Row{0}}).stops.size(), std::size_t{4});
        const auto inAnswers = rulesOf("message(role:assistant night)");
        QCOMPARE(firstRowWithStop(*m_snapshot, std::vector<Row>{Row{2}, Row{1}, Row{0}}, inAnswers, Job()),
                 std::optional(Row{0}));
    }

    void limitsItsWork()
    {
        StopLimits limits;
        limits.stops = 2;
        const StopList few = findStops(*m_snapshot, all(), rulesOf("night"), limits, Job());
        QCOMPARE(few.stops.size(), std::size_t{2});
        QVERIFY(few.isCut);
        limits = {};
        limits.rows = 1;
        QVERIFY(findStops(*m_snapshot, all(), rulesOf("tea"), limits, Job()).isCut);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(findStops(*m_snapshot, all(), rulesOf("night"), {}, Job(stop.get_token())).stops.empty());
    }

    void findsTheNextRow()
    {
        const auto night = rulesOf("night");
        QCOMPARE(firstRowWithStop(*m_snapshot, std::vector<Row>{Row{1}, Row{2}, Row{0}}, night, Job()),
                 std::optional(Row{2}));
        QVERIFY(!firstRowWithStop(*m_snapshot, std::vector<Row>{Row{1}}, night, Job()));
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
        const auto hits = stopsIn(*m_snapshot, conversation, Row{0}, rulesOf("euros OR 老城"), {});
        QCOMPARE(hits.size(), std::size_t{2});
        QCOMPARE(hits[0].counterpart, std::string("付4欧元。"));
        QCOMPARE(hits[1].counterpart, std::string("Enjoy the old town."));
        QCOMPARE(hits[1].text, std::uint32_t{1});
    }

private:
    std::vector<Row> all() const { return {Row{0}, Row{1}, Row{2}}; }

    std::vector<StopRule> rulesOf(const char* query) const { return stopRulesOf(*m_snapshot, parsed(query)); }

    StopList find(const char* query, const std::vector<Row>& rows) const
    {
        return findStops(*m_snapshot, rows, rulesOf(query), {}, Job());
    }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

DUOLOGUE_TEST(StopsTest)
#include "stops_test.moc"
