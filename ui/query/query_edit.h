// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "ui/app/tasks.h"
#include "ui/query/query_completion.h"

#include <QColor>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QList>
#include <QListView>
#include <QString>
#include <optional>

class QPalette;

namespace duologue::ui {

/// The colours of the tokens of a query, made from a palette. Each has a contrast of at least 4.5 on the
/// palette's Base.
struct QueryColors {
    QColor field;
    QColor value;
    QColor text;
    QColor pattern;
    QColor keyword;
    QColor mistake;

    bool operator==(const QueryColors&) const = default;
};

QueryColors queryColors(const QPalette& palette);

/// The range of a mistake, in characters.
struct WrongPart {
    int begin = 0;
    int length = 0;
};

/// The formats of a query's text for a line edit. Their positions are relative to the cursor, as in input
/// method events.
QList<QInputMethodEvent::Attribute> queryFormats(const QString& text, int cursor, const QueryColors& colors,
                                                 const WrongPart& wrong);

/// A line edit that colours the text of a query and underlines a mistake. GUI thread.
class QueryLine : public QLineEdit {
    Q_OBJECT

public:
    explicit QueryLine(QWidget* parent);

    /// Underlines a mistake, or removes the underline.
    void markMistake(const std::optional<QueryMistake>& mistake);

protected:
    void inputMethodEvent(QInputMethodEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void paintPieces();

    WrongPart m_wrong;
    /// An input method is composing; the line must not be changed.
    bool m_composing = false;
    bool m_painting = false;
};

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
    void markApplied() { m_applied = text(); }
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
