// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/real_data.h"
#include "tests/support/temp_folder.h"
#include "ui/shell/main_window.h"
#include "ui/work/workspace.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>

using namespace duologue;
using namespace duologue::ui;

namespace {

/// The design's bound on how long the window may be away, in milliseconds; instrumented builds are slower by
/// the factor that their tools cost.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr qint64 kLongestAway = 50 * 6;
#else
constexpr qint64 kLongestAway = 50;
#endif

/// Measures the longest time between two turns of the event loop.
class AwayMeter : public QObject {
public:
    AwayMeter()
    {
        m_clock.start();
        connect(&m_timer, &QTimer::timeout, this, [this] { m_longest = qMax(m_longest, m_clock.restart()); });
        m_timer.start(0);
    }

    qint64 longest() const { return m_longest; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

} // namespace

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
        AwayMeter meter;
        workspace.open({path});
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading() && workspace.snapshot().complete, 60000);
        QTRY_VERIFY(workspace.current());
        QVERIFY(workspace.snapshot().recordCount() >= atLeast);
        qInfo("longest time away from the event loop: %lld ms", static_cast<long long>(meter.longest()));
        QVERIFY2(meter.longest() <= kLongestAway, qPrintable(QStringLiteral("%1 ms").arg(meter.longest())));
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
