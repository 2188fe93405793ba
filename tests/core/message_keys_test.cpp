// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"
#include "core/analysis/tally.h"
#include "core/query/evaluate.h"
#include "tests/core/index_folder.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <cmath>

using namespace duologue;
using namespace duologue::test;

/// Keys of messages, besides their role and text.
class MessageKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answers_data();
    void answers();
    void countsMessages();
    void averagesNumbers();
    void makesFacets();
    void takesNoMemoryWithoutKeys();
    void findsMembersOfLists_data();
    void findsMembersOfLists();
    void valuesOfMessagesAreKnown();
    void labelsAreNotSearched();
    void nullsAreNoValues();
    void countsMembersOfLists();
    void ownIntentsAreThoseOfNeighbours();
    void ownMarksAreCountedAsYesAndNo();
    void ownLevelsAreOnTheirScale();
    void indexKeepsLists();

private:
    /// Two conversations with lists in their messages, and with texts under the keys of built-in fields.
    static SnapshotPtr lists()
    {
        const TempFolder folder;
        return load({folder.write("lists.jsonl", kLists)});
    }
    /// The rows of a report with its defaults, as CSV.
    static std::string reported(const Snapshot& snapshot, const char* id)
    {
        const ReportSpec& report = *findReport(id);
        const ReportOptions options = complete(report, snapshot, {}, Job());
        const RowSet all(snapshot.recordCount(), true);
        return formatTable(tableOf(reportOf(report, snapshot, all, options, Job())), TableFormat::Csv);
    }
    static constexpr const char* kLists =
        R"({"id": "1", "messages": [{"role": "user", "content": "q", "tags": ["x", "y"], "nums": [1, 2.5], "intent": ["A", "B"], "deep": [[1]]}, {"role": "assistant", "content": "a", "tags": ["x"], "flags": [true, null]}, {"role": "user", "content": "q", "intent": "C"}, {"role": "assistant", "content": "a", "tags": []}]}
{"id": "2", "messages": [{"role": "user", "content": "q", "tags": "y", "nums": [10]}, {"role": "assistant", "content": "a", "tags": ["旅行", "x", "x"]}]}
)";

    /// "value messages" of each group.
    std::string counted(const char* key) const
    {
        const Tally made = tally(*m_snapshot, RowSet(m_snapshot->recordCount(), true),
                                 {{*findField(*m_snapshot, key)}}, Job());
        std::string text = made.ofMessages ? "messages:" : "records:";
        for (const TallyRow& row : made.rows)
            text += " " + row.values[0].text + " " + std::to_string(row.n);
        return text;
    }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

void MessageKeysTest::initTestCase()
{
    const std::string essay(300, 'x');
    m_folder.write("chat.jsonl", R"({"id": "a", "messages": [
        {"role": "user", "content": "q", "name": "Ann", "length": 7},
        {"role": "assistant", "content": "x", "weight": 0, "masked": true, "info": {"lang": "de", "tries": [1]}},
        {"role": "assistant", "content": "y", "weight": 1.5, "masked": false, "sent": "2026-02-03 10:00"}]}
{"id": "b", "source": "web", "messages": [
        {"role": "user", "content": "q", "source": "phone"},
        {"role": "assistant", "content": "z", "weight": 10, "thoughts": ")" +
                                     essay + R"("}]}
{"id": "c", "messages": [{"role": "user", "content": "q", "weight": null}, {"role": "assistant", "content": "a"}]}
)");
    m_snapshot = load({m_folder.path()});
    QCOMPARE(m_snapshot->recordCount(), 3U);
}

void MessageKeysTest::answers_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* query, const char* rows) { QTest::newRow(query) << query << rows; };
    row("message(weight:0)", "0");
    row("message(weight:>1)", "0 1");
    row("message(weight:1..2 role:assistant)", "0");
    row("message(weight:0 masked:true)", "0");
    row("message(weight:0 masked:false)", "");
    row("masked:yes", "0");
    row("weight:10", "1");
    row("has:weight", "0 1");
    row("missing:weight", "2");
    row("last(has:weight)", "0 1");
    row("all(missing:weight)", "2");
    row("count(has:weight):2", "0");
    row("message(name:ann)", "0");
    row("message(info.lang:de)", "0");
    row("message(has:info.tries)", "0");
    row("message(has:thoughts)", "1");
    row("message(thoughts:x)",
        "thoughts has no short values; only has:thoughts and missing:thoughts can be used");
    row("message(sent:>=2026-02)", "0");
    row("message(sent:2026-03)", "");
    // The record has a key of the same name.
    row("source:web", "1");
    row("message(source:phone)", "1");
    row("message(source:web)", "");
    // Every message has a length of its own.
    row("message(length:7)", "");
    row("message(message.length:7)", "0");
    row("message(wieght:0)", "unknown field wieght; did you mean weight?");
    row("message(missing:wieght)", "unknown field wieght; did you mean weight?");
}

