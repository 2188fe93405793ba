// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/cell_choice.h"

#include <QTableView>

namespace duologue::ui {

class CellModel;

/// A table whose cells are coloured by what they say. Cells are picked by mouse and keyboard: click,
/// Ctrl+click, Shift+click, drag; a click on a heading takes its whole line or column; arrow keys, Space,
/// Esc. What is selected is set from outside, so that it shows the filter that is in force. GUI thread.
class HeatMap : public QTableView {
    Q_OBJECT

public:
    HeatMap(CellModel& model, QWidget* parent);

    /// With `narrowed` every other cell goes pale, even where none is chosen.
    void setChosen(const CellChoice& cells, bool narrowed);
    bool isNarrowed() const { return m_narrowed; }
    bool isChosen(const QModelIndex& index) const { return selectionModel()->isSelected(index); }

    /// Writes a picture on white, with its title: PNG, SVG or PDF by the name's suffix. False where it cannot
    /// be written or the suffix is another.
    bool exportTo(const QString& path, const QString& title) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cellClicked(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers);
    void cellsDragged(std::pair<int, int> first, std::pair<int, int> last);
    void clearAsked();
    void copyAsked();
    /// Something else than the mouse or a key selected these: a screen reader, say.
    void cellsSelected(const duologue::ui::CellChoice& cells);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void fitSections();
    void pickHeading(Qt::Orientation orientation, int section);

    QModelIndex m_pressed;
    bool m_narrowed = false;
    bool m_following = false;
};

} // namespace duologue::ui
