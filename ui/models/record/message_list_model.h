// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"

#include <QAbstractTableModel>

namespace duologue::ui {

/// The messages of a record as a table: one row a message, in order. It keeps the record alive and copies
/// nothing but what it hands out. GUI thread.
class MessageListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NumberColumn, RoleColumn, IntentColumn, MarkColumn, MemoColumn, TextColumn, ColumnCount };
    enum Role {
        /// Index of the message in the conversation.
        MessageRole = Qt::UserRole,
        /// int(Mark)
        MarkRole,
        HasIntentRole,
        /// The intents by which the dataset is filtered, QStringList.
        IntentsRole,
    };

    explicit MessageListModel(QObject* parent = nullptr);

    /// Null for none.
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
