// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/report.h"
#include "ui/charts/cohorts.h"

#include <QJsonObject>
#include <QWidget>
#include <map>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace duologue::ui {

class CheckMenu;
class FlowLayout;

/// A subset of the dataset that has a chart of its own.
struct ChartCohort {
    QString title;
    Query query;
};

/// The controls of a chart: the report, its fields and measures, and the grouping into subsets, in as many
/// lines as the width requires. There is room for more widgets. GUI thread.
class ReportControls : public QWidget {
    Q_OBJECT

public:
    explicit ReportControls(QWidget* parent);

    const ReportSpec& report() const { return *m_report; }
    void setReport(const ReportSpec& report);
    /// Valid for the snapshot of the last refresh().
    const ReportOptions& options() const { return m_options; }
    /// Empty if there is no grouping.
    std::vector<ChartCohort> cohorts() const;
    /// The number of values of the grouping field that have no chart.
    std::size_t cohortsLeftOut() const { return m_leftOut; }

    /// Two queries should be compared, but one of them is missing.
    bool lacksQueries() const { return comparesQueries() && m_queries.empty(); }

    /// Sets the check for the queries of cohorts.
    void setQueryCheck(CohortQueryEdit::Check check) { m_checkQuery = std::move(check); }
    /// Offers the fields of this dataset and keeps the choices that are still possible.
    void refresh(const Snapshot& snapshot);
    /// Resets what belongs to one dataset, for another one. Fields stay chosen where the other has them.
    void resetChoices();

    /// The field with a chart for each of its values; empty for none. The queries with a chart each.
    std::string group() const;
    std::vector<std::string> queries() const;

    /// The choices as a plain value, to be stored, and from there.
    QJsonObject state() const;
    void restore(const QJsonObject& state);

    /// The layout of the lines, for further widgets.
    FlowLayout& line() { return *m_line; }

    /// Independent of the choices, so that the window does not grow with them.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

private:
    void makeQueries();
    QComboBox* makeBox(const char* name, const QString& title);
    CohortQueryEdit* makeQueryEdit(const char* name, const QString& title);
    void fillMeasures();
    bool chooseTelling(const Snapshot& snapshot, ReportOptions& asked) const;
    void fillCompare(const Snapshot& snapshot);
    void takeChoices();
    void restoreCompared(const QJsonObject& state);
    bool comparesQueries() const;
    bool readQueries();

    const ReportSpec* m_report;
    ReportChoices m_choices;
    ReportOptions m_options;
    /// The user's choices for each report.
    std::map<const ReportSpec*, ReportOptions> m_asked;
    std::vector<Query> m_queries;
    /// What the user has chosen to compare, in the words of the box; the dataset may not have it yet.
    QString m_compared;
    std::vector<ChartCohort> m_cohorts;
    std::size_t m_leftOut = 0;

    FlowLayout* m_line;
    QWidget* m_queryLine;
    QComboBox* m_reportBox;
    QComboBox* m_fieldBox;
    QComboBox* m_secondBox;
    QComboBox* m_measureBox;
    QPushButton* m_ratings;
    CheckMenu* m_ratingMenu;
    QComboBox* m_compareBox;
    std::vector<CohortQueryEdit*> m_queryEdits;
    QLabel* m_queryMistake = nullptr;
    CohortQueryEdit::Check m_checkQuery;
};

} // namespace duologue::ui
