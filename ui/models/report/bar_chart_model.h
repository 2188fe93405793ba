// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"

#include <QAbstractTableModel>
#include <vector>

namespace duologue::ui {

/// One value of a field: its current and total number of conversations, and the means of the measures.
struct BarFigures {
    std::uint64_t n = 0;
    std::uint64_t total = 0;
    std::vector<Mean> means;
    std::vector<Mean> totalMeans;
};

/// The values of a report's field, one per row, for the chart and the table beside it. A value without
/// matching conversations stays, with an n of 0. Rows stay the same while only figures change, so all views
/// share one QItemSelectionModel. GUI thread.
class BarChartModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { ValueColumn, CountColumn, TotalColumn, FirstMeanColumn };
    enum Role {
        /// The figure: double for means, quint64 for counts, text for values.
        FigureRole = Qt::UserRole,
        /// For means: the standard deviation, and the number of conversations that lack the measure.
        DeviationRole,
        MissingRole,
    };

    explicit BarChartModel(QObject* parent = nullptr);

    /// Null clears the model.
    void setReport(CrossfilteredReportPtr report);
    const CrossfilteredReportPtr& report() const { return m_report; }

    /// The field of the values; queries use its key.
    const FieldInfo& field() const { return m_field; }
    const std::vector<GroupValue>& values() const { return m_values; }
    const BarFigures& figures(int row) const { return m_figures.at(static_cast<std::size_t>(row)); }
    const std::vector<FieldInfo>& measures() const { return m_measures; }
    MeasureKind kind(std::size_t measure) const;
    /// The counts are of messages, not of conversations.
    bool ofMessages() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant meanData(const BarFigures& figures, std::size_t measure, int role) const;

    CrossfilteredReportPtr m_report;
    FieldInfo m_field;
    std::vector<FieldInfo> m_measures;
    std::vector<GroupValue> m_values;
    std::vector<BarFigures> m_figures;
};

} // namespace duologue::ui
