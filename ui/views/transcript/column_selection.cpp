// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/column_selection.h"

#include "ui/views/transcript/transcript_document.h"

#include <QTextBlock>
#include <QTextDocumentFragment>
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

/// The block or table cell that an anchor outside of the messages' texts stays in.
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

} // namespace

std::vector<QTextCursor> columnSelection(const TranscriptDocument& transcript, int anchor, int position)
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

std::vector<QTextCursor> wholeColumn(const TranscriptDocument& transcript, int column)
{
    std::vector<QTextCursor> pieces;
    for (int message = 0; message < transcript.messagesWritten(); ++message) {
        const QTextTableCell cell = transcript.cell(message, column);
        addPiece(pieces, cell.firstCursorPosition(), cell.firstPosition(), cell.lastPosition(),
                 cell.firstPosition(), cell.lastPosition());
    }
    return pieces;
}

QString selectedText(const std::vector<QTextCursor>& pieces)
{
    QStringList texts;
    for (const QTextCursor& piece : pieces) {
        QString text = piece.selectedText();
        text.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
        texts << text;
    }
    return texts.join(QStringLiteral("\n\n"));
}

} // namespace duologue::ui
