// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/stops.h"

#include <QAbstractTableModel>
#include <vector>

namespace duologue::ui {

/// The stops of a query, one a row: matches with the words around each and what is said there in the other
/// language, and messages with their beginning. GUI thread.
class StopListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Conversation, Speaker, Words, OtherLanguage, kColumns };
    /// A QStringList: the words before the match, the match, the words after it.
    static constexpr int kExcerptRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Begins again, without stops.
    void begin(SnapshotPtr snapshot);
    void add(std::vector<Stop> stops);
    const Stop& stop(int row) const { return m_stops.at(static_cast<std::size_t>(row)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Stop& stop, int column) const;

    SnapshotPtr m_snapshot;
    std::vector<Stop> m_stops;
};

} // namespace duologue::ui
