// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/saved_view.h"
#include "ui/app/tasks.h"
#include "ui/charts/crossfiltered_report.h"
#include "ui/charts/report_view.h"

#include <QJsonObject>
#include <QTimer>
#include <QWidget>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace duologue::ui {

class ChartLegend;
class ReportControls;
class ReportView;
class Workspace;

/// One chart with its controls: over the rows that match all filters except the chart's own, for the whole
/// dataset or for subsets side by side. A worker computes it. Shows a message if there is nothing to draw.
/// Several panes filter each other through the query of the workspace. GUI thread.
class ChartPane : public QWidget {
    Q_OBJECT

public:
    ChartPane(Workspace& workspace, QWidget* parent);

    ReportControls& controls() { return *m_controls; }

    /// The choices as a plain value, to be stored, and from there.
    QJsonObject state() const;
    void restore(const QJsonObject& state);

    /// The same for views that are saved and opened.
    SavedView::Chart chart() const;
    void showChart(const SavedView::Chart& chart);

    bool isTableShown() const { return m_isTableShown; }
    void setTableShown(bool shown);
    /// Offers further actions in the menu of the pane; they belong to the caller.
    void addPaneActions(const QList<QAction*>& actions);
    void fillShareMenu(QMenu& menu);

    /// Otherwise a scroll area would give it the height that it prefers instead of the height that there is.
    bool hasHeightForWidth() const override { return false; }

Q_SIGNALS:
    /// The user chose something else.
    void stateChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// One request for each group.
    struct Wanted {
        std::vector<ReportRequest> requests;
        /// The reports that are shown, to be reused. They do not tell requests apart.
        std::vector<CrossfilteredReportPtr> before;

        bool operator==(const Wanted& other) const { return requests == other.requests; }
        bool differsOnlyInSnapshot(const Wanted& other) const;
    };
    using Reports = Computed<Wanted, std::vector<CrossfilteredReportPtr>>;

    void completeBar();
    QPushButton* makeButton(const char* name, const char* icon, const QString& title, const QString& tip);
    QWidget* makePages();
    void makeFoot();
    void connectAll();
    void setViewCount(std::size_t count);
    std::vector<std::string> fields() const;
    /// The query without the conditions that a selection in this chart has brought along.
    Query withoutOwnConditions() const;
    Query others() const;
    void clearOthers();
    void refresh();
    void clearFigures();
    std::optional<Wanted> wanted();
    static std::vector<CrossfilteredReportPtr> compute(const Wanted& wanted, const Job& job,
                                                       const Reports::Early& early);
    void showReports(const std::vector<CrossfilteredReportPtr>& reports);
    void showLegend();
    void showCaptions();
    QString datasetName(const CrossfilteredReport& report) const;
    QString groupOf(const CrossfilteredReport& report) const;
    QString valuesNote() const;
    QString engineText(const CrossfilteredReport& report) const;
    const ReportPage& page() const { return m_views.front()->page(); }
    void showState();
    void confirm(const QString& what);
    QString noteText() const;
    QString emptyText(std::uint64_t count) const;

    Workspace& m_workspace;
    /// Which the choices are about.
    QStringList m_paths;
    ReportControls* m_controls = nullptr;
    ChartLegend* m_legend = nullptr;
    QSplitter* m_split = nullptr;
    /// One for each group, at least one.
    std::vector<ReportView*> m_views;
    QWidget* m_foot = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_table = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_share = nullptr;
    QToolButton* m_more = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_clearOthers = nullptr;
    bool m_isTableShown = false;
    /// The titles of groups that have nothing to draw.
    QStringList m_emptyGroups;

    /// What the status says for some seconds instead of the counts; empty for nothing.
    QString m_confirmed;
    QTimer m_confirmedFor;

    /// After a change of rows, so that they are painted before counting uses all cores.
    DeferredCall m_deferred{[this] { refresh(); }};
    Reports m_reports{
        [this] { return wanted(); }, &ChartPane::compute,
        [this](const std::vector<CrossfilteredReportPtr>& reports) {
            showReports(reports);
            refresh();
        },
        [](const Wanted& one, const Wanted& other) { return one.differsOnlyInSnapshot(other); }};
};

} // namespace duologue::ui
