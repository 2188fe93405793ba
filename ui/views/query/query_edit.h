// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/query/query_completion.h"
#include "ui/views/query/query_line.h"
#include "ui/work/latest_task.h"

namespace duologue::ui {

class CompletionModel;
class CompletionPopup;
class QueryMemory;
class Workspace;

/// The line in which a query is typed: in colours, with a list of what may come next, and with the queries
/// that were asked before at the Up and Down keys.
///
/// Keys: Down or Ctrl+Space show the list, Up and Down move in it, Tab takes the first or the chosen entry,
/// Enter the chosen one; without a chosen entry Enter asks the query. Esc closes the list, then clears.
class QueryEdit : public QueryLine {
    Q_OBJECT

public:
    QueryEdit(Workspace& workspace, QueryMemory& memory, QWidget* parent);

    const CompletionModel& completions() const { return *m_completions; }

Q_SIGNALS:
    /// Esc, with no list open.
    void clearAsked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void suggest(bool asked);
    void suggestValues();
    void showValues();
    void accept(int row);
    bool popupKey(QKeyEvent& event);
    bool historyKey(QKeyEvent& event);
    void describeChosen();
    int characterAt(std::size_t byte) const;

    Workspace& m_workspace;
    QueryMemory& m_memory;
    CompletionModel* m_completions;
    CompletionPopup* m_popup;
    QueryPlace m_place;
    LatestTask<FieldValuesPtr> m_valueTask;
    FieldValuesPtr m_values;
    /// Of the query shown from the history, -1 while what was typed is shown.
    int m_historyPlace = -1;
    QString m_typed;
};

} // namespace duologue::ui
