// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_pane.h"
#include "core/query/evaluate.h"
#include "ui/app/tables.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/crossfiltered_report.h"
#include "ui/charts/heat_map_model.h"
#include "ui/charts/report_controls.h"
#include "ui/charts/report_view.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

ChartPane::ChartPane(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("chartPane"));
    m_controls = new ReportControls(this);
    m_controls->setQueryCheck(
        [&workspace](const Query& query) { return checkQuery(workspace.snapshot(), query); });
    m_legend = new ChartLegend(this);
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    setViewCount(1);
    completeBar();
    auto* layout = makeColumn(this, {m_controls, m_legend, {makePages(), 1}}, 0);
    makeFoot();
    layout->addWidget(m_foot);
    connectAll();
    refresh();
}

void ChartPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void ChartPane::completeBar()
{
    m_table = makeButton("tableButton", "table", tr("Table"),
                         tr("Show the chart data in a table next to the chart"));
    m_table->setCheckable(true);
    m_clear = makeButton("clearChoice", "clear", tr("Clear"), tr("Clear this chart's filter"));
    m_share = makeButton("shareButton", "export", tr("Export"), tr("Copy the table or save the chart"));
    auto* menu = named<QMenu>("paneShareMenu", m_share->accessibleName(), m_share);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillShareMenu(*menu); });
    m_share->setMenu(menu);
    m_more = named<QToolButton>("moreButton", this);
    m_more->setText(QStringLiteral("⋯"));
    m_more->setAccessibleName(tr("More about this chart"));
    m_more->setToolTip(tr("Add a chart, enlarge it or open it in a window"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->hide();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_table, m_clear, m_share, m_more})
        m_controls->line().addWidget(widget);
}

void ChartPane::addPaneActions(const QList<QAction*>& actions)
{
    m_more->addActions(actions);
    m_more->setVisible(!m_more->actions().isEmpty());
}

void ChartPane::fillShareMenu(QMenu& menu)
{
    menu.clear();
    if (m_views.size() == 1) {
        m_views.front()->addShareActions(menu);
        return;
    }
    for (ReportView* view : m_views)
        view->addShareActions(*menu.addMenu(asMenuText(view->heading())));
}

QPushButton* ChartPane::makeButton(const char* name, const char* icon, const QString& title,
                                   const QString& tip)
{
    auto* button = new QPushButton(toolIcon(QLatin1String(icon)), QString(), this);
    button->setAccessibleName(title);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    // Styles make buttons as wide as "Cancel" in a dialog.
    constexpr int kWidest = 6 * kGrid;
    button->setMaximumWidth(kWidest);
    return button;
}

QWidget* ChartPane::makePages()
{
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_split);
    auto* page = new QWidget;
    m_message = named<WrappedLabel>("chartMessage", this);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_clearOthers = named<QPushButton>("clearOthers", tr("Clear the other filters"), page);
    auto* layout = new QVBoxLayout(page);
    layout->addStretch(1);
    layout->addWidget(m_message);
    layout->addWidget(m_clearOthers, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    m_pages->addWidget(page);
    return m_pages;
}

