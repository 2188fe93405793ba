// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/evaluate.h"
#include "ui/models/report/heat_map_choice.h"
#include "ui/models/words/count_words.h"
#include "ui/models/words/report_words.h"
#include "ui/panels/panel.h"
#include "ui/views/report/report_controls.h"
#include "ui/views/report/report_page.h"
#include "ui/views/report/report_view.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/views/widgets/menu_section.h"
#include "ui/work/call_queue.h"
#include "ui/work/qt_text.h"
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

/// Charts over the rows that match all filters except the chart's own, for the whole dataset or for subsets
/// side by side. A worker computes them. Shows a message if there is nothing to draw.
class ChartsPanel final : public QWidget {
public:
    ChartsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
    {
        setObjectName(QStringLiteral("chartsPanel"));
        m_controls = new ReportControls(this);
        m_controls->setQueryCheck(
            [&workspace](const Query& query) { return checkQuery(workspace.snapshot(), query); });
        m_split = new QSplitter(Qt::Horizontal, this);
        m_split->setChildrenCollapsible(false);
        setViewCount(1);
        completeBar();
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_controls);
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
        // The status line shows the same, so this is the first text to be cut.
        m_status->setMinimumWidth(1);
        m_clear = makeButton("clearChoice", QCoreApplication::translate("Panels", "Clear"),
                             QCoreApplication::translate("Panels", "Clear this chart's filter"));
        m_share = makeButton("shareButton", QCoreApplication::translate("Panels", "Export"),
                             QCoreApplication::translate("Panels", "Copy the table or save the chart"));
        auto* menu = new QMenu(m_share->text(), m_share);
        menu->setObjectName(QStringLiteral("chartShareMenu"));
        connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillShareMenu(*menu); });
        m_share->setMenu(menu);
        setMenuSection(*menu->menuAction(), MenuSection::ChartExport);
        addActions(m_controls->actions());
        addAction(menu->menuAction());
        QHBoxLayout& line = m_controls->line();
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
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace, &Workspace::queryChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_controls->resetChoices();
            clearFigures();
        });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { showState(); });
        connect(m_controls, &ReportControls::changed, this, [this] { refresh(); });
        connect(m_clear, &QPushButton::clicked, this, [this] { m_views.front()->clearChoice(); });
        connect(m_clearOthers, &QPushButton::clicked, this, [this] { clearOthers(); });
    }

    void setViewCount(std::size_t count)
    {
        while (m_views.size() > count) {
            delete m_views.back();
            m_views.pop_back();
        }
        // Must be narrow before they are added: a window that has grown does not shrink again.
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

    /// The fields of the chart; its selection becomes terms about them.
    std::vector<std::string> fields() const { return m_controls->options().fields(); }

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
            m_controls->refresh(m_workspace.snapshot());
            compute();
        }
        showState();
    }

    /// The figures of the previous dataset do not belong to the new one.
    void clearFigures()
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
        request.report = &m_controls->report();
        request.options = m_controls->options();
        request.others = withoutFields(m_workspace.query(), fields());
        if (const ViewPtr& view = m_workspace.view(); answers(*view, request.others))
            request.known = std::shared_ptr<const RowSet>(view, &view->matched);
        std::vector<ReportRequest> made;
        for (const ChartCohort& cohort : m_controls->cohorts()) {
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
        // While a dataset grows, snapshots arrive faster than the figures can be computed: only the newest
        // waits.
        std::vector<ReportRequest> sameQuestion = asked;
        for (std::size_t i = 0; i < sameQuestion.size() && i < m_asked.size(); ++i)
            sameQuestion[i].snapshot = m_asked[i].snapshot;
        m_stale = m_task.isRunning() && sameQuestion == m_asked;
        if (m_stale)
            return;
        m_asked = asked;
        std::vector<CrossfilteredReportPtr> before;
        for (const ReportView* view : m_views)
            before.push_back(view->report());
        m_task.run([asked, before](const Job& job) { return crossfilteredReports(asked, before, job); },
                   [this](const std::vector<CrossfilteredReportPtr>& reports) {
                       show(reports);
                       showState();
                       if (m_stale)
                           refresh();
                   });
    }

    void show(const std::vector<CrossfilteredReportPtr>& reports)
    {
        if (reports.empty())
            return;
        setViewCount(reports.size());
        const std::vector<ChartCohort> cohorts = m_controls->cohorts();
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

    /// Exported pictures show the filter in their title.
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
        // The rows of an older query would contradict the query bar.
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
        if (m_controls->cohortsLeftOut() > 0)
            return QCoreApplication::translate("Panels", "Compares the first %1 values; %2 are left out")
                .arg(m_views.size())
                .arg(m_controls->cohortsLeftOut());
        const Tally& tally = m_views.front()->report()->all.tally;
        if (m_controls->report().traits().measuresAreRatings && tally.means.empty())
            return QCoreApplication::translate("Panels", "No ratings here: bars count conversations");
        return page().someAreWithoutMean() && !tally.ofMessages
                   ? QCoreApplication::translate("Panels", "n on bars: rated; n in table: all")
                   : QString();
    }

    /// Empty if there is something to draw.
    QString emptyText(std::uint64_t count) const
    {
        if (m_workspace.paths().isEmpty())
            return QCoreApplication::translate("Panels",
                                               "No dataset is open. Open a folder or files to chart them.");
        if (count == 0)
            return m_workspace.isLoading()
                       ? QCoreApplication::translate("Panels", "Reading…")
                       : QCoreApplication::translate("Panels", "The open dataset has no conversations.");
        if (m_controls->lacksQueries())
            return QCoreApplication::translate(
                "Panels", "Type two queries above, or choose saved filters, to compare their results.");
        const CrossfilteredReportPtr& report = m_views.front()->report();
        if (report && report->left == 0 && report->request.others.kind != QueryKind::Everything &&
            m_views.size() == 1)
            return QCoreApplication::translate("Panels", "The other filters match nothing: %1")
                .arg(asLabel(toText(report->request.others)));
        if (report && page().valueCount() == 0 && !m_task.isRunning())
            return QCoreApplication::translate("Panels", "This dataset has no data for this chart.");
        return {};
    }

    Workspace& m_workspace;
    ReportControls* m_controls = nullptr;
    QSplitter* m_split = nullptr;
    /// One for each group, at least one.
    std::vector<ReportView*> m_views;
    QLabel* m_note = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_share = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_clearOthers = nullptr;

    /// The last requests, which may still be running. m_stale: a newer snapshot waits until they end.
    std::vector<ReportRequest> m_asked;
    bool m_stale = false;
    LatestTask<std::vector<CrossfilteredReportPtr>> m_task;
    /// Deferred, so that rows are painted before counting uses all cores.
    DeferredCall m_deferred{[this] { refresh(); }};
};

} // namespace

PanelSpec chartsPanel()
{
    return {
        QStringLiteral("charts"), QCoreApplication::translate("Panels", "Charts"), PanelArea::Bottom,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new ChartsPanel(workspace, parent); }};
}

} // namespace duologue::ui
