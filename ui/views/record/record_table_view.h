// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace duologue::ui {

class RecordTableModel;
class Workspace;

/// The table of records: sortable by its headers, with a column menu, value menus, and the current record
/// selected. Offers the actions that go to the previous and next conversation. GUI thread.
class RecordTableView : public QTableView {
    Q_OBJECT

public:
    RecordTableView(Workspace& workspace, QWidget* parent);

    /// Goes up or down from the current record.
    void step(int by);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void showView();
    void showCurrent();
    void publishSelection();
    void chooseFirstColumns();
    void addStep(const QString& text, const QKeySequence& keys, int by);
    void cycleSort(int column);
    void showColumnMenu(const QPoint& point);
    void setColumnShown(const std::string& key, bool shown);

    Workspace& m_workspace;
    RecordTableModel* m_model;
    std::vector<std::string> m_shownFields;
    bool m_columnsChosen = false;
    bool m_following = false;
};

} // namespace duologue::ui