/// The line below the chart. Notes are wrapped, never cut.
void ChartPane::makeFoot()
{
    constexpr int kSide = 8;
    m_foot = new QWidget(this);
    auto* line = new QHBoxLayout(m_foot);
    line->setContentsMargins(kSide, 0, kSide, 2);
    m_note = named<QLabel>("chartNote", m_foot);
    m_note->setWordWrap(true);
    m_status = named<ElidedLabel>("chartStatus", m_foot);
    m_status->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    // Paths of saved files may be long.
    m_status->setMinimumWidth(1);
    for (QLabel* label : {m_note, m_status}) {
        label->setTextFormat(Qt::PlainText);
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    line->addWidget(m_note, 1);
    line->addWidget(m_status, 0, Qt::AlignTop);
}

void ChartPane::connectAll()
{
    connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_deferred.request(); });
    connect(&m_workspace, &Workspace::queryChanged, this, [this] { refresh(); });
    connect(&TableRows::of(m_workspace), &TableRows::changed, this, [this] { m_deferred.request(); });
    connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
        // Those that were restored belong to what is opened first, or was open before this window.
        const QStringList before = std::exchange(m_paths, m_workspace.paths());
        if (!before.isEmpty())
            m_controls->resetChoices();
        clearFigures();
    });
    connect(&m_workspace, &Workspace::loadingChanged, this, [this] {
        showCaptions();
        showState();
    });
    connect(m_controls, &ReportControls::changed, this, [this] {
        refresh();
        Q_EMIT stateChanged();
    });
    constexpr int kConfirmedFor = 8000;
    m_confirmedFor.setInterval(kConfirmedFor);
    m_confirmedFor.setSingleShot(true);
    connect(&m_confirmedFor, &QTimer::timeout, this, [this] {
        m_confirmed.clear();
        showState();
    });
    connect(m_table, &QPushButton::toggled, this, &ChartPane::setTableShown);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_views.front()->clearChoice(); });
    connect(m_clearOthers, &QPushButton::clicked, this, [this] { clearOthers(); });
}

/// Beside the chart, where it is seen in every window.
void ChartPane::confirm(const QString& what)
{
    m_confirmed = what;
    m_confirmedFor.start();
    showState();
}

void ChartPane::setTableShown(bool shown)
{
    if (std::exchange(m_isTableShown, shown) == shown)
        return;
    m_table->setChecked(shown);
    setViewCount(m_views.size());
    Q_EMIT stateChanged();
}

QJsonObject ChartPane::state() const
{
    QJsonObject state = m_controls->state();
    state[QStringLiteral("table")] = m_isTableShown;
    return state;
}

void ChartPane::restore(const QJsonObject& state)
{
    setTableShown(state[QStringLiteral("table")].toBool());
    m_controls->restore(state);
}

SavedView::Chart ChartPane::chart() const
{
    const ReportOptions& options = m_controls->options();
    return {std::string(m_controls->report().id),
            options.field,
            options.second,
            options.measures,
            m_controls->group(),
            m_controls->queries()};
}

void ChartPane::showChart(const SavedView::Chart& chart)
{
    QStringList measures;
    for (const std::string& key : chart.measures)
        measures << toQt(key);
    QStringList queries;
    for (const std::string& query : chart.queries)
        queries << toQt(query);
    m_controls->restore({{QStringLiteral("report"), toQt(chart.report)},
                         {QStringLiteral("field"), toQt(chart.field)},
                         {QStringLiteral("second"), toQt(chart.second)},
                         {QStringLiteral("measures"), QJsonArray::fromStringList(measures)},
                         {QStringLiteral("group"), toQt(chart.group)},
                         {QStringLiteral("queries"), QJsonArray::fromStringList(queries)}});
}

void ChartPane::setViewCount(std::size_t count)
{
    while (m_views.size() > count) {
        delete m_views.back();
        m_views.pop_back();
    }
    const bool areSeveral = count > 1;
    const auto prepare = [&](ReportView& view) {
        view.setTableShown(m_isTableShown && !areSeveral);
        view.setSideBySide(areSeveral);
    };
    // Must be without tables before others are added: a window that has grown does not shrink again.
    for (ReportView* view : m_views)
        prepare(*view);
    while (m_views.size() < count) {
        m_views.push_back(new ReportView(m_workspace, nullptr));
        connect(m_views.back(), &ReportView::done, this, &ChartPane::confirm);
        prepare(*m_views.back());
        m_split->addWidget(m_views.back());
    }
    for (std::size_t i = 0; i < count; ++i)
        m_split->setStretchFactor(static_cast<int>(i), 1);
}

