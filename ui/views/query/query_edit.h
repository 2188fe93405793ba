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

/// The query line: coloured text, a list of suggestions, and the history at the Up and Down keys. Down or
/// Ctrl+Space open the list, Up and Down move in it, Tab takes the selected or the first entry, Enter the
/// selected one. Without a selected entry Enter applies the query. Esc closes the list, then goes back to the
/// text of the query in force; Undo brings back what was typed.
class QueryEdit : public QueryLine {
    Q_OBJECT

public:
    QueryEdit(Workspace& workspace, QueryMemory& memory, QWidget* parent);

    const CompletionModel& completions() const { return *m_completions; }

    /// The text is that of the query in force, as it was typed or as the query prints.
    bool isApplied() const;
    /// The text as it is now is that of the query.
    void markApplied();
    /// Shows the text of the query in force.
    void showApplied(const QString& text);
    /// Keeps the typed text for Undo, because the line is about to show another one.
    void setAside() { m_setAside = text(); }
    /// The word at the cursor is the beginning of values of a field among which the list lets the user
    /// choose.
    bool isChoosingValue() const;

Q_SIGNALS:
    /// The line loses the focus; the list of suggestions is still as it was.
    void leaving();
    /// Esc was pressed while the list was closed and the text was not applied.
    void restoreRequested();
    /// Tab goes on to the chips.
    void chipsRequested();
    void suggestionsClosed();

protected:
    bool focusNextPrevChild(bool next) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void suggest(bool asked);
    void suggestHistory();
    void bringBack();
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
    /// The index of the shown query in the history, -1 while the typed text is shown.
    int m_historyIndex = -1;
    QString m_typed;
    /// The text that was applied, as it was typed.
    QString m_applied;
    /// What Undo brings back; empty for nothing.
    QString m_setAside;
};

} // namespace duologue::ui
