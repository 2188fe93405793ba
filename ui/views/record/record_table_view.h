// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace duologue::ui {

class RecordTableModel;
class Workspace;

/// The table of records. A click on a header sorts, the header's menu chooses columns, every value can
/// become a filter, and the selection follows the current record. GUI thread.
class RecordTableView : public QTableView {
    Q_OBJECT

public:
    RecordTableView(Workspace& workspace, QWidget* parent);

    /// Moves the current record by this many rows; stops at the ends.
    void step(int by);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void showView();
    void showCurrent();
    void tellSelection();
    void chooseFirstColumns();
    void cycleSort(int column);
    void showColumnMenu(const QPoint& place);
    void setColumnShown(const std::string& key, bool shown);

    Workspace& m_workspace;
    RecordTableModel* m_model;
    std::vector<std::string> m_shownFields;
    bool m_columnsChosen = false;
    bool m_following = false;
};

} // namespace duologue::ui
