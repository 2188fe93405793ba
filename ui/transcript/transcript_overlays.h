// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/app/current_record.h"

#include <QObject>
#include <QTextCursor>
#include <QTextEdit>
#include <QWidget>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

class QMouseEvent;

namespace duologue::ui {

class TranscriptView;

/// The gap between the two columns of a transcript: dragged, it shares the width between them; a double click
/// shares it by the texts again. Owned by the view. GUI thread.
class ColumnDivider : public QObject {
    Q_OBJECT

public:
    explicit ColumnDivider(TranscriptView& view);

    /// Where the gap is, in viewport coordinates; empty unless two columns are side by side.
    std::optional<int> position() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOn(const QMouseEvent& event) const;
    void moveTo(int x);
    void finish();

    TranscriptView& m_view;
    /// Follows the pointer; the texts are laid out when it is released.
    QWidget* m_line;
    bool m_isDragging = false;
    /// The pointer has moved since the button was pressed.
    bool m_hasMoved = false;
    bool m_isHovering = false;
};
class TranscriptDocument;

/// The selection of a view that shows a transcript. It stays in the column in which it began, and so consists
/// of one piece for each message. The view's own selection is the piece with the anchor; the other pieces are
/// extra selections, beside the highlights. GUI thread.
class ColumnSelection {
public:
    explicit ColumnSelection(QTextEdit& view) : m_view(view) {}

    bool isEmpty() const { return m_pieces.empty(); }
    /// The selected text as the data has it (copiedText()); an empty line separates the pieces.
    QString text() const;
    /// Empty if nothing is selected. Without a message unless the selection is in one text of one message,
    /// and what it shows is in the source.
    std::optional<SelectedText> selectedText() const;
    /// Reduces the selection that the view has now to its column. `dragging`: the mouse is changing it.
    void followView(const TranscriptDocument& transcript, bool dragging);
    /// Selects all texts of a column that are written.
    void selectColumn(const TranscriptDocument& transcript, int column);
    void clear() { select({}, -1); }
    /// Other marks in the text, painted under the selection.
    void setHighlights(QList<QTextEdit::ExtraSelection> highlights);
    /// A pair of sentences, painted under the highlights.
    void setSentences(QList<QTextEdit::ExtraSelection> sentences);
    void setFindings(QList<QTextEdit::ExtraSelection> findings);
    /// Removes selection and highlights. Call it before the document goes: the view still uses its old
    /// selections when it gets new ones.
    void reset();

private:
    void select(std::vector<QTextCursor> pieces, int anchor);
    void show();

    QTextEdit& m_view;
    std::vector<QTextCursor> m_pieces;
    /// Of which the pieces are.
    const TranscriptDocument* m_transcript = nullptr;
    QList<QTextEdit::ExtraSelection> m_sentences;
    QList<QTextEdit::ExtraSelection> m_findings;
    QList<QTextEdit::ExtraSelection> m_highlights;
    bool m_selecting = false;
};

/// The head of the message at the top of a view, which stays in sight while the message is scrolled. A click
/// goes to the beginning of the message. Hidden while the head itself is visible. GUI thread.
class StickyHead : public QWidget {
    Q_OBJECT

public:
    /// A child of the view.
    explicit StickyHead(TranscriptView& view);

    /// The message whose head is shown, -1 while hidden.
    int message() const { return m_message; }
    /// The height that texts at the top of the view are covered by if a head is shown.
    static int heightIn(const TranscriptView& view);
    void follow();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    TranscriptView& m_view;
    int m_message = -1;
};

} // namespace duologue::ui
