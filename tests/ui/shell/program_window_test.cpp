// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/window/main_window.h"
#include "ui/window/program_window.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

/// The program's window, made from the settings, and made anew for another language.
class ProgramWindowTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<ProgramWindow> m_program;

    void start(const ProgramWindow::Start& start)
    {
        m_program.reset();
        m_workspace = std::make_unique<Workspace>();
        m_program = std::make_unique<ProgramWindow>(*qApp, *m_workspace);
        m_program->start(start);
        QVERIFY(QTest::qWaitForWindowExposed(&m_program->window()));
    }

    static ProgramWindow::Start startWith(const QStringList& paths)
    {
        ProgramWindow::Start made;
        made.request.paths = paths;
        return made;
    }

    QString firstMenu() const { return m_program->window().menuBar()->actions().front()->text(); }

    void waitForDataset()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->current(), 20000);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-program-test"));
    }

    void init()
    {
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void cleanup()
    {
        m_program.reset();
        m_workspace.reset();
        installTranslation(*qApp, QStringLiteral("en"));
        init();
    }

    void anotherLanguageKeepsThePlace()
    {
        start(startWith({toQt(test::sampleFolder().string())}));
        waitForDataset();
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:>=2")));
        m_workspace->setSort({"turns", true});
        QTRY_VERIFY(m_workspace->view()->sort.field == "turns" && m_workspace->view()->order.size() > 5);
        const Row row = m_workspace->view()->order[4];
        m_workspace->setCurrentRow(row);
        QTRY_VERIFY(m_workspace->current() && m_workspace->current()->row == row);
        const Snapshot* const snapshot = &m_workspace->snapshot();
        QCOMPARE(firstMenu(), QStringLiteral("&File"));

        m_program->window().settings().setLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY2(firstMenu().startsWith(QStringLiteral("文件")), qPrintable(firstMenu()));
        QVERIFY(m_program->window().isVisible());
        // It is the same dataset, not read again.
        QCOMPARE(&m_workspace->snapshot(), snapshot);
        QCOMPARE(m_workspace->currentRow(), std::optional(row));
        QCOMPARE(m_workspace->sort(), (SortKey{"turns", true}));
        QCOMPARE(m_program->window().findChild<QLineEdit*>(QStringLiteral("queryEdit"))->text(),
                 QStringLiteral("turns:>=2"));
        QTRY_VERIFY(m_program->window()
                        .findChild<QLabel*>(QStringLiteral("countsLabel"))
                        ->text()
                        .contains(QStringLiteral("对话")));

        m_program->window().settings().setLanguage(QStringLiteral("en"));
        QTRY_COMPARE(firstMenu(), QStringLiteral("&File"));
        QCOMPARE(m_workspace->currentRow(), std::optional(row));
    }

    void theLanguageIsThatOfTheSettings()
    {
        Settings().setLanguage(QStringLiteral("zh_CN"));
        start({});
        QVERIFY2(firstMenu().startsWith(QStringLiteral("文件")), qPrintable(firstMenu()));
    }

    /// What was open is offered after a crash, and opened after a good end.
    void aCrashIsToldAndNothingIsOpenedByItself()
    {
        start(startWith({toQt(test::sampleFolder().string())}));
        waitForDataset();
        m_program->keep();
        ProgramWindow::Start crashed;
        crashed.hasCrashed = true;
        crashed.crashReport = QStringLiteral("/somewhere/crash-1.txt");
        start(crashed);
        QVERIFY(m_workspace->paths().isEmpty());
        QVERIFY(m_program->window().findChild<QPushButton*>(QStringLiteral("continueButton"))->isVisible());
        const QStringList told = m_workspace->lastReports();
        QVERIFY2(!told.isEmpty() && told.back().contains(QStringLiteral("closed unexpectedly")),
                 qPrintable(told.join(u' ')));
        start({});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->paths().isEmpty(), 20000);
    }

    void aRequestOpensInTheSameWindow()
    {
        start({});
        const MainWindow* const window = &m_program->window();
        m_program->open(
            {{toQt((test::sampleFolder() / "PrefEval").string())}, QStringLiteral("messages:>0"), {}});
        waitForDataset();
        QCOMPARE(&m_program->window(), window);
        QVERIFY(window->windowTitle().startsWith(QStringLiteral("PrefEval")));
        QTRY_COMPARE(toQt(toText(m_workspace->query())), QStringLiteral("messages:>0"));
    }
};

DUOLOGUE_TEST(ProgramWindowTest)
#include "program_window_test.moc"
