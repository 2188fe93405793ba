// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace duologue::ui {

class RecordTableModel;
class Workspace;

/// The table of records: sorted by a click on a header, columns chosen from the header's menu, any value
/// offered as a filter, the current record followed. GUI thread.
class RecordTableView : public QTableView {
    Q_OBJECT

public:
    RecordTableView(Workspace& workspace, QWidget* parent);

    /// One record up or down from the current one.
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
