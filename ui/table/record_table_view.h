// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"
#include "ui/app/tasks.h"
#include "ui/app/view.h"
#include "ui/table/column_choice.h"

#include <QString>
#include <QStyledItemDelegate>
#include <QTableView>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// Draws the cells of the table of records: ratings as dots, marks as their sign and number, intents as
/// coloured letters, names elided in the middle, and a bar at the left of the current row. What it draws is
/// also there as text, for copies, tool tips and screen readers.
class RecordCellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Rows of the table of records to copy.
struct CopyRequest {
    ViewPtr view;
    /// The fields, left to right.
    std::vector<std::string> fields;
    /// The beginning of each conversation as a column, which so many fields are left of; it is read from the
    /// files. None without previews.
    std::optional<std::size_t> previewPlace;
    /// First and last positions in the order of the view, ascending.
    std::vector<std::pair<int, int>> ranges;

    std::size_t rowCount() const;
};

/// A table for the clipboard, with a line of titles.
struct CopiedRows {
    /// Cells with tabs or line breaks are quoted, as spreadsheets read them.
    QString text;
    /// Empty for many rows, which few programs can paste.
    QString html;
};

/// More previews would take too long to read.
inline constexpr std::size_t kMostPreviewsCopied = 10'000;

/// The cells as the table shows them. Incomplete if the job was stopped. For a worker.
CopiedRows copyRows(const CopyRequest& request, const Job& job);

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
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Letters are keys of their own.
    void keyboardSearch(const QString&) override {}
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;

private:
    int positionBy(int by) const;
    void makeHeaders();
    void showView();
    void selectAgain(const Snapshot& before, const std::vector<Row>& rows);
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
