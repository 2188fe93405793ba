// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"

#include <QAbstractTableModel>
#include <QString>
#include <vector>

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

} // namespace duologue::ui
