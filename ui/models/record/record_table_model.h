// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_reader.h"
#include "ui/work/view.h"

#include <QAbstractTableModel>
#include <vector>

namespace duologue::ui {

/// The rows of a View as a table, one column per field. A cell is read from the snapshot when it is painted;
/// nothing is copied. GUI thread.
class RecordTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { RowRole = Qt::UserRole, SeverityRole };

    explicit RecordTableModel(QObject* parent = nullptr);

    void setView(ViewPtr view);
    /// The keys of the columns, left to right. Fields that the dataset does not have are left out until it
    /// has them.
    void setFields(std::vector<std::string> keys);

    const FieldReader& field(int column) const { return m_columns.at(static_cast<std::size_t>(column)); }
    Row recordAt(int row) const { return m_view->order.at(static_cast<std::size_t>(row)); }
    /// -1 if the record is not shown.
    int positionOf(Row record) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// The fields of m_keys that the dataset has.
    std::vector<FieldReader> columnsOf(const Snapshot& snapshot) const;

    ViewPtr m_view = std::make_shared<const View>();
    std::vector<std::string> m_keys;
    std::vector<FieldReader> m_columns;
};

} // namespace duologue::ui
