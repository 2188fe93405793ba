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

/// The query line and a chip for each of the query's terms, which removes the term. A mistake is underlined
/// and explained, and the last valid query stays in force. A pattern that may take very long is applied, with
/// a note. GUI thread.
class QueryBar : public QWidget {
    Q_OBJECT

public:
    QueryBar(Workspace& workspace, QWidget* parent);

    QLineEdit* edit() const;
    /// The history and the saved queries.
    QueryMemory& memory() const { return *m_memory; }
    /// Applies a text as if it was typed; a mistake is explained.
    void run(const QString& text);

private:
    void showQuery();
    void applyText(bool asked);
    void showMistake(const std::optional<QueryMistake>& mistake);
    void showNote();
    /// Shows a text in this colour below the line; hides it if the text is empty.
    void explain(const QString& text, const QColor& color);

    Workspace& m_workspace;
    QueryMemory* m_memory;
    QueryEdit* m_edit;
    QLabel* m_mistake;
    QTimer m_typing;
    /// The query changes because of the typed text, which then stays as it was typed.
    bool m_applying = false;
};

} // namespace duologue::ui
