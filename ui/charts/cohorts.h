// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "ui/charts/crossfiltered_report.h"
#include "ui/charts/report_view.h"
#include "ui/query/query_edit.h"

#include <QAbstractTableModel>
#include <QString>
#include <functional>
#include <vector>

class QTableView;

namespace duologue::ui {

/// Compares cohorts: a row for each number and for each value of each category; a column for each cohort,
/// then the differences of the others from the first, then the effect. GUI thread.
class CohortModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        /// True for the heading of a category, with its test.
        HeadingRole = Qt::UserRole,
    };

    explicit CohortModel(QObject* parent = nullptr);

    /// Null clears the model.
    void setReport(CrossfilteredReportPtr report);
    const CrossfilteredReportPtr& report() const { return m_report; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Cell {
        QString text;
        QString tip;
    };
    struct Line {
        std::vector<Cell> cells;
        bool isHeading = false;
    };

    QString nameOfValue(const FieldInfo& field, const std::string& value, const std::string& chinese) const;
    /// A value of the field that divides into cohorts, or a query.
    QString cohortName(const std::string& name, const std::string& chinese) const;
    void addSizes(const QString& title, const std::vector<std::uint64_t>& sizes);
    void addNote(const QString& title, std::uint64_t count, const QString& tip);
    void addNumber(const NumberComparison& number);
    void addCategory(const CategoryComparison& category);

    CrossfilteredReportPtr m_report;
    std::vector<QString> m_columns;
    std::vector<Line> m_lines;
};

/// A line for the query of one cohort. It marks mistakes and offers saved queries, also at the Down key. GUI
/// thread.
class CohortQueryEdit : public QueryLine {
    Q_OBJECT

public:
    /// Checks a query against a dataset; empty if it is valid.
    using Check = std::function<std::optional<QueryMistake>(const Query& query)>;

    explicit CohortQueryEdit(QWidget* parent);

    /// Empty if the line is empty or has a mistake, which the line then shows.
    std::optional<Query> read(const Check& check);
    /// The mistake that read() found, translated; empty for none.
    const QString& mistake() const { return m_mistake; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void offerSaved();
    void showMistake(const std::optional<QueryMistake>& mistake);

    QAction* m_chooseSaved;
    QString m_mistake;
};

/// The comparison of cohorts as a table. GUI thread.
class CohortPage : public ReportPage {
    Q_OBJECT

public:
    explicit CohortPage(QWidget* parent);

    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) override;
    void clearChoice() override {}
    int valueCount() const override { return m_model->rowCount(); }
    bool exportTo(const QString& path) const override;

private:
    void fitColumns();

    PictureTexts m_texts;
    CohortModel* m_model;
    QTableView* m_table;
};

} // namespace duologue::ui