/// The fields of the chart; its selection becomes terms about them.
std::vector<std::string> ChartPane::fields() const
{
    return m_controls->options().fields();
}

/// The query without what this chart's selection has made of it.
Query ChartPane::others() const
{
    return withoutFields(withoutOwnConditions(), fields());
}

Query ChartPane::withoutOwnConditions() const
{
    const CrossfilteredReportPtr& report = m_views.front()->report();
    std::vector<Query> cohorts;
    for (const ChartCohort& cohort : m_controls->cohorts()) {
        if (cohort.query.kind != QueryKind::Everything)
            cohorts.push_back(cohort.query);
    }
    // The figures may still be those of other choices.
    const bool isOfChoices = report && report->request.report == &m_controls->report() &&
                             report->request.options == m_controls->options() && report->cohorts == cohorts;
    return isOfChoices ? withoutChoiceConditions(m_workspace.query(), *report) : m_workspace.query();
}

void ChartPane::clearOthers()
{
    std::vector<Query> parts = conjuncts(m_workspace.query());
    std::erase_if(parts, [rest = conjuncts(others())](const Query& part) {
        return std::find(rest.begin(), rest.end(), part) != rest.end();
    });
    m_workspace.setQuery(Query::all(std::move(parts)));
}

void ChartPane::refresh()
{
    m_reports.refresh();
    showState();
}

/// The figures of the previous dataset do not belong to the new one.
void ChartPane::clearFigures()
{
    m_reports.reset();
    setViewCount(1);
    m_views.front()->setReport(nullptr, {});
    m_legend->hide();
}

bool ChartPane::Wanted::differsOnlyInSnapshot(const Wanted& other) const
{
    return std::equal(requests.begin(), requests.end(), other.requests.begin(), other.requests.end(),
                      [](ReportRequest one, const ReportRequest& another) {
                          one.snapshot = another.snapshot;
                          return one == another;
                      });
}

std::optional<ChartPane::Wanted> ChartPane::wanted()
{
    // A hidden panel computes nothing; showEvent() catches up.
    if (!isVisible())
        return std::nullopt;
    m_controls->refresh(m_workspace.snapshot());
    ReportRequest request;
    request.snapshot = m_workspace.view()->snapshot;
    request.report = &m_controls->report();
    request.options = m_controls->options();
    request.others = others();
    request.engine = TableRows::of(m_workspace).counts();
    const ViewPtr& view = m_workspace.view();
    if (m_workspace.snapshot().recordCount() == 0 || waitsForRows(*view, m_workspace.query(), request.others))
        return std::nullopt;
    if (answers(*view, request.others))
        request.known = std::shared_ptr<const RowSet>(view, &view->matched);
    Wanted made;
    for (const ChartCohort& cohort : m_controls->cohorts()) {
        made.requests.push_back(request);
        made.requests.back().cohort = cohort.query;
    }
    if (made.requests.empty())
        made.requests.push_back(std::move(request));
    for (const ReportView* each : m_views)
        made.before.push_back(each->report());
    return made;
}

std::vector<CrossfilteredReportPtr> ChartPane::compute(const Wanted& wanted, const Job& job,
                                                       const Reports::Early& early)
{
    // Until the engine answers, there are at least the figures of the rows here.
    const auto& engine = wanted.requests.front().engine;
    if (engine && std::none_of(wanted.before.begin(), wanted.before.end(),
                               [&](const auto& each) { return each && each->request.engine == engine; })) {
        std::vector<ReportRequest> here = wanted.requests;
        for (ReportRequest& request : here)
            request.engine.reset();
        early(crossfilteredReports(here, wanted.before, job));
    }
    return crossfilteredReports(wanted.requests, wanted.before, job);
}

