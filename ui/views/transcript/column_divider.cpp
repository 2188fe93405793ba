// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/column_divider.h"

#include "ui/views/transcript/transcript_view.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr int kReach = 7;

} // namespace

ColumnDivider::ColumnDivider(TranscriptView& view) : QObject(&view), m_view(view), m_line(new QWidget(&view))
{
    m_line->setAutoFillBackground(true);
    m_line->setBackgroundRole(QPalette::Highlight);
    m_line->hide();
    view.viewport()->installEventFilter(this);
}

std::optional<int> ColumnDivider::position() const
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || transcript->columns().shown.size() != 2 || !transcript->mode().sideBySide)
        return std::nullopt;
    const TranscriptStyle& style = transcript->style();
    const double width = m_view.viewport()->width() - 2 * style.sideMargin;
    return static_cast<int>(std::lround(style.sideMargin + width * transcript->mode().firstShare));
}

bool ColumnDivider::isOn(const QMouseEvent& event) const
{
    const auto divider = position();
    const QPoint at = event.position().toPoint();
    if (!divider || std::abs(at.x() - *divider) > kReach)
        return false;
    const auto [first, end] = m_view.visibleMessages();
    for (int message = first; message < end; ++message) {
        if (m_view.textRect(message, 0).top() <= at.y() && at.y() <= m_view.messageRect(message).bottom())
            return true;
    }
    return false;
}

void ColumnDivider::moveTo(int x)
{
    const TranscriptStyle& style = m_view.transcript()->style();
    const int width = m_view.viewport()->width();
    const double room = width - 2 * style.sideMargin;
    const double share = std::clamp((x - style.sideMargin) / room, TranscriptView::kLeastShare,
                                    1 - TranscriptView::kLeastShare);
    const int kept = static_cast<int>(std::lround(style.sideMargin + share * room));
    const QRect area = m_view.viewport()->geometry();
    m_line->setGeometry(area.left() + kept, area.top(), 1, area.height());
    m_line->show();
    m_line->raise();
}

void ColumnDivider::finish()
{
    m_isDragging = false;
    m_line->hide();
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || !m_hasMoved)
        return;
    const TranscriptStyle& style = transcript->style();
    const double room = m_view.viewport()->width() - 2 * style.sideMargin;
    const int x = m_line->x() - m_view.viewport()->geometry().left();
    m_view.setFirstShare((x - style.sideMargin) / room);
}

bool ColumnDivider::eventFilter(QObject* watched, QEvent* event)
{
    if (m_isDragging && event->type() == QEvent::MouseButtonRelease) {
        finish();
        return true;
    }
    const bool isMouse = event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonPress ||
                         event->type() == QEvent::MouseButtonDblClick;
    if (!isMouse || m_view.transcript() == nullptr)
        return QObject::eventFilter(watched, event);
    const auto& mouse = static_cast<const QMouseEvent&>(*event);
    if (m_isDragging && event->type() == QEvent::MouseMove) {
        moveTo(mouse.position().toPoint().x());
        m_hasMoved = true;
        return true;
    }
    const bool isHere = mouse.buttons() == Qt::NoButton || mouse.button() == Qt::LeftButton;
    const bool isHovering = isHere && isOn(mouse);
    if (isHovering != m_isHovering) {
        m_isHovering = isHovering;
        m_view.viewport()->setCursor(isHovering ? Qt::SplitHCursor : Qt::IBeamCursor);
    }
    if (!isHovering)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonDblClick) {
        m_isDragging = false;
        m_line->hide();
        m_view.setFirstShare(0);
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_isDragging = true;
        m_hasMoved = false;
        moveTo(mouse.position().toPoint().x());
    }
    return true;
}

} // namespace duologue::ui
