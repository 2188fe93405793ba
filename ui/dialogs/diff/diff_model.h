// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/diff/dataset_comparison.h"

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <vector>

namespace duologue::ui {

/// The records of a comparison that are not equal, one in each row: all of them, or those with one change.
/// GUI thread.
class DiffModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Change, Id, Old, New, Match, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null for none.
    void setComparison(DatasetComparisonPtr comparison);
    /// No change for all records.
    void setShownChange(std::optional<RecordChange> change);

    const ComparedRecord& record(int row) const { return m_records[m_shown[static_cast<std::size_t>(row)]]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void showRecords();
    QString cell(const ComparedRecord& record, int column) const;

    DatasetComparisonPtr m_comparison;
    std::vector<ComparedRecord> m_records;
    /// Indices of m_records.
    std::vector<std::size_t> m_shown;
    std::optional<RecordChange> m_change;
};

} // namespace duologue::ui