void ChartPane::showReports(const std::vector<CrossfilteredReportPtr>& reports)
{
    if (reports.empty())
        return;
    setViewCount(reports.size());
    const std::vector<ChartCohort> cohorts = m_controls->cohorts();
    const QString reading = readingText(m_workspace.coverage());
    for (std::size_t i = 0; i < reports.size(); ++i) {
        PictureTexts texts{reportTitle(*reports[i]->request.report), {}};
        const QString group = groupOf(*reports[i]);
        if (!group.isEmpty())
            texts.title += QStringLiteral(" · ") + group;
        texts.caption = captionOf(*reports[i], datasetName(*reports[i]), group, reading);
        m_views[i]->setHeading(group.isEmpty()
                                   ? QString()
                                   : group + QStringLiteral(" · ") + conversationsText(reports[i]->left));
        m_views[i]->setReport(reports[i], texts);
    }
    m_emptyGroups.clear();
    for (const ChartCohort& cohort : cohorts) {
        const bool isShown =
            std::any_of(reports.begin(), reports.end(), [&](const CrossfilteredReportPtr& each) {
                return each->request.cohort == cohort.query;
            });
        if (!isShown)
            m_emptyGroups << (cohort.title.isEmpty() ? tr("(empty)") : cohort.title);
    }
    showLegend();
}

/// Reading has ended, or was stopped: they say so.
void ChartPane::showCaptions()
{
    std::vector<CrossfilteredReportPtr> reports;
    for (const ReportView* view : m_views) {
        if (view->report())
            reports.push_back(view->report());
    }
    if (reports.size() == m_views.size())
        showReports(reports);
}

/// Of charts side by side; a single one has its own.
void ChartPane::showLegend()
{
    ChartContent names;
    for (const ReportView* view : m_views) {
        const auto* canvas = view->findChild<ChartCanvas*>();
        if (m_views.size() < 2 || canvas == nullptr || view->report()->all.shape != ReportShape::Bars)
            continue;
        names.series = canvas->content().series;
        names.totalName = canvas->content().totalName;
        // Any of them may have pale bars.
        names.categories.insert(names.categories.end(), canvas->content().categories.begin(),
                                canvas->content().categories.end());
    }
    m_legend->setContent(names);
}

/// The title of a report's cohort; empty for none.
QString ChartPane::groupOf(const CrossfilteredReport& report) const
{
    for (const ChartCohort& cohort : m_controls->cohorts()) {
        if (cohort.query == report.request.cohort)
            return cohort.title;
    }
    return {};
}

/// The names of what is open, for captions. Of a table, which of its rows were counted.
QString ChartPane::datasetName(const CrossfilteredReport& report) const
{
    const TableRows& rows = TableRows::of(m_workspace);
    if (rows.isOpen())
        return report.isByEngine ? rows.wholeText() : rows.rowsText();
    constexpr qsizetype kMostNames = 3;
    QStringList names;
    for (const QString& path : m_workspace.paths())
        names << asLabel(QFileInfo(path).fileName());
    if (names.size() <= kMostNames)
        return names.join(QStringLiteral(", "));
    return tr("%1 and %2 more")
        .arg(names.mid(0, kMostNames).join(QStringLiteral(", ")))
        .arg(names.size() - kMostNames);
}

void ChartPane::showState()
{
    const std::uint64_t count = m_workspace.snapshot().recordCount();
    const CrossfilteredReportPtr& first = m_views.front()->report();
    if (!m_confirmed.isEmpty())
        m_status->setText(m_confirmed);
    else if (first && first->isByEngine && m_reports.isRunning())
        m_status->setText(tr("The engine is counting…"));
    else
        m_status->setText(first && count > 0 ? rowsText(*first) : QString());
    m_clear->setVisible(isNarrowed(withoutOwnConditions(), std::span<const std::string>(fields())));
    m_share->setEnabled(page().valueCount() > 0);
    m_note->setText(noteText());
    m_table->setVisible(m_views.size() == 1 && m_views.front()->report() &&
                        m_views.front()->report()->all.shape == ReportShape::Bars);
    // The status line of the window has the same counts.
    m_foot->setVisible(!m_note->text().isEmpty() || !m_confirmed.isEmpty() || (first && first->isByEngine) ||
                       m_workspace.query().kind != QueryKind::Everything);
    const QString message = emptyText(count);
    m_message->setText(message);
    // Without data in any record of the dataset, no filter is to blame.
    m_clearOthers->setVisible(count > 0 && page().valueCount() > 0 && others().kind != QueryKind::Everything);
    m_pages->setCurrentIndex(message.isEmpty() ? 0 : 1);
}

