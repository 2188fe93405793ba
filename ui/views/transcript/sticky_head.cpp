// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/sticky_head.h"

#include "ui/views/document/message_head.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/metrics.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr double kLines = 1.7;

} // namespace

StickyHead::StickyHead(TranscriptView& view) : QWidget(&view), m_view(view)
{
    setObjectName(QStringLiteral("stickyHead"));
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
    hide();
    connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, &StickyHead::follow);
    connect(view.verticalScrollBar(), &QScrollBar::rangeChanged, this, &StickyHead::follow);
    connect(&view, &TranscriptView::contentChanged, this, &StickyHead::follow);
}

int StickyHead::heightIn(const TranscriptView& view)
{
    if (view.transcript() == nullptr)
        return 0;
    const TranscriptStyle& style = view.transcript()->style();
    return static_cast<int>(std::ceil(QFontMetricsF(style.label(style.colors.dim).font()).height() * kLines));
}

void StickyHead::follow()
{
    const int height = heightIn(m_view);
    const int message = m_view.visibleMessages().first;
    const QRect rect = m_view.messageRect(message);
    // The texts begin below the head.
    const bool isHidden = rect.isEmpty() || m_view.textRect(message, 0).top() > 0 || rect.bottom() < height;
    m_message = isHidden ? -1 : message;
    setVisible(!isHidden);
    if (isHidden)
        return;
    const QRect area = m_view.viewport()->geometry();
    setGeometry(area.left(), area.top(), area.width(), height);
    const TranscriptDocument& transcript = *m_view.transcript();
    setToolTip(tr("To the beginning of the message"));
    setAccessibleName(spokenHead(transcript.conversation(), message, transcript.turnOf(message),
                                 transcript.findingsIn(message)));
    raise();
    update();
}

void StickyHead::paintEvent(QPaintEvent*)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || m_message < 0 || m_message >= transcript->messagesWritten())
        return;
    const TranscriptStyle& style = transcript->style();
    QPainter painter(this);
    painter.fillRect(rect(), style.colors.page);
    painter.fillRect(QRect(0, height() - 1, width(), 1), style.colors.rule);
    const double left = style.sideMargin + style.inset();
    const QRectF line(left, 0, width() - 2 * left, height() - 1);
    const Message& said = transcript->conversation().messages.at(static_cast<std::size_t>(m_message));
    painter.setFont(style.label(style.colors.dim, 0.88, true).font());
    painter.setPen(style.colors.ofRole(said.role));
    const HeadWords words = headWords(transcript->conversation(), m_message, transcript->turnOf(m_message),
                                      transcript->findingsIn(m_message));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, words.role);
    const double used = painter.fontMetrics().horizontalAdvance(words.role + QStringLiteral("   "));
    painter.setFont(style.label(style.colors.dim).font());
    QRectF rest = line.adjusted(used, 0, 0, 0);
    for (const Name& intent : transcript->conversation().intentsOf(said)) {
        const IntentCode code = transcript->intents().of(intent);
        drawCoded(painter, rest.toRect(), Qt::AlignLeft, {code.letters, categoryColor(code.color), {}});
        rest.setLeft(rest.left() + codedWidth({}, painter.fontMetrics()) + kHalfGrid);
    }
    painter.setPen(style.colors.dim);
    painter.drawText(
        rest, Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(words.rest, Qt::ElideRight, static_cast<int>(rest.width())));
}

void StickyHead::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_message >= 0)
        m_view.showHead(m_message);
}

} // namespace duologue::ui
