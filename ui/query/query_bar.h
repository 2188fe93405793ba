// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <optional>

class QColor;
class QLabel;
class QLineEdit;

namespace duologue::ui {

class QueryChips;
class QueryEdit;
class QueryMemory;
class Workspace;

/// The query line. While nobody types in it, it shows the query's terms as chips. A text that is not finished
/// is not applied, which a word in the line says; a mistake is underlined and explained over the window,
/// below the line. In both cases the last valid query stays in force, and the line says which that is.
/// Nothing of this moves anything. A pattern that may take very long is applied, with a note. GUI thread.
class QueryBar : public QWidget {
    Q_OBJECT

public:
    QueryBar(Workspace& workspace, QWidget* parent);
    ~QueryBar() override;

    QLineEdit* edit() const;
    /// The history and the saved queries.
    QueryMemory& memory() const { return *m_memory; }
    /// Applies a text as if it was typed; a mistake is explained.
    void run(const QString& text);

    /// The text in the line is not what the rows answer.
    bool isBehind() const { return m_isBehind; }

Q_SIGNALS:
    void behindChanged(bool isBehind);
    /// Enter was pressed, and the query is applied.
    void entered();
    /// A chip was removed with the mouse, or the last one by key: the focus should go to what is shown.
    void chipsLeft();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showQuery();
    void applyText(bool asked);
    void openLink();
    void leave();
    void restore();
    void placeParts();
    void showChips();
    /// Says in the line that its text is not applied, or what is shown instead; hides that if `why` is empty.
    void showUnfinished(const QString& why, const QString& words = {});
    QString stillShown() const;
    void showMistake(const std::optional<QueryMistake>& mistake);
    void showNote();
    /// Shows a text in this colour over the window, below the line; hides it if the text is empty.
    void explain(const QString& text, const QColor& color);
    void placeExplanation();

    Workspace& m_workspace;
    QueryMemory* m_memory;
    QueryEdit* m_edit;
    QueryChips* m_chips;
    QLabel* m_unfinished;
    /// A child of the window, so that it is not confined to the bar.
    QPointer<QLabel> m_mistake;
    QTimer m_typing;
    /// Hides the explanation if the line has not the focus.
    QTimer m_reading;
    bool m_isBehind = false;
    /// The query changes because of the typed text, which then stays as it was typed.
    bool m_applying = false;
};

} // namespace duologue::ui
