// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextCursor>
#include <QTextEdit>
#include <vector>

namespace duologue::ui {

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
    /// Reduces the selection that the view has now to its column. `dragging`: the mouse is changing it.
    void followView(const TranscriptDocument& transcript, bool dragging);
    /// Selects all texts of a column that are written.
    void selectColumn(const TranscriptDocument& transcript, int column);
    void clear();
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

} // namespace duologue::ui
