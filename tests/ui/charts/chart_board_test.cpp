// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/crossfiltered_report.h"
#include "ui/charts/report_controls.h"
#include "ui/charts/report_view.h"
#include "ui/window/panels.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

using namespace duologue;
using namespace duologue::ui;

/// Several charts in the panel, charts of groups, and what pictures say.
class ChartBoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // Those about gifts have no rating; turns go to 4, in one of the others to 30.
        for (int i = 0; i < 24; ++i) {
            auto record = test::AgentRecord::ofTurns(i == 1 ? 30 : 1 + i % 4);
            record.task = i % 3 == 0 ? "preparing gifts" : i % 3 == 1 ? "travel planning" : "recipe planning";
            record.ratings.clear();
            if (i % 3 != 0)
                record.ratings = {{"Preference Alignment", i % 2 + (i % 3 == 1 ? 1 : 0)}};
            m_folder.write("LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
        }
    }

    void init()
    {
        forgetCharts();
        m_workspace = std::make_unique<Workspace>();
        makePanel();
        m_workspace->open({QString::fromStdString(m_folder.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->snapshot().recordCount() == 24);
        QTRY_VERIFY(canvas(0)->categoryCount() > 0);
    }
    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        forgetCharts();
    }

    void chartsAreAddedAndFilterEachOther()
    {
        trigger("addChart");
        QTRY_COMPARE(panes().size(), 2);
        chooseReport(1, QStringLiteral("distribution"));
        chooseField(1, QStringLiteral("task"));
        QTRY_COMPARE(canvas(1)->content().categoryTitle, QStringLiteral("Task"));
        QTRY_COMPARE(canvas(1)->categoryCount(), 3);
        QTRY_VERIFY(canvas(1)->isVisible() && canvas(1)->columnRect(2).width() > 5);
        // The first chart keeps its own report.
        QVERIFY(canvas(0)->content().areMeans);
        QTest::mouseClick(canvas(1), Qt::LeftButton, {}, canvas(1)->columnRect(1).center());
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{8});
        QTRY_VERIFY(!std::isnan(canvas(0)->content().categories.front().marks.front().total));
        QVERIFY(std::isnan(canvas(1)->content().categories.front().marks.front().total));
        trigger("closeChart");
        QTRY_COMPARE(panes().size(), 1);
        QVERIFY(!action("closeChart")->isEnabled());
    }

    void aChartIsEnlargedAndBack()
    {
        trigger("addChart");
        QTRY_COMPARE(panes().size(), 2);
        QTRY_VERIFY(panes()[0]->isVisible() && panes()[1]->isVisible());
        const int before = panes()[1]->width() * panes()[1]->height();
        trigger("enlargeChart");
        QTRY_VERIFY(!panes()[0]->isVisible() && panes()[1]->width() * panes()[1]->height() > before);
        QVERIFY(action("enlargeChart")->isChecked());
        trigger("enlargeChart");
        QTRY_VERIFY(panes()[0]->isVisible() && panes()[1]->isVisible());
    }

    void chartsComeBackWithTheirChoices()
    {
        trigger("addChart");
        QTRY_COMPARE(panes().size(), 2);
        chooseReport(1, QStringLiteral("mean-by-field"));
        chooseField(1, QStringLiteral("task"));
        panes()[0]->setTableShown(true);
        QTRY_COMPARE(canvas(1)->content().categoryTitle, QStringLiteral("Task"));
        m_window.reset();
        makePanel();
        QCOMPARE(panes().size(), 2);
        QVERIFY(panes()[0]->isTableShown() && !panes()[1]->isTableShown());
        QTRY_COMPARE(canvas(1)->content().categoryTitle, QStringLiteral("Task"));
        QCOMPARE(QString::fromLatin1(panes()[1]->controls().report().id.data()),
                 QStringLiteral("mean-by-field"));
    }

    void groupsComeBackAtTheNextStartAndInViews()
    {
        const auto group = [this](int index) { return panes()[index]->controls().group(); };
        auto* box = panes()[0]->findChild<QComboBox*>(QStringLiteral("compareBox"));
        QTRY_VERIFY(box->findData(QStringLiteral("task")) >= 0);
        box->setCurrentIndex(box->findData(QStringLiteral("task")));
        Q_EMIT box->activated(box->currentIndex());
        QTRY_VERIFY(panes()[0]->findChildren<ReportView*>().size() > 1);
        const SavedView view = m_workspace->shownView();
        QCOMPARE(view.charts.front().group, std::string("task"));
        m_window.reset();
        makePanel();
        QCOMPARE(group(0), std::string("task"));
        QTRY_VERIFY(panes()[0]->findChildren<ReportView*>().size() > 1);
        SavedView other = view;
        other.charts.front().group.clear();
        m_workspace->showParts(other);
        QCOMPARE(group(0), std::string());
        m_workspace->showParts(view);
        QCOMPARE(group(0), std::string("task"));
        other.charts.front().queries = {"turns:1", "turns:>1"};
        m_workspace->showParts(other);
        QCOMPARE(m_workspace->shownView().charts.front().queries,
                 (std::vector<std::string>{"turns:1", "turns:>1"}));
    }

    void damagedSettingsGiveOneChart()
    {
        storeSetting(QStringLiteral("charts/shown"),
                     QStringList{QStringLiteral("no JSON"), QStringLiteral("[]")});
        m_window.reset();
        makePanel();
        QCOMPARE(panes().size(), 1);
    }

    void aWindowOfItsOwnFollowsTheFilters()
    {
        trigger("chartWindow");
        auto* window = m_window->findChild<QWidget*>(QStringLiteral("chartWindow"));
        QVERIFY(window != nullptr && window->isWindow());
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* shown = window->findChild<ChartCanvas*>();
        QTRY_VERIFY(shown->categoryCount() > 0);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("task:\"travel planning\"")));
        QTRY_VERIFY(!std::isnan(shown->content().categories.front().marks.front().total));
        window->close();
        QTRY_VERIFY(m_window->findChild<QWidget*>(QStringLiteral("chartWindow")) == nullptr);
    }

    void groupsShareAxesAndLegendWithoutEmptyCharts()
    {
        auto* box = panes()[0]->findChild<QComboBox*>(QStringLiteral("compareBox"));
        box->setCurrentIndex(box->findData(QStringLiteral("task")));
        Q_EMIT box->activated(box->currentIndex());
        const auto views = [this] { return panes()[0]->findChildren<ReportView*>(); };
        // Conversations about gifts have no rating.
        QTRY_COMPARE(views().size(), 2);
        QVERIFY2(label("chartNote")->text().contains(QStringLiteral("preparing gifts")),
                 qPrintable(label("chartNote")->text()));
        const ChartContent& first = views()[0]->findChild<ChartCanvas*>()->content();
        const ChartContent& second = views()[1]->findChild<ChartCanvas*>()->content();
        QCOMPARE(labels(first), labels(second));
        QCOMPARE(first.low, second.low);
        QCOMPARE(first.high, 2.0);
        QCOMPARE(second.high, 2.0);
        QCOMPARE(first.mostCount, second.mostCount);
        QVERIFY(!first.showsLegend && !second.showsLegend);
        // Pale bars of the other filters need a legend: one for both.
        auto* legend = panes()[0]->findChild<ChartLegend*>();
        QVERIFY(!legend->isVisible());
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("has:rating.preference_alignment length:>1 -id:x "
                                                          "rating.preference_alignment:>0")));
        QTRY_VERIFY(legend->isVisible());
        QCOMPARE(legend->accessibleName(), QStringLiteral("Legend: All data"));
    }

    void aSingleChartFitsALowPanel()
    {
        m_window->resize(1100, 280);
        QTRY_VERIFY(m_window->height() <= 290);
        QTRY_VERIFY(panes()[0]->height() <= m_panel->height());
        QVERIFY(canvas(0)->columnRect(0).height() > 40);
    }

    void gapsAreOnTheAxis()
    {
        QTRY_COMPARE(labels(canvas(0)->content()), QStringLiteral("1 2 3 4 30"));
        const ChartCategory& last = canvas(0)->content().categories.back();
        QVERIFY(last.isBreakBefore && last.emptyBefore == 1);
    }

    void captionsNameDatasetFilterCountAndMethod()
    {
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("task:\"travel planning\"")));
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{8});
        QTRY_VERIFY(
            canvas(0)->content().caption.join(QLatin1Char('|')).contains(QStringLiteral("filter: task")));
        const QString caption = canvas(0)->content().caption.join(QLatin1Char('|'));
        const QString folder = QString::fromStdString(m_folder.path().filename().string());
        for (const QString& part :
             {QStringLiteral("Dataset: ") + folder, QStringLiteral("filter: task:\"travel planning\""),
              QStringLiteral("Preference Alignment: n = 8"),
              QStringLiteral("95% intervals (quasi-binomial Wilson)")})
            QVERIFY2(caption.contains(part), qPrintable(caption));
    }

    void savingIsConfirmed()
    {
        auto* view = panes()[0]->findChild<ReportView*>();
        Q_EMIT view->done(QStringLiteral("Saved x.png"));
        QCOMPARE(label("chartStatus")->text(), QStringLiteral("Saved x.png"));
    }

    /// A bar of several numbers has a menu, too.
    void theMenuOfARangeFiltersByIt()
    {
        chooseReport(0, QStringLiteral("distribution"));
        chooseField(0, QStringLiteral("length"));
        QTRY_COMPARE(canvas(0)->content().categoryTitle, QStringLiteral("Length"));
        QTRY_VERIFY(canvas(0)->categoryCount() > 1);
        canvas(0)->setFocus(Qt::TabFocusReason);
        canvas(0)->setFocusedCategory(1);
        QTimer::singleShot(0, this, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            QAction* only = menu->actions().front();
            QVERIFY2(only->text().startsWith(QStringLiteral("Show only")), qPrintable(only->text()));
            only->trigger();
            menu->close();
        });
        QContextMenuEvent byKey(QContextMenuEvent::Keyboard, canvas(0)->rect().center(),
                                canvas(0)->mapToGlobal(canvas(0)->rect().center()));
        QApplication::sendEvent(canvas(0), &byKey);
        QVERIFY2(toText(m_workspace->query()).starts_with("length:"), toText(m_workspace->query()).c_str());
        QTRY_VERIFY(canvas(0)->isChosen(1) && !canvas(0)->isChosen(0));
    }

    void noControlCutsItsText()
    {
        for (const auto* box : panes()[0]->findChildren<QComboBox*>()) {
            if (box->isVisible())
                QVERIFY2(box->width() >= box->sizeHint().width(), qPrintable(box->currentText()));
        }
        m_window->resize(420, 600);
        QTRY_VERIFY(m_window->width() <= 430);
        for (const auto* box : panes()[0]->findChildren<QComboBox*>()) {
            if (box->isVisible())
                QVERIFY2(box->width() >= box->sizeHint().width(), qPrintable(box->currentText()));
        }
    }

