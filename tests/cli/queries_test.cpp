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

/// What --where accepts.
class QueriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyListedExampleRuns()
    {
        const CliRun run = runCli({"queries", "--format", "json"});
        QCOMPARE(run.exitCode, 0);
        const QJsonArray forms = QJsonDocument::fromJson(run.out).array();
        QVERIFY(forms.size() >= 15);
        const QString sample = pathText(sampleFolder());
        for (const QJsonValue& form : forms) {
            const QString query = form["query"].toString();
            const CliRun list = runCli({"list", sample, "--where", query, "--limit", "1", "--quiet"});
            QVERIFY2(list.exitCode == 0, list.err.constData());
            QVERIFY(!form["meaning"].toString().isEmpty());
        }
    }

    void filtersByConditionsOnMessages()
    {
        const TempFolder folder;
        AgentRecord record = AgentRecord::ofTurns(5);
        record.messages[8].intent = "Recommendation";
        record.messages[9].hallucination = true;
        folder.write("LLM_agent_user/t/late.json", record.json());
        record.messages[9].hallucination = false;
        record.messages[1].hallucination = true;
        folder.write("LLM_agent_user/t/early.json", record.json());
        const auto found = [&](const char* query) {
            return runCli({"list", pathText(folder.path()), "--where", query, "--columns", "file", "--format",
                           "csv"})
                .lines()
                .mid(1);
        };
        QCOMPARE(found("message(hallucination:yes turn:>3 reply_to.intent:推荐)"),
                 QList<QByteArray>{"LLM_agent_user/t/late.json"});
        QCOMPARE(found("count（hallucination：no）：４").size(), 2);
        QCOMPARE(found("first(role:assistant)").size(), 0);
    }

    void errorNamesPositionAndSuggestion()
    {
        const CliRun run =
            runCli({"list", pathText(sampleFolder()), "--where", "turns:3 ratting.diversity:2"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(
            run.err.contains("character 9 (\"ratting.diversity\"): unknown field ratting.diversity; did you "
                             "mean rating.diversity?"),
            run.err.constData());
    }
};

DUOLOGUE_TEST(QueriesTest)
#include "queries_test.moc"
