// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>
#include <string>

namespace duologue::ui {

class AnnotatedMessages;
class MessageListModel;
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
    int markedCount() const;
    int annotatedCount() const;
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

} // namespace duologue::ui
