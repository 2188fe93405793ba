// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/category_picker.h"

#include "ui/work/settings/plain_keys.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

namespace duologue::ui {

CategoryPicker::CategoryPicker(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setKeyArea(*this, ChartKeys);
    setMouseTracking(true);
}

void CategoryPicker::setFocusedCategory(int category)
{
    const int wanted = std::clamp(category, -1, categoryCount() - 1);
    if (wanted == m_focused)
        return;
    m_focused = wanted;
    stateChanged();
    Q_EMIT focusMoved();
}

void CategoryPicker::clampFocus()
{
    m_rangeStart = std::min(m_rangeStart, categoryCount() - 1);
    m_focused = std::min(m_focused, categoryCount() - 1);
    m_hovered = std::min(m_hovered, categoryCount() - 1);
    if (m_pressed >= categoryCount()) {
        m_pressed = -1;
        m_dragging = false;
    }
    m_dragLast = std::min(m_dragLast, categoryCount() - 1);
}

void CategoryPicker::choose(int category, Qt::KeyboardModifiers modifiers)
{
    if (category < 0 || category >= categoryCount())
        return;
    setFocusedCategory(category);
    Q_EMIT categoryClicked(category, modifiers);
}

void CategoryPicker::setHovered(int category)
{
    if (category == m_hovered)
        return;
    m_hovered = category;
    stateChanged();
}

bool CategoryPicker::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int category = categoryAt(help->pos());
    if (category < 0) {
        QToolTip::hideText();
        event->ignore();
    } else {
        QToolTip::showText(
            help->globalPos(),
            QStringLiteral("<p style='white-space:pre'>%1</p>").arg(tipOf(category).toHtmlEscaped()), this);
    }
    return true;
}

void CategoryPicker::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_byKeys = false;
    m_dragging = false;
    m_pressPoint = event->position().toPoint();
    m_pressed = categoryAt(m_pressPoint);
    m_rangeStart = -1;
    m_dragLast = m_pressed;
    stateChanged();
}

void CategoryPicker::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    setHovered(categoryAt(point));
    if (m_pressed < 0 || !event->buttons().testFlag(Qt::LeftButton))
        return;
    // A small movement at the edge between two columns is not a drag.
    m_dragging = m_dragging || (point - m_pressPoint).manhattanLength() >= QApplication::startDragDistance();
    const int last = nearestCategory(point);
    if (!m_dragging || last == m_dragLast)
        return;
    m_dragLast = last;
    stateChanged();
}

void CategoryPicker::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_pressed < 0)
        return;
    const QPoint point = event->position().toPoint();
    const int first = std::exchange(m_pressed, -1);
    const bool dragged = std::exchange(m_dragging, false) ||
                         (point - m_pressPoint).manhattanLength() >= QApplication::startDragDistance();
    const int last = dragged ? nearestCategory(point) : first;
    stateChanged();
    if (last == first) {
        choose(first, event->modifiers());
    } else if (last >= 0) {
        setFocusedCategory(last);
        Q_EMIT rangeDragged(first, last);
    }
}

void CategoryPicker::leaveEvent(QEvent*)
{
    setHovered(-1);
}

int CategoryPicker::columnAfterKey(int key) const
{
    const int last = categoryCount() - 1;
    switch (key) {
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return last;
    case Qt::Key_Left:
        return m_focused < 0 ? last : std::max(0, m_focused - 1);
    case Qt::Key_Right:
        return std::min(last, m_focused + 1);
    default:
        return -1;
    }
}

void CategoryPicker::moveTo(int category, bool extends)
{
    if (!extends)
        m_rangeStart = -1;
    else if (m_rangeStart < 0)
        m_rangeStart = std::max(0, m_focused);
    setFocusedCategory(category);
    if (!extends)
        return;
    if (m_rangeStart == category)
        Q_EMIT categoryClicked(category, Qt::ShiftModifier);
    else
        Q_EMIT rangeDragged(m_rangeStart, category);
}

void CategoryPicker::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int category = byKey ? m_focused : categoryAt(event->pos());
    const QPoint point = byKey && category >= 0 ? mapToGlobal(anchorOf(category)) : event->globalPos();
    Q_EMIT menuRequested(category, point);
    // Otherwise the parent shows its menu.
    event->setAccepted(isSignalConnected(QMetaMethod::fromSignal(&CategoryPicker::menuRequested)));
}

void CategoryPicker::keyPressEvent(QKeyEvent* event)
{
    const bool wasByKeys = std::exchange(m_byKeys, true);
    if (!wasByKeys)
        stateChanged();
    if (const int column = columnAfterKey(event->key()); column >= 0) {
        moveTo(column, event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    }
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_focused, event->modifiers());
        return;
    case Qt::Key_Escape:
        if (hasChoice()) {
            Q_EMIT clearRequested();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void CategoryPicker::focusInEvent(QFocusEvent* event)
{
    const bool byTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason;
    if (byTab) {
        m_byKeys = true;
        if (m_focused < 0 && categoryCount() > 0)
            m_focused = 0;
    }
    QWidget::focusInEvent(event);
    stateChanged();
    Q_EMIT focusMoved();
}

void CategoryPicker::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    stateChanged();
}

} // namespace duologue::ui