void MessageKeysTest::answers()
{
    QFETCH(QString, query);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(*m_snapshot, query.toStdString()), rows.toStdString());
}

void MessageKeysTest::countsMessages()
{
    QCOMPARE(counted("masked"), std::string("messages: false 1 true 1"));
    QCOMPARE(counted("weight"), std::string("messages: 0 1 1.5 1 10 1"));
    QCOMPARE(counted("sent.month"), std::string("messages: 2026-02 1"));
    QCOMPARE(fieldText(*m_snapshot, Row{0}, "weight"), std::string("0, 1.5"));
}

void MessageKeysTest::averagesNumbers()
{
    const Tally made = tally(*m_snapshot, RowSet(m_snapshot->recordCount(), true),
                             {{*findField(*m_snapshot, "role")}, {*findField(*m_snapshot, "weight")}}, Job());
    QCOMPARE(made.rows.size(), std::size_t{2});
    QCOMPARE(made.rows[0].means[0].n, std::uint64_t{3});
    QVERIFY(std::abs(made.rows[0].means[0].mean() - 11.5 / 3) < 1e-12);
}

void MessageKeysTest::makesFacets()
{
    const FieldFacetPtr facet = makeFacet(m_snapshot, "masked", Job());
    QVERIFY(facet);
    QCOMPARE(facet->values.size(), std::size_t{2});
    QCOMPARE(facet->missing, std::uint64_t{2});
}

void MessageKeysTest::takesNoMemoryWithoutKeys()
{
    const TempFolder folder;
    folder.write(
        "plain.jsonl",
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]})");
    QVERIFY(load({folder.path()})->messages.ownColumns().empty());
}

void MessageKeysTest::findsMembersOfLists_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* query, const char* rows) { QTest::newRow(query) << query << rows; };
    row("message(tags:x)", "0 1");
    row("message(tags:y role:user)", "0 1");
    row("message(tags:x tags:y)", "0");
    row("message(tags:旅行)", "1");
    row("tags:x", "0 1");
    row("message(nums:>2)", "0 1");
    row("message(nums:1)", "0");
    row("message(flags:true)", "0");
    row("count(has:tags):2", "0 1");
    row("message(intent:A next.intent:C)", "0");
    row("message(intent:B)", "0");
    row("message(next.intent:A)", "");
    row("message(reply_to.intent:B)", "0");
    row("message(reply_to.intent:C role:assistant)", "0");
    row("message(deep:1)", "deep has no short values; only has:deep and missing:deep can be used");
}

void MessageKeysTest::findsMembersOfLists()
{
    QFETCH(QString, query);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(*lists(), query.toStdString()), rows.toStdString());
}

void MessageKeysTest::valuesOfMessagesAreKnown()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", R"({"tags": ["p"], "messages": [{"role": "user", "content": "q", "tags": ["x", "y"]}]}
)")});
    const auto said = [&](const char* query) {
        const auto mistake = likelyMistake(*snapshot, parsed(query), Job());
        return mistake ? inEnglish(mistake->what) : std::string();
    };
    QCOMPARE(said("message(tags:x)"), std::string());
    QCOMPARE(said("tags:p"), std::string());
    QVERIFY(said("message(tags:p)").find("no record has the value") == 0);
    QVERIFY(said("tags:x").find("no record has the value") == 0);
}

void MessageKeysTest::labelsAreNotSearched()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", R"({"id": "a", "messages": [{"role": "user", "content": "q", "intent": "Search"}]}
{"id": "b", "messages": [{"role": "user", "content": "search it", "intent": ["Plan", "Book"]}]}
{"id": "c", "messages": [{"role": "user", "content": "q", "intent": "The user wants to search for a hotel."}]}
)")});
    QCOMPARE(idsFound(*snapshot, "search"), (std::vector<std::string>{"b", "c"}));
    QCOMPARE(idsFound(*snapshot, "plan"), std::vector<std::string>());
    QCOMPARE(idsFound(*snapshot, "intent:plan"), std::vector<std::string>{"b"});
}

void MessageKeysTest::nullsAreNoValues()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", R"({"id": "a", "tags": [null], "messages": [{"role": "user", "content": "q"}]}
{"id": "b", "tags": ["t"], "messages": [{"role": "user", "content": "q"}]}
{"id": "c", "tags": [], "messages": [{"role": "user", "content": "q"}]}
{"id": "d", "tags": [null, "t"], "messages": [{"role": "user", "content": "q"}]}
)")});
    QCOMPARE(idsFound(*snapshot, "missing:tags"), (std::vector<std::string>{"a", "c"}));
    QCOMPARE(idsFound(*snapshot, "has:tags"), (std::vector<std::string>{"b", "d"}));
}

