// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/heat_map_choice.h"

#include <QPersistentModelIndex>
#include <QTableView>

namespace duologue::ui {

class HeatMapModel;

/// A table with coloured cells. Cells are selected by mouse and keyboard: click, Ctrl+click, Shift+click,
/// drag; a click on a header selects its row or column; arrow keys, Space, Esc. The selection is set from
/// outside, so that it always shows the active filter. GUI thread.
class HeatMap : public QTableView {
    Q_OBJECT

public:
    HeatMap(HeatMapModel& model, QWidget* parent);

    /// With `narrowed` all other cells are pale, even if none is selected.
    void setChosen(const HeatMapChoice& cells, bool narrowed);
    bool isNarrowed() const { return m_narrowed; }
    bool isChosen(const QModelIndex& index) const { return selectionModel()->isSelected(index); }

    /// Writes a picture with a white background, a title and a caption: PNG, SVG or PDF by the suffix. False
    /// if the file cannot be written or the suffix is unknown.
    bool exportTo(const QString& path, const QString& title, const QStringList& caption) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cellClicked(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers);
    void cellsDragged(std::pair<int, int> first, std::pair<int, int> last);
    void clearRequested();
    void copyRequested();
    /// By the right button or the menu key, for a cell (invalid for none), at a point of the screen.
    void menuRequested(const QModelIndex& cell, const QPoint& point);
    /// The cells were selected neither by mouse nor by key, but for example by a screen reader.
    void cellsSelected(const duologue::ui::HeatMapChoice& cells);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void fitSections();
    void pickHeading(Qt::Orientation orientation, int section);

    QModelIndex m_pressed;
    /// The cell where a rectangle by Shift and arrow keys began.
    QPersistentModelIndex m_rangeStart;
    bool m_narrowed = false;
    bool m_following = false;
};

} // namespace duologue::ui
