// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/real_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "tests/support/turn_counter.h"
#include "ui/shell/main_window.h"
#include "ui/work/workspace.h"

#include <QStandardPaths>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

class ResponsivenessTest : public QObject {
    Q_OBJECT

private:
    /// open() does not read, and rows, charts and the first conversation arrive in separate iterations of the
    /// event loop.
    static void openInTurns(const QString& path, Row atLeast)
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const test::TurnCounter counter;
        QList<int> turnsOfRows;
        int turnOfRecord = 0;
        connect(&workspace, &Workspace::viewChanged, &window, [&] {
            if (workspace.view()->order.size() > 0)
                turnsOfRows << counter.turns();
        });
        connect(&workspace, &Workspace::currentChanged, &window, [&] {
            if (workspace.current())
                turnOfRecord = counter.turns();
        });
        workspace.open({path});
        QVERIFY(workspace.isLoading());
        QCOMPARE(workspace.snapshot().recordCount(), Row{0});
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading() && workspace.snapshot().complete, 60000);
        QTRY_VERIFY(workspace.current());
        QVERIFY(workspace.snapshot().recordCount() >= atLeast);
        QVERIFY(!turnsOfRows.isEmpty() && turnsOfRows.constFirst() > 0);
        QVERIFY(turnOfRecord > 0 && !turnsOfRows.contains(turnOfRecord));
        const QSet<int> apart(turnsOfRows.cbegin(), turnsOfRows.cend());
        QCOMPARE(apart.size(), turnsOfRows.size());
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-test"));
    }

    void theWindowRespondsWhileAFolderLoads()
    {
        test::TempFolder folder;
        constexpr int kFiles = 1500;
        const std::string text(600, 'x');
        for (int i = 0; i < kFiles; ++i)
            folder.write("LLM_agent_user/travel planning/" + std::to_string(i) + ".json",
                         test::AgentRecord::ofTurns(1 + i % 8, text).json(1));
        openInTurns(QString::fromStdString(folder.path().string()), kFiles);
    }

    void theWindowRespondsWhileRealDataLoads()
    {
        DUOLOGUE_NEEDS_REAL_DATA(path, "RecLLMSim");
        openInTurns(QString::fromStdString(path->string()), 1936);
    }
};

DUOLOGUE_TEST(ResponsivenessTest)
#include "responsiveness_test.moc"
