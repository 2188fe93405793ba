// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/report_view.h"
#include "ui/table/record_table_view.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/layouts.h"
#include "ui/window/panels.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QVBoxLayout>

using namespace duologue;
using namespace duologue::ui;

namespace {

/// A number of turns, the number of conversations with it, and their rating. Those of 6 turns are rated 0.
struct Group {
    int turns;
    int count;
    double alignment;
};

constexpr std::array<Group, 5> kGroups{{{1, 1, 2}, {2, 3, 1}, {4, 5, 2}, {6, 2, 0}, {7, 4, 1}}};
constexpr int kAll = 15;

QWidget* createPanel(const QString& id, Workspace& workspace, QWidget* parent)
{
    for (const PanelSpec& spec : panels()) {
        if (spec.id == id)
            return spec.create(workspace, parent);
    }
    return nullptr;
}

} // namespace

class ChartsPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const Group& group : kGroups) {
            for (int i = 0; i < group.count; ++i) {
                auto record = test::AgentRecord::ofTurns(group.turns);
                // The first of each group is about gifts.
                record.task = i == 0 ? "preparing gifts" : "travel planning";
                record.ratings = {{"Preference Alignment", group.alignment},
                                  {"Role-Playing Completeness", 1},
                                  {"Diversity", 2}};
                m_rated.write("LLM_agent_user/" + record.task + "/" + std::to_string(group.turns) + "-" +
                                  std::to_string(i) + ".json",
                              record.json());
                record.ratings.clear();
                m_unrated.write("LLM_agent_user/x/" + std::to_string(group.turns) + "-" + std::to_string(i) +
                                    ".json",
                                record.json());
            }
        }
    }

    void init()
    {
        // Charts come back as they were.
        storeSetting(QStringLiteral("charts/shown"),
                     QStringList{QStringLiteral(R"({"report":"rating-by-turns"})")});
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<QWidget>();
        auto* layout = new QVBoxLayout(m_window.get());
        m_records = new RecordTableView(*m_workspace, m_window.get());
        layout->addWidget(m_records);
        QWidget* panel = createPanel(QStringLiteral("charts"), *m_workspace, m_window.get());
        QVERIFY(panel != nullptr);
        layout->addWidget(panel);
        m_canvas = panel->findChild<ChartCanvas*>();
        m_table = panel->findChild<ReportTable*>();
        m_window->resize(1000, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void aClickShowsOnlyThisValueAndASecondAllAgain()
    {
        open(m_rated);
        click(2);
        QCOMPARE(queryText(), std::string("turns:4"));
        QTRY_COMPARE(records(), 5);
        QVERIFY(m_canvas->isChosen(2));
        QVERIFY(!m_canvas->isChosen(1));
        QCOMPARE(selectedRows(), QList<int>{2});
        // Its own filter does not reduce it.
        QTRY_COMPARE(label("chartStatus")->text(), QStringLiteral("15 of 15 conversations"));
        QCOMPARE(counts(), (QList<int>{1, 3, 5, 2, 4}));
        click(2);
        QCOMPARE(queryText(), std::string());
        QTRY_COMPARE(records(), kAll);
        QVERIFY(!m_canvas->isChosen(2));
        QVERIFY(selectedRows().isEmpty());
    }

    void figuresOfThePreviousDatasetDisappearAtOnce()
    {
        open(m_rated);
        m_workspace->open({QString::fromStdString(m_unrated.path().string())});
        QVERIFY(counts().isEmpty());
        QList<int> atTheEnd{-1};
        connect(m_workspace.get(), &Workspace::loadingChanged, m_window.get(), [&] { atTheEnd = counts(); });
        QTRY_VERIFY(!m_workspace->isLoading());
        QVERIFY(atTheEnd.isEmpty());
        QTRY_COMPARE(counts(), (QList<int>{1, 3, 5, 2, 4}));
    }

    void ctrlAddsAndRemoves()
    {
        open(m_rated);
        click(2);
        click(4, Qt::ControlModifier);
        QCOMPARE(queryText(), std::string("turns:4 OR turns:7"));
        QTRY_COMPARE(records(), 9);
        QCOMPARE(selectedRows(), (QList<int>{2, 4}));
        click(2, Qt::ControlModifier);
        QCOMPARE(queryText(), std::string("turns:7"));
        QTRY_COMPARE(records(), 4);
        click(1);
        QCOMPARE(queryText(), std::string("turns:2"));
    }

    void draggingAndShiftSelectARange()
    {
        open(m_rated);
        const QPoint from = m_canvas->columnRect(1).center();
        const QPoint to = m_canvas->columnRect(3).center();
        QTest::mousePress(m_canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(m_canvas, m_canvas->columnRect(2).center());
        QTest::mouseMove(m_canvas, to);
        QTest::mouseRelease(m_canvas, Qt::LeftButton, {}, to);
        QCOMPARE(queryText(), std::string("turns:2..6"));
        QTRY_COMPARE(records(), 10);
        QCOMPARE(selectedRows(), (QList<int>{1, 2, 3}));
        click(2, Qt::ShiftModifier);
        QCOMPARE(queryText(), std::string("turns:2..4"));
        QTRY_COMPARE(records(), 8);
    }

    void aBarOfValueZeroIsClickable()
    {
        open(m_rated);
        QVERIFY(m_canvas->barRect(3, 0).height() <= 1);
        click(3);
        QCOMPARE(queryText(), std::string("turns:6"));
        QTRY_COMPARE(records(), 2);
    }

    void keysDoWhatTheMouseDoes()
    {
        open(m_rated);
        m_canvas->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(m_canvas->hasFocus());
        QTest::keyClick(m_canvas, Qt::Key_Right);
        QTest::keyClick(m_canvas, Qt::Key_Right);
        QTest::keyClick(m_canvas, Qt::Key_Space);
        QCOMPARE(queryText(), std::string("turns:4"));
        QTRY_COMPARE(records(), 5);
        QTest::keyClick(m_canvas, Qt::Key_End);
        QTest::keyClick(m_canvas, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(queryText(), std::string("turns:4 OR turns:7"));
        QTest::keyClick(m_canvas, Qt::Key_Home);
        QTest::keyClick(m_canvas, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(queryText(), std::string("turns:1..7"));
        QTest::keyClick(m_canvas, Qt::Key_Escape);
        QCOMPARE(queryText(), std::string());
        QTRY_COMPARE(records(), kAll);
    }

    void theTableIsShownOnRequest()
    {
        open(m_rated);
        QVERIFY(!m_table->isVisible());
        QTest::mouseClick(button("tableButton"), Qt::LeftButton);
        QTRY_VERIFY(m_table->isVisible() && m_table->width() > 50);
        QTest::mouseClick(button("tableButton"), Qt::LeftButton);
        QTRY_VERIFY(!m_table->isVisible());
    }

    void theTableSelectsToo()
    {
        open(m_rated);
        QTest::mouseClick(button("tableButton"), Qt::LeftButton);
        QTRY_VERIFY(m_table->isVisible() && m_table->width() > 50);
        clickRow(2);
        QCOMPARE(queryText(), std::string("turns:4"));
        QVERIFY(m_canvas->isChosen(2));
        clickRow(4, Qt::ControlModifier);
        QCOMPARE(queryText(), std::string("turns:4 OR turns:7"));
        clickRow(4, Qt::ControlModifier);
        clickRow(2);
        QCOMPARE(queryText(), std::string());
        m_table->setFocus();
        m_table->setCurrentIndex(m_table->model()->index(0, 0));
        QTest::keyClick(m_table, Qt::Key_Down);
        QCOMPARE(queryText(), std::string());
        QTest::keyClick(m_table, Qt::Key_Space);
        QCOMPARE(queryText(), std::string("turns:2"));
        QTest::keyClick(m_table, Qt::Key_Escape);
        QCOMPARE(queryText(), std::string());
        // Selects like a screen reader.
        m_table->selectionModel()->select(m_table->model()->index(3, 0),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QCOMPARE(queryText(), std::string("turns:6"));
        QVERIFY(m_canvas->isChosen(3));
    }

    void theSelectionIsReadFromTheQuery()
    {
        open(m_rated);
        ask(QStringLiteral("turns:>=4 task:\"travel planning\""));
        QCOMPARE(selectedRows(), (QList<int>{2, 3, 4}));
        QVERIFY(m_canvas->isChosen(4));
        QTRY_COMPARE(counts(), (QList<int>{0, 2, 4, 1, 3}));
        click(1);
        QCOMPARE(queryText(), std::string("task:\"travel planning\" turns:2"));
        QTRY_COMPARE(records(), 2);
        m_workspace->undoQuery();
        QCOMPARE(selectedRows(), (QList<int>{2, 3, 4}));
        QTRY_COMPARE(records(), 8);
    }

    void otherFiltersLeavePaleBarsBehindOwnOnesDoNot()
    {
        open(m_rated);
        QVERIFY(std::isnan(mark(2).total));
        click(2);
        QTRY_COMPARE(records(), 5);
        QCOMPARE(mark(1).n, std::uint64_t{3});
        ask(QStringLiteral("turns:4 task:\"preparing gifts\""));
        QTRY_COMPARE(mark(1).n, std::uint64_t{1});
        QCOMPARE(mark(2).total, 2.0);
        QCOMPARE(mark(1).total, 1.0);
        QTRY_COMPARE(records(), 1);
        QCOMPARE(button("clearChoice")->isVisible(), true);
        QTest::mouseClick(button("clearChoice"), Qt::LeftButton);
        QCOMPARE(queryText(), std::string("task:\"preparing gifts\""));
    }

    void ratingsAreSelectedInAMenu()
    {
        open(m_rated);
        QCOMPARE(m_canvas->seriesCount(), 2);
        QCOMPARE(m_canvas->content().series.front(), QStringLiteral("Preference Alignment"));
        QCOMPARE(mark(2).spoken, QStringLiteral("turns 4, mean 2.00, 5 conversations, Preference Alignment"));
        auto* menu = m_window->findChild<CheckMenu*>();
        QCOMPARE(menu->actions().size(), 3);
        menu->popup(QPoint(100, 100));
        const auto tick = [menu](const QString& text) {
            for (QAction* action : menu->actions()) {
                if (action->text() == text)
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            }
        };
        tick(QStringLiteral("Diversity"));
        QVERIFY(menu->isVisible());
        QTRY_COMPARE(m_canvas->seriesCount(), 3);
        tick(QStringLiteral("Preference Alignment"));
        tick(QStringLiteral("Role-Playing Completeness"));
        QTRY_COMPARE(m_canvas->seriesCount(), 1);
        QCOMPARE(m_canvas->content().series.front(), QStringLiteral("Diversity"));
        QCOMPARE(mark(2).spoken, QStringLiteral("turns 4, mean 2.00, 5 conversations"));
        menu->close();
        // The selection stays while filters change.
        click(2);
        QTRY_COMPARE(records(), 5);
        QCOMPARE(m_canvas->seriesCount(), 1);
    }

    void withoutRatingsTheBarsAreCounts()
    {
        open(m_unrated);
        QCOMPARE(m_canvas->seriesCount(), 1);
        QCOMPARE(mark(2).value, 5.0);
        QCOMPARE(m_table->model()->columnCount(), 3);
        QVERIFY(!label("chartNote")->text().isEmpty());
        click(2);
        QTRY_COMPARE(records(), 5);
        QCOMPARE(mark(1).spoken, QStringLiteral("turns 2, 3 conversations"));
    }

    /// Until a chart is chosen, the data choose one.
    void theFirstChartIsOfWhatVaries()
    {
        storeSetting(QStringLiteral("charts/shown"), QVariant());
        Workspace workspace;
        QWidget window;
        QWidget* panel = createPanel(QStringLiteral("charts"), workspace, &window);
        auto* pane = panel->findChild<ChartPane*>();
        panel->resize(900, 600);
        window.resize(900, 600);
        window.show();
        workspace.open({QString::fromStdString(m_unrated.path().string())});
        QTRY_COMPARE(pane->chart().report, std::string("distribution"));
        QTRY_COMPARE(pane->chart().field, std::string("task"));
        workspace.open({QString::fromStdString(m_rated.path().string())});
        QTRY_COMPARE(pane->chart().report, std::string("rating-by-turns"));
        QVERIFY(storedSetting(QStringLiteral("charts/shown")).toStringList().isEmpty());
    }

    void emptyStatesExplainWhatToDo()
    {
        QVERIFY(label("chartMessage")->isVisible());
        open(m_rated);
        QVERIFY(!label("chartMessage")->isVisible());
        ask(QStringLiteral("turns:4 task:nothing"));
        QTRY_VERIFY(label("chartMessage")->isVisible());
        QVERIFY(label("chartMessage")->text().contains(QStringLiteral("task:nothing")));
        QTest::mouseClick(button("clearOthers"), Qt::LeftButton);
        QCOMPARE(queryText(), std::string("turns:4"));
        QTRY_VERIFY(m_canvas->isVisible());
        m_workspace->close();
        QTRY_VERIFY(label("chartMessage")->isVisible());
    }

    void theTableIsCopied()
    {
        open(m_rated);
        button("tableButton")->click();
        QTRY_VERIFY(m_table->isVisible());
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        const QStringList lines = copied.split(QLatin1Char('\n'));
        QCOMPARE(
            lines.at(0).split(QLatin1Char('\t')).mid(0, 7),
            (QStringList{QStringLiteral("turns"), QStringLiteral("n"), QStringLiteral("Preference Alignment"),
                         QStringLiteral("Preference Alignment n"), QStringLiteral("Preference Alignment sd"),
                         QStringLiteral("Preference Alignment low"),
                         QStringLiteral("Preference Alignment high")}));
        // Three equal ratings do not prove that all are equal, so their interval is wide.
        QVERIFY2(lines.at(2).startsWith(QStringLiteral("2\t3\t1.0000\t3\t0.0000\t0.0723\t1.9277\t")),
                 qPrintable(lines.at(2)));
        QCOMPARE(copied.count(QLatin1Char('\n')), 6);
        QTRY_COMPARE(label("chartStatus")->text(), QStringLiteral("The table was copied"));
    }

    /// Also when its text becomes longer without the user.
    void aBoxHasRoomForItsText()
    {
        open(m_rated);
        const auto boxes = m_window->findChildren<FittingBox*>();
        QVERIFY(boxes.size() >= 4);
        for (const char* field : {"turns", "task"}) {
            m_workspace->showChart({"distribution", field, {}, {}});
            const auto& box = *m_window->findChild<FittingBox*>(QStringLiteral("fieldBox"));
            QTRY_COMPARE(box.currentData().toString(), QLatin1String(field));
            for (const FittingBox* each : boxes)
                QTRY_VERIFY2(!each->isVisible() || roomOf(*each) >= widthOfText(*each),
                             qPrintable(each->currentText()));
        }
    }

    void aHiddenPanelComputesNothingUntilItIsShown()
    {
        m_canvas->window()->findChild<QWidget*>(QStringLiteral("chartsPanel"))->hide();
        m_workspace->open({QString::fromStdString(m_rated.path().string())});
        QTRY_COMPARE(records(), kAll);
        QTRY_VERIFY(!m_workspace->isLoading());
        QCOMPARE(m_canvas->categoryCount(), 0);
        m_canvas->window()->findChild<QWidget*>(QStringLiteral("chartsPanel"))->show();
        QTRY_COMPARE(m_canvas->categoryCount(), 5);
    }

private:
    static int widthOfText(const QComboBox& box)
    {
        return box.fontMetrics().horizontalAdvance(box.currentText());
    }

    static int roomOf(const QComboBox& box)
    {
        QStyleOptionComboBox option;
        option.initFrom(&box);
        return box.style()
            ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box)
            .width();
    }

    void open(const test::TempFolder& folder)
    {
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_COMPARE(records(), kAll);
        QTRY_COMPARE(counts(), (QList<int>{1, 3, 5, 2, 4}));
        QTRY_VERIFY(!m_workspace->isLoading());
        QTRY_VERIFY(m_canvas->isVisible() && m_canvas->columnRect(0).width() > 20);
    }

    void ask(const QString& query) { QVERIFY(!m_workspace->setQueryText(query)); }

    void click(int value, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(m_canvas, Qt::LeftButton, modifiers, m_canvas->columnRect(value).center());
    }

    void clickRow(int row, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, modifiers,
                          m_table->visualRect(m_table->model()->index(row, 1)).center());
    }

    int records() const { return m_records->model()->rowCount(); }
    std::string queryText() const { return toText(m_workspace->query()); }
    const ChartMark& mark(int value) const
    {
        return m_canvas->content().categories.at(static_cast<std::size_t>(value)).marks.front();
    }

    /// The n of the table beside the chart.
    QList<int> counts() const
    {
        QList<int> all;
        for (int row = 0; row < m_table->model()->rowCount(); ++row)
            all << m_table->model()->index(row, 1).data().toInt();
        return all;
    }

    QList<int> selectedRows() const
    {
        QList<int> rows;
        for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
            rows << index.row();
        std::sort(rows.begin(), rows.end());
        return rows;
    }

    QLabel* label(const char* name) const { return m_window->findChild<QLabel*>(QLatin1String(name)); }
    QPushButton* button(const char* name) const
    {
        return m_window->findChild<QPushButton*>(QLatin1String(name));
    }

    test::TempFolder m_rated;
    test::TempFolder m_unrated;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_window;
    RecordTableView* m_records = nullptr;
    ChartCanvas* m_canvas = nullptr;
    ReportTable* m_table = nullptr;
};

DUOLOGUE_TEST(ChartsPanelTest)
#include "charts_panel_test.moc"
