// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace duologue::ui {

class BarChartModel;

/// The figures of a chart as a table. Its rows are selected like the columns of the chart. The selection is
/// set from outside, so that it always shows the active filter. GUI thread.
class ReportTable : public QTableView {
    Q_OBJECT

public:
    ReportTable(BarChartModel& model, QWidget* parent);

    /// Sets the selection without emitting a signal.
    void setChosen(const std::vector<int>& rows);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowClicked(int row, Qt::KeyboardModifiers modifiers);
    void rangeDragged(int first, int last);
    void clearRequested();
    void copyRequested();
    /// By the right button or the menu key, for a row (-1 for none), at a point of the screen.
    void menuRequested(int row, const QPoint& point);
    /// The rows were selected neither by mouse nor by key, but for example by a screen reader.
    void rowsSelected(const std::vector<int>& rows);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void fitColumns();
    void widenColumns();

    int m_pressed = -1;
    /// The row where a range by Shift and arrow keys began; -1 for none.
    int m_rangeStart = -1;
    bool m_following = false;
};

} // namespace duologue::ui
