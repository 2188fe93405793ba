// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw/raw_gutter.h"

#include "ui/views/raw/raw_view.h"
#include "ui/views/widgets/reading_colors.h"

#include <QMouseEvent>
#include <QPainter>

namespace duologue::ui {

RawGutter::RawGutter(RawView& view) : QWidget(&view), m_view(view)
{
    setObjectName(QStringLiteral("rawGutter"));
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
}

QSize RawGutter::sizeHint() const
{
    const QFontMetrics metrics(m_view.font());
    const auto digits = QString::number(m_view.blockCount()).size();
    return {metrics.horizontalAdvance(QLatin1Char('0')) * static_cast<int>(digits + 3), 0};
}

void RawGutter::paintEvent(QPaintEvent* event)
{
    const ReadingColors colors = readingColors(m_view.palette());
    QPainter painter(this);
    painter.fillRect(event->rect(), colors.card);
    painter.setPen(colors.dim);
    painter.setFont(m_view.font());
    const int arrow = painter.fontMetrics().horizontalAdvance(QStringLiteral("00"));
    for (QTextBlock line = m_view.firstVisibleLine(); line.isValid(); line = line.next()) {
        const QRectF rect = m_view.lineRect(line);
        if (rect.top() > height())
            break;
        if (!line.isVisible())
            continue;
        const QRectF row(0, rect.top(), width(), painter.fontMetrics().height());
        painter.drawText(row.adjusted(0, 0, -arrow, 0), Qt::AlignRight,
                         QString::number(line.blockNumber() + 1));
        if (m_view.canFold(line.blockNumber()))
            painter.drawText(row.adjusted(width() - arrow, 0, 0, 0), Qt::AlignHCenter,
                             m_view.isFolded(line.blockNumber()) ? QStringLiteral("▸") : QStringLiteral("▾"));
    }
}

void RawGutter::mousePressEvent(QMouseEvent* event)
{
    for (QTextBlock line = m_view.firstVisibleLine(); line.isValid(); line = line.next()) {
        if (!line.isVisible() || m_view.lineRect(line).bottom() < event->position().y())
            continue;
        m_view.setFolded(line.blockNumber(), !m_view.isFolded(line.blockNumber()));
        return;
    }
}

} // namespace duologue::ui
