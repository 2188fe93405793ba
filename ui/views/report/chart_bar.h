// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/report.h"
#include "ui/views/report/cohort_query_edit.h"

#include <QWidget>
#include <map>
#include <vector>

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace duologue::ui {

class CheckMenu;

/// A part of the dataset that charts are drawn for, beside others.
struct ChartCohort {
    QString title;
    Query query;
};

/// What is drawn: which report, of which fields and measures, for the whole dataset or for parts of it side
/// by side. Further widgets may stand behind. GUI thread.
class ChartBar : public QWidget {
    Q_OBJECT

public:
    explicit ChartBar(QWidget* parent);

    const Report& report() const { return *m_report; }
    /// For the snapshot of the last refresh().
    const ReportOptions& options() const { return m_options; }
    /// None where nothing is compared.
    std::vector<ChartCohort> cohorts() const;
    /// How many values of the field that is compared by are not among them.
    std::size_t cohortsLeftOut() const { return m_leftOut; }

    /// Two queries are compared, and they are not both there.
    bool lacksQueries() const { return comparesQueries() && m_queries.empty(); }

    /// Whether a dataset can answer a cohort's query.
    void setQueryCheck(CohortQueryEdit::Check check) { m_checkQuery = std::move(check); }
    /// Offers what this dataset has; what was chosen stays where it can.
    void refresh(const Snapshot& snapshot);
    /// Another dataset: what was chosen for the one before goes.
    void forgetChoices();

    /// Where others put what belongs on the same line.
    QHBoxLayout& line() { return *m_line; }

    /// The same whatever there is to choose: a window must not grow with it.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

private:
    void makeQueries();
    QAction* makeAction(const Report& report);
    QComboBox* makeBox(const char* name, const QString& title);
    CohortQueryEdit* makeQueryEdit(const char* name, const QString& title);
    void fillMeasures();
    void fillCompare(const Snapshot& snapshot);
    void takeChoices();
    bool comparesQueries() const;
    bool readQueries();

    const Report* m_report;
    ReportChoices m_choices;
    ReportOptions m_options;
    /// What the user chose, report by report.
    std::map<const Report*, ReportOptions> m_asked;
    std::vector<Query> m_queries;
    std::vector<ChartCohort> m_cohorts;
    std::size_t m_leftOut = 0;

    QHBoxLayout* m_line;
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
