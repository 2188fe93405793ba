// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_run.h"
#include "tests/support/load.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_view.h"
#include "ui/transcript/transcript_view.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <cstdlib>

using namespace duologue;
using namespace duologue::ui;

/// What was open comes back at the next start.
class SessionTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;

    void start()
    {
        m_window.reset();
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void waitForRecord(Row row)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        QTRY_VERIFY(m_workspace->current() && m_workspace->current()->row == row);
    }

    void work()
    {
        start();
        m_workspace->open({QString::fromStdString(test::sampleFolder().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        m_workspace->setSort({"turns", true});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:>=2")));
        QTRY_VERIFY(m_workspace->view()->order.size() > 5 && m_workspace->view()->sort.field == "turns");
        m_workspace->setCurrentRow(m_workspace->view()->order[4]);
        waitForRecord(m_workspace->view()->order[4]);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-session-test"));
    }

    void init()
    {
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        init();
    }

    void everythingComesBack()
    {
        work();
        const Row row = *m_workspace->currentRow();
        m_window->close();
        start();
        QVERIFY(m_window->beginSession(true));
        waitForRecord(row);
        QTRY_COMPARE(toQt(toText(m_workspace->query())), QStringLiteral("turns:>=2"));
        QCOMPARE(m_workspace->sort(), (SortKey{"turns", true}));
        QTRY_COMPARE(m_workspace->view()->order[4], row);
        QCOMPARE(m_workspace->currentRow(), std::optional(row));
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("sample")));
        // Once more: nothing was lost while it was restored.
        m_window->close();
        start();
        QVERIFY(m_window->beginSession(true));
        waitForRecord(row);
        QTRY_COMPARE(toQt(toText(m_workspace->query())), QStringLiteral("turns:>=2"));
    }

    void markdownAndGroupsComeBack()
    {
        const auto isRendered = [this] {
            return m_window->findChild<TranscriptView*>(QStringLiteral("transcript"))->mode().markdown;
        };
        const auto group = [this] {
            return m_window->findChild<QComboBox*>(QStringLiteral("compareBox"))->currentData().toString();
        };
        work();
        QVERIFY(isRendered());
        m_window->panelAction(QStringLiteral("showMarkdown"))->trigger();
        QVERIFY(!isRendered());
        QCOMPARE(m_workspace->shownView().markdown, std::optional(false));
        auto* box = m_window->findChild<QComboBox*>(QStringLiteral("compareBox"));
        QTRY_VERIFY(box->count() > 2);
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        const QString chosen = box->currentData().toString();
        QVERIFY(!chosen.isEmpty());
        const Row row = *m_workspace->currentRow();
        m_window->close();
        start();
        QVERIFY(m_window->beginSession(true));
        waitForRecord(row);
        QVERIFY(!isRendered());
        QTRY_COMPARE(group(), chosen);
        SavedView view = m_workspace->shownView();
        view.markdown = true;
        m_workspace->showParts(view);
        QVERIFY(isRendered());
    }

    void usersCanOptOut()
    {
        work();
        m_window->settings().setRestoresSession(false);
        m_window->close();
        start();
        QVERIFY(!m_window->beginSession(true));
        QVERIFY(m_workspace->paths().isEmpty());
        // It is still there to be asked for.
        auto* offer = m_window->findChild<QPushButton*>(QStringLiteral("continueButton"));
        QVERIFY(offer->isVisible() && offer->text().contains(QStringLiteral("sample")));
        offer->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->view()->order.size() > 5, 20000);
        QTRY_COMPARE(toQt(toText(m_workspace->query())), QStringLiteral("turns:>=2"));
    }

    void aClosedDatasetStaysClosed()
    {
        work();
        m_workspace->close();
        m_window->close();
        start();
        QVERIFY(!m_window->beginSession(true));
        QVERIFY(!m_window->findChild<QPushButton*>(QStringLiteral("continueButton"))->isVisible());
    }

    /// --no-restore, and the start after a crash.
    void aStartMayOnlyOffer()
    {
        work();
        m_window->close();
        start();
        QVERIFY(!m_window->beginSession(false));
        QVERIFY(m_workspace->paths().isEmpty());
        QVERIFY(m_window->findChild<QPushButton*>(QStringLiteral("continueButton"))->isVisible());
        // Opening something else ends the offer.
        m_workspace->open({QString::fromStdString((test::sampleFolder() / "PrefEval").string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        m_workspace->close();
        QVERIFY(!m_window->findChild<QPushButton*>(QStringLiteral("continueButton"))->isVisible());
    }

    void theSamePlaceIsReadOn()
    {
        work();
        auto& transcript = *m_window->findChild<TranscriptView*>(QStringLiteral("transcript"));
        auto& bar = *transcript.verticalScrollBar();
        QTRY_VERIFY(bar.maximum() > 200);
        bar.setValue(bar.maximum() / 2);
        const int place = bar.value();
        const auto row = m_workspace->currentRow();
        m_window->close();
        start();
        QVERIFY(m_window->beginSession(true));
        waitForRecord(*row);
        auto& again =
            *m_window->findChild<TranscriptView*>(QStringLiteral("transcript"))->verticalScrollBar();
        constexpr int kAboutALine = 24;
        QTRY_VERIFY2(std::abs(again.value() - place) < kAboutALine,
                     qPrintable(QStringLiteral("%1 of %2").arg(again.value()).arg(place)));
    }

    void columnsComeBack()
    {
        work();
        auto& table = *m_window->findChild<RecordTableView*>();
        // Those that the program chooses are not kept: another dataset has others.
        QVERIFY(table.arrangement().isEmpty());
        table.arrange({QStringLiteral("turns=90"), QStringLiteral("file=240"), QStringLiteral("task=120")});
        const QStringList columns = table.arrangement();
        QCOMPARE(columns.size(), 3);
        QVERIFY(columns[0].startsWith(QStringLiteral("turns=")) &&
                columns[1].startsWith(QStringLiteral("file=")));
        m_window->close();
        start();
        QVERIFY(m_window->beginSession(true));
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        QTRY_COMPARE(m_window->findChild<RecordTableView*>()->arrangement(), columns);
    }

    void datasetsThatAreGoneAreClosedAgain()
    {
        storeSetting(QStringLiteral("session/paths"), QStringList{QStringLiteral("/nowhere/at/all")});
        start();
        QVERIFY(m_window->beginSession(true));
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->paths().isEmpty(), 20000);
        // Its disk may come back.
        QVERIFY(m_window->findChild<QPushButton*>(QStringLiteral("continueButton"))->isVisible());
        QVERIFY(m_window->findChild<QWidget*>(QStringLiteral("startPage"))->isVisible());
    }

    void anotherDatasetIsNotChanged()
    {
        work();
        m_window->close();
        start();
        QVERIFY(m_window->beginSession(true));
        m_workspace->open({QString::fromStdString((test::sampleFolder() / "PrefEval").string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        QTRY_VERIFY(m_workspace->current());
        QCOMPARE(m_workspace->query(), Query());
        QCOMPARE(m_workspace->sort(), SortKey());
    }

    /// The settings, a session, a view, a described format and accepted findings, as that version wrote them.
    void whatVersionOneWroteStillOpens()
    {
        const std::filesystem::path written = test::sourceFolder() / "tests/data/v1.0";
        const test::TempFolder folder;
        std::filesystem::copy(test::sampleFolder(), folder.path(), std::filesystem::copy_options::recursive);
        std::filesystem::copy(written / "odd", folder.path() / "odd");
        for (const auto& [from, to] :
             {std::pair("duologue-checks.json", ".duologue-checks.json"),
              std::pair("travel.duologue-view.json", "travel.duologue-view.json"),
              std::pair("v1data.duologue-format.json", "v1data.duologue-format.json")})
            std::filesystem::copy_file(written / from, folder.path() / to);
        QString settings = QString::fromStdString(test::fileBytes(written / "duologue.conf"));
        settings.replace(QStringLiteral("/data/travels"), toQt(folder.path().string()));
        QDir().mkpath(QFileInfo(QSettings().fileName()).path());
        QFile file(QSettings().fileName());
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(settings.toUtf8());
        file.close();
        QSettings().sync();

        const QString query = QStringLiteral("task:\"travel planning\" turns:>=2");
        const auto read = [this] {
            const auto& current = m_workspace->current();
            return current ? toQt(test::fieldText(*m_workspace->view()->snapshot, current->row, "file"))
                           : QString();
        };
        const QString record = QStringLiteral("RecLLMSim/LLM_agent_user/travel planning/3.json");
        start();
        QCOMPARE(m_window->settings().appearance(), QStringLiteral("dark"));
        QCOMPARE(m_window->recentDatasets().entries().size(), std::size_t{1});
        QVERIFY(m_window->recentDatasets().entries().front().isPinned);
        QCOMPARE(m_window->findChild<QAction*>(QStringLiteral("openFolder"))->shortcut(),
                 QKeySequence(QStringLiteral("Ctrl+Alt+O")));
        QCOMPARE(QueryMemory().history().value(0), query);
        QVERIFY(m_window->beginSession(true));
        QTRY_COMPARE_WITH_TIMEOUT(read(), record, 20000);
        QTRY_COMPARE(toQt(toText(m_workspace->query())), query);
        QCOMPARE(m_workspace->sort(), (SortKey{"turns", true}));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{8});

        // Which of the sample's records the description reads, and what its findings are.
        const Snapshot& snapshot = *m_workspace->view()->snapshot;
        QCOMPARE(test::idsFound(snapshot, "format:v1data messages:2").size(), std::size_t{6});
        auto checks = readCheckSettings(folder.path());
        QVERIFY(checks.ok());
        CheckRequest request{snapshot, RowSet(snapshot.recordCount(), true), {}, {"translation_missing"}};
        QCOMPARE(runChecks(request, Job()).results.front().suppressed, std::uint64_t{0});
        request.settings = checks.value();
        QCOMPARE(runChecks(request, Job()).results.front().suppressed, std::uint64_t{1});

        m_workspace->close();
        m_window->openPaths({toQt((folder.path() / "travel.duologue-view.json").string())});
        QTRY_COMPARE_WITH_TIMEOUT(read(), record, 20000);
        QTRY_COMPARE(toQt(toText(m_workspace->query())), query);
        QCOMPARE(m_workspace->sort(), (SortKey{"turns", true}));
        const QStringList columns = m_window->findChild<RecordTableView*>()->arrangement();
        QVERIFY2(
            columns.join(u' ').contains(QRegularExpression(QStringLiteral("task=[0-9]+ turns=[0-9]+ hall"))),
            qPrintable(columns.join(u' ')));
    }

    /// As version 1.0 allowed: a pattern with look-around, and a field that the data had then.
    void aFilterThatCannotBeAppliedIsReported()
    {
        for (const QString& query : {QStringLiteral("/a(?=b)/"), QStringLiteral("nonsense:3")}) {
            work();
            m_window->close();
            storeSetting(QStringLiteral("session/query"), query);
            start();
            const QSignalSpy reported(m_workspace.get(), &Workspace::reported);
            QVERIFY(m_window->beginSession(true));
            QTRY_COMPARE_WITH_TIMEOUT(reported.count(), 1, 20000);
            QVERIFY(reported.front().at(0).toString().contains(query));
            QVERIFY(!reported.front().at(1).toString().isEmpty());
            QCOMPARE(m_workspace->query(), Query());
        }
    }

    void windowsFarAwayComeBackToTheScreen()
    {
        {
            QWidget far;
            far.setGeometry(90000, 90000, 400, 300);
            Settings().setWindowLayout({far.saveGeometry(), {}});
        }
        start();
        QVERIFY(m_window->screen()->availableGeometry().intersects(m_window->frameGeometry()));
    }

    void theWindowHasAnIcon()
    {
        start();
        const QIcon icon = m_window->windowIcon();
        for (const int size : {16, 24, 48, 128}) {
            const QImage image = icon.pixmap(size).toImage();
            QCOMPARE(image.width(), size);
            int painted = 0;
            for (int x = 0; x < size; ++x) {
                for (int y = 0; y < size; ++y)
                    painted += image.pixelColor(x, y).alpha() > 128 ? 1 : 0;
            }
            QVERIFY2(painted > size * size / 4, qPrintable(QString::number(size)));
        }
    }
};

DUOLOGUE_TEST(SessionTest)
#include "session_test.moc"
