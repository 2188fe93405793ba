// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bins.h"
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"
#include "core/analysis/tally.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <cmath>

using namespace duologue;
using namespace duologue::test;

class TallyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void meansAndDeviations();
    void countsByNumber();
    void countsByCategory();
    void countsMessages();
    void crossTable();
    void countsTextsOnce();
    void meansOfMessageFields();
    void countsOnlyGivenRows();
    void ratingByTurns();
    void meansOfNumbersAmongOtherValues();
    void emptyTextIsAValue();

private:
    std::string counted(const std::vector<std::string>& by, const std::vector<std::string>& means = {}) const;
    RowSet everything() const { return RowSet(m_snapshot->recordCount(), true); }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

void TallyTest::initTestCase()
{
    AgentRecord one = AgentRecord::ofTurns(1);
    one.id = "same";
    one.ratings = {{"Diversity", 2}};
    one.messages[1].hallucination = true;
    AgentRecord two = AgentRecord::ofTurns(2);
    two.ratings = {{"Diversity", 1}, {"Detail Level", 0}};
    two.task = "recipe planning";
    two.messages[2].intent = "Search";
    AgentRecord also = AgentRecord::ofTurns(2);
    also.id = "same";
    also.ratings = {};
    AgentRecord bare = AgentRecord::ofTurns(10);
    bare.task.clear();
    bare.ratings = {{"Diversity", 0}};
    int number = 0;
    for (const AgentRecord& record : {one, two, also, bare})
        m_folder.write("t/" + std::to_string(++number) + ".json", record.json());
    m_folder.write("t/5.json", R"({"task_type": "礼物准备", "questionnaire": [],
        "history": [{"role": "user", "content": "好"}, {"role": "assistant", "content": "好", "satisfaction": "5"},
                    {"role": "user", "content": "好"}, {"role": "assistant", "content": "好", "satisfaction": "2"}]})");
    m_snapshot = load({m_folder.path()});
    QCOMPARE(m_snapshot->recordCount(), 5U);
}

/// The tally as CSV, followed by "without" and the number of records or messages without a value.
std::string TallyTest::counted(const std::vector<std::string>& by,
                               const std::vector<std::string>& means) const
{
    std::vector<FieldReader> byFields;
    std::vector<FieldReader> meanFields;
    for (const std::string& name : by)
        byFields.push_back(*findField(*m_snapshot, name));
    for (const std::string& name : means)
        meanFields.push_back(*findField(*m_snapshot, name));
    const Tally made = tally(*m_snapshot, everything(), {byFields, meanFields}, Job());
    return formatTable(tableOf(made), TableFormat::Csv) + "without " + std::to_string(made.withoutValue);
}

void TallyTest::meansAndDeviations()
{
    Mean mean;
    QVERIFY(std::isnan(mean.mean()));
    mean.add(2);
    QCOMPARE(mean.mean(), 2.0);
    QVERIFY(std::isnan(mean.deviation()));
    for (const double value : {4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0})
        mean.add(value);
    QCOMPARE(mean.mean(), 5.0);
    QVERIFY(std::abs(mean.deviation() - 2.1380899) < 1e-6);
}

void TallyTest::countsByNumber()
{
    // Sorted by value, not as text: 10 is last. The mean ignores records without the rating.
    QCOMPARE(counted({"turns"}, {"Diversity", "Detail Level"}),
             std::string(
                 "turns,n,Diversity,Detail Level\n1,1,2.0000,\n2,3,1.0000,0.0000\n10,1,0.0000,\nwithout 0"));
    QCOMPARE(counted({"rating.diversity"}), std::string("rating.diversity,n\n0,1\n1,1\n2,1\nwithout 2"));
}

void TallyTest::countsByCategory()
{
    // "t" is the folder name, used for the record without a task.
    QCOMPARE(counted({"task"}),
             std::string("task,n\npreparing gifts,1\nrecipe planning,1\nt,1\ntravel planning,2\n"
                         "without 0"));
}

void TallyTest::countsMessages()
{
    QCOMPARE(counted({"intent"}), std::string("intent,messages\nPlanning,14\nSearch,1\nwithout 19"));
    QCOMPARE(counted({"hallucination"}), std::string("hallucination,messages\nno,14\nyes,1\nwithout 19"));
    QCOMPARE(counted({"role"}, {"hallucination"}),
             std::string("role,messages,Hallucination\nassistant,17,0.0667\nuser,17,\nwithout 0"));
    QCOMPARE(counted({"satisfaction"}), std::string("satisfaction,messages\n2,1\n5,1\nwithout 32"));
}

