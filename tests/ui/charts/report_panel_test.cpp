// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/intent_codes.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/cohorts.h"
#include "ui/charts/heat_map.h"
#include "ui/charts/heat_map_model.h"
#include "ui/charts/report_view.h"
#include "ui/query/query_bar.h"
#include "ui/table/record_table_view.h"
#include "ui/widgets/colors.h"
#include "ui/window/panels.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStyle>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

using namespace duologue;
using namespace duologue::ui;

/// Every report of the panel, in a window with the table of records and two charts that filter each other.
class ReportPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QAccessible::setActive(true);
        // Turns 1 to 4; the third of each four is about gifts.
        for (int i = 0; i < 24; ++i) {
            auto record = test::AgentRecord::ofTurns(1 + i % 4);
            record.task = i % 3 == 0 ? "preparing <b>gifts</b>" : "travel planning";
            record.ratings = {{"Preference Alignment", i % 3}, {"Diversity", i % 2}};
            for (std::size_t m = 0; m < record.messages.size(); ++m) {
                if (m % 4 == 2)
                    record.messages[m].intent = "Search";
                if (m == 1)
                    record.messages[m].hallucination = i % 6 == 0;
            }
            m_folder.write("LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
        }
    }

    void init()
    {
        // Charts come back as they were.
        storeSetting(QStringLiteral("charts/shown"), QVariant());
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<QWidget>();
        auto* layout = new QVBoxLayout(m_window.get());
        m_bar = new QueryBar(*m_workspace, m_window.get());
        m_records = new RecordTableView(*m_workspace, m_window.get());
        layout->addWidget(m_bar);
        layout->addWidget(m_records);
        for (QWidget*& panel : m_panels) {
            for (const PanelSpec& spec : panels()) {
                if (spec.id == QStringLiteral("charts"))
                    panel = spec.create(*m_workspace, m_window.get());
            }
            layout->addWidget(panel, 2);
        }
        m_window->resize(1100, 1000);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_workspace->open({QString::fromStdString(m_folder.path().string())});
        QTRY_COMPARE(records(), 24);
        QTRY_VERIFY(!m_workspace->isLoading());
    }
    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void everyReportIsDrawnAndCopied_data()
    {
        QTest::addColumn<QString>("id");
        for (const ReportSpec& report : reports())
            QTest::newRow(report.id.data()) << QString::fromLatin1(report.id.data());
    }

    void everyReportIsDrawnAndCopied()
    {
        QFETCH(const QString, id);
        choose(0, "reportBox", id);
        auto* view = m_panels[0]->findChild<ReportView*>();
        QTRY_VERIFY(view->report() && QString::fromLatin1(view->report()->request.report->id.data()) == id);
        if (id == QStringLiteral("satisfaction-by-turn")) {
            // Nothing was annotated here, and the panel says so.
            QTRY_VERIFY(label(0, "chartMessage")->isVisible());
            return;
        }
        QTRY_VERIFY(view->page().isVisible() && view->page().valueCount() > 0);
        QVERIFY(m_panels[0]->minimumSizeHint().width() < 520);
        QMenu menu;
        view->addShareActions(menu);
        menu.actions().front()->trigger();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.count(QLatin1Char('\n')) > 1, qPrintable(copied));
        QVERIFY(!copied.contains(QStringLiteral("&lt;")));
        const test::TempFolder folder;
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const auto path = folder.path() / (std::string("chart.") + suffix);
            QVERIFY(view->page().exportTo(QString::fromStdString(path.string())));
            QVERIFY(test::fileBytes(path).size() > 1000);
        }
        QVERIFY(!view->page().exportTo(QString::fromStdString((folder.path() / "chart.gif").string())));
    }

    void chartsFilterEachOtherStepByStep()
    {
        choose(0, "reportBox", QStringLiteral("rating-by-turns"));
        choose(1, "reportBox", QStringLiteral("distribution"));
        choose(1, "fieldBox", QStringLiteral("task"));
        QTRY_COMPARE(counts(0), (QList<int>{6, 6, 6, 6}));
        QTRY_COMPARE(counts(1), (QList<int>{16, 8}));
        const auto state = [this](const std::string& query, int rows, const QList<int>& turns,
                                  const QList<int>& tasks) {
            QTRY_COMPARE(toText(m_workspace->query()), query);
            QTRY_COMPARE(records(), rows);
            QTRY_COMPARE(counts(0), turns);
            QTRY_COMPARE(counts(1), tasks);
            QTRY_COMPARE(m_bar->edit()->text(), QString::fromStdString(query));
        };
        click(0, 3);
        state("turns:4", 6, {6, 6, 6, 6}, {4, 2});
        click(0, 1, Qt::ControlModifier);
        state("turns:2 OR turns:4", 12, {6, 6, 6, 6}, {8, 4});
        click(1, 0);
        state("(turns:2 OR turns:4) task:\"travel planning\"", 8, {4, 4, 4, 4}, {8, 4});
        drag(0, 1, 2);
        state("task:\"travel planning\" turns:2..3", 8, {4, 4, 4, 4}, {8, 4});
        QVERIFY(!std::isnan(canvas(0)->content().categories.at(0).marks.front().total));
        QCOMPARE(canvas(1)->content().categories.at(1).marks.front().total, 8.0);
        const auto chips = [this] {
            QList<QToolButton*> all = m_bar->findChildren<QToolButton*>();
            all.removeIf([](const QToolButton* each) {
                return each->accessibleName() != QStringLiteral("Remove the filter task:\"travel planning\"");
            });
            return all;
        };
        // The chips of the previous query are about to be deleted.
        QTRY_VERIFY(chips().size() == 1 && chips().front()->isVisible());
        QTest::mouseClick(chips().front(), Qt::LeftButton);
        state("turns:2..3", 12, {6, 6, 6, 6}, {8, 4});
        m_workspace->undoQuery();
        state("task:\"travel planning\" turns:2..3", 8, {4, 4, 4, 4}, {8, 4});
        m_workspace->undoQuery();
        state("(turns:2 OR turns:4) task:\"travel planning\"", 8, {4, 4, 4, 4}, {8, 4});
    }

    void binsFilterByTheirRange()
    {
        choose(0, "reportBox", QStringLiteral("distribution"));
        choose(0, "fieldBox", QStringLiteral("length"));
        QTRY_COMPARE(canvas(0)->content().categoryTitle, QStringLiteral("Length"));
        QTRY_VERIFY(canvas(0)->categoryCount() > 1 && canvas(0)->columnRect(1).width() > 5);
        const auto n = static_cast<int>(canvas(0)->content().categories.at(0).marks.front().n);
        click(0, 0);
        QTRY_COMPARE(records(), n);
        QVERIFY2(toText(m_workspace->query()).starts_with("length:"), toText(m_workspace->query()).c_str());
        QVERIFY(canvas(0)->isChosen(0));
        QVERIFY(!canvas(0)->isChosen(1));
    }

    void barsOfMessageFieldsFilterRecords()
    {
        choose(0, "reportBox", QStringLiteral("distribution"));
        choose(0, "fieldBox", QStringLiteral("intent"));
        QTRY_COMPARE(canvas(0)->categoryCount(), 2);
        QVERIFY(
            canvas(0)->content().categories.at(1).marks.front().spoken.endsWith(QStringLiteral("messages")));
        click(0, 1);
        QTRY_COMPARE(toText(m_workspace->query()), std::string("intent:Search"));
        QTRY_COMPARE(records(), 18);
    }

    void cellsFilterByBothValues()
    {
        HeatMap* map = showCells();
        const QModelIndex cell = map->model()->index(0, 3);
        QCOMPARE(cell.data().toString(), QStringLiteral("2"));
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->visualRect(cell).center());
        QCOMPARE(toText(m_workspace->query()), std::string("task:\"preparing <b>gifts</b>\" turns:4"));
        QTRY_COMPARE(records(), 2);
        QVERIFY(map->isChosen(cell) && map->isNarrowed());
        // Its own filter does not reduce it.
        QTRY_COMPARE(map->model()->index(1, 0).data().toString(), QStringLiteral("4"));
        QTest::mouseClick(map->viewport(), Qt::LeftButton, Qt::ControlModifier,
                          map->visualRect(map->model()->index(1, 0)).center());
        QTRY_COMPARE(records(), 6);
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->visualRect(cell).center());
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->visualRect(cell).center());
        QTRY_COMPARE(toText(m_workspace->query()), std::string());
        // Another field's filter does.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("rating.preference_alignment:0")));
        QTRY_COMPARE(map->model()->index(1, 0).data(HeatMapModel::CountRole).toInt(), 0);
        QCOMPARE(map->model()->index(1, 0).data(HeatMapModel::TotalRole).toInt(), 4);
    }

    void keysAndScreenReadersReachCells()
    {
        HeatMap* map = showCells();
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(map);
        QVERIFY(face->tableInterface() != nullptr);
        QAccessibleInterface* cell = face->tableInterface()->cellAt(0, 3);
        QCOMPARE(cell->text(QAccessible::Name),
                 QStringLiteral("task preparing <b>gifts</b>, turns 4, 2 conversations"));
        map->setFocus();
        map->setCurrentIndex(map->model()->index(0, 0));
        QTest::keyClick(map, Qt::Key_Right);
        QTest::keyClick(map, Qt::Key_Down);
        QCOMPARE(toText(m_workspace->query()), std::string());
        QTest::keyClick(map, Qt::Key_Space);
        QCOMPARE(toText(m_workspace->query()), std::string("task:\"travel planning\" turns:2"));
        QTest::keyClick(map, Qt::Key_Right);
        QTest::keyClick(map, Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(toText(m_workspace->query()), std::string("task:\"travel planning\" (turns:2 OR turns:3)"));
        QTest::keyClick(map, Qt::Key_Escape);
        QCOMPARE(toText(m_workspace->query()), std::string());
        map->selectionModel()->select(map->model()->index(1, 3), QItemSelectionModel::ClearAndSelect);
        QCOMPARE(toText(m_workspace->query()), std::string("task:\"travel planning\" turns:4"));
    }

    void intentsHaveTheirCodesAndColours()
    {
        const QColor search = categoryColor(IntentCodes().of(Name{"Search", {}}).color);
        choose(0, "reportBox", QStringLiteral("distribution"));
        choose(0, "fieldBox", QStringLiteral("intent"));
        auto* canvas = m_panels[0]->findChild<ChartCanvas*>();
        const auto colorOf = [canvas](const QString& code) {
            for (const ChartCategory& category : canvas->content().categories) {
                if (category.code == code)
                    return category.color;
            }
            return QColor();
        };
        QTRY_COMPARE(colorOf(QStringLiteral("Se")), search);
        choose(0, "reportBox", QStringLiteral("intent-by-turn"));
        auto* view = m_panels[0]->findChild<ReportView*>();
        QTRY_VERIFY(view->findChild<HeatMap*>() && view->findChild<HeatMap*>()->model()->rowCount() > 0);
        auto* map = view->findChild<HeatMap*>();
        QTRY_VERIFY(map->isVisible());
        const QHeaderView* header = map->horizontalHeader();
        QStringList codes;
        for (int section = 0; section < header->count(); ++section)
            codes << map->model()
                         ->headerData(section, Qt::Horizontal, HeatMapModel::IntentRole)
                         .value<IntentCode>()
                         .letters;
        QVERIFY2(codes.contains(QStringLiteral("Se")), qPrintable(codes.join(QLatin1Char(' '))));
        const QImage image = header->viewport()->grab().toImage();
        int colored = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                colored += image.pixelColor(x, y) == search ? 1 : 0;
        }
        QVERIFY2(colored > 30, qPrintable(QString::number(colored)));
    }

    void headersSelectTheirRowOrColumn()
    {
        HeatMap* map = showCells();
        QTest::mouseClick(map->verticalHeader()->viewport(), Qt::LeftButton, {},
                          QPoint(5, map->rowViewportPosition(1) + map->rowHeight(1) / 2));
        QTRY_COMPARE(toText(m_workspace->query()), std::string("task:\"travel planning\""));
        QTest::mouseClick(map->horizontalHeader()->viewport(), Qt::LeftButton, {},
                          QPoint(map->columnViewportPosition(2) + map->columnWidth(2) / 2, 5));
        QTRY_COMPARE(toText(m_workspace->query()), std::string("turns:3"));
    }

    void markupInCellsIsText()
    {
        HeatMap* map = showCells();
        const test::TempFolder folder;
        const auto path = folder.path() / "cells.svg";
        QVERIFY(map->exportTo(QString::fromStdString(path.string()), QStringLiteral("<i>title</i>"),
                              {QStringLiteral("Dataset: <u>gifts</u>")}));
        const std::string svg = test::fileBytes(path);
        QVERIFY(svg.find("&lt;b&gt;gifts") != std::string::npos);
        QVERIFY(svg.find("&lt;i&gt;title&lt;/i&gt;") != std::string::npos);
        QVERIFY(svg.find("Dataset: &lt;u&gt;gifts&lt;/u&gt;") != std::string::npos);
        const QString tip = map->model()->index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;gifts")), qPrintable(tip));
    }

    void sharesOfARowAreShown()
    {
        choose(0, "reportBox", QStringLiteral("intent-by-turn"));
        auto* map = m_panels[0]->findChild<HeatMap*>();
        QTRY_COMPARE(map->model()->rowCount(), 4);
        QCOMPARE(map->model()->index(1, 1).data().toString(), QStringLiteral("100%"));
        QCOMPARE(map->model()->index(1, 1).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("turn 2, intent Search, 18 messages, 100%"));
        QCOMPARE(map->model()->index(1, 0).data().toString(), QStringLiteral("·"));
        const QAbstractItemModelTester tester(map->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("task:\"travel planning\"")));
        QTRY_COMPARE(map->model()->index(1, 1).data(HeatMapModel::CountRole).toInt(), 12);
        Q_EMIT map->cellClicked({1, 1}, Qt::NoModifier);
        QVERIFY(toText(m_workspace->query()).ends_with(" message(turn:2 intent:Search)"));
    }

    /// Numbers of two digits are as readable as those of one.
    void headingsOfAHeatMapAreWhole()
    {
        choose(0, "reportBox", QStringLiteral("intent-by-turn"));
        auto* map = m_panels[0]->findChild<HeatMap*>();
        QTRY_VERIFY(map->model()->rowCount() > 0);
        const QHeaderView* header = map->verticalHeader();
        const int margins = 2 * header->style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header) + 2;
        for (int row = 0; row < map->model()->rowCount(); ++row) {
            const QString text = map->model()->headerData(row, Qt::Vertical).toString();
            QVERIFY2(header->width() - margins >= header->fontMetrics().horizontalAdvance(text),
                     qPrintable(text));
        }
    }

    void groupsAreSideBySide()
    {
        choose(0, "reportBox", QStringLiteral("rating-by-turns"));
        choose(0, "compareBox", QStringLiteral("task"));
        const auto views = [this] { return m_panels[0]->findChildren<ReportView*>(); };
        QTRY_COMPARE(views().size(), 2);
        QTRY_VERIFY(views()[0]->heading().contains(QStringLiteral("8 conversations")) ||
                    views()[1]->heading().contains(QStringLiteral("8 conversations")));
        QCOMPARE(views()[0]->report()->highest, views()[1]->report()->highest);
        QCOMPARE(m_window->width(), 1100);
        QVERIFY(m_panels[0]->minimumSizeHint().width() < 520);
        // A bar is of its group.
        const auto n = static_cast<int>(canvas(0)->content().categories.at(0).marks.front().n);
        QVERIFY(n > 0 && n < 6);
        click(0, 0);
        QTRY_COMPARE(records(), n);
        QCOMPARE(static_cast<int>(canvas(0)->content().categories.at(0).marks.front().n), n);
        choose(0, "compareBox", QString());
        QTRY_COMPARE(views().size(), 1);
    }

    void queriesAreSideBySide()
    {
        choose(0, "reportBox", QStringLiteral("cohorts"));
        auto* table = m_panels[0]->findChild<QTableView*>(QStringLiteral("cohortTable"));
        const QAbstractItemModelTester tester(table->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY(table->model()->rowCount() > 2);
        auto* box = m_panels[0]->findChild<QComboBox*>(QStringLiteral("compareBox"));
        box->setCurrentIndex(box->count() - 1);
        Q_EMIT box->activated(box->currentIndex());
        const auto write = [this](const char* name, const QString& text) {
            auto* edit = m_panels[0]->findChild<QLineEdit*>(QLatin1String(name));
            edit->setText(text);
            QTest::keyClick(edit, Qt::Key_Return);
            return edit;
        };
        QVERIFY(write("firstCohort", QStringLiteral("turns:<=2"))->isVisible());
        QVERIFY(label(0, "chartMessage")->text().startsWith(QStringLiteral("Type two queries")));
        write("secondCohort", QStringLiteral("turnz:>2"));
        QCOMPARE(label(0, "cohortMistake")->text(),
                 QStringLiteral("unknown field turnz; did you mean turns?"));
        write("secondCohort", QStringLiteral("turns:>2"));
        QTRY_COMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), QStringLiteral("turns:<=2"));
        QTRY_COMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("12"));
        QCOMPARE(table->model()->index(2, 1).data().toString(), QStringLiteral("1.50 (n 12)"));
        QVERIFY(table->model()->index(2, 3).data().toString().startsWith(QStringLiteral("+2.00 [")));
        QCOMPARE(table->model()->index(2, 4).data().toString(), QStringLiteral("Cliff's delta 1.00"));
    }

    void barsShowTheirInterval()
    {
        choose(0, "reportBox", QStringLiteral("rating-by-turns"));
        QTRY_COMPARE(canvas(0)->categoryCount(), 4);
        const ChartMark& mark = canvas(0)->content().categories.at(0).marks.front();
        QVERIFY(mark.low < mark.value && mark.value < mark.high);
        QVERIFY(canvas(0)->content().categories.at(0).tip.contains(
            QStringLiteral("95% interval, quasi-binomial Wilson")));
        choose(0, "reportBox", QStringLiteral("hallucination-by-turn"));
        QTRY_VERIFY(
            !canvas(0)->content().categories.empty() &&
            canvas(0)->content().categories.at(0).tip.contains(QStringLiteral("95% interval, Wilson")));
        QCOMPARE(canvas(0)->content().valueTitle, QStringLiteral("Share (%)"));
        QVERIFY2(canvas(0)->content().categories.at(0).marks.front().spoken.contains(QStringLiteral("%, ")),
                 qPrintable(canvas(0)->content().categories.at(0).marks.front().spoken));
    }

