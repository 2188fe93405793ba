// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/record/column_choice.h"
#include "ui/models/record/copied_rows.h"
#include "ui/work/latest_task.h"

#include <QTableView>

class QMenu;

namespace duologue::ui {

class RecordTableModel;
class Workspace;

/// The table of records: sortable by its headers, with columns that the user chooses, value menus, and the
/// current record selected. Copies the selected rows as a table. Offers the actions that go to the previous
/// and next conversation. GUI thread; workers choose the first columns and copy.
class RecordTableView : public QTableView {
    Q_OBJECT

public:
    RecordTableView(Workspace& workspace, QWidget* parent);

    /// Goes up or down from the current record.
    void step(int by);

    /// The columns as the user has arranged them: "KEY=WIDTH" from left to right. Empty while they are the
    /// usual ones.
    QStringList arrangement() const;
    /// Arranges them like that; columns of fields that the dataset does not have are left out.
    void arrange(const QStringList& columns);

    /// Up and down only: going from row to row never moves the columns. The keys that go from cell to cell
    /// do, where the table is wide.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

Q_SIGNALS:
    void arrangementChanged();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Letters are keys of their own.
    void keyboardSearch(const QString&) override {}
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;

private:
    void makeHeaders();
    void showView();
    void showSort();
    void showCurrent();
    void publishSelection();
    void requestFirstColumns();
    void takeFirstColumns(const ColumnChoice& choice);
    void fitColumns();
    void placeColumns();
    void fillWidth();
    void fitRows();
    bool isNarrowTable() const;
    void noteArrangement();
    void addStep(const QString& text, const QKeySequence& keys, int by);
    void cycleSort(int column);
    void showColumnMenu(const QPoint& point);
    void requestColumns();
    void setColumns(std::vector<std::string> keys, bool withPreview);
    void hideField(int column);
    /// First and last positions of the selected rows, ascending.
    std::vector<std::pair<int, int>> selectedRanges() const;
    void copySelection();

    Workspace& m_workspace;
    RecordTableModel* m_model;
    std::vector<std::string> m_shownFields;
    /// What is shown until the user chooses.
    ColumnChoice m_firstColumns;
    /// The number of records for which these were chosen.
    std::uint32_t m_rowsLookedAt = 0;
    /// The user chose columns, or all of the dataset is read.
    bool m_columnsChosen = false;
    /// The user has chosen, moved or resized columns.
    bool m_isArranged = false;
    bool m_following = false;
    bool m_isFitting = false;
    /// A key goes from cell to cell.
    bool m_isGoingAcross = false;
    /// The width of the first column in a wide table.
    int m_firstWidth = 0;
    /// The user has given the preview its width.
    bool m_isPreviewSized = false;
    LatestTask<ColumnChoice> m_columnTask{CallPriority::High};
    LatestTask<CopiedRows> m_copyTask;
};

} // namespace duologue::ui
