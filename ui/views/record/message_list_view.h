// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

class QSortFilterProxyModel;

namespace duologue::ui {

class MessageListModel;
class Workspace;

/// The annotated messages of the current conversation. A click or the arrow keys select the current message,
/// which the list follows. GUI thread.
class MessageListView : public QTableView {
    Q_OBJECT

public:
    enum class Shows { Intents, Marks };

    MessageListView(Workspace& workspace, Shows shows, QWidget* parent);

    const MessageListModel& messages() const { return *m_model; }
    int shownCount() const { return model()->rowCount(); }

Q_SIGNALS:
    /// Another record is shown.
    void recordChanged();

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void showRecord();
    void followMessage(int message);
    void jumpAgain(const QModelIndex& index);
    void showOnly(const QModelIndex& index);
    /// The values of a row, by which the dataset can be filtered.
    QStringList valuesAt(const QModelIndex& index) const;
    std::string fieldKey() const;

    Workspace& m_workspace;
    Shows m_shows;
    MessageListModel* m_model;
    QSortFilterProxyModel* m_filter;
    bool m_following = false;
};

} // namespace duologue::ui
