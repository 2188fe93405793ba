// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace duologue::ui {

class FacetModel;

/// The figures of a chart as a table. Its rows are picked as the chart's columns are; what is selected is set
/// from outside, so that it shows the filter that is in force and nothing else. GUI thread.
class ReportTable : public QTableView {
    Q_OBJECT

public:
    ReportTable(FacetModel& model, QWidget* parent);

    /// Shows this as selected; asks for nothing.
    void setChosen(const std::vector<int>& rows);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowClicked(int row, Qt::KeyboardModifiers modifiers);
    void rangeDragged(int first, int last);
    void clearAsked();
    void copyAsked();
    /// Something else than the mouse or a key selected these rows: a screen reader, say.
    void rowsSelected(const std::vector<int>& rows);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void fitColumns();
    void widenColumns();

    int m_pressed = -1;
    bool m_following = false;
};

} // namespace duologue::ui
