// SPDX-License-Identifier: GPL-3.0-or-later
// What TranscriptView paints behind the texts, and where things stand on the screen.
#include "ui/views/transcript/transcript_view.h"
#include "ui/work/workspace.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace duologue::ui {

QPointF TranscriptView::scrollOffset() const
{
    return {0, static_cast<double>(verticalScrollBar()->value())};
}

QRect TranscriptView::messageRect(int message) const
{
    if (!m_transcript || message < 0 || message >= m_transcript->messagesWritten())
        return {};
    return m_transcript->messageRect(message).translated(-scrollOffset()).toAlignedRect();
}

QRect TranscriptView::textRect(int message, int column) const
{
    if (!m_transcript || message < 0 || message >= m_transcript->messagesWritten())
        return {};
    return m_transcript->textRect(message, column).translated(-scrollOffset()).toAlignedRect();
}

std::pair<int, int> TranscriptView::visibleMessages() const
{
    if (!m_transcript || m_transcript->messagesWritten() == 0)
        return {0, 0};
    const int first = std::max(0, messageUnder(QPoint(viewport()->width() / 2, 0)));
    int end = first;
    while (end < m_transcript->messagesWritten() && messageRect(end).top() <= viewport()->height())
        ++end;
    return {first, end};
}

void TranscriptView::drawCards(const QRect& exposed)
{
    const ReadingColors& colors = m_transcript->style().colors;
    const double inset = m_transcript->style().scaled(9);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-scrollOffset());
    painter.setPen(Qt::NoPen);
    const QRectF seen = QRectF(exposed).translated(scrollOffset());
    if (const QRectF context = m_transcript->contextRect(); context.intersects(seen)) {
        painter.setBrush(colors.card);
        painter.drawRoundedRect(context.adjusted(0, -inset, 0, inset), 6, 6);
    }
    const int above = messageUnder(QPoint(viewport()->width() / 2, exposed.top() - 1));
    for (int message = std::max(0, above); message < m_transcript->messagesWritten(); ++message) {
        const QRectF card = m_transcript->messageRect(message).adjusted(0, -inset, 0, inset);
        if (card.top() > seen.bottom())
            break;
        const bool current = message == currentMessage();
        const bool user =
            m_transcript->conversation().messages[static_cast<std::size_t>(message)].role == "user";
        if (current || user) {
            painter.setBrush(current ? colors.current : colors.userCard);
            painter.drawRoundedRect(card, 6, 6);
        }
        if (current) {
            painter.setBrush(colors.currentBar);
            painter.drawRoundedRect(QRectF(card.left(), card.top(), 4, card.height()), 2, 2);
        }
        if (const QRectF memo = m_transcript->memoRect(message); !memo.isEmpty()) {
            painter.setBrush(colors.memo);
            painter.drawRoundedRect(memo, 4, 4);
        }
    }
}

void TranscriptView::paintEvent(QPaintEvent* event)
{
    if (m_transcript)
        drawCards(event->rect());
    QTextBrowser::paintEvent(event);
}

} // namespace duologue::ui