private:
    HeatMap* showCells()
    {
        choose(0, "reportBox", QStringLiteral("cross-table"));
        choose(0, "fieldBox", QStringLiteral("task"));
        choose(0, "secondBox", QStringLiteral("turns"));
        auto* map = m_panels[0]->findChild<HeatMap*>();
        const auto shown = [map] { return map->isVisible() && map->model()->rowCount() == 2; };
        return QTest::qWaitFor(shown) ? map : nullptr;
    }

    void choose(std::size_t panel, const char* name, const QString& key)
    {
        auto* box = m_panels[panel]->findChild<QComboBox*>(QLatin1String(name));
        const int place = key.isEmpty() ? 0 : box->findData(key);
        QVERIFY2(place >= 0, qPrintable(key));
        box->setCurrentIndex(place);
        Q_EMIT box->activated(place);
    }

    ChartCanvas* canvas(std::size_t panel) const { return m_panels[panel]->findChild<ChartCanvas*>(); }

    void click(std::size_t panel, int value, Qt::KeyboardModifiers modifiers = {})
    {
        QTRY_VERIFY(canvas(panel)->columnRect(value).width() > 4);
        QTest::mouseClick(canvas(panel), Qt::LeftButton, modifiers,
                          canvas(panel)->columnRect(value).center());
    }

    void drag(std::size_t panel, int from, int to)
    {
        ChartCanvas* chart = canvas(panel);
        QTest::mousePress(chart, Qt::LeftButton, {}, chart->columnRect(from).center());
        QTest::mouseMove(chart, chart->columnRect(to).center());
        QTest::mouseRelease(chart, Qt::LeftButton, {}, chart->columnRect(to).center());
    }

    QList<int> counts(std::size_t panel) const
    {
        const auto* table = m_panels[panel]->findChild<ReportTable*>();
        QList<int> all;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            all << table->model()->index(row, 1).data().toInt();
        return all;
    }

    int records() const { return m_records->model()->rowCount(); }
    QLabel* label(std::size_t panel, const char* name) const
    {
        return m_panels[panel]->findChild<QLabel*>(QLatin1String(name));
    }

    test::TempFolder m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_window;
    QueryBar* m_bar = nullptr;
    RecordTableView* m_records = nullptr;
    std::array<QWidget*, 2> m_panels{};
};

DUOLOGUE_TEST(ReportPanelTest)
#include "report_panel_test.moc"
