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

/// The one place where the query is seen and typed: a line for its text, and a chip for each of its terms
/// that takes the term away. A mistake is underlined and explained while the last good query stays in force.
/// A pattern that is likely to take very long is asked for all the same, with a note.
class QueryBar : public QWidget {
    Q_OBJECT

public:
    QueryBar(Workspace& workspace, QWidget* parent);

    QLineEdit* edit() const;
    /// What was asked before and what was saved.
    QueryMemory& memory() const { return *m_memory; }
    /// Asks for a text as if it had been typed: a mistake in it is explained.
    void ask(const QString& text);

private:
    void showQuery();
    void applyText(bool asked);
    void showMistake(const std::optional<QueryMistake>& mistake);
    void showNote();
    /// Below the line, in this colour; hidden where it is empty.
    void explain(const QString& text, const QColor& color);

    Workspace& m_workspace;
    QueryMemory* m_memory;
    QueryEdit* m_edit;
    QLabel* m_mistake;
    QTimer m_typing;
    /// Our own text came back as a query: what the user typed stays as typed.
    bool m_applying = false;
};

} // namespace duologue::ui
