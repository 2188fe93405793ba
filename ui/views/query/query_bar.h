// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_mistake.h"

#include <QTimer>
#include <QWidget>
#include <optional>

class QColor;
class QLabel;
class QLineEdit;

namespace duologue::ui {

class QueryEdit;
class QueryMemory;
class Workspace;

/// The only place where the query is shown and typed: a line for its text, and a chip for each of its terms,
/// which removes the term. A mistake is underlined and explained while the last valid query stays in force.
/// A pattern that may take very long runs all the same, with a note.
class QueryBar : public QWidget {
    Q_OBJECT

public:
    QueryBar(Workspace& workspace, QWidget* parent);

    QLineEdit* edit() const;
    /// Earlier queries and saved ones.
    QueryMemory& memory() const { return *m_memory; }
    /// Applies a text as if the user had typed it and pressed Enter; a mistake in it is explained.
    void ask(const QString& text);

private:
    void showQuery();
    void applyText(bool asked);
    void showMistake(const std::optional<QueryMistake>& mistake);
    void showNote();
    /// Shows the text below the line in this colour; hides the label if the text is empty.
    void explain(const QString& text, const QColor& color);

    Workspace& m_workspace;
    QueryMemory* m_memory;
    QueryEdit* m_edit;
    QLabel* m_mistake;
    QTimer m_typing;
    /// Set while the bar changes the query or its line, so that neither change sets off the other.
    bool m_applying = false;
};

} // namespace duologue::ui
