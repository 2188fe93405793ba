// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/transcript_cards.h"

#include "ui/views/document/transcript_document.h"
#include "ui/views/document/transcript_parts.h"

#include <QPainter>

namespace duologue::ui {

namespace {

void paintCandidate(QPainter& painter, const TranscriptDocument& transcript, int candidate,
                    const QRectF& exposed)
{
    const QRectF text = transcript.candidateRect(candidate);
    const double inset = transcript.style().scaled(TranscriptStyle::kCandidateInset);
    const QRectF card = text.adjusted(-inset, -inset, inset, inset);
    if (text.isEmpty() || !card.intersects(exposed))
        return;
    const ReadingColors& colors = transcript.style().colors;
    const Candidate& shown = transcript.conversation().candidates[static_cast<std::size_t>(candidate)];
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.card);
    painter.drawRoundedRect(card, 6, 6);
    if (!isPreferred(shown) && shown.kind != CandidateKind::Rejected)
        return;
    painter.setBrush(isPreferred(shown) ? colors.good : colors.bad);
    painter.drawRoundedRect(QRectF(card.left(), card.top(), 4, card.height()), 2, 2);
}

} // namespace

void paintCards(QPainter& painter, const TranscriptDocument& transcript, const QRectF& exposed,
                int firstMessage, int currentMessage)
{
    const ReadingColors& colors = transcript.style().colors;
    const double inset = transcript.style().scaled(9);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    if (const QRectF context = transcript.contextRect(); context.intersects(exposed)) {
        painter.setBrush(colors.card);
        painter.drawRoundedRect(context.adjusted(0, -inset, 0, inset), 6, 6);
    }
    const CandidateRange shown =
        shownCandidates(transcript.conversation(), transcript.mode(), transcript.folds());
    for (std::size_t candidate = shown.begin; candidate < shown.end; ++candidate)
        paintCandidate(painter, transcript, static_cast<int>(candidate), exposed);
    for (int message = firstMessage; message < transcript.messagesWritten(); ++message) {
        const QRectF card = transcript.messageRect(message).adjusted(0, -inset, 0, inset);
        if (card.top() > exposed.bottom())
            break;
        const bool current = message == currentMessage;
        const bool user =
            transcript.conversation().messages[static_cast<std::size_t>(message)].role == "user";
        if (current || user) {
            painter.setBrush(current ? colors.current : colors.userCard);
            painter.drawRoundedRect(card, 6, 6);
        }
        if (current) {
            painter.setBrush(colors.currentBar);
            painter.drawRoundedRect(QRectF(card.left(), card.top(), 4, card.height()), 2, 2);
        }
        if (const QRectF memo = transcript.memoRect(message); !memo.isEmpty()) {
            painter.setBrush(colors.memo);
            painter.drawRoundedRect(memo, 4, 4);
        }
    }
}

} // namespace duologue::ui
