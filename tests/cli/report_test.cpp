// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace duologue::test;

namespace {

QJsonDocument document(const CliRun& run)
{
    return QJsonDocument::fromJson(run.out);
}

} // namespace

/// The output of `stats --report`.
class CliReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reportsWithIntervals();
    void reportsOfCohorts();

private:
    TempFolder m_folder;
};

void CliReportTest::initTestCase()
{
    AgentRecord one = AgentRecord::ofTurns(1, "Plan, please");
    one.id = "first \"one\"";
    one.ratings = {{"Preference Alignment", 2}, {"Diversity", 1}};
    AgentRecord two = AgentRecord::ofTurns(2);
    two.ratings = {{"Preference Alignment", 1}};
    two.task = "recipe planning";
    two.messages[0].contentZh = "你好";
    AgentRecord three = AgentRecord::ofTurns(2);
    three.ratings = {{"Preference Alignment", 0}};
    m_folder.write("LLM_agent_user/t/1.json", one.json(2));
    m_folder.write("LLM_agent_user/t/2.json", two.json());
    m_folder.write("LLM_agent_user/t/10.json", three.json());
    m_folder.write("LLM_agent_user/t/notes.txt", "notes");
}

void CliReportTest::reportsWithIntervals()
{
    const CliRun run = runCli({"stats", pathText(m_folder.path()), "--report", "rating-by-turns", "--mean",
                               "Preference Alignment", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out,
             QByteArray("turns,n,Preference Alignment,Preference Alignment n,Preference Alignment sd,"
                        "Preference Alignment low,Preference Alignment high\n"
                        "1,1,2.0000,1,,,\n2,2,0.5000,2,0.7071,0.0023,1.9795\n"));
    const CliRun some = runCli({"stats", pathText(m_folder.path()), "--report", "distribution", "--by",
                                "task", "--where", "turns:2", "--format", "csv"});
    QCOMPARE(some.out, QByteArray("task,n\nrecipe planning,1\ntravel planning,1\n"));
    const CliRun cells =
        runCli({"stats", pathText(m_folder.path()), "--report", "intent-by-turn", "--format", "json"});
    const QJsonObject first = document(cells).array().at(0).toObject();
    QCOMPARE(first["turn"], QJsonValue(1));
    QCOMPARE(first["messages"], QJsonValue(3));
    QCOMPARE(first["share"].toObject()["share"], QJsonValue(1.0));
    QCOMPARE(first["share"].toObject()["interval"].toObject()["method"],
             QJsonValue(QStringLiteral("Wilson")));
    const QByteArray help = runCli({"stats", "--help"}).out;
    for (const char* id : {"rating-by-turns", "intent-transitions", "hallucination-by-intent", "cohorts"})
        QVERIFY2(help.contains(id), id);
}

void CliReportTest::reportsOfCohorts()
{
    const CliRun run = runCli({"stats", pathText(m_folder.path()), "--report", "cohorts", "--cohort",
                               "turns:1", "--cohort", "turns:2", "--mean", "turns", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(
        run.out.contains("\nturns,,turns:2,2,2.0000,0.0000,2.0000,2.0000,1.0000,,,Cliff's delta,1.0000,"),
        run.out.constData());
    const QJsonObject split = document(runCli({"stats", pathText(m_folder.path()), "--report", "cohorts",
                                               "--by", "task", "--format", "json"}))
                                  .object();
    QCOMPARE(split["cohorts"].toArray().size(), 2);
    QCOMPARE(split["cohorts"].toArray().at(1)["records"], QJsonValue(2));
}

DUOLOGUE_TEST(CliReportTest)
#include "report_test.moc"
