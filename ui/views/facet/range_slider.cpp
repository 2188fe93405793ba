// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/range_slider.h"

#include "ui/work/colors.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace duologue::ui {

namespace {

constexpr int kHandle = 14;
constexpr int kTrack = 4;

} // namespace

RangeSlider::RangeSlider(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize RangeSlider::sizeHint() const
{
    return {120, kHandle + 4 + m_labelLines * fontMetrics().height()};
}

bool RangeSlider::hasLabelsOnOneLine() const
{
    return m_labelLines == 1;
}

/// A line for each if the longest names do not fit next to each other.
int RangeSlider::labelLines() const
{
    const auto widest = [this](const QStringList& names) {
        int width = 0;
        for (const QString& name : names)
            width = std::max(width, fontMetrics().horizontalAdvance(name));
        return width;
    };
    const int gap = fontMetrics().horizontalAdvance(QStringLiteral("00"));
    return widest(m_names) + gap + widest(m_lastNames) <= width() ? 1 : 2;
}

void RangeSlider::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (std::exchange(m_labelLines, labelLines()) != m_labelLines)
        updateGeometry();
}

void RangeSlider::setSteps(const QStringList& asFirst, const QStringList& asLast)
{
    if (asFirst == m_names && asLast == m_lastNames)
        return;
    m_names = asFirst;
    m_lastNames = asLast;
    if (std::exchange(m_labelLines, labelLines()) != m_labelLines)
        updateGeometry();
    setRange(0, static_cast<int>(m_names.size()) - 1);
}

void RangeSlider::setRange(int first, int last)
{
    const int end = std::max(0, static_cast<int>(m_names.size()) - 1);
    m_edges[0] = std::clamp(first, 0, end);
    m_edges[1] = std::clamp(last, m_edges[0], end);
    describe();
    update();
}

/// The second handle is at the end of its step.
double RangeSlider::xOf(int handle) const
{
    const double room = width() - kHandle;
    const double steps = std::max<double>(1, static_cast<double>(m_names.size()));
    return kHandle / 2.0 + room * (m_edges[handle] + handle) / steps;
}

int RangeSlider::stepAt(int handle, double x) const
{
    const double room = std::max(1, width() - kHandle);
    return static_cast<int>(std::lround((x - kHandle / 2.0) / room * static_cast<double>(m_names.size()))) -
           handle;
}

void RangeSlider::moveTo(int handle, int step)
{
    const int end = static_cast<int>(m_names.size()) - 1;
    m_edges[handle] = handle == 0 ? std::clamp(step, 0, m_edges[1]) : std::clamp(step, m_edges[0], end);
    describe();
    update();
}

void RangeSlider::paintEvent(QPaintEvent*)
{
    if (m_names.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor base = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    const QColor accent = palette().color(QPalette::Highlight);
    const double middle = kHandle / 2.0 + 1;
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(base, text, 0.18));
    painter.drawRoundedRect(QRectF(kHandle / 2.0, middle - kTrack / 2.0, width() - kHandle, kTrack), 2, 2);
    painter.setBrush(accent);
    painter.drawRect(QRectF(xOf(0), middle - kTrack / 2.0, xOf(1) - xOf(0), kTrack));
    for (int handle = 0; handle < 2; ++handle) {
        const bool active = hasFocus() && handle == m_active;
        painter.setPen(QPen(active ? text : accent, active ? 2 : 1.5));
        painter.setBrush(active ? accent : base);
        painter.drawEllipse(QPointF(xOf(handle), middle), kHandle / 2.0 - 2, kHandle / 2.0 - 2);
    }
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const QRect labels(0, kHandle + 2, width(), fontMetrics().height());
    const auto label = [&](const QString& name, Qt::Alignment side, int line) {
        painter.drawText(labels.translated(0, line * fontMetrics().height()),
                         static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine,
                         fontMetrics().elidedText(name, Qt::ElideMiddle, width()));
    };
    label(m_names.value(first()), Qt::AlignLeft, 0);
    label(m_lastNames.value(last()), Qt::AlignRight, m_labelLines - 1);
}

void RangeSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_names.isEmpty())
        return;
    const double x = event->position().x();
    const double toFirst = std::abs(x - xOf(0));
    const double toLast = std::abs(x - xOf(1));
    // If both handles are at the same position, the side of the click decides.
    m_active = toFirst == toLast ? static_cast<int>(x > xOf(0)) : static_cast<int>(toLast < toFirst);
    m_dragging = true;
    moveTo(m_active, stepAt(m_active, x));
}

void RangeSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging)
        moveTo(m_active, stepAt(m_active, event->position().x()));
}

void RangeSlider::mouseReleaseEvent(QMouseEvent*)
{
    if (std::exchange(m_dragging, false))
        Q_EMIT rangeChosen(first(), last());
}

void RangeSlider::keyPressEvent(QKeyEvent* event)
{
    const int end = static_cast<int>(m_names.size()) - 1;
    const int at = m_edges[m_active];
    switch (event->key()) {
    case Qt::Key_Left:
        moveTo(m_active, at - 1);
        break;
    case Qt::Key_Right:
        moveTo(m_active, at + 1);
        break;
    case Qt::Key_Home:
        moveTo(m_active, 0);
        break;
    case Qt::Key_End:
        moveTo(m_active, end);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_active = 1 - m_active;
        describe();
        update();
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_edges[m_active] != at)
        Q_EMIT rangeChosen(first(), last());
}

void RangeSlider::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void RangeSlider::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void RangeSlider::describe()
{
    const QString range = tr("from %1 to %2").arg(m_names.value(first()), m_lastNames.value(last()));
    const QString active = m_active == 0 ? tr("lower end") : tr("upper end");
    setAccessibleDescription(range + QStringLiteral(", ") + active);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace duologue::ui
