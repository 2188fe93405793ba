// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/column_selection.h"

#include "ui/views/document/transcript_document.h"
#include "ui/views/transcript/shown_text.h"

#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

/// [begin, end] clamped to [low, high], selected from the anchor's side.
void addPiece(std::vector<QTextCursor>& pieces, QTextCursor cursor, int low, int high, int anchor,
              int position)
{
    const int from = std::clamp(anchor, low, high);
    const int to = std::clamp(position, low, high);
    if (from == to)
        return;
    cursor.setPosition(from);
    cursor.setPosition(to, QTextCursor::KeepAnchor);
    pieces.push_back(cursor);
}

/// The selection of an anchor outside the texts of messages: it stays in its block or table cell.
std::vector<QTextCursor> selectionAside(const TranscriptDocument& transcript, int anchor, int position)
{
    std::vector<QTextCursor> pieces;
    QTextCursor cursor(transcript.document());
    cursor.setPosition(anchor);
    if (const QTextTable* table = cursor.currentTable()) {
        const QTextTableCell cell = table->cellAt(cursor);
        addPiece(pieces, cursor, cell.firstPosition(), cell.lastPosition(), anchor, position);
        return pieces;
    }
    const QTextBlock block = cursor.block();
    addPiece(pieces, cursor, block.position(), block.position() + block.length() - 1, anchor, position);
    return pieces;
}

/// The pieces of a selection that was dragged from `anchor` to `position`, in reading order.
std::vector<QTextCursor> piecesOf(const TranscriptDocument& transcript, int anchor, int position)
{
    const int column = transcript.columnAt(anchor);
    if (column < 0)
        return selectionAside(transcript, anchor, position);
    int first = transcript.messageAt(std::min(anchor, position));
    int last = transcript.messageAt(std::max(anchor, position));
    first = std::max(first, 0);
    if (last < 0)
        last = transcript.messagesWritten() - 1;
    std::vector<QTextCursor> pieces;
    for (int message = first; message <= last; ++message) {
        const QTextTableCell cell = transcript.cell(message, column);
        addPiece(pieces, cell.firstCursorPosition(), cell.firstPosition(), cell.lastPosition(), anchor,
                 position);
    }
    return pieces;
}

} // namespace

QString ColumnSelection::text() const
{
    QStringList texts;
    for (const QTextCursor& piece : m_pieces)
        texts << copiedText(*m_transcript, piece);
    return texts.join(QStringLiteral("\n\n"));
}

void ColumnSelection::followView(const TranscriptDocument& transcript, bool dragging)
{
    if (m_selecting)
        return;
    m_transcript = &transcript;
    const QTextCursor cursor = m_view.textCursor();
    // When the mouse is released, the view reports its selection again: only its own piece.
    const bool known = std::any_of(m_pieces.begin(), m_pieces.end(), [&](const QTextCursor& piece) {
        return piece.anchor() == cursor.anchor() && piece.position() == cursor.position();
    });
    if (known && !dragging)
        return;
    if (cursor.hasSelection())
        select(piecesOf(transcript, cursor.anchor(), cursor.position()), cursor.anchor());
    else if (!m_pieces.empty())
        select({}, cursor.anchor());
}

void ColumnSelection::selectColumn(const TranscriptDocument& transcript, int column)
{
    m_transcript = &transcript;
    std::vector<QTextCursor> pieces;
    for (int message = 0; message < transcript.messagesWritten(); ++message) {
        const QTextTableCell cell = transcript.cell(message, column);
        addPiece(pieces, cell.firstCursorPosition(), cell.firstPosition(), cell.lastPosition(),
                 cell.firstPosition(), cell.lastPosition());
    }
    select(std::move(pieces), -1);
}

void ColumnSelection::clear()
{
    select({}, -1);
}

void ColumnSelection::setHighlights(QList<QTextEdit::ExtraSelection> highlights)
{
    m_highlights = std::move(highlights);
    show();
}

void ColumnSelection::setSentences(QList<QTextEdit::ExtraSelection> sentences)
{
    m_sentences = std::move(sentences);
    show();
}

void ColumnSelection::setFindings(QList<QTextEdit::ExtraSelection> findings)
{
    m_findings = std::move(findings);
    show();
}

void ColumnSelection::reset()
{
    m_findings.clear();
    m_sentences.clear();
    m_highlights.clear();
    clear();
}

void ColumnSelection::select(std::vector<QTextCursor> pieces, int anchor)
{
    m_selecting = true;
    m_pieces = std::move(pieces);
    QTextCursor own = m_view.textCursor();
    own.setPosition(std::max(0, anchor));
    for (const QTextCursor& piece : m_pieces) {
        if (piece.anchor() == anchor)
            own = piece;
    }
    // setTextCursor() scrolls to the end of the selection; the reader's scroll position stays.
    const int value = m_view.verticalScrollBar()->value();
    m_view.setTextCursor(own);
    show();
    m_view.verticalScrollBar()->setValue(value);
    m_selecting = false;
}

void ColumnSelection::show()
{
    QList<QTextEdit::ExtraSelection> all = m_sentences + m_findings + m_highlights;
    const QTextCursor own = m_view.textCursor();
    for (const QTextCursor& piece : m_pieces) {
        if (piece.anchor() == own.anchor() && piece.position() == own.position())
            continue;
        QTextEdit::ExtraSelection other;
        other.cursor = piece;
        other.format.setBackground(m_view.palette().highlight());
        other.format.setForeground(m_view.palette().highlightedText());
        all << other;
    }
    m_view.setExtraSelections(all);
}

} // namespace duologue::ui
