// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in a TranscriptDocument.
#include "ui/views/transcript/transcript_document.h"

#include <QAbstractTextDocumentLayout>
#include <algorithm>

namespace duologue::ui {

ShownPlace TranscriptDocument::placeOfText(std::uint32_t text) const
{
    const auto holds = [text](const Slice& texts) { return texts.begin <= text && text < texts.end; };
    const auto& messages = conversation().messages;
    const auto behind = std::upper_bound(
        messages.begin(), messages.end(), text,
        [](std::uint32_t wanted, const Message& message) { return wanted < message.texts.begin; });
    if (behind != messages.begin() && holds((behind - 1)->texts)) {
        const auto message = static_cast<int>(behind - 1 - messages.begin());
        return {message,
                message < messagesWritten() ? m_messages[static_cast<std::size_t>(message)] : nullptr};
    }
    for (const ContextPart& part : conversation().context) {
        if (holds(part.texts))
            return {-1, m_context};
    }
    return {-1, m_candidates};
}

int TranscriptDocument::positionOf(std::uint32_t text, std::size_t byte) const
{
    const ShownPlace place = placeOfText(text);
    if (place.table == nullptr || hides(text, byte))
        return -1;
    std::size_t at = window(text).begin;
    int position = -1;
    QTextBlock block = place.table->firstCursorPosition().block();
    for (; block.isValid() && block.position() <= place.table->lastPosition(); block = block.next()) {
        const QVariant source = block.blockFormat().property(kSourceText);
        if (!source.isValid() || source.toUInt() != text)
            continue;
        const std::string said = fromQt(block.text());
        if (byte <= at + said.size())
            return block.position() +
                   static_cast<int>(toQt(std::string_view(said).substr(0, byte - at)).size());
        at += said.size() + 1;
        position = block.position();
    }
    return position;
}

int TranscriptDocument::messageAt(int position) const
{
    if (position < m_firstHead.position())
        return -1;
    const auto found =
        std::lower_bound(m_messages.begin(), m_messages.end(), position,
                         [](const QTextTable* table, int wanted) { return table->lastPosition() < wanted; });
    return found == m_messages.end() ? -1 : static_cast<int>(found - m_messages.begin());
}

int TranscriptDocument::columnAt(int position) const
{
    const int message = messageAt(position);
    if (message < 0)
        return -1;
    const QTextTableCell hit = m_messages[static_cast<std::size_t>(message)]->cellAt(position);
    if (!hit.isValid())
        return -1;
    return m_mode.sideBySide ? hit.column() : hit.row();
}

QTextTableCell TranscriptDocument::cell(int message, int column) const
{
    const QTextTable* table = m_messages.at(static_cast<std::size_t>(message));
    return m_mode.sideBySide ? table->cellAt(0, column) : table->cellAt(column, 0);
}

QTextBlock TranscriptDocument::headBlock(int message) const
{
    const auto before = static_cast<std::size_t>(message - 1);
    return m_document->findBlock(message == 0 ? m_firstHead.position()
                                              : m_messages.at(before)->lastPosition() + 1);
}

QRectF TranscriptDocument::messageRect(int message) const
{
    const QRectF head = m_document->documentLayout()->blockBoundingRect(headBlock(message));
    double bottom = head.bottom();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        bottom = std::max(bottom, cellRect(cell(message, column)).bottom());
    const double margin = m_style.sideMargin;
    return {margin, head.top(), m_document->pageSize().width() - 2 * margin, bottom - head.top()};
}

QTextBlock TranscriptDocument::memoBlock(int message) const
{
    const QTextBlock behind = headBlock(message).next();
    return behind.blockFormat().hasProperty(kMemoCaption) ? behind : QTextBlock();
}

QRectF TranscriptDocument::memoRect(int message) const
{
    const QTextBlock memo = memoBlock(message);
    if (!memo.isValid())
        return {};
    const double inset = m_style.scaled(TranscriptStyle::kMemoInset);
    // The block's own rectangle reaches over the margins of its sides in some versions of Qt.
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

QRectF TranscriptDocument::contextRect() const
{
    if (m_context == nullptr)
        return {};
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(m_context->firstCursorPosition().block());
    const QRectF last = layout->blockBoundingRect(m_context->lastCursorPosition().block());
    const double margin = m_style.sideMargin;
    return {margin, first.top(), m_document->pageSize().width() - 2 * margin, last.bottom() - first.top()};
}

} // namespace duologue::ui
