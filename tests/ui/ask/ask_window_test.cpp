// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/report_view.h"
#include "ui/query/facet_section.h"
#include "ui/query/query_bar.h"
#include "ui/query/saved_queries.h"
#include "ui/table/record_table_view.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSettings>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace duologue;
using namespace duologue::ui;

/// Uses the window like a person: bars, chips, keys, menus. After each step the query's text, the chips, the
/// counts of the facets, the table and the status line agree.
class AskWindowTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;

    void open(const test::TempFolder& folder, std::size_t records)
    {
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->view()->order.size() == records,
                                 120000);
    }
    FacetSection& section(const QString& key) const
    {
        return *m_window->findChild<FacetSection*>(QStringLiteral("facet:") + key);
    }
    QString query() const { return toQt(toText(m_workspace->query())); }
    /// Empty while there is no such facet; facets appear after the rows.
    QList<quint64> counts(const QString& key) const
    {
        QList<quint64> all;
        if (!m_window->findChild<FacetSection*>(QStringLiteral("facet:") + key))
            return all;
        const FacetValueModel& model = section(key).model();
        for (int row = 0; row < model.rowCount(); ++row)
            all << model.index(row).data(FacetValueModel::CountRole).toULongLong();
        return all;
    }
    void clickValue(const QString& key, int row, Qt::KeyboardModifiers modifiers = {}) const
    {
        auto* list = section(key).findChild<FacetList*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, modifiers,
                          list->visualRect(list->model()->index(row, 0)).center());
    }
    QStringList chips() const
    {
        QStringList texts;
        for (auto* chip :
             m_window->findChildren<QToolButton*>(QRegularExpression(QStringLiteral("^chip\\d+$")))) {
            if (!chip->isHidden())
                texts << chip->text().section(QStringLiteral("  "), 0, 0);
        }
        return texts;
    }
    /// Checks everything that shows the number of matches.
    void shows(const QString& text, int rows, const QList<quint64>& tasks, const QList<quint64>& turns,
               const QStringList& chipTexts) const
    {
        QCOMPARE(query(), text);
        QCOMPARE(m_window->findChild<QueryBar*>()->edit()->text(), text);
        QCOMPARE(chips(), chipTexts);
        QTRY_COMPARE(static_cast<int>(m_workspace->view()->order.size()), rows);
        QTRY_COMPARE(m_window->findChild<RecordTableView*>()->model()->rowCount(), rows);
        QTRY_COMPARE(counts(QStringLiteral("task")), tasks);
        QTRY_COMPARE(counts(QStringLiteral("turns")), turns);
        QTRY_COMPARE(chartCounts(), turns);
        QTRY_VERIFY(
            m_window->findChild<QLabel*>(QStringLiteral("countsLabel"))
                ->text()
                .startsWith(rows == 6 ? QStringLiteral("6 of 6") : QStringLiteral("%1 of 6").arg(rows)));
    }
    /// task a: turns 1 1 2, task b: turns 2 3, task c: turns 3.
    void openTasks(const test::TempFolder& folder)
    {
        const std::vector<std::pair<std::string, std::vector<int>>> groups{
            {"a", {1, 1, 2}}, {"b", {2, 3}}, {"c", {3}}};
        for (const auto& [task, turns] : groups) {
            for (std::size_t i = 0; i < turns.size(); ++i) {
                auto record = test::AgentRecord::ofTurns(turns[i]);
                record.task = task;
                folder.write("t/" + task + std::to_string(i) + ".json", record.json());
            }
        }
        open(folder, 6);
        QTRY_COMPARE(counts(QStringLiteral("task")).size(), 3);
        QTRY_COMPARE(counts(QStringLiteral("turns")).size(), 3);
    }
    void clickBar(int bar, Qt::KeyboardModifiers modifiers = {}) const
    {
        auto* chart = m_window->findChild<ChartCanvas*>();
        QTRY_VERIFY(chart->categoryCount() == 3 && chart->columnRect(bar).width() > 4);
        QTest::mouseClick(chart, Qt::LeftButton, modifiers, chart->columnRect(bar).center());
    }
    /// The counts of the chart by turns, from its table.
    QList<quint64> chartCounts() const
    {
        QList<quint64> all;
        const QAbstractItemModel* model = m_window->findChild<ReportTable*>()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            all << model->index(row, 1).data().toULongLong();
        return all;
    }
    QAction* action(const QString& text) const
    {
        for (QAction* each : m_window->findChildren<QAction*>()) {
            if (each->text().remove(QLatin1Char('&')) == text)
                return each;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-ask-test"));
    }

    void init()
    {
        writeSettings();
        QSettings().clear();
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1400, 1400);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void everythingFollowsTheQuery()
    {
        const test::TempFolder folder;
        openTasks(folder);
        shows({}, 6, {3, 2, 1}, {2, 2, 2}, {});
        clickValue(QStringLiteral("task"), 0);
        shows(QStringLiteral("task:a"), 3, {3, 2, 1}, {2, 1, 0}, {QStringLiteral("task:a")});
        clickValue(QStringLiteral("task"), 1, Qt::ControlModifier);
        shows(QStringLiteral("task:a OR task:b"), 5, {3, 2, 1}, {2, 2, 1},
              {QStringLiteral("task:a OR task:b")});
        auto* histogram = section(QStringLiteral("turns")).findChild<FacetHistogram*>();
        const auto bar = [&](int i) {
            return QPoint(7 + (histogram->width() - 14) * (2 * i + 1) / 6, histogram->height() / 2);
        };
        QTest::mousePress(histogram, Qt::LeftButton, {}, bar(1));
        QTest::mouseMove(histogram, bar(1) + QPoint(8, 0));
        QTest::mouseMove(histogram, bar(2));
        QTest::mouseRelease(histogram, Qt::LeftButton, {}, bar(2));
        shows(QStringLiteral("(task:a OR task:b) (turns:2 OR turns:3)"), 3, {1, 2, 1}, {2, 2, 1},
              {QStringLiteral("task:a OR task:b"), QStringLiteral("turns:2 OR turns:3")});
        QTest::mouseClick(m_window->findChild<QToolButton*>(QStringLiteral("chip0")), Qt::LeftButton);
        shows(QStringLiteral("turns:2 OR turns:3"), 4, {1, 2, 1}, {2, 2, 2},
              {QStringLiteral("turns:2 OR turns:3")});
        // Undo by key, also from within the line.
        m_window->activateWindow();
        auto* edit = m_window->findChild<QueryBar*>()->edit();
        edit->setFocus();
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        shows(QStringLiteral("(task:a OR task:b) (turns:2 OR turns:3)"), 3, {1, 2, 1}, {2, 2, 1},
              {QStringLiteral("task:a OR task:b"), QStringLiteral("turns:2 OR turns:3")});
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        shows(QStringLiteral("turns:2 OR turns:3"), 4, {1, 2, 1}, {2, 2, 2},
              {QStringLiteral("turns:2 OR turns:3")});
        m_window->findChild<QueryBar*>()->run(QStringLiteral("message(turn:3 role:user) -task:c"));
        shows(QStringLiteral("message(turn:3 role:user) -task:c"), 1, {0, 1, 1}, {0, 0, 1},
              {QStringLiteral("message(turn:3 role:user)"), QStringLiteral("-task:c")});
    }

    /// A bar, one more, a range, a value of another field, a chip, undo: charts, facets, table, chips, status
    /// and text agree after each step.
    void chartsAndFacetsFollowEachOther()
    {
        const test::TempFolder folder;
        openTasks(folder);
        shows({}, 6, {3, 2, 1}, {2, 2, 2}, {});
        clickBar(1);
        shows(QStringLiteral("turns:2"), 2, {1, 1, 0}, {2, 2, 2}, {QStringLiteral("turns:2")});
        clickBar(2, Qt::ControlModifier);
        shows(QStringLiteral("turns:2 OR turns:3"), 4, {1, 2, 1}, {2, 2, 2},
              {QStringLiteral("turns:2 OR turns:3")});
        ChartCanvas& chart = *m_window->findChild<ChartCanvas*>();
        QTest::mousePress(&chart, Qt::LeftButton, {}, chart.columnRect(0).center());
        QTest::mouseMove(&chart, chart.columnRect(1).center());
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, chart.columnRect(1).center());
        shows(QStringLiteral("turns:1..2"), 4, {3, 1, 0}, {2, 2, 2}, {QStringLiteral("turns:1..2")});
        clickValue(QStringLiteral("task"), 0);
        shows(QStringLiteral("turns:1..2 task:a"), 3, {3, 1, 0}, {2, 1, 0},
              {QStringLiteral("turns:1..2"), QStringLiteral("task:a")});
        QTest::mouseClick(m_window->findChild<QToolButton*>(QStringLiteral("chip0")), Qt::LeftButton);
        shows(QStringLiteral("task:a"), 3, {3, 2, 1}, {2, 1, 0}, {QStringLiteral("task:a")});
        m_workspace->undoQuery();
        shows(QStringLiteral("turns:1..2 task:a"), 3, {3, 1, 0}, {2, 1, 0},
              {QStringLiteral("turns:1..2"), QStringLiteral("task:a")});
        m_workspace->undoQuery();
        shows(QStringLiteral("turns:1..2"), 4, {3, 1, 0}, {2, 2, 2}, {QStringLiteral("turns:1..2")});
        // A click below the rows changes nothing.
        auto* table = m_window->findChild<RecordTableView*>();
        table->resize(table->width(), 600);
        const QModelIndex current = table->currentIndex();
        QVERIFY(current.isValid());
        const QPoint below(40, table->viewport()->height() - 3);
        QVERIFY(!table->indexAt(below).isValid());
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, below);
        QCOMPARE(table->currentIndex(), current);
        QVERIFY(table->selectionModel()->isRowSelected(current.row()));
    }

    void theMenuOpensCharts()
    {
        const test::TempFolder folder;
        openTasks(folder);
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("charts"));
        dock->close();
        for (const ReportSpec& report : reports()) {
            QAction* entry = action(toQt(report.title));
            QVERIFY(entry != nullptr);
            entry->trigger();
            QVERIFY(dock->isVisible() && entry->isChecked());
            QCOMPARE(m_window->findChild<QComboBox*>(QStringLiteral("reportBox"))->currentData().toString(),
                     toQt(report.id));
        }
        QVERIFY(m_window->findChild<QMenu*>(QStringLiteral("chartShareMenu")) != nullptr);
    }

    void filtersAreSavedAndApplied()
    {
        const test::TempFolder folder;
        folder.write("t/1.json", test::AgentRecord::ofTurns(1).json());
        open(folder, 1);
        QVERIFY(!action(QStringLiteral("Save this filter…"))->isEnabled());
        m_window->findChild<QueryBar*>()->run(QStringLiteral("turns:1"));
        QAction* save = action(QStringLiteral("Save this filter…"));
        QVERIFY(save->isEnabled());
        QTimer::singleShot(0, m_window.get(), [this] {
            auto* dialog = m_window->findChild<QInputDialog*>();
            dialog->setTextValue(QStringLiteral("one <turn>"));
            dialog->accept();
        });
        save->trigger();
        const QueryMemory& memory = m_window->findChild<QueryBar*>()->memory();
        QCOMPARE(memory.saved(),
                 (std::vector<SavedQuery>{{QStringLiteral("one <turn>"), QStringLiteral("turns:1")}}));
        m_workspace->setQuery({});
        QMenu* saved = action(QStringLiteral("Saved filters"))->menu();
        Q_EMIT saved->aboutToShow();
        QCOMPARE(saved->actions().size(), 1);
        saved->actions().front()->trigger();
        QCOMPARE(query(), QStringLiteral("turns:1"));
        QMenu* history = action(QStringLiteral("History"))->menu();
        Q_EMIT history->aboutToShow();
        QCOMPARE(history->actions().front()->text(), QStringLiteral("turns:1"));
    }

    void savedFiltersAreRenamedAndDeleted()
    {
        QueryMemory memory;
        memory.save(QStringLiteral("a"), QStringLiteral("turns:1"));
        memory.save(QStringLiteral("b"), QStringLiteral("turns:2"));
        SavedQueriesDialog dialog(memory, nullptr);
        auto* table = dialog.findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 2);
        table->item(0, 0)->setText(QStringLiteral("z"));
        QTRY_COMPARE(table->item(1, 0)->text(), QStringLiteral("z"));
        QCOMPARE(memory.saved()[1].text, QStringLiteral("turns:1"));
        dialog.show();
        table->setCurrentCell(0, 0);
        table->setFocus();
        for (QAction* each : dialog.actions())
            each->trigger();
        QTRY_COMPARE(table->rowCount(), 1);
        QCOMPARE(memory.saved().size(), std::size_t{1});
    }

    void examplesOfTheHelpAreRun()
    {
        const test::TempFolder folder;
        folder.write("t/1.json", test::AgentRecord::ofTurns(1).json());
        open(folder, 1);
        action(QStringLiteral("Query reference"))->trigger();
        auto* help = m_window->findChild<QueryHelpDialog*>();
        QVERIFY(help != nullptr && help->isVisible());
        auto* table = help->findChild<QTableWidget*>();
        Q_EMIT table->activated(table->model()->index(0, 1));
        QCOMPARE(query(), QStringLiteral("杭州"));
    }

    void manyColumnsAndValuesStaySmooth()
    {
        const test::TempFolder folder;
        constexpr int kRecords = 100'000;
        constexpr int kColumns = 100;
        const std::string begin = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"name\":\"value ";
        std::string lines;
        for (int i = 0; i < kRecords; ++i) {
            lines += begin + std::to_string(i) + "\"";
            for (int k = 0; i % 1000 == 0 && k < kColumns; ++k)
                lines += ",\"column" + std::to_string(k) + "\":" + std::to_string(i * k % 977);
            lines += "}\n";
        }
        folder.write("many.jsonl", lines);
        open(folder, kRecords);
        QTRY_VERIFY(m_window->findChild<FacetSection*>(QStringLiteral("facet:column%1").arg(kColumns - 1)));
        FacetSection& name = section(QStringLiteral("name"));
        name.setOpen(true);
        // Computed in the background.
        QCOMPARE(name.model().rowCount(), 0);
        auto* scroll =
            m_window->findChild<QWidget*>(QStringLiteral("facetsPanel"))->findChild<QScrollArea*>();
        QCoreApplication::processEvents();
        scroll->ensureWidgetVisible(&name);
        QTRY_COMPARE_WITH_TIMEOUT(name.model().rowCount(), kRecords, 30000);
        name.findChild<QLineEdit*>()->setText(QStringLiteral("value 9999"));
        QTRY_COMPARE(name.model().rowCount(), 11);
        for (int k = 0; k < kColumns; ++k) {
            FacetSection& column = section(QStringLiteral("column%1").arg(k));
            column.setOpen(true);
            QCoreApplication::processEvents();
            if (k % 10 == 0)
                scroll->ensureWidgetVisible(&column);
        }
        FacetSection& last = section(QStringLiteral("column%1").arg(kColumns - 1));
        scroll->ensureWidgetVisible(&last);
        QTRY_VERIFY(last.model().facet() != nullptr);
        m_workspace->setQueryText(QStringLiteral("column7:>100"));
        QVERIFY(m_workspace->view()->query != m_workspace->query());
        QTRY_VERIFY(m_workspace->view()->query == m_workspace->query());
    }
};

DUOLOGUE_TEST(AskWindowTest)
#include "ask_window_test.moc"
