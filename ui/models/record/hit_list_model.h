// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/hit_list.h"

#include <QAbstractTableModel>
#include <vector>

namespace duologue::ui {

/// The matches of a query, one a row, with the words around each and what is said there in the other
/// language. GUI thread.
class HitListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Conversation, Speaker, Words, OtherLanguage, kColumns };
    /// A QStringList: the words before the match, the match, the words after it.
    static constexpr int kExcerptRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Begins again, with no hits.
    void begin(SnapshotPtr snapshot);
    void add(std::vector<TextHit> hits);
    const TextHit& hit(int row) const { return m_hits.at(static_cast<std::size_t>(row)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const TextHit& hit, int column) const;

    SnapshotPtr m_snapshot;
    std::vector<TextHit> m_hits;
};

} // namespace duologue::ui
