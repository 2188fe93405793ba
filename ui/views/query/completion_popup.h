// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace duologue::ui {

class CompletionModel;

/// The list under the query's line of what may be typed next. It never takes the focus: whoever owns the line
/// passes on the keys. GUI thread.
class CompletionPopup : public QListView {
    Q_OBJECT

public:
    CompletionPopup(CompletionModel& model, QWidget& line);

    /// Below the line, with its left edge at `x` of the line; hides where there is nothing to show.
    void showBelow(int x);
    /// By rows; past the ends nothing is chosen, so that the line can be had as it was typed.
    void move(int by);
    /// -1 for none.
    int chosen() const { return currentIndex().row(); }

Q_SIGNALS:
    /// A row was clicked.
    void accepted(int row);

private:
    QWidget& m_line;
};

} // namespace duologue::ui
