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
    void brokenRecordsHaveNoFigures();
    void lengthIsOfWhatIsCounted();
    void meansNameWhatIsCounted();
    void smallMeansAreNoZeros();

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
                        "1,1,2.0000,1,,,\n2,2,0.5000,2,0.7071,0.002304,1.9795\n"));
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

void CliReportTest::brokenRecordsHaveNoFigures()
{
    const TempFolder folder;
    const QString path = pathText(folder.write(
        "bad.jsonl",
        R"({"id": "1", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}
{"id": "2", "messages": [{"role": "user", "content": "needle"}]}
{"id": "3", "messages" nothing [
)"));
    const auto lines = [&](const QStringList& options) {
        return runCli(QStringList{options.first(), path} + options.sliced(1)).out;
    };
    QCOMPARE(lines({"stats", "--by", "messages", "--format", "csv"}), QByteArray("messages,n\n1,1\n2,1\n"));
    const QByteArray means = lines({"stats", "--by", "format", "--mean", "messages"});
    QVERIFY2(means.contains(" 3 ") && means.contains("1.5000"), means.constData());
    QVERIFY2(means.contains("1 record could not be read: its contents are unknown"), means.constData());
    for (const char* query :
         {"messages:<1", "length:<1", "candidates:0 record:3", "earlier_translations:0 record:3",
          "language:none", "translation:none record:3", "-needle record:3", "-message(q) record:3"})
        QCOMPARE(lines({"list", "--where", query, "--columns", "record", "--format", "csv"}).count('\n'), 1);
    QCOMPARE(lines({"list", "--where", "missing:messages", "--columns", "record", "--format", "csv"}),
             QByteArray("record\n3\n"));
    const QByteArray partial = lines({"stats", "--by", "turns", "--partial"});
    QVERIFY2(partial.contains("\"broken\":1"), partial.constData());
    const QByteArray merged =
        runCli({"stats", "--merge", pathText(folder.write("partial.jsonl", partial.toStdString()))}).out;
    QVERIFY2(merged.contains("1 record could not be read"), merged.constData());
}

void CliReportTest::lengthIsOfWhatIsCounted()
{
    const TempFolder folder;
    const QString path = pathText(folder.write(
        "a.jsonl",
        R"({"messages": [{"role": "user", "content": "123"}, {"role": "assistant", "content": "12345"}]}
)"));
    const QByteArray expected("role,messages,Message length\nassistant,1,5.0000\nuser,1,3.0000\n");
    QCOMPARE(runCli({"stats", path, "--by", "role", "--mean", "length", "--format", "csv"}).out, expected);
    QCOMPARE(runCli({"stats", path, "--by", "file", "--mean", "length", "--format", "csv"}).out,
             QByteArray("file,n,Length\na.jsonl,1,8.0000\n"));
    const QByteArray report = runCli({"stats", path, "--report", "mean-by-field", "--by", "role", "--mean",
                                      "length", "--format", "csv"})
                                  .out;
    QVERIFY2(report.contains("Message length") && report.contains("assistant,1,5.0000"), report.constData());
}

void CliReportTest::meansNameWhatIsCounted()
{
    const TempFolder folder;
    const QString path = pathText(
        folder.write("a.jsonl", R"({"u": ["a"], "s": 1, "messages": [{"role": "user", "content": "q"}]}
{"u": ["a", "b", "c"], "messages": [{"role": "user", "content": "q"}]}
)"));
    const QByteArray lists = runCli({"stats", path, "--by", "u", "--mean", "s"}).out;
    QVERIFY2(!lists.contains("4 records"), lists.constData());
    QVERIFY2(
        lists.contains("mean of the 1 of 4 counts that have a value; a record counts once for each of its "
                       "values of"),
        lists.constData());
    // What is left out is left out of the rows of the table.
    const QString words = pathText(
        folder.write("b.jsonl", R"({"u": "a", "p": "5", "messages": [{"role": "user", "content": "q"}]}
{"u": "a", "p": "5 %", "messages": [{"role": "user", "content": "q"}]}
{"p": "6 %", "messages": [{"role": "user", "content": "q"}]}
)"));
    const QByteArray left = runCli({"stats", words, "--by", "u", "--mean", "p"}).out;
    QVERIFY2(left.contains("1 value is not a number and is left out"), left.constData());
    QVERIFY2(!left.contains("2 values"), left.constData());
    const QByteArray single = runCli({"stats", path, "--by", "turns", "--mean", "s"}).out;
    QVERIFY2(single.contains("mean of the 1 of 2 records that have a value"), single.constData());
}

void CliReportTest::smallMeansAreNoZeros()
{
    const TempFolder folder;
    const QString path = pathText(folder.write(
        "a.jsonl", R"({"v": 0.00001, "y": -0.00004, "w": 0.1, "messages": [{"role": "user", "content": "q"}]}
{"v": 0.00002, "y": -0.00004, "w": 0.1, "messages": [{"role": "user", "content": "q"}]}
{"v": 0.00003, "y": -0.00004, "w": 0.1, "messages": [{"role": "user", "content": "q"}]}
)"));
    QCOMPARE(runCli({"stats", path, "--by", "turns", "--mean", "v", "--mean", "y", "--format", "csv"}).out,
             QByteArray("turns,n,v,y\n1,3,2e-05,-4e-05\n"));
    const QByteArray report = runCli({"stats", path, "--report", "mean-by-field", "--by", "turns", "--mean",
                                      "v", "--mean", "w", "--format", "csv"})
                                  .out;
    QVERIFY2(report.contains("1,3,2e-05,3,1e-05,"), report.constData());
    // Equal values have no deviation, whatever rounding leaves of it.
    QVERIFY2(report.endsWith(",0.1000,3,0.0000,0.1000,0.1000\n"), report.constData());
}

DUOLOGUE_TEST(CliReportTest)
#include "report_test.moc"