private:
    void makePanel()
    {
        m_window = std::make_unique<QWidget>();
        auto* layout = new QVBoxLayout(m_window.get());
        for (const PanelSpec& spec : panels()) {
            if (spec.id == QStringLiteral("charts"))
                m_panel = spec.create(*m_workspace, m_window.get());
        }
        layout->addWidget(m_panel);
        m_window->resize(1100, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    static void forgetCharts()
    {
        storeSetting(QStringLiteral("charts/shown"), QVariant());
        storeSetting(QStringLiteral("charts/enlarged"), QVariant());
    }

    QList<ChartPane*> panes() const
    {
        QList<ChartPane*> all;
        for (auto* pane : m_panel->findChildren<ChartPane*>()) {
            if (!pane->window()->objectName().contains(QStringLiteral("chartWindow")))
                all << pane;
        }
        return all;
    }
    ChartCanvas* canvas(int pane) const { return panes().at(pane)->findChild<ChartCanvas*>(); }
    QLabel* label(const char* name) const { return panes().front()->findChild<QLabel*>(QLatin1String(name)); }

    QAction* action(const char* name) const
    {
        for (QAction* each : m_panel->actions()) {
            if (each->objectName() == QLatin1String(name))
                return each;
        }
        return nullptr;
    }
    void trigger(const char* name)
    {
        QVERIFY(action(name) != nullptr);
        action(name)->trigger();
    }

    void chooseReport(int pane, const QString& id) { choose(pane, "reportBox", id); }
    void chooseField(int pane, const QString& key) { choose(pane, "fieldBox", key); }
    void choose(int pane, const char* name, const QString& key)
    {
        auto* box = panes().at(pane)->findChild<QComboBox*>(QLatin1String(name));
        QTRY_VERIFY2(box->findData(key) >= 0, qPrintable(key));
        box->setCurrentIndex(box->findData(key));
        Q_EMIT box->activated(box->currentIndex());
    }

    static QString labels(const ChartContent& content)
    {
        QStringList all;
        for (const ChartCategory& category : content.categories)
            all << category.label;
        return all.join(QLatin1Char(' '));
    }

    test::TempFolder m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_window;
    QWidget* m_panel = nullptr;
};

DUOLOGUE_TEST(ChartBoardTest)
#include "chart_board_test.moc"
