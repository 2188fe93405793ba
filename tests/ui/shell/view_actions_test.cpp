// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_keys.h"
#include "tests/support/load.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/menus.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <array>

using namespace duologue;
using namespace duologue::ui;
using duologue::test::TempFolder;

namespace {

/// What a shell prints for the line.
QByteArray printed(const QString& line)
{
    const QString program = QString::fromUtf8(DUOLOGUE_CLI);
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QString(line).replace(QStringLiteral("duologue-cli"), program) +
                                           QStringLiteral(" --format csv --no-cache")});
    shell.waitForFinished();
    return shell.readAllStandardOutput();
}

} // namespace

/// What the window shows, as a command and as a file.
class ViewActionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-view-actions"));
    }

    void init()
    {
        // What the window of the last test has left.
        writeSettings();
        changeSettings([](QSettings& settings) { settings.clear(); });
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->show();
        m_workspace->open({toQt((test::sampleFolder() / "RecLLMSim").string())});
        QTRY_VERIFY(!m_workspace->isLoading());
        QVERIFY(m_workspace->snapshot().recordCount() > 10);
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void commandPrintsTheRowsOfTheWindow()
    {
        constexpr std::array kQueries{"",
                                      "turns:>=3",
                                      "旅行 OR travel",
                                      "-intent:Others",
                                      "\"don't\" OR turns:2",
                                      "hallucination:yes",
                                      "task:\"travel planning\" turns:2..5",
                                      "/o+/ -has:rating.diversity"};
        constexpr std::array kSorts{"", "turns", "length", "id", "rating.diversity", "task"};
        test::Random random(20);
        constexpr int kViews = 10;
        for (int view = 0; view < kViews; ++view) {
            QVERIFY(!m_workspace->setQueryText(QString::fromUtf8(random.of(kQueries))));
            m_workspace->setSort({random.of(kSorts), random.oneIn(2)});
            QTRY_VERIFY(answers(*m_workspace->view(), m_workspace->query()) &&
                        m_workspace->view()->sort == m_workspace->sort());
            trigger("copyAsCommand");
            QString command = QGuiApplication::clipboard()->text();
            QVERIFY2(command.contains(QStringLiteral(" --columns id,")), qPrintable(command));
            static const QRegularExpression columns(QStringLiteral(" --columns [^ ]+"));
            command.replace(columns, QStringLiteral(" --columns file,record"));
            QByteArray expected = "file,record\n";
            const Snapshot& snapshot = m_workspace->snapshot();
            for (const Row row : m_workspace->view()->order) {
                std::string file = snapshot.file(snapshot.record(row).file).shownPath;
                if (file.find_first_of(",\"") != std::string::npos)
                    file = "\"" + file + "\"";
                expected += QByteArray::fromStdString(file) + ',' +
                            QByteArray::number(snapshot.record(row).ordinal) + '\n';
            }
            QCOMPARE(command + QLatin1Char('\n') + QString::fromUtf8(printed(command)),
                     command + QLatin1Char('\n') + QString::fromUtf8(expected));
        }
    }

    void linkOpensTheConversation()
    {
        m_workspace->setCurrentRow(Row{7});
        trigger("copyLink");
        const QString name = toQt(nameOfRecord(m_workspace->snapshot(), Row{7}));
        QVERIFY(QGuiApplication::clipboard()->text().contains(name));
        m_workspace->close();
        m_window->openPaths({toQt((test::sampleFolder() / "RecLLMSim").string())}, name);
        QTRY_VERIFY(!m_workspace->isLoading());
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{7}));
    }

    void chartAsCommandPrintsItsFigures()
    {
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:>=2 task:\"travel planning\"")));
        QTRY_VERIFY(answers(*m_workspace->view(), m_workspace->query()));
        auto* const menu = m_window->findChild<QMenu*>(QStringLiteral("chartShareMenu"));
        const auto copied = [&](const QString& action) {
            Q_EMIT menu->aboutToShow();
            for (QAction* each : menu->actions()) {
                if (each->text() == action && each->isEnabled())
                    each->trigger();
            }
            return QGuiApplication::clipboard()->text();
        };
        QTRY_VERIFY(copied(QStringLiteral("Copy as CSV")).startsWith(QStringLiteral("turns")));
        QTRY_COMPARE(QString::fromUtf8(printed(copied(QStringLiteral("Copy as command")))),
                     copied(QStringLiteral("Copy as CSV")));
    }

    void savedViewIsOpenedAgain()
    {
        SavedView parts;
        parts.columns = {"turns", "id", "task"};
        parts.charts = {{"distribution", "task", {}, {}}, {"mean-by-field", "turns", {}, {"rating.overall"}}};
        m_workspace->showParts(parts);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:>=2")));
        m_workspace->setSort({"turns", true});
        QTRY_VERIFY(answers(*m_workspace->view(), m_workspace->query()));
        const Row row = m_workspace->view()->order.at(2);
        m_workspace->setCurrentRow(row);
        const SavedView view = m_workspace->shownView();
        QCOMPARE(view.columns, parts.columns);
        QCOMPARE(view.charts.size(), parts.charts.size());
        SavedView others;
        others.columns = {"id"};
        others.charts = {{"distribution", "turns", {}, {}}};
        m_workspace->showParts(others);
        const TempFolder folder;
        const auto path = folder.write("a.duologue-view.json", viewText(view, folder.path()));
        m_workspace->close();
        m_window->openPaths({toQt(path.string())});
        QTRY_VERIFY(!m_workspace->isLoading());
        QTRY_VERIFY(m_workspace->shownView() == view);
    }

    void aBrokenViewIsReported()
    {
        const TempFolder folder;
        const auto path = folder.write("a.duologue-view.json", "{}");
        QString why;
        connect(m_workspace.get(), &Workspace::reported, this,
                [&why](const QString&, const QString& reason) { why = reason; });
        m_window->openPaths({toQt(path.string())});
        QVERIFY(!why.isEmpty());
        QVERIFY(m_workspace->snapshot().recordCount() > 0);
    }

    void exportOpensTheDialog()
    {
        trigger("export");
        auto* const dialog = m_window->findChild<ExportDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        dialog->reject();
    }

    void actionsNeedADataset()
    {
        m_workspace->close();
        for (const char* name : {"export", "saveView", "copyAsCommand", "copyLink"})
            QTRY_VERIFY2(!m_window->findChild<QAction*>(QLatin1String(name))->isEnabled(), name);
    }

private:
    void trigger(const char* name)
    {
        auto* const action = m_window->findChild<QAction*>(QLatin1String(name));
        QVERIFY(action != nullptr && action->isEnabled());
        action->trigger();
    }

    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

DUOLOGUE_TEST(ViewActionsTest)
#include "view_actions_test.moc"
