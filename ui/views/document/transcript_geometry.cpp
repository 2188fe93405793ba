// SPDX-License-Identifier: GPL-3.0-or-later

// Where the parts of a transcript are.

#include "ui/views/document/transcript_document.h"
#include "ui/views/document/transcript_parts.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

QRectF TranscriptDocument::messageRect(int message) const
{
    const QRectF head = m_document->documentLayout()->blockBoundingRect(headBlock(message));
    double bottom = head.bottom();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        bottom = std::max(bottom, cellRect(cell(message, column)).bottom());
    const double margin = m_style.sideMargin + m_style.sideInset;
    return {margin, head.top(), m_document->pageSize().width() - 2 * margin, bottom - head.top()};
}

QRectF TranscriptDocument::memoRect(int message) const
{
    const QTextBlock memo = memoBlock(message);
    if (!memo.isValid())
        return {};
    const double inset = m_style.scaled(TranscriptStyle::kMemoInset);
    // In some versions of Qt the block's rectangle includes its left and right margins.
    const QRectF lines = m_document->documentLayout()->blockBoundingRect(memo);
    const double left = m_style.sideMargin + m_style.inset();
    return {left, lines.top() - inset / 2, m_document->pageSize().width() - 2 * left, lines.height() + inset};
}

QRectF TranscriptDocument::textRect(int message, int column) const
{
    return cellRect(cell(message, column));
}

QRectF TranscriptDocument::cellRect(const QTextTableCell& cell) const
{
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(cell.firstCursorPosition().block());
    return first.united(layout->blockBoundingRect(cell.lastCursorPosition().block()));
}

QRectF TranscriptDocument::candidateRect(int candidate) const
{
    const CandidateRange shown = shownCandidates(conversation(), m_mode, m_folds);
    if (m_candidates == nullptr || !shown.contains(static_cast<std::size_t>(candidate)))
        return {};
    const int columns = m_candidates->columns();
    const int index = candidate - static_cast<int>(shown.begin);
    QRectF rect = cellRect(m_candidates->cellAt(index / columns, index % columns));
    for (int column = 0; column < columns; ++column) {
        const QRectF other = cellRect(m_candidates->cellAt(index / columns, column));
        rect.setBottom(std::max(rect.bottom(), other.bottom()));
    }
    return rect;
}

QRectF TranscriptDocument::contextRect() const
{
    if (m_context == nullptr)
        return {};
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(m_context->firstCursorPosition().block());
    const QRectF last = layout->blockBoundingRect(m_context->lastCursorPosition().block());
    const double margin = m_style.sideMargin + m_style.sideInset;
    return {margin, first.top(), m_document->pageSize().width() - 2 * margin, last.bottom() - first.top()};
}

} // namespace duologue::ui
