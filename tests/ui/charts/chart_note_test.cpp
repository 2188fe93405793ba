// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/workspace.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/crossfiltered_report.h"
#include "ui/charts/report_view.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

using namespace duologue;
using namespace duologue::ui;

namespace {

const std::string kAlignment = "rating.preference_alignment";
const std::string kDiversity = "rating.diversity";

} // namespace

/// What the figures of a chart are of: the records that it leaves out, the filter that it follows, and the
/// records that a click keeps.
class ChartNoteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // Of five, one has no category.
        std::string lines;
        for (int i = 0; i < 40; ++i) {
            constexpr std::array<const char*, 4> kCategories{"alpha", "beta", "gamma", "delta"};
            std::string line = "{\"messages\":[{\"role\":\"user\",\"content\":\"Question " +
                               std::to_string(i) +
                               "\"},{\"role\":\"assistant\",\"content\":\"Answer\"}],\"flag\":" +
                               (i % 2 == 0 ? "true" : "false");
            if (i % 5 < 4)
                line += ",\"category\":\"" + std::string(kCategories[static_cast<std::size_t>(i % 5)]) + '"';
            lines += line + "}\n";
        }
        m_plain.write("plain.jsonl", lines);
        // Of four, one has no rating and one has only the first.
        for (int i = 0; i < 24; ++i) {
            auto record = test::AgentRecord::ofTurns(1 + i % 3);
            record.task = i < 8 ? "gifts" : "travel";
            record.ratings.clear();
            if (i % 4 > 0)
                record.ratings["Preference Alignment"] = i % 3;
            if (i % 4 > 1)
                record.ratings["Diversity"] = i % 2;
            m_rated.write("LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
        }
        // One answer of 40 is marked, and it is one of two about gifts.
        for (int i = 0; i < 40; ++i) {
            auto record = test::AgentRecord::ofTurns(1);
            record.task = i < 2 ? "gifts" : "travel";
            record.messages[1].hallucination = i == 0;
            m_marked.write("LLM_agent_user/t/" + std::to_string(i) + ".json", record.json());
        }
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void theAxisCoversFilteredBars()
    {
        const SnapshotPtr snapshot = test::load({m_marked.path()});
        const auto all = reportOf(snapshot, "hallucination-by-turn", {}, {});
        QVERIFY(all && all->highest >= 1.0 / 40 && all->highest < 0.5);
        const auto filtered = reportOf(snapshot, "hallucination-by-turn", {}, "task:gifts");
        QCOMPARE(filtered->now.tally.rows.front().means.front().mean(), 0.5);
        QVERIFY2(filtered->highest >= 0.5, qPrintable(QString::number(filtered->highest)));
    }

    void recordsWithoutAValueAreCounted()
    {
        const SnapshotPtr snapshot = test::load({m_plain.path()});
        ReportOptions options;
        options.field = "category";
        const auto all = reportOf(snapshot, "distribution", options, {});
        QCOMPARE(leftOutNote(*all), QStringLiteral("Not shown: 8 of 40 conversations without a value"));
        const auto filtered = reportOf(snapshot, "distribution", options, "flag:true");
        QCOMPARE(leftOutNote(*filtered), QStringLiteral("Not shown: 4 of 20 conversations without a value"));
        QCOMPARE(rowsText(*filtered), QStringLiteral("20 of 40 conversations · filter: flag:true"));
        QVERIFY(captionOf(*filtered, {}, {}, {}).contains(leftOutNote(*filtered)));
        options.field = "flag";
        QCOMPARE(leftOutNote(*reportOf(snapshot, "distribution", options, {})), QString());
    }

    void recordsWithoutARatingAreCounted()
    {
        const SnapshotPtr snapshot = test::load({m_rated.path()});
        const auto all = reportOf(snapshot, "rating-by-turns", bothRatings(), {});
        QCOMPARE(leftOutNote(*all), QStringLiteral("Not shown: 6 of 24 conversations without these ratings"));
        const auto filtered = reportOf(snapshot, "rating-by-turns", bothRatings(), "task:gifts");
        QCOMPARE(leftOutNote(*filtered),
                 QStringLiteral("Not shown: 2 of 8 conversations without these ratings"));
        QCOMPARE(axisNote(*filtered), QString());
        // The bars are of those that have one of the ratings, and the first says which these are.
        QCOMPARE(toText(all->measured), "has:" + kAlignment);
        std::uint64_t n = 0;
        for (const TallyRow& row : all->now.tally.rows)
            n += row.n;
        QCOMPARE(n, std::uint64_t{18});
    }

    void cellsSayWhatTheirMeansLack()
    {
        const SnapshotPtr snapshot = test::load({m_rated.path()});
        ReportOptions options = bothRatings();
        options.field = "task";
        options.second = "turns";
        options.measures = {kAlignment};
        QCOMPARE(leftOutNote(*reportOf(snapshot, "cross-table", options, {})),
                 QStringLiteral("Not in the means: 6 of 24 conversations without a number"));
    }

    void recordsOfNoGroupAreCounted()
    {
        const SnapshotPtr snapshot = test::load({m_plain.path()});
        ReportOptions options;
        options.field = "flag";
        std::vector<ReportRequest> requests;
        for (const char* cohort : {"category:alpha", "category:beta"}) {
            requests.push_back(requestOf(snapshot, "distribution", options, "flag:true"));
            requests.back().cohort = parseQuery(cohort).value();
        }
        const auto reports = crossfilteredReports(requests, {}, Job());
        QCOMPARE(reports.size(), std::size_t{2});
        QCOMPARE(reports[0]->left, std::uint64_t{4});
        for (const CrossfilteredReportPtr& report : reports) {
            QCOMPARE(report->leftOfAll, std::uint64_t{20});
            QCOMPARE(report->totalOfAll, std::uint64_t{40});
            QCOMPARE(report->inNoReport, std::uint64_t{12});
        }
    }

    void theNoteNamesTheRecordsOfNoGroup()
    {
        open(m_plain, 40);
        m_pane->showChart({"distribution", "flag", {}, {}, "category", {}});
        QTRY_COMPARE(m_pane->findChildren<ReportView*>().size(), 4);
        const auto has = [this](const QString& words) { return note("chartNote").contains(words); };
        QTRY_VERIFY2(has(QStringLiteral("Not in any group shown: 8 of 40 conversations")),
                     qPrintable(note("chartNote")));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("flag:true")));
        // It is the filter of the chart's own field.
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{20});
        QVERIFY2(has(QStringLiteral("Not in any group shown: 8 of 40 conversations")),
                 qPrintable(note("chartNote")));
    }

    void theStatusIsOfTheBars()
    {
        open(m_plain, 40);
        m_pane->showChart({"distribution", "category", {}, {}, {}, {}});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("category:alpha flag:true")));
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{4});
        QTRY_COMPARE(note("chartStatus"), QStringLiteral("20 of 40 conversations · filter: flag:true"));
        QTRY_COMPARE(note("chartNote"), QStringLiteral("Not shown: 4 of 20 conversations without a value"));
    }

    void aClickKeepsTheRecordsOfTheBar()
    {
        open(m_rated, 24);
        m_pane->showChart({"rating-by-turns", "turns", {}, {kAlignment}, {}, {}});
        m_pane->setTableShown(true);
        auto* table = m_pane->findChild<ReportTable*>();
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QTRY_COMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("6"));
        Q_EMIT table->cellClicked({0, 0}, Qt::NoModifier);
        QCOMPARE(toText(m_workspace->query()), "turns:1 has:" + kAlignment);
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{6});
        // The condition is part of the selection: the chart is of the same records as before.
        QTRY_COMPARE(note("chartStatus"), QStringLiteral("24 of 24 conversations"));
        QTRY_COMPARE(note("chartNote"),
                     QStringLiteral("Not shown: 6 of 24 conversations without these ratings"));
        const QStringList copied = copy(QStringLiteral("Copy as CSV")).split(QLatin1Char('\n'));
        QVERIFY2(copied.at(1).startsWith(QStringLiteral("1,6,")), qPrintable(copied.at(1)));
        QVERIFY2(copy(QStringLiteral("Copy as command")).contains(toQtText("has:" + kAlignment)),
                 qPrintable(QGuiApplication::clipboard()->text()));
        Q_EMIT table->cellClicked({0, 0}, Qt::NoModifier);
        QCOMPARE(toText(m_workspace->query()), std::string());
    }

    void severalRatingsHaveOneMeaningOfN()
    {
        open(m_rated, 24);
        m_pane->showChart({"rating-by-turns", "turns", {}, {kAlignment, kDiversity}, {}, {}});
        m_pane->setTableShown(true);
        auto* table = m_pane->findChild<ReportTable*>();
        QTRY_COMPARE(table->model()->columnCount(), 7);
        // Alignment with its n, diversity with its n.
        QCOMPARE(table->model()->index(0, 4).data().toString(), QStringLiteral("6"));
        QCOMPARE(table->model()->index(0, 6).data().toString(), QStringLiteral("4"));
        Q_EMIT table->cellClicked({0, 0}, Qt::NoModifier);
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{6});
        const QStringList copied = copy(QStringLiteral("Copy as CSV")).split(QLatin1Char('\n'));
        QVERIFY2(copied.at(1).startsWith(QStringLiteral("1,6,")), qPrintable(copied.at(1)));
    }

    /// A record without any of the measures is in no bar, but its value is missing there.
    void whatIsMissingIsOfAllRecords()
    {
        const SnapshotPtr snapshot = test::load({m_rated.path()});
        ReportOptions options;
        options.measures = {kAlignment};
        const auto tipOf = [](const CrossfilteredReportPtr& report) {
            BarChartModel model;
            model.setReport(report);
            return chartOf(model).categories.at(0).tip;
        };
        const QString all = tipOf(reportOf(snapshot, "rating-by-turns", options, {}));
        QVERIFY2(all.contains(QStringLiteral("n 6, missing 2 of 8")), qPrintable(all));
        const QString filtered = tipOf(reportOf(snapshot, "rating-by-turns", options, "task:gifts"));
        QVERIFY2(filtered.contains(QStringLiteral("n 2, missing 1 of 3")), qPrintable(filtered));
        options.field = "task";
        const QString byField = tipOf(reportOf(snapshot, "mean-by-field", options, {}));
        QVERIFY2(byField.contains(QStringLiteral("n 6, missing 2 of 8")), qPrintable(byField));
    }

    void aClickOnAnotherMeasureKeepsTheRecordsThatHaveIt()
    {
        open(m_rated, 24);
        m_pane->showChart({"rating-by-turns", "turns", {}, {kAlignment, kDiversity}, {}, {}});
        const auto canvas = [this] { return m_pane->findChild<ChartCanvas*>(); };
        QTRY_COMPARE(canvas()->categoryCount(), 3);
        QTRY_COMPARE(canvas()->seriesCount(), 2);
        const auto clickBar = [&](int series) {
            const QPoint point(canvas()->barRect(0, series).center().x(),
                               canvas()->columnRect(0).center().y());
            QTest::mouseClick(canvas(), Qt::LeftButton, {}, point);
        };
        clickBar(1);
        QCOMPARE(toText(m_workspace->query()), "turns:1 has:" + kDiversity);
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{4});
        QVERIFY(canvas()->isChosen(0));
        clickBar(0);
        QCOMPARE(toText(m_workspace->query()), "turns:1 has:" + kAlignment);
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{6});
        QTRY_COMPARE(note("chartStatus"), QStringLiteral("24 of 24 conversations"));
        clickBar(0);
        QCOMPARE(toText(m_workspace->query()), std::string());
    }

    void aBarOfAGroupIsOfTheGroup()
    {
        open(m_rated, 24);
        m_pane->showChart({"rating-by-turns", "turns", {}, {kAlignment}, "task", {}});
        const auto canvasOf = [this](const char* group) -> ChartCanvas* {
            for (ReportView* view : m_pane->findChildren<ReportView*>()) {
                if (view->heading().startsWith(QLatin1String(group)))
                    return view->findChild<ChartCanvas*>();
            }
            return nullptr;
        };
        QTRY_VERIFY(canvasOf("gifts") != nullptr && canvasOf("travel") != nullptr);
        QTRY_COMPARE(canvasOf("gifts")->categoryCount(), 3);
        const auto nOf = [&](const char* group, std::size_t bar) {
            return canvasOf(group)->content().categories.at(bar).marks.front().n;
        };
        const std::uint64_t gifts = nOf("gifts", 0);
        const std::uint64_t travel = nOf("travel", 1);
        canvasOf("gifts")->choose(0);
        QCOMPARE(toText(m_workspace->query()), "turns:1 has:" + kAlignment + " task:gifts");
        QTRY_COMPARE(m_workspace->view()->matched.count(), gifts);
        QVERIFY(canvasOf("gifts")->isChosen(0) && !canvasOf("travel")->isChosen(0));
        // The selection in one group is no filter of the others.
        QTRY_COMPARE(note("chartStatus"), QStringLiteral("24 of 24 conversations"));
        QCOMPARE(nOf("travel", 1), travel);
        canvasOf("travel")->choose(1);
        QCOMPARE(toText(m_workspace->query()), "turns:2 has:" + kAlignment + " task:travel");
        QTRY_COMPARE(m_workspace->view()->matched.count(), travel);
        QTest::mouseClick(m_pane->findChild<QPushButton*>(QStringLiteral("clearChoice")), Qt::LeftButton);
        QCOMPARE(toText(m_workspace->query()), std::string());
    }

    void theMenuOfABarOfAGroupIsOfTheGroup()
    {
        open(m_rated, 24);
        m_pane->showChart({"distribution", "turns", {}, {}, "task", {}});
        QTRY_COMPARE(m_pane->findChildren<ReportView*>().size(), 2);
        ReportView* view = m_pane->findChildren<ReportView*>().front();
        auto* canvas = view->findChild<ChartCanvas*>();
        QTRY_COMPARE(canvas->categoryCount(), 3);
        const std::uint64_t n = canvas->content().categories.at(0).marks.front().n;
        // Show only, read these, exclude.
        for (const int action : {0, 1, 2}) {
            m_workspace->setQuery({});
            QTimer::singleShot(0, this, [action] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QVERIFY(menu != nullptr);
                menu->actions().at(action)->trigger();
                menu->close();
            });
            Q_EMIT canvas->menuRequested(0, canvas->mapToGlobal(canvas->rect().center()));
            const std::uint64_t left = action < 2 ? n : 24 - n;
            QTRY_VERIFY(answers(*m_workspace->view(), m_workspace->query()));
            QVERIFY2(m_workspace->view()->matched.count() == left, toText(m_workspace->query()).c_str());
        }
    }

    void barsOfMessagesSayWhatAClickFinds()
    {
        open(m_marked, 40);
        m_pane->showChart({"hallucination-by-turn", "turn", {}, {"hallucination"}, {}, {}});
        auto* canvas = m_pane->findChild<ChartCanvas*>();
        // Another chart was shown before.
        const auto tipOfFirst = [canvas] {
            return canvas->categoryCount() == 1 ? canvas->content().categories.at(0).tip : QString();
        };
        QTRY_VERIFY2(tipOfFirst().contains(QStringLiteral("n 40 messages")), qPrintable(tipOfFirst()));
        const QString tip = tipOfFirst();
        QVERIFY2(tip.endsWith(QStringLiteral("Click to show the conversations with such messages.")),
                 qPrintable(tip));
        canvas->choose(0);
        QCOMPARE(toText(m_workspace->query()),
                 std::string("message(turn:1 (hallucination:yes OR hallucination:no))"));
        QTRY_COMPARE(m_workspace->view()->matched.count(), std::uint64_t{40});
        QVERIFY(canvas->isChosen(0));
        QTRY_COMPARE(note("chartStatus"), QStringLiteral("40 of 40 conversations"));
        canvas->choose(0);
        QCOMPARE(toText(m_workspace->query()), std::string());
    }

    void copiedTablesSayWhatTheyAreOf()
    {
        open(m_plain, 40);
        m_pane->showChart({"distribution", "category", {}, {}, {}, {}});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("flag:true")));
        QTRY_COMPARE(note("chartStatus"), QStringLiteral("20 of 40 conversations · filter: flag:true"));
        const QString name = QString::fromStdString(m_plain.path().filename().string());
        const QString markdown = copy(QStringLiteral("Copy as Markdown"));
        QVERIFY2(
            markdown.section(QLatin1Char('\n'), 0, 0).contains(QStringLiteral("Distribution of a field")),
            qPrintable(markdown));
        QVERIFY2(markdown.contains(QStringLiteral("20 of 40 conversations")), qPrintable(markdown));
        QVERIFY2(markdown.contains(QStringLiteral("\n\n| category |")), qPrintable(markdown));
        const QString latex = copy(QStringLiteral("Copy as LaTeX"));
        QVERIFY2(latex.startsWith(QStringLiteral("\\begin{table}\n\\caption{Distribution of a field")),
                 qPrintable(latex));
        QVERIFY2(latex.contains(QStringLiteral("filter: flag:true")), qPrintable(latex));
        for (const QString& words :
             {copy(QStringLiteral("Copy as CSV")), copy(QStringLiteral("Copy as tab-separated text"))})
            QVERIFY2(words.startsWith(QStringLiteral("category")) && !words.contains(name),
                     qPrintable(words));
    }

    void onlyOtherFiltersAreOfferedToClear()
    {
        open(m_rated, 24);
        m_pane->showChart({"satisfaction-by-turn", "turn", {}, {}, {}, {}});
        auto* message = m_pane->findChild<QLabel*>(QStringLiteral("chartMessage"));
        auto* clear = m_pane->findChild<QPushButton*>(QStringLiteral("clearOthers"));
        QTRY_COMPARE(message->text(), QStringLiteral("This dataset has no data for this chart."));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turn:1")));
        QTRY_VERIFY(answers(*m_workspace->view(), m_workspace->query()));
        QTRY_VERIFY(message->isVisible() && !clear->isVisible());
        // Without data in any record, no filter is to blame.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turn:1 task:gifts")));
        QTRY_VERIFY(answers(*m_workspace->view(), m_workspace->query()));
        QTRY_VERIFY(message->isVisible() && !clear->isVisible());
        m_pane->showChart({"distribution", "task", {}, {}, {}, {}});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("task:gifts turns:99")));
        QTRY_COMPARE(message->text(), QStringLiteral("No conversations match the other filters: turns:99"));
        QTRY_VERIFY(message->isVisible() && clear->isVisible());
        QTest::mouseClick(clear, Qt::LeftButton);
        QCOMPARE(toText(m_workspace->query()), std::string("task:gifts"));
    }

