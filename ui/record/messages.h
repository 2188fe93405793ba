// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "ui/app/intent_codes.h"

#include <QAbstractTableModel>
#include <QTableView>
#include <QWidget>
#include <string>
#include <vector>

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

class AnnotatedMessages;
class Workspace;

/// The annotated messages of the current conversation, those with a mark first: number, intents, mark,
/// satisfaction, memo or text. A click or the arrow keys select the current message, which the list follows.
/// GUI thread.
class MessageListView : public QTableView {
    Q_OBJECT

public:
    MessageListView(Workspace& workspace, QWidget* parent);

    const MessageListModel& messages() const { return *m_model; }
    int shownCount() const { return model()->rowCount(); }
    /// How many messages are marked as hallucinations or unclear, and how many are annotated at all.
    int markedCount() const { return countWith(MessageListModel::IsMarkedRole); }
    int annotatedCount() const { return countWith(MessageListModel::IsAnnotatedRole); }
    /// Lists only messages with a mark, or all with any annotation.
    void setMarkedOnly(bool only);

    /// As high as its rows.
    QSize sizeHint() const override;

Q_SIGNALS:
    /// Another record is shown.
    void recordChanged();

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void updateGeometries() override;

private:
    /// The values of a cell, by which the dataset can be filtered.
    struct CellValues {
        std::string field;
        QStringList values;
    };

    void showRecord();
    void fitColumns();
    void fitRows();
    void followMessage(int message);
    void jumpAgain(const QModelIndex& index);
    void showOnly(const QModelIndex& index);
    int countWith(int role) const;
    static CellValues valuesAt(const QModelIndex& index);

    Workspace& m_workspace;
    MessageListModel* m_model;
    AnnotatedMessages* m_filter;
    bool m_following = false;
    int m_rowsHeight = 0;
};

/// The intents of a conversation in order, as a small field for each message that has any. A click goes to
/// the message. GUI thread.
class IntentStrip : public QWidget {
    Q_OBJECT

public:
    IntentStrip(Workspace& workspace, QWidget* parent);

    int count() const { return static_cast<int>(m_steps.size()); }
    QRect stepRect(int step) const;
    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Step {
        int message = 0;
        QString name;
        IntentCode code;
    };

    void showRecord();
    int stepAt(const QPoint& point) const;
    int columns(int width) const;
    QSize stepSize() const;

    Workspace& m_workspace;
    std::vector<Step> m_steps;
};

} // namespace duologue::ui
