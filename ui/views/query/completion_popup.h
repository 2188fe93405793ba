// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace duologue::ui {

class CompletionModel;

/// The list of suggestions below the query line. It never takes the focus; the owner of the line passes on
/// the keys. GUI thread.
class CompletionPopup : public QListView {
    Q_OBJECT

public:
    CompletionPopup(CompletionModel& model, QWidget& line);

    /// Shows the list below the line, with its left edge at `x` of the line; hides it if it is empty.
    void showBelow(int x);
    /// Moves the selection by rows. Beyond the ends nothing is selected, which leaves the typed text.
    void move(int by);
    /// -1 for none.
    int chosen() const { return currentIndex().row(); }

Q_SIGNALS:
    /// A row was clicked.
    void accepted(int row);
    void closed();

protected:
    void hideEvent(QHideEvent* event) override;

private:
    QWidget& m_line;
};

} // namespace duologue::ui