private:
    static QString toQtText(const std::string& text) { return QString::fromStdString(text); }

    static ReportOptions bothRatings()
    {
        ReportOptions options;
        options.measures = {kAlignment, kDiversity};
        return options;
    }

    static ReportRequest requestOf(const SnapshotPtr& snapshot, std::string_view id,
                                   const ReportOptions& options, std::string_view query)
    {
        ReportRequest request;
        request.snapshot = snapshot;
        request.report = findReport(id);
        request.options = chosenOptions(*request.report, *snapshot, options);
        request.others = parseQuery(query).value();
        return request;
    }

    static CrossfilteredReportPtr reportOf(const SnapshotPtr& snapshot, std::string_view id,
                                           const ReportOptions& options, std::string_view query)
    {
        return crossfilteredReports({requestOf(snapshot, id, options, query)}, {}, Job()).front();
    }

    void open(const test::TempFolder& folder, std::uint64_t records)
    {
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<QWidget>();
        auto* layout = new QVBoxLayout(m_window.get());
        m_pane = new ChartPane(*m_workspace, m_window.get());
        layout->addWidget(m_pane);
        m_window->resize(1000, 600);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->snapshot().recordCount() == records);
    }

    QString note(const char* name) const { return m_pane->findChild<QLabel*>(QLatin1String(name))->text(); }

    QString copy(const QString& title) const
    {
        QMenu menu;
        m_pane->findChild<ReportView*>()->addShareActions(menu);
        for (QAction* action : menu.actions()) {
            if (action->text() == title)
                action->trigger();
        }
        return QGuiApplication::clipboard()->text();
    }

    test::TempFolder m_plain;
    test::TempFolder m_rated;
    test::TempFolder m_marked;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_window;
    ChartPane* m_pane = nullptr;
};

DUOLOGUE_TEST(ChartNoteTest)
#include "chart_note_test.moc"
