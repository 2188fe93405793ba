// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace duologue::ui {

class FacetValueModel;

/// The values of a facet as a list of bars. A click, Space or Enter chooses only this value, or clears the
/// choice if it was the only one. Ctrl adds or removes the value, Shift chooses all from the last one
/// clicked, Esc clears.
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
