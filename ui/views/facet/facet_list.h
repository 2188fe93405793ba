// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace duologue::ui {

class FacetValueModel;

/// The values of a facet as a list of bars. Click, Space or Enter: only this value, or none if it was
/// selected. Ctrl: toggle it. Shift: everything from the last click. Esc clears.
class FacetList : public QListView {
    Q_OBJECT

public:
    FacetList(FacetValueModel& model, QWidget* parent);

    QSize sizeHint() const override;

Q_SIGNALS:
    void rowClicked(int row, Qt::KeyboardModifiers modifiers);
    void clearRequested();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace duologue::ui
