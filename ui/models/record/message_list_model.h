// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "ui/models/words/intent_codes.h"

#include <QAbstractTableModel>

namespace duologue::ui {

/// The messages of a record as a table, one row per message. Keeps the record alive and copies only what it
/// returns. GUI thread.
class MessageListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        NumberColumn,
        RoleColumn,
        IntentColumn,
        MarkColumn,
        SatisfactionColumn,
        TextColumn,
        ColumnCount
    };
    enum Role {
        /// The index of the message in the conversation.
        MessageRole = Qt::UserRole,
        /// int(Mark)
        MarkRole,
        /// True if an annotator has said anything about the message.
        IsAnnotatedRole,
        /// True if an annotator has marked it as a hallucination or could not tell.
        IsMarkedRole,
        /// int; 0 for none.
        SatisfactionRole,
        /// QStringList: the intents in the spelling of queries.
        IntentsRole,
        /// QList<IntentCode>
        IntentCodesRole,
    };

    explicit MessageListModel(QObject* parent = nullptr);

    /// Null empties the model. The codes are those of the record's dataset.
    void setRecord(DecodedRecordPtr record, IntentCodes codes = {});
    const DecodedRecordPtr& record() const { return m_record; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Message& message, int row, int column) const;
    QStringList intents(const Message& message) const;
    QList<IntentCode> intentCodes(const Message& message) const;

    DecodedRecordPtr m_record;
    IntentCodes m_codes;
};

} // namespace duologue::ui
