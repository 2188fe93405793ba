// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/away_meter.h"
#include "tests/support/real_data.h"
#include "tests/support/temp_folder.h"
#include "ui/shell/main_window.h"
#include "ui/work/workspace.h"

#include <QStandardPaths>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

class ResponsivenessTest : public QObject {
    Q_OBJECT

private:
    static void measure(const QString& path, Row atLeast)
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        // Fonts, icons and the first layout are paid for before a dataset is opened.
        QTest::qWait(200);
        test::AwayMeter meter;
        workspace.open({path});
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading() && workspace.snapshot().complete, 60000);
        QTRY_VERIFY(workspace.current());
        QVERIFY(workspace.snapshot().recordCount() >= atLeast);
        qInfo("longest time away from the event loop: %lld ms", static_cast<long long>(meter.longest()));
        QVERIFY2(meter.longest() <= test::kLongestAway,
                 qPrintable(QStringLiteral("%1 ms").arg(meter.longest())));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-test"));
    }

    void theWindowStaysAwakeWhileAFolderLoads()
    {
        test::TempFolder folder;
        constexpr int kFiles = 1500;
        const std::string text(600, 'x');
        for (int i = 0; i < kFiles; ++i)
            folder.write("LLM_agent_user/travel planning/" + std::to_string(i) + ".json",
                         test::AgentRecord::ofTurns(1 + i % 8, text).json(1));
        measure(QString::fromStdString(folder.path().string()), kFiles);
    }

    void theWindowStaysAwakeWhileRealDataLoads()
    {
        DUOLOGUE_NEEDS_REAL_DATA(path, "RecLLMSim");
        measure(QString::fromStdString(path->string()), 1936);
    }
};

QTEST_MAIN(ResponsivenessTest)
#include "responsiveness_test.moc"
