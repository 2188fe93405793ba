// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/hostile_shapes.h"
#include "tests/support/iteration_counter.h"
#include "tests/support/real_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/workspace.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <limits>

using namespace duologue;
using namespace duologue::ui;

namespace {

/// Measures the longest time between two iterations of the event loop.
class GapMeter : public QObject {
public:
    GapMeter()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { look(); });
        m_clock.start();
        m_timer.start(1);
    }

    /// In milliseconds.
    qint64 longest()
    {
        look();
        return m_longest;
    }

private:
    void look() { m_longest = std::max(m_longest, m_clock.restart()); }

    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

} // namespace

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

    struct Gap {
        /// In milliseconds.
        qint64 longest = 0;
        const char* during = "";
    };

    /// The longest time in which the window did not answer while the data were opened and looked at.
    static Gap longestGap(const std::filesystem::path& folder)
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.resize(1200, 800);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            return {std::numeric_limits<qint64>::max(), "showing the window"};
        GapMeter meter;
        Gap gap;
        const auto look = [&](const char* during) {
            if (const qint64 longest = meter.longest(); longest > gap.longest)
                gap = {longest, during};
        };
        const auto isRead = [&] { return !workspace.isLoading() && workspace.snapshot().complete; };
        const auto isShown = [&] { return workspace.current() || workspace.snapshot().recordCount() == 0; };
        workspace.open({QString::fromStdString(folder.string())});
        if (!QTest::qWaitFor(isRead, 60'000) || !QTest::qWaitFor(isShown, 20'000))
            return {std::numeric_limits<qint64>::max(), "reading"};
        QTest::qWait(50);
        look("opening");
        for (const auto& [perspective, name] :
             {std::pair(Perspective::Read, "Read"), std::pair(Perspective::Check, "Check"),
              std::pair(Perspective::Explore, "Explore")}) {
            window.workbench().setPerspective(perspective);
            QTest::qWait(50);
            look(name);
        }
        workspace.setQueryText(QStringLiteral("turns:>=1 an"));
        QTest::qWait(50);
        look("a filter");
        return gap;
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

    void theWindowRespondsToHostileData_data()
    {
        QTest::addColumn<std::size_t>("index");
        const auto shapes = test::hostileShapes();
        for (std::size_t i = 0; i < shapes.size(); ++i)
            QTest::newRow(shapes[i].name) << i;
    }

    void theWindowRespondsToHostileData()
    {
        QFETCH(const std::size_t, index);
        const test::HostileShape shape = test::hostileShapes()[index];
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
        constexpr qint64 kMost = 1'000;
        const std::size_t size = shape.n / 2;
#else
        constexpr qint64 kMost = 250;
        const std::size_t size = 2 * shape.n;
#endif
        const test::TempFolder folder;
        shape.make(folder.path(), size);
        // Other programs take the processor, too: the best of a few tries counts.
        Gap gap;
        for (int tries = 0; tries < 3 && (tries == 0 || gap.longest > kMost); ++tries)
            gap = longestGap(folder.path());
        const QString what = QStringLiteral("%1 ms: %2").arg(gap.longest).arg(QLatin1String(gap.during));
        if (qEnvironmentVariableIsSet("DUOLOGUE_SAY_GROWTH"))
            qInfo("%s", qPrintable(what));
        QVERIFY2(gap.longest <= kMost, qPrintable(what));
    }
};

DUOLOGUE_TEST(ResponsivenessTest)
#include "responsiveness_test.moc"
