// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"

#include <QAbstractTableModel>

namespace duologue::ui {

/// The messages of a record as a table, one row per message. Keeps the record alive and copies only what it
/// returns. GUI thread.
class MessageListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NumberColumn, RoleColumn, IntentColumn, MarkColumn, MemoColumn, TextColumn, ColumnCount };
    enum Role {
        /// The index of the message in the conversation.
        MessageRole = Qt::UserRole,
        /// int(Mark)
        MarkRole,
        HasIntentRole,
        /// QStringList: the intents in the spelling of queries.
        IntentsRole,
    };

    explicit MessageListModel(QObject* parent = nullptr);

    /// Null empties the model.
    void setRecord(DecodedRecordPtr record);
    const DecodedRecordPtr& record() const { return m_record; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Message& message, int row, int column) const;
    QStringList intents(const Message& message) const;

    DecodedRecordPtr m_record;
};

} // namespace duologue::ui
