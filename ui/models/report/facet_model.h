// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/cross_report.h"

#include <QAbstractTableModel>
#include <vector>

namespace duologue::ui {

/// One value of a field: how many conversations have it now and among all, and the means of the measures.
struct Facet {
    std::uint64_t n = 0;
    std::uint64_t total = 0;
    std::vector<Mean> means;
    std::vector<Mean> totalMeans;
};

/// The values of a report's field, one a row: what its chart draws and the table beside it prints. A value
/// that the filters leave nothing of stays, with an n of 0. Rows keep their places while only figures change,
/// so one QItemSelectionModel over it serves every view. GUI thread.
class FacetModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { ValueColumn, CountColumn, TotalColumn, FirstMeanColumn };
    enum Role {
        /// The figure itself: double for means, quint64 for counts, text for values.
        FigureRole = Qt::UserRole,
        /// Of means: standard deviation, and rows of the value that lack the measure.
        DeviationRole,
        MissingRole,
    };

    explicit FacetModel(QObject* parent = nullptr);

    /// Null empties the model.
    void setReport(CrossReportPtr report);
    const CrossReportPtr& report() const { return m_report; }

    /// What the values are values of; its key is what queries ask for.
    const FieldInfo& field() const { return m_field; }
    const std::vector<GroupValue>& values() const { return m_values; }
    const Facet& facet(int row) const { return m_facets.at(static_cast<std::size_t>(row)); }
    const std::vector<FieldInfo>& measures() const { return m_measures; }
    MeasureKind kind(std::size_t measure) const;
    /// Messages are counted, not conversations.
    bool ofMessages() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant meanData(const Facet& facet, std::size_t measure, int role) const;

    CrossReportPtr m_report;
    FieldInfo m_field;
    std::vector<FieldInfo> m_measures;
    std::vector<GroupValue> m_values;
    std::vector<Facet> m_facets;
};

} // namespace duologue::ui
