// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_shapes.h"

#include <QAbstractTableModel>

namespace duologue::ui {

/// The shapes of the records of a dataset: how many records have each, and how they are read. GUI thread.
class ShapeModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { RecordsColumn, FormatColumn, CertaintyColumn, KeysColumn, ColumnCount };

    explicit ShapeModel(QObject* parent = nullptr);

    void setTally(ShapeTally tally);
    const ShapeTally& tally() const { return m_tally; }
    /// Null for an invalid index.
    const RecordShape* shapeAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ShapeTally m_tally;
};

} // namespace duologue::ui
