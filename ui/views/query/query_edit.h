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

/// The line in which a query is typed, with colours, suggestions, and earlier queries on the Up and Down
/// keys.
///
/// Keys: Down or Ctrl+Space show suggestions, Up and Down move in them, Tab takes the first or the chosen
/// one, Enter the chosen one. If none is chosen, Enter runs the query. Esc closes the list, then clears.
class QueryEdit : public QueryLine {
    Q_OBJECT

public:
    QueryEdit(Workspace& workspace, QueryMemory& memory, QWidget* parent);

    const CompletionModel& completions() const { return *m_completions; }

Q_SIGNALS:
    /// Esc was pressed while no list was open and the line had text.
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
    /// Index in the history of the query shown; -1 while the typed text is shown.
    int m_historyPlace = -1;
    QString m_typed;
};

} // namespace duologue::ui
