// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/running_jobs.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/document_window.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/query/query_bar.h"
#include "ui/table/record_table_view.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

using namespace duologue;
using namespace duologue::ui;

class MainWindowTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;

    template<typename T>
    T* child(const char* name) const
    {
        return m_window->findChild<T*>(QLatin1String(name));
    }
    QString title() const { return child<QLabel>("startTitle")->text(); }
    QString text() const { return child<QLabel>("startText")->text(); }
    bool startPageShown() const { return child<QWidget>("startPage")->isVisible(); }
    RecordTableView& table() const { return *m_window->findChild<RecordTableView*>(); }

    void open(const std::filesystem::path& path)
    {
        m_workspace->open({QString::fromStdString(path.string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
    }

    /// What the card or report that was asked for last says, once it is made; nothing if it does not come.
    QString documentText() const
    {
        auto* page = m_window->findChild<DocumentWindow*>();
        return page != nullptr && QTest::qWaitFor([page] { return page->isMade(); }, 60'000)
                   ? page->findChild<QTextBrowser*>()->toPlainText()
                   : QString();
    }
    void closeDocument() const { delete m_window->findChild<DocumentWindow*>(); }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-test"));
        // A run that was interrupted leaves its own.
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void startPageExplainsWhatToDo()
    {
        QVERIFY(startPageShown());
        // All kinds of files that open, not only the datasets it was written for.
        QVERIFY(text().contains(QStringLiteral("JSON Lines")) && text().contains(QStringLiteral("Parquet")));
        QCOMPARE(title(), QStringLiteral("Open a dataset of conversations"));
        QCOMPARE(child<QLabel>("countsLabel")->text(), QStringLiteral("No dataset open"));
    }

    /// Wherever a number is shown: what was read is not taken for the dataset.
    void aPartOfADatasetDoesNotPassForAllOfIt()
    {
        constexpr int kRecords = 60'000;
        const test::TempFolder folder;
        std::string lines;
        for (int i = 0; i < kRecords; ++i)
            lines += "{\"id\": \"r" + std::to_string(i) +
                     "\", \"messages\": [{\"role\": \"user\", \"content\": \"" + std::string(300, 'x') +
                     "\"}]}\n";
        folder.write("many.jsonl", lines);
        const QMetaObject::Connection stopping =
            connect(m_workspace.get(), &Workspace::viewChanged, this, [this] {
                if (m_workspace->isLoading() && m_workspace->snapshot().recordCount() > 0)
                    m_workspace->cancelLoading();
            });
        m_workspace->open({QString::fromStdString((folder.path() / "many.jsonl").string())});
        QTRY_VERIFY_WITH_TIMEOUT(m_workspace->isReadingStopped(), 20000);
        disconnect(stopping);
        const QString read = countText(m_workspace->snapshot().recordCount());
        QVERIFY(m_workspace->snapshot().recordCount() < kRecords);
        auto* strip = child<QWidget>("stoppedStrip");
        QVERIFY(strip->isVisible());
        const QString sentence = strip->accessibleName().trimmed();
        QVERIFY2(sentence.startsWith(
                     QStringLiteral("Reading was stopped: the first %1 conversations, ").arg(read)) &&
                     sentence.endsWith(QStringLiteral("% of the bytes.")),
                 qPrintable(sentence));
        QTRY_COMPARE(child<QLabel>("countsShort")->text(), QStringLiteral("%1 of %1 read").arg(read));
        QCOMPARE(child<QLabel>("countsLabel")->text(),
                 QStringLiteral("%1 of %1 conversations read").arg(read));
        QTRY_VERIFY(child<QLabel>("chartNote")->text().contains(sentence));
        QTRY_COMPARE(child<QLabel>("conversationPosition")->text(), QStringLiteral("1 of %1 read").arg(read));
        // A filter is on as well.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("id:r7")));
        QTRY_COMPARE(child<QLabel>("countsShort")->text(), QStringLiteral("1 of %1 read").arg(read));
        QTRY_COMPARE(child<QLabel>("chartStatus")->text(),
                     QStringLiteral("1 of %1 conversations read · filter: id:r7").arg(read));
        auto* start = m_window->findChild<QAction*>(QStringLiteral("export"));
        start->trigger();
        auto* part = child<QLabel>("exportReading");
        QVERIFY(part != nullptr && part->text() == sentence);
        const QString allRead = QStringLiteral("All conversations read (%1)").arg(read);
        QVERIFY(child<QComboBox>("exportRows")->findText(allRead) >= 0);
        part->window()->close();
        m_window->showDatasetCard();
        QCOMPARE(withoutMnemonic(child<QPushButton>("cardAll")->text()), allRead);
        child<QPushButton>("cardAll")->click();
        QVERIFY2(documentText().contains(sentence), qPrintable(documentText()));
        closeDocument();
        m_window->showDatasetCard();
        child<QPushButton>("cardShown")->click();
        QVERIFY2(documentText().contains(sentence) &&
                     documentText().contains(QStringLiteral("1 of %1 conversations, where id:r7").arg(read)),
                 qPrintable(documentText()));
        closeDocument();
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:99")));
        QTRY_VERIFY(startPageShown());
        QTRY_VERIFY2(text().contains(QStringLiteral("%1 conversations read").arg(read)), qPrintable(text()));
        m_workspace->setQuery({});
        // Checks look at what was read, and say so.
        m_workspace->startChecks();
        QTRY_VERIFY_WITH_TIMEOUT(m_workspace->checks().checked() != nullptr, 60000);
        QTRY_VERIFY2(child<QLabel>("checkSummary")->text().contains(sentence),
                     qPrintable(child<QLabel>("checkSummary")->text()));
        m_window->showCheckReport();
        QVERIFY2(documentText().contains(sentence), qPrintable(documentText()));
        closeDocument();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::mouseClick(strip->findChild<QPushButton*>(), Qt::LeftButton);
        // The strip is gone, and what is typed next is not for the query.
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&table()));
        QTRY_VERIFY_WITH_TIMEOUT(m_workspace->snapshot().complete && !m_workspace->isLoading(), 60000);
        QCOMPARE(m_workspace->snapshot().recordCount(), static_cast<std::uint32_t>(kRecords));
        QVERIFY(!strip->isVisible());
        QTRY_COMPARE(child<QLabel>("countsShort")->text(), QStringLiteral("60,000 of 60,000"));
    }

    void fitsASmallScreen()
    {
        // A display of 1440 x 900 points at scale 2, with a title bar.
        open(test::sampleFolder());
        m_workspace->setCurrentRow(Row{0});
        QTRY_VERIFY(m_workspace->current());
        m_window->resize(1000, 600);
        // Side panels slide over such a window.
        QTRY_VERIFY(!m_window->workbench().isPanelShown(QStringLiteral("facets")));
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= 720 && least.height() <= 410,
                 qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
    }

    void problemsOfFilesGoToTheFile()
    {
        const test::TempFolder folder;
        folder.write("a/1.json", test::AgentRecord::ofTurns(1).json());
        folder.write("a/b/2.json", "nothing");
        open(folder.path());
        auto* problems = child<QTreeView>("problemsTree");
        QTest::keyClick(m_window.get(), Qt::Key_F4, Qt::ControlModifier);
        m_window->workbench().raisePanel(QStringLiteral("problems"));
        QTRY_COMPARE(problems->model()->rowCount(), 1);
        const QModelIndex kind = problems->model()->index(0, 0);
        QTRY_COMPARE(problems->model()->rowCount(kind), 1);
        const QModelIndex problem = problems->model()->index(0, 0, kind);
        problems->scrollTo(problem);
        auto* sources = child<QTreeView>("sourcesTree");
        QTRY_VERIFY(sources->model()->rowCount() > 0);
        const QPoint point = problems->visualRect(problem).center();
        QTest::mouseClick(problems->viewport(), Qt::LeftButton, {}, point);
        QTest::mouseDClick(problems->viewport(), Qt::LeftButton, {}, point);
        QTRY_COMPARE(sources->currentIndex().data().toString(), QStringLiteral("2.json"));
    }

    void emptyProblemsExplainWhy()
    {
        auto* problems = child<QTreeView>("problemsTree");
        auto* note = child<QLabel>("problemsNote");
        QCOMPARE(note->text(), QStringLiteral("Problems in the dataset appear here."));
        QTest::keyClick(m_window.get(), Qt::Key_F4, Qt::ControlModifier);
        const test::TempFolder folder;
        folder.write("1.json", test::AgentRecord::ofTurns(1).json());
        open(folder.path());
        m_window->workbench().raisePanel(QStringLiteral("problems"));
        QTRY_COMPARE(note->text(), QStringLiteral("No problems"));
        QTRY_VERIFY(note->isVisible());
        QVERIFY(!problems->isVisible());
        folder.write("2.json", "nothing");
        open(folder.path());
        QTRY_VERIFY(problems->isVisible());
        QTRY_VERIFY(problems->height() > m_window->height() / 5);
        QVERIFY(!note->isVisible());
        auto* words = problems->parentWidget()->findChild<QLineEdit*>();
        QTest::keyClicks(words, QStringLiteral("qqq"));
        QTRY_COMPARE(note->text(), QStringLiteral("No problem contains these words."));
        QVERIFY(note->isVisible());
    }

    void messageKeysWorkWithAnyFocus()
    {
        const test::TempFolder folder;
        folder.write("1.json", test::AgentRecord::ofTurns(3).json());
        open(folder.path());
        QTRY_VERIFY(m_workspace->current() != nullptr);
        table().setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_Down, Qt::ControlModifier);
        const int first = m_workspace->currentMessage();
        QTest::keyClick(m_window.get(), Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_workspace->currentMessage(), first + 1);
        m_window->findChild<QueryBar*>()->edit()->setFocus();
        QTest::keyClick(m_window->findChild<QueryBar*>()->edit(), Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(m_workspace->currentMessage(), first);
    }

    void aFolderFillsTableAndStatus()
    {
        open(test::sampleFolder());
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QVERIFY(!startPageShown());
        QCOMPARE(child<QLabel>("countsLabel")->text(), QStringLiteral("61 of 61 conversations"));
        // The first conversation opens as soon as there is one.
        QTRY_VERIFY(m_workspace->current());
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("sample")));
        const QString folder = QString::fromStdString(test::sampleFolder().string());
        m_workspace->open({folder, folder + QStringLiteral("/RecLLMSim")});
        QCOMPARE(m_window->windowTitle(), QStringLiteral("sample, RecLLMSim – Duologue"));
    }

    /// The progress of short loading is not shown.
    /// Nobody has to click first.
    void keysWorkAtOnce()
    {
        open(test::sampleFolder());
        QTRY_VERIFY(m_workspace->current() != nullptr);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&table()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{1}));
    }

    void progressOfLongLoadingIsShown()
    {
        auto* cancel = child<QPushButton>("cancelButton");
        auto* progress = m_window->statusBar()->findChild<QProgressBar*>();
        JobEntry job;
        bool isCancelled = false;
        job.begin(
            QStringLiteral("Reading"),
            [] {
                return JobAmount{1, 4, JobAmount::Unit::Bytes};
            },
            [&isCancelled] { isCancelled = true; });
        QVERIFY(!cancel->isVisible() && !progress->isVisible());
        QTRY_VERIFY(cancel->isVisible() && progress->isVisible());
        QCOMPARE(progress->value() * 4, progress->maximum());
        QVERIFY(child<QLabel>("jobLabel")->text().startsWith(QStringLiteral("Reading")));
        cancel->click();
        QVERIFY(isCancelled);
        job.end();
        QVERIFY(!cancel->isVisible() && !progress->isVisible());
    }

    void aDatasetOpenedBeforeTheWindowIsShown()
    {
        m_window.reset();
        m_workspace->open({QString::fromStdString(test::sampleFolder().string())});
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->show();
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("sample")));
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QVERIFY(!startPageShown());
        QVERIFY(!child<QPushButton>("cancelButton")->isVisible());
        QCOMPARE(child<QLabel>("countsLabel")->text(), QStringLiteral("61 of 61 conversations"));
        QTRY_VERIFY(m_workspace->current());
    }

    void anEmptyFolderIsReported()
    {
        const test::TempFolder folder;
        open(folder.path());
        QTRY_COMPARE(title(), QStringLiteral("No conversations found"));
        QVERIFY(startPageShown());
        QVERIFY(text().contains(QStringLiteral("no files")));
    }

    void aMissingFolderIsReported()
    {
        open("/nowhere/at/all");
        QTRY_COMPARE(title(), QStringLiteral("No conversations found"));
        QVERIFY2(text().contains(QStringLiteral("/nowhere/at/all")), qPrintable(text()));
        QVERIFY(text().contains(QStringLiteral("No such file or folder")));
    }

    void skippedPicturesAreReported()
    {
        test::TempFolder folder;
        folder.write("a.png", "x");
        folder.write("b.png", "x");
        open(folder.path());
        QTRY_COMPARE(title(), QStringLiteral("No conversations found"));
        QVERIFY2(text().contains(QStringLiteral("2 × not a JSON file (.png)")), qPrintable(text()));
    }

    void aFilterWithoutMatchesCanBeCleared()
    {
        open(test::sampleFolder());
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:99")));
        QTRY_COMPARE(title(), QStringLiteral("No conversation matches the filter"));
        QVERIFY(text().contains(QStringLiteral("turns:99")));
        QTest::mouseClick(child<QPushButton>("clearFilterButton"), Qt::LeftButton);
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QVERIFY(!startPageShown());
    }

    void anEmptyResultNamesTheConditionsToBlame()
    {
        open(test::sampleFolder());
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:99 has:id")));
        QTRY_COMPARE(title(), QStringLiteral("No conversation matches the filter"));
        const auto buttons = [this] {
            return child<QWidget>("blamedConditions")->findChildren<QPushButton*>();
        };
        QTRY_COMPARE(buttons().size(), 1);
        QCOMPARE(buttons().front()->text(), QStringLiteral("Without turns:99: 61 conversation(s)"));
        QTest::mouseClick(buttons().front(), Qt::LeftButton);
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QCOMPARE(toText(m_workspace->query()), std::string("has:id"));
    }

    void keysStepThroughConversations()
    {
        open(test::sampleFolder());
        QTRY_VERIFY(m_workspace->currentRow() == Row{0});
        QTest::keyClick(m_window.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{1}));
        QTest::keyClick(m_window.get(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{0}));
    }

    void severalRecordsCanBeSelected()
    {
        open(test::sampleFolder());
        QTRY_VERIFY(m_workspace->current());
        QCOMPARE(m_workspace->selectedRows(), std::vector<Row>{Row{0}});
        QTest::keyClick(&table(), Qt::Key_Down);
        QTest::keyClick(&table(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_workspace->selectedRows(), test::rowsAt({1, 2}));
        QTest::keyClick(&table(), Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(&table(), Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(m_workspace->selectedRows(), test::rowsAt({0, 1}));
        // The rows of another view differ.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("group:real_human_user")));
        QTRY_COMPARE(table().model()->rowCount(), 10);
        QCOMPARE(m_workspace->selectedRows(), std::vector<Row>{*m_workspace->currentRow()});
        m_workspace->close();
        QTRY_VERIFY(m_workspace->selectedRows().empty());
    }

    void theCurrentRecordIsAlwaysListed()
    {
        open(test::sampleFolder());
        QTRY_VERIFY(m_workspace->currentRow() == Row{0});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("group:real_human_user")));
        QTRY_COMPARE(table().model()->rowCount(), 10);
        QTRY_VERIFY(m_workspace->current() &&
                    m_workspace->view()->matched.contains(m_workspace->current()->row));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:99")));
        QTRY_VERIFY(!m_workspace->currentRow());
        QVERIFY(!m_workspace->current());
        m_workspace->setQuery({});
        QTRY_VERIFY(m_workspace->current());
    }

    void aDeeplyNestedRecordDoesNotStopTheWindow()
    {
        const test::TempFolder folder;
        const std::string deep = "{\"a\": " + std::string(200'000, '[') + "1";
        open(folder.write("deep.jsonl",
                          deep + "\n{\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]}\n"));
        QTRY_COMPARE(table().model()->rowCount(), 2);
        QTRY_VERIFY(m_workspace->current());
        QVERIFY(child<QPlainTextEdit>("rawView")->document()->characterCount() < 300'000);
    }

    void theSettingOfMessagesIsThatOfTheAction()
    {
        const QAction* markdown = m_window->panelAction(QStringLiteral("showMarkdown"));
        QVERIFY(markdown->isChecked());
        m_window->settings().setRendersMarkdown(false);
        QVERIFY(!markdown->isChecked());
        m_window->panelAction(QStringLiteral("showMarkdown"))->trigger();
        QVERIFY(markdown->isChecked() && m_window->settings().rendersMarkdown());
    }

    void keysFocusAndUndoTheFilter()
    {
        open(test::sampleFolder());
        QTRY_COMPARE(table().model()->rowCount(), 61);
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(child<QLineEdit>("queryEdit")));
        m_workspace->setQueryText(QStringLiteral("turns:3"));
        table().setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_workspace->query(), Query());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(toQt(toText(m_workspace->query())), QStringLiteral("turns:3"));
    }

    void sidePanelsAreHiddenAndShown()
    {
        open(test::sampleFolder());
        auto* facets = child<QDockWidget>("facets");
        auto* sources = child<QDockWidget>("sources");
        QTRY_VERIFY(facets->isVisible());
        sources->raise();
        QTRY_VERIFY(!sources->visibleRegion().isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(!facets->isVisible() && !sources->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(facets->isVisible());
        // The same tab is in front as before.
        QTRY_VERIFY(!sources->visibleRegion().isEmpty());
        // Panels that were hidden when the window was closed are shown by the next one.
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(!facets->isVisible());
        m_window->close();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1440, 900);
        m_window->show();
        QTRY_VERIFY(child<QDockWidget>("facets")->isVisible());
        m_window->workbench().resetPerspective();
        m_window->close();
    }

    /// Menus and the toolbar offer the same actions; tool tips name the keys.
    void theToolbarHasActionsOfTheMenus()
    {
        auto* bar = m_window->findChild<QToolBar*>(QStringLiteral("toolBar"));
        QVERIFY(!bar->isVisible());
        open(test::sampleFolder());
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(!bar->isMovable());
        QList<QAction*> inMenus;
        for (const MenuEntry& entry : menuEntries(*m_window->menuBar()))
            inMenus << entry.action;
        int tools = 0;
        for (const auto* button : bar->findChildren<QToolButton*>()) {
            if (button->defaultAction() == nullptr)
                continue;
            ++tools;
            QVERIFY2(inMenus.contains(button->defaultAction()), qPrintable(button->objectName()));
            const QString keys = button->defaultAction()->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(button->toolTip().contains(keys), qPrintable(button->toolTip()));
            QVERIFY(!button->accessibleName().isEmpty());
        }
        QVERIFY(tools >= 12);
        QCOMPARE(child<QLabel>("countsShort")->text(), QStringLiteral("61 of 61"));
        auto* chinese = child<QToolButton>("tool:languageSecond");
        QTest::mouseClick(chinese, Qt::LeftButton);
        QCOMPARE(m_window->findChild<TranscriptView*>(QStringLiteral("transcript"))->languageMode(),
                 LanguageMode::Second);
        QTest::mouseClick(child<QToolButton>("tool:languageBoth"), Qt::LeftButton);
        QVERIFY(child<QLineEdit>("queryEdit")->isVisible());
        QVERIFY(bar->isAncestorOf(child<QLineEdit>("queryEdit")));
    }

    /// Its icons follow the palette, so that they are seen in dark windows.
    void toolIconsFollowThePalette()
    {
        const auto lightest = [] {
            const QImage image = toolIcon(QStringLiteral("find")).pixmap(24).toImage();
            int value = -1;
            for (int x = 0; x < 24; ++x) {
                for (int y = 0; y < 24; ++y) {
                    if (image.pixelColor(x, y).alpha() > 200)
                        value = std::max(value, image.pixelColor(x, y).value());
                }
            }
            return value;
        };
        const QPalette before = QApplication::palette();
        QApplication::setPalette(QPalette(QColor(240, 240, 240)));
        QVERIFY2(lightest() >= 0 && lightest() < 80, qPrintable(QString::number(lightest())));
        QApplication::setPalette(QPalette(QColor(30, 30, 30)));
        QVERIFY2(lightest() > 180, qPrintable(QString::number(lightest())));
        QApplication::setPalette(before);
    }

    void sectionsOfTheInspectorFold()
    {
        open(test::sampleFolder());
        QTest::keyClick(m_window.get(), Qt::Key_F2, Qt::ControlModifier);
        auto* ratings = child<FoldSection>("section:ratings");
        QTRY_VERIFY(ratings->isVisible() && ratings->isOpen());
        auto* head = ratings->findChild<QToolButton*>(QStringLiteral("foldHead"));
        QTest::mouseClick(head, Qt::LeftButton);
        QVERIFY(!ratings->isOpen());
        QTRY_VERIFY(ratings->height() <= head->height());
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1440, 900);
        QVERIFY(!child<FoldSection>("section:ratings")->isOpen());
        QVERIFY(child<FoldSection>("section:messages")->isOpen());
        head = child<FoldSection>("section:ratings")->findChild<QToolButton*>(QStringLiteral("foldHead"));
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F2, Qt::ControlModifier);
        QTRY_VERIFY(head->isVisible());
        head->setFocus();
        QTest::keyClick(head, Qt::Key_Space);
        QVERIFY(child<FoldSection>("section:ratings")->isOpen());
        // Where a dataset has nothing for a section, there is none.
        open(test::sampleFolder() / "turbo-alignment");
        QTRY_VERIFY(!child<FoldSection>("section:ratings")->isVisible());
        QVERIFY(!child<FoldSection>("section:messages")->isVisible());
        QVERIFY(!child<FoldSection>("section:strategy")->isVisible());
        // Something is open: titles alone would be an empty column.
        QTRY_VERIFY(child<FoldSection>("section:marks")->isVisible());
        QVERIFY(child<FoldSection>("section:marks")->isOpen());
    }

    /// Sections are as high as what they show; a list of few messages leaves the rest to others.
    void sectionsTakeTheHeightTheyNeed()
    {
        open(test::sampleFolder());
        QTest::keyClick(m_window.get(), Qt::Key_F2, Qt::ControlModifier);
        auto* messages = child<FoldSection>("section:messages");
        auto* ratings = child<FoldSection>("section:ratings");
        QTRY_VERIFY(messages->isVisible() && ratings->isVisible());
        QWidget* inspector = child<QWidget>("inspectorSections");
        const auto needed = [inspector](const QWidget* section) {
            return section->hasHeightForWidth() ? section->heightForWidth(inspector->width())
                                                : section->sizeHint().height();
        };
        QTRY_VERIFY2(messages->height() <= needed(messages) + 2,
                     qPrintable(QStringLiteral("%1 of %2").arg(messages->height()).arg(needed(messages))));
        QTRY_VERIFY(ratings->height() >= std::min(needed(ratings), inspector->height() / 3));
    }

    /// Bilingual, marked and rated: what the product can do.
    void theSampleOpensOnATellingRecord()
    {
        m_window->openSample();
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
        const auto isTelling = [this] {
            const DecodedRecordPtr& record = m_workspace->current();
            if (!record || record->conversation.ratings.empty())
                return false;
            const auto& messages = record->conversation.messages;
            return std::any_of(messages.begin(), messages.end(), [&](const Message& message) {
                return message.hallucination == Mark::Yes &&
                       !record->conversation.text(message, Language::Chinese).empty() &&
                       !record->conversation.text(message, Language::English).empty();
            });
        };
        QTRY_VERIFY(isTelling());
        // Other datasets open on their first record.
        open(test::sampleFolder());
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{0}));
    }

    void droppedFoldersOpen()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(test::sampleFolder().string()))});
        // Qt delivers a drop only after a drag has entered.
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        const QImage before = child<QWidget>("startPage")->grab().toImage();
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(child<QWidget>("startPage")->grab().toImage() != before);
        QDragLeaveEvent leave;
        QApplication::sendEvent(m_window.get(), &leave);
        QCOMPARE(child<QWidget>("startPage")->grab().toImage(), before);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QTRY_COMPARE_WITH_TIMEOUT(table().model()->rowCount(), 61, 20000);
    }

    void headersSortAndRestoreFileOrder()
    {
        open(test::sampleFolder());
        QTRY_COMPARE(table().model()->rowCount(), 61);
        auto* header = table().horizontalHeader();
        int turns = -1;
        const auto hasTurns = [&] {
            for (int column = 0; column < table().model()->columnCount(); ++column) {
                if (table().model()->headerData(column, Qt::Horizontal).toString() == QStringLiteral("Turns"))
                    turns = column;
            }
            return turns >= 0;
        };
        // The columns are chosen by a worker.
        QTRY_VERIFY(hasTurns());
        const QPoint point(header->sectionViewportPosition(turns) + 10, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, point);
        QTRY_COMPARE(m_workspace->view()->sort, (SortKey{"turns", false}));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, point);
        QTRY_COMPARE(m_workspace->view()->sort, (SortKey{"turns", true}));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, point);
        QTRY_COMPARE(m_workspace->view()->sort, SortKey());
    }
};

DUOLOGUE_TEST(MainWindowTest)
#include "main_window_test.moc"
