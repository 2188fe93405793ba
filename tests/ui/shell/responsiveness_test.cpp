// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/iteration_counter.h"
#include "tests/support/real_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
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
    static void openInIterations(const QString& path, std::uint32_t atLeast)
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const test::IterationCounter counter;
        QList<int> iterationsOfRows;
        int iterationOfRecord = 0;
        connect(&workspace, &Workspace::viewChanged, &window, [&] {
            if (workspace.view()->order.size() > 0)
                iterationsOfRows << counter.count();
        });
        connect(&workspace, &Workspace::currentChanged, &window, [&] {
            if (workspace.current())
                iterationOfRecord = counter.count();
        });
        workspace.open({path});
        QVERIFY(workspace.isLoading());
        QCOMPARE(workspace.snapshot().recordCount(), 0U);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading() && workspace.snapshot().complete, 60000);
        QTRY_VERIFY(workspace.current());
        QVERIFY(workspace.snapshot().recordCount() >= atLeast);
        QVERIFY(!iterationsOfRows.isEmpty() && iterationsOfRows.constFirst() > 0);
        QVERIFY(iterationOfRecord > 0 && !iterationsOfRows.contains(iterationOfRecord));
        const QSet<int> apart(iterationsOfRows.cbegin(), iterationsOfRows.cend());
        QCOMPARE(apart.size(), iterationsOfRows.size());
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
        openInIterations(QString::fromStdString(folder.path().string()), kFiles);
    }

    void theWindowRespondsWhileRealDataLoads()
    {
        DUOLOGUE_NEEDS_REAL_DATA(path, "RecLLMSim");
        openInIterations(QString::fromStdString(path->string()), 1936);
    }
};

DUOLOGUE_TEST(ResponsivenessTest)
#include "responsiveness_test.moc"
