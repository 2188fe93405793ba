// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/evaluate.h"
#include "ui/models/report/cell_choice.h"
#include "ui/models/words/count_words.h"
#include "ui/models/words/report_words.h"
#include "ui/panels/panel.h"
#include "ui/views/report/chart_bar.h"
#include "ui/views/report/report_page.h"
#include "ui/views/report/report_view.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/work/qt_text.h"
#include "ui/work/turn_queue.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

namespace duologue::ui {

namespace {

/// Shows a report over the rows that all filters but the chart's own leave, for the whole dataset or for
/// several cohorts side by side. Reports are computed off the GUI thread. If there is nothing to draw, a
/// message says why.
class ChartsPanel final : public QWidget {
public:
    ChartsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
    {
        setObjectName(QStringLiteral("chartsPanel"));
        m_bar = new ChartBar(this);
        m_bar->setQueryCheck(
            [&workspace](const Query& query) { return checkQuery(workspace.snapshot(), query); });
        m_split = new QSplitter(Qt::Horizontal, this);
        m_split->setChildrenCollapsible(false);
        setViewCount(1);
        completeBar();
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_bar);
        layout->addWidget(makePages(), 1);
        connectAll();
        refresh();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        refresh();
    }

private:
    void completeBar()
    {
        m_note = makeLabel("chartNote");
        m_note->setForegroundRole(QPalette::PlaceholderText);
        m_status = makeLabel("chartStatus");
        // The window's status line shows the same, so this label shrinks first if space is short.
        m_status->setMinimumWidth(1);
        m_clear = makeButton("clearChoice", QCoreApplication::translate("Panels", "Clear"),
                             QCoreApplication::translate("Panels", "Take this chart's filter away"));
        m_share = makeButton("shareButton", QCoreApplication::translate("Panels", "Export"),
                             QCoreApplication::translate("Panels", "Copy the table or save the chart"));
        auto* menu = new QMenu(m_share->text(), m_share);
        menu->setObjectName(QStringLiteral("chartShareMenu"));
        connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillShareMenu(*menu); });
        m_share->setMenu(menu);
        QHBoxLayout& line = m_bar->line();
        line.addWidget(m_note);
        line.addStretch(1);
        for (QWidget* widget : std::initializer_list<QWidget*>{m_status, m_clear, m_share})
            line.addWidget(widget);
    }

    void fillShareMenu(QMenu& menu)
    {
        menu.clear();
        if (m_views.size() == 1) {
            m_views.front()->addShareActions(menu);
            return;
        }
        for (ReportView* view : m_views)
            view->addShareActions(*menu.addMenu(asMenuText(view->heading())));
    }

    QPushButton* makeButton(const char* name, const QString& text, const QString& tip)
    {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        return button;
    }

    QLabel* makeLabel(const char* name)
    {
        auto* label = new ElidedLabel(this);
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        return label;
    }

    QWidget* makePages()
    {
        m_pages = new QStackedWidget(this);
        m_pages->addWidget(m_split);
        auto* page = new QWidget;
        m_message = new QLabel(this);
        m_message->setObjectName(QStringLiteral("chartMessage"));
        m_message->setTextFormat(Qt::PlainText);
        m_message->setAlignment(Qt::AlignCenter);
        m_message->setWordWrap(true);
        m_message->setForegroundRole(QPalette::PlaceholderText);
        m_clearOthers =
            new QPushButton(QCoreApplication::translate("Panels", "Clear the other filters"), page);
        m_clearOthers->setObjectName(QStringLiteral("clearOthers"));
        auto* layout = new QVBoxLayout(page);
        layout->addStretch(1);
        layout->addWidget(m_message);
        layout->addWidget(m_clearOthers, 0, Qt::AlignHCenter);
        layout->addStretch(1);
        m_pages->addWidget(page);
        return m_pages;
    }

    void connectAll()
    {
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_turn.ask(); });
        connect(&m_workspace, &Workspace::queryChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_bar->forgetChoices();
            forgetFigures();
        });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { showState(); });
        connect(m_bar, &ChartBar::changed, this, [this] { refresh(); });
        connect(m_clear, &QPushButton::clicked, this, [this] { m_views.front()->clearChoice(); });
        connect(m_clearOthers, &QPushButton::clicked, this, [this] { clearOthers(); });
    }

    void setViewCount(std::size_t count)
    {
        while (m_views.size() > count) {
            delete m_views.back();
            m_views.pop_back();
        }
        // Makes the existing views narrow before adding others: otherwise the window would grow, and it
        // would not shrink again.
        for (ReportView* view : m_views)
            view->setNarrow(count > 1);
        while (m_views.size() < count) {
            m_views.push_back(new ReportView(m_workspace, nullptr));
            m_views.back()->setNarrow(count > 1);
            m_split->addWidget(m_views.back());
        }
        for (std::size_t i = 0; i < count; ++i)
            m_split->setStretchFactor(static_cast<int>(i), 1);
    }

    /// The fields of the chart. A choice in the chart becomes filter terms about them.
    std::vector<std::string> fields() const { return m_bar->options().fields(); }

    void clearOthers()
    {
        std::vector<Query> parts = conjuncts(m_workspace.query());
        std::erase_if(parts, [own = fields()](const Query& part) { return !isAboutOnly(part, own); });
        m_workspace.setQuery(Query::all(std::move(parts)));
    }

    void refresh()
    {
        // A hidden panel computes nothing; showEvent() catches up.
        if (isVisible()) {
            m_bar->refresh(m_workspace.snapshot());
            compute();
        }
        showState();
    }

    /// Figures of the previous dataset say nothing about the one that is being read.
    void forgetFigures()
    {
        m_task.cancel();
        m_asked.clear();
        m_stale = false;
        setViewCount(1);
        m_views.front()->setReport(nullptr, {});
    }

    std::vector<ReportRequest> requests() const
    {
        ReportRequest request;
        request.snapshot = m_workspace.view()->snapshot;
        request.report = &m_bar->report();
        request.options = m_bar->options();
        request.others = withoutFields(m_workspace.query(), fields());
        if (const ViewPtr& view = m_workspace.view(); answers(*view, request.others))
            request.known = std::shared_ptr<const RowSet>(view, &view->matched);
        std::vector<ReportRequest> made;
        for (const ChartCohort& cohort : m_bar->cohorts()) {
            made.push_back(request);
            made.back().cohort = cohort.query;
        }
        if (made.empty())
            made.push_back(std::move(request));
        return made;
    }

    void compute()
    {
        if (m_workspace.snapshot().recordCount() == 0)
            return;
        std::vector<ReportRequest> asked = requests();
        if (asked == m_asked || waitsForRows(*m_workspace.view(), m_workspace.query(), asked.front().others))
            return;
        // A growing dataset makes snapshots faster than reports can be computed. The running computation
        // finishes first; then the newest snapshot follows.
        std::vector<ReportRequest> sameQuestion = asked;
        for (std::size_t i = 0; i < sameQuestion.size() && i < m_asked.size(); ++i)
            sameQuestion[i].snapshot = m_asked[i].snapshot;
        m_stale = m_task.isRunning() && sameQuestion == m_asked;
        if (m_stale)
            return;
        m_asked = asked;
        std::vector<CrossReportPtr> before;
        for (const ReportView* view : m_views)
            before.push_back(view->report());
        m_task.run([asked, before](const Job& job) { return crossReports(asked, before, job); },
                   [this](const std::vector<CrossReportPtr>& reports) {
                       show(reports);
                       showState();
                       if (m_stale)
                           refresh();
                   });
    }

    void show(const std::vector<CrossReportPtr>& reports)
    {
        if (reports.empty())
            return;
        setViewCount(reports.size());
        const std::vector<ChartCohort> cohorts = m_bar->cohorts();
        for (std::size_t i = 0; i < reports.size(); ++i) {
            QString title = pictureTitle(reports[i]->request);
            QString heading;
            for (const ChartCohort& cohort : cohorts) {
                if (cohort.query != reports[i]->request.cohort)
                    continue;
                title += QStringLiteral(" · ") + cohort.title;
                heading = cohort.title + QStringLiteral(" · ") + conversationsText(reports[i]->left);
            }
            m_views[i]->setHeading(heading);
            m_views[i]->setReport(reports[i], title);
        }
    }

    /// A saved picture is seen outside the window, so its title names the filter.
    static QString pictureTitle(const ReportRequest& request)
    {
        const QString title = reportTitle(*request.report);
        return request.others.kind == QueryKind::Everything
                   ? title
                   : title + QStringLiteral(" · ") + asLabel(toText(request.others));
    }

    const ReportPage& page() const { return m_views.front()->page(); }

    void showState()
    {
        const View& view = *m_workspace.view();
        const std::uint64_t count = view.snapshot->recordCount();
        // The count of an older query would contradict the query bar.
        if (answers(view, m_workspace.query()))
            m_status->setText(count == 0
                                  ? QString()
                                  : QCoreApplication::translate("Panels", "%1 of %2")
                                        .arg(countText(view.matched.count()), conversationsText(count)));
        m_clear->setVisible(isNarrowed(m_workspace.query(), std::span<const std::string>(fields())));
        m_share->setEnabled(page().valueCount() > 0);
        m_note->setText(noteText());
        const QString message = emptyText(count);
        m_message->setText(message);
        m_clearOthers->setVisible(count > 0 && m_workspace.query().kind != QueryKind::Everything);
        m_pages->setCurrentIndex(message.isEmpty() ? 0 : 1);
    }

    QString noteText() const
    {
        if (page().valueCount() == 0)
            return {};
        if (page().drawnValues() < page().valueCount())
            return QCoreApplication::translate("Panels", "The first %1 of %2 values are drawn")
                .arg(page().drawnValues())
                .arg(page().valueCount());
        if (m_bar->cohortsLeftOut() > 0)
            return QCoreApplication::translate("Panels", "The first %1 values are compared, %2 are left out")
                .arg(m_views.size())
                .arg(m_bar->cohortsLeftOut());
        const Tally& tally = m_views.front()->report()->all.tally;
        if (m_bar->report().id() == "rating-by-turns" && tally.means.empty())
            return QCoreApplication::translate("Panels", "No ratings here: bars count conversations");
        return page().someAreWithoutMean() && !tally.ofMessages
                   ? QCoreApplication::translate("Panels", "Bars count rated conversations, n counts all")
                   : QString();
    }

    /// The message to show instead of a chart; empty if there is something to draw.
    QString emptyText(std::uint64_t count) const
    {
        if (m_workspace.paths().isEmpty())
            return QCoreApplication::translate("Panels",
                                               "Nothing is open. Open a folder or files to chart them.");
        if (count == 0)
            return m_workspace.isLoading() ? QCoreApplication::translate("Panels", "Reading…")
                                           : QCoreApplication::translate(
                                                 "Panels", "No conversations were found in what is open.");
        if (m_bar->lacksQueries())
            return QCoreApplication::translate(
                "Panels", "Type two queries above, or choose saved filters, to compare what they find.");
        const CrossReportPtr& report = m_views.front()->report();
        if (report && report->left == 0 && report->request.others.kind != QueryKind::Everything &&
            m_views.size() == 1)
            return QCoreApplication::translate("Panels", "The other filters leave no conversation: %1")
                .arg(asLabel(toText(report->request.others)));
        if (report && page().valueCount() == 0 && !m_task.isRunning())
            return QCoreApplication::translate("Panels", "This dataset has nothing of what the chart shows.");
        return {};
    }

    Workspace& m_workspace;
    ChartBar* m_bar = nullptr;
    QSplitter* m_split = nullptr;
    /// One for each cohort; at least one.
    std::vector<ReportView*> m_views;
    QLabel* m_note = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_share = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_clearOthers = nullptr;

    /// The requests computed last or being computed; m_stale: compute again afterwards, for a newer
    /// snapshot.
    std::vector<ReportRequest> m_asked;
    bool m_stale = false;
    LatestTask<std::vector<CrossReportPtr>> m_task;
    /// Delayed, so that the table is painted before counting uses all cores.
    OwnTurn m_turn{[this] { refresh(); }};
};

} // namespace

PanelSpec chartsPanel()
{
    return {
        QStringLiteral("charts"), QCoreApplication::translate("Panels", "Charts"), PanelArea::Bottom,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new ChartsPanel(workspace, parent); }};
}

} // namespace duologue::ui