void MessageKeysTest::countsMembersOfLists()
{
    m_snapshot = lists();
    QCOMPARE(counted("tags"), std::string("messages: x 3 y 2 旅行 1"));
    QCOMPARE(counted("intent"), std::string("messages: A 1 B 1 C 1"));
    // As the first versions named it.
    QCOMPARE(counted("message.intent"), counted("intent"));
    QCOMPARE(counted("nums"), std::string("messages: 1 1 2.5 1 10 1"));
    QCOMPARE(fieldText(*m_snapshot, Row{0}, "intent"), std::string("A, B, C"));
    const FieldFacetPtr facet = makeFacet(m_snapshot, "tags", Job());
    QCOMPARE(facet->values.size(), std::size_t{3});
    QCOMPARE(reported(*m_snapshot, "intent-by-turn"), std::string("turn,intent,messages,share,low,high\n"
                                                                  "1,A,1,0.5000,0.0945,0.9055\n"
                                                                  "1,B,1,0.5000,0.0945,0.9055\n"
                                                                  "2,C,1,1.0000,0.2065,1.0000\n"));
}

void MessageKeysTest::ownIntentsAreThoseOfNeighbours()
{
    QVERIFY(reported(*lists(), "intent-transitions").starts_with("intent,next_intent,messages,share"));
    const std::string text = reported(*lists(), "intent-transitions");
    QVERIFY2(text.find("\nA,C,1,") != std::string::npos && text.find("\nB,C,1,") != std::string::npos,
             text.c_str());
}

void MessageKeysTest::ownMarksAreCountedAsYesAndNo()
{
    const TempFolder folder;
    std::string records;
    for (const char* value :
         {R"("Yes")", R"("No")", R"("yes")", "true", "false", "0", "1", R"("maybe")", "null"})
        records +=
            R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", )" +
            (R"("hallucination": )" + std::string(value)) + "}]}\n";
    const SnapshotPtr snapshot = load({folder.write("marks.jsonl", records)});
    const ReportSpec& report = *findReport("hallucination-by-turn");
    const RowSet all(snapshot->recordCount(), true);
    const ReportData data = reportOf(report, *snapshot, all, complete(report, *snapshot, {}, Job()), Job());
    QCOMPARE(data.tally.rows.size(), std::size_t{1});
    QCOMPARE(data.tally.rows[0].n, std::uint64_t{7});
    QCOMPARE(data.tally.rows[0].means[0].sum, 4.0);
    QCOMPARE(data.measures[0].kind, MeasureKind::Share);
    // Only what is neither is not judged, and it is not called "unclear".
    QCOMPARE(data.tally.notJudged, std::uint64_t{1});
    for (const Phrase& remark : leftOutOf(data.tally))
        QVERIFY2(inEnglish(remark).find("unclear") == std::string::npos, inEnglish(remark).c_str());
    // The filter finds what the report counts.
    QCOMPARE(rowsOf(*snapshot, "hallucination:yes"), std::string("0 2 3 6"));
    QCOMPARE(rowsOf(*snapshot, "message(hallucination:no)"), std::string("1 4 5"));
}

void MessageKeysTest::ownLevelsAreOnTheirScale()
{
    const TempFolder folder;
    std::string records;
    for (const int level : {4, 2})
        records +=
            R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", )" +
            (R"("satisfaction": )" + std::to_string(level)) + "}]}\n";
    const SnapshotPtr snapshot = load({folder.write("levels.jsonl", records)});
    const ReportSpec& report = *findReport("satisfaction-by-turn");
    const RowSet all(snapshot->recordCount(), true);
    const ReportData data = reportOf(report, *snapshot, all, complete(report, *snapshot, {}, Job()), Job());
    QCOMPARE(data.measures[0].kind, MeasureKind::Rating);
    const Interval interval = intervalOf(data.tally.rows[0].means[0], data.measures[0]);
    QVERIFY(interval.low >= 1 && interval.low < 3 && interval.high > 3 && interval.high <= 4);
}

void MessageKeysTest::indexKeepsLists()
{
    const TempFolder folder;
    const TempFolder cache;
    folder.write("lists.jsonl", kLists);
    for (const char* time : {"read", "from the index"}) {
        const SnapshotPtr snapshot = loadDataset({folder.path()}, withCache(cache.path()), Job());
        QVERIFY2(rowsOf(*snapshot, "message(tags:y role:user)") == "0 1", time);
        QVERIFY2(rowsOf(*snapshot, "message(intent:A next.intent:C)") == "0", time);
    }
}

DUOLOGUE_TEST(MessageKeysTest)
#include "message_keys_test.moc"