QString ChartPane::noteText() const
{
    if (page().valueCount() == 0)
        return {};
    QStringList notes{readingText(m_workspace.coverage()), engineText(*m_views.front()->report()),
                      valuesNote()};
    notes.removeAll(QString());
    return notes.join(QStringLiteral(" · "));
}

/// What is not drawn, or drawn otherwise than one might expect.
QString ChartPane::valuesNote() const
{
    QStringList notes;
    if (page().drawnValues() < page().valueCount())
        notes << tr("The first %1 of %2 values are drawn").arg(page().drawnValues()).arg(page().valueCount());
    const std::size_t cohorts = m_controls->cohorts().size();
    if (cohorts > 0 && m_controls->cohortsLeftOut() > 0)
        notes << tr("Compares the first %1 of %2 values")
                     .arg(cohorts)
                     .arg(cohorts + m_controls->cohortsLeftOut());
    if (!m_emptyGroups.isEmpty())
        notes << tr("Not shown because they have no values for this chart: %1")
                     .arg(m_emptyGroups.join(QStringLiteral(", ")));
    const CrossfilteredReport& report = *m_views.front()->report();
    if (report.inNoReport > 0)
        notes << tr("Not in any group shown: %1 of %2")
                     .arg(countText(report.inNoReport), conversationsText(report.leftOfAll));
    if (m_controls->report().traits.measuresAreRatings && report.all.tally.means.empty())
        notes << tr("No ratings: bars show conversation counts");
    for (const ReportView* view : m_views) {
        const QString leftOut = view->report() ? leftOutNote(*view->report()) : QString();
        if (!leftOut.isEmpty())
            notes << (m_views.size() > 1 ? tr("%1: %2").arg(groupOf(*view->report()), leftOut) : leftOut);
    }
    notes << axisNote(report);
    notes.removeAll(QString());
    return notes.join(QStringLiteral(" · "));
}

/// Whether the rows of a table that are here were counted, or all of them; empty if this is the same.
QString ChartPane::engineText(const CrossfilteredReport& report) const
{
    if (report.isByEngine)
        return TableRows::of(m_workspace).wholeText();
    if (!report.whyHere.empty())
        return tr("Only the fetched conversations: %1").arg(translated(report.whyHere));
    if (TableRows::of(m_workspace).counts() != nullptr)
        return tr("Only the fetched conversations; the engine is counting all…");
    return {};
}

/// Empty if there is something to draw.
QString ChartPane::emptyText(std::uint64_t count) const
{
    if (m_workspace.paths().isEmpty())
        return tr("No dataset is open. Open a folder or files to chart them.");
    if (count == 0)
        return m_workspace.isLoading() ? tr("Reading…") : tr("The open dataset has no conversations.");
    if (m_controls->lacksQueries())
        return tr("Type two queries above, or choose saved filters, to compare their results.");
    const CrossfilteredReportPtr& report = m_views.front()->report();
    if (report && report->left == 0 && report->request.others.kind != QueryKind::Everything &&
        m_views.size() == 1)
        return tr("No conversations match the other filters: %1")
            .arg(asLabel(toText(report->request.others)));
    if (report && page().valueCount() == 0 && !m_reports.isRunning())
        return tr("This dataset has no data for this chart.");
    return {};
}

} // namespace duologue::ui