void TallyTest::crossTable()
{
    QCOMPARE(counted({"turns", "task"}),
             std::string("turns,task,n\n1,travel planning,1\n2,preparing gifts,1\n2,recipe planning,1\n"
                         "2,travel planning,1\n10,t,1\nwithout 0"));
    QCOMPARE(counted({"task", "intent"}),
             std::string("task,intent,messages\nrecipe planning,Planning,1\nrecipe planning,Search,1\n"
                         "t,Planning,10\ntravel planning,Planning,3\nwithout 19"));
}

void TallyTest::countsTextsOnce()
{
    QCOMPARE(counted({"id"}), std::string("id,n\nsame,2\nt/2,1\nt/4,1\nt/5,1\nwithout 0"));
}

void TallyTest::meansOfMessageFields()
{
    // The mean of all messages in a group of records.
    QCOMPARE(counted({"task"}, {"satisfaction"}),
             std::string("task,n,Satisfaction\npreparing gifts,1,3.5000\nrecipe planning,1,\nt,1,\n"
                         "travel planning,2,\nwithout 0"));
    // For groups of records, hallucination is the record's count of marked messages.
    QCOMPARE(counted({"turns"}, {"hallucination"}),
             std::string("turns,n,Hallucination\n1,1,1.0000\n2,3,0.0000\n10,1,0.0000\nwithout 0"));
}

void TallyTest::countsOnlyGivenRows()
{
    RowSet some(m_snapshot->recordCount());
    some.add(Row{1});
    some.add(Row{3});
    const Tally made = tally(*m_snapshot, some, {{*findField(*m_snapshot, "turns")}}, Job());
    QCOMPARE(made.rows.size(), std::size_t{2});
    QCOMPARE(made.rows[0].n + made.rows[1].n, std::uint64_t{2});
    QCOMPARE(*made.rows[1].values[0].number, 10.0);
    QCOMPARE(
        tally(*m_snapshot, RowSet(m_snapshot->recordCount()), {{*findField(*m_snapshot, "turns")}}, Job())
            .rows.size(),
        std::size_t{0});
}

void TallyTest::ratingByTurns()
{
    const ReportSpec& report = *findReport("rating-by-turns");
    QCOMPARE(report.choices(*m_snapshot).measures.size(), std::size_t{2});
    ReportOptions options;
    options.measures = {"rating.diversity", "no_such_thing", "task"};
    options = complete(report, *m_snapshot, options, Job());
    const ReportData data = reportOf(report, *m_snapshot, everything(), options, Job());
    QCOMPARE(data.filterFields, std::vector<std::string>{"turns"});
    QCOMPARE(formatTable(tableOf(data.tally), TableFormat::Csv),
             std::string("turns,n,Diversity\n1,1,2.0000\n2,3,1.0000\n10,1,0.0000\n"));
}

void TallyTest::meansOfNumbersAmongOtherValues()
{
    const auto meanOf = [](const std::vector<const char*>& values) {
        const TempFolder folder;
        std::string text;
        for (const char* value : values)
            text += "{\"score\": " + std::string(value) +
                    ", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
        const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
        const RowSet all(snapshot->recordCount(), true);
        return summaryOf(*snapshot, all, *findField(*snapshot, "score"), Job()).mean;
    };
    // A list of several numbers, true and words are not numbers.
    for (const char* other : {"true", "[3, 5]", "\"none of them\""}) {
        const Mean mean = meanOf({"1", "10", "2.5", other, "-3.5"});
        QCOMPARE(mean.n, std::uint64_t{4});
        QCOMPARE(mean.mean(), 2.5);
    }
    QCOMPARE(meanOf({"[1, 3]", "[10]", "[]"}).n, std::uint64_t{1});
}

/// What counts find is what has: finds.
void TallyTest::emptyTextIsAValue()
{
    const TempFolder folder;
    std::string text;
    for (const char* members : {"\"note\": \"\", \"tags\": [\"\"]", "\"note\": \"x\", \"tags\": []",
                                "\"note\": null", "\"other\": \"\""})
        text += "{" + std::string(members) + ", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    const RowSet all(snapshot->recordCount(), true);
    for (const char* key : {"note", "tags", "other"}) {
        const Tally made = tally(*snapshot, all, {{*findField(*snapshot, key)}}, Job());
        const std::size_t found = idsFound(*snapshot, "has:" + std::string(key)).size();
        QCOMPARE(made.rows.front().values.front().text, std::string());
        QCOMPARE(found, std::size_t{key == std::string_view("note") ? 2U : 1U});
        QCOMPARE(made.withoutValue, std::uint64_t{4 - found});
        QCOMPARE(idsFound(*snapshot, "missing:" + std::string(key)).size(), 4 - found);
    }
}

DUOLOGUE_TEST(TallyTest)
#include "tally_test.moc"
