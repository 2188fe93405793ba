// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/step_marks.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace duologue::ui {

namespace {

constexpr double kStepMarksGap = 0.35;

} // namespace

StepMarks::StepMarks(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StepMarks::setValue(double value, int most)
{
    m_value = value;
    if (std::exchange(m_most, most) != most)
        updateGeometry();
    setAccessibleName(tr("%1 of %2").arg(value).arg(most));
    update();
}

double StepMarks::dot() const
{
    return fontMetrics().ascent() * 0.85;
}

QSize StepMarks::sizeHint() const
{
    return QSizeF(std::ceil(m_most * dot() * (1 + kStepMarksGap)), std::ceil(dot()) + 2).toSize();
}

void StepMarks::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = palette().color(QPalette::Highlight);
    const double side = dot() - 1;
    for (int step = 0; step < m_most; ++step) {
        const QRectF rect(step * dot() * (1 + kStepMarksGap) + 1, 1, side, side);
        const double share = std::clamp(m_value - step, 0.0, 1.0);
        painter.setPen(QPen(color, 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(rect);
        if (share <= 0)
            continue;
        painter.setClipRect(QRectF(rect.left() - 1, 0, (side + 2) * share, height()));
        painter.setBrush(color);
        painter.drawEllipse(rect);
        painter.setClipping(false);
    }
}

} // namespace duologue::ui
