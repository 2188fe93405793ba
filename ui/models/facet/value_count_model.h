// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <string>
#include <vector>

namespace duologue::ui {

/// The values of a field with their counts in the current conversation and in the dataset. GUI thread.
class ValueCountModel : public QAbstractTableModel {
    Q_OBJECT

public:
    struct Entry {
        QString label;
        /// In the spelling of queries.
        std::string value;
        quint64 here = 0;
        quint64 messages = 0;
        quint64 conversations = 0;

        bool operator==(const Entry&) const = default;
    };

    enum Column { ValueColumn, HereColumn, MessagesColumn, ConversationsColumn, ColumnCount };
    /// The share of the largest count in the column, 0 to 1; the value in the spelling of queries (QString).
    enum Role { ShareRole = Qt::UserRole, ValueRole };

    explicit ValueCountModel(QObject* parent = nullptr);

    void setEntries(std::vector<Entry> entries);
    const std::vector<Entry>& entries() const { return m_entries; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static quint64 count(const Entry& entry, int column);
    double share(const Entry& entry, int column) const;

    std::vector<Entry> m_entries;
};

} // namespace duologue::ui
