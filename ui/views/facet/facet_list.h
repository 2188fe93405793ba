// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace duologue::ui {

class FacetValueModel;

/// The values of a facet as a list of bars. Click, or Space and Enter: only this value; Ctrl: toggle it;
/// Shift: all from the last one clicked; the chosen one clicks itself away; Esc clears.
class FacetList : public QListView {
    Q_OBJECT

public:
    FacetList(FacetValueModel& model, QWidget* parent);

    QSize sizeHint() const override;

Q_SIGNALS:
    void rowClicked(int row, Qt::KeyboardModifiers modifiers);
    void clearAsked();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace duologue::ui
