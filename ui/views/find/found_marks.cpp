// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find/found_marks.h"

#include "ui/views/widgets/reading_colors.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr int kMarkHeight = 3;

} // namespace

FoundMarks::FoundMarks(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("foundMarks"));
    setFixedWidth(kWidth);
    setFocusPolicy(Qt::NoFocus);
}

void FoundMarks::setPositions(std::vector<float> positions)
{
    m_positions = std::move(positions);
    m_current = -1;
    update();
}

void FoundMarks::setCurrent(float position)
{
    m_current = position;
    update();
}

int FoundMarks::yOf(float position) const
{
    return static_cast<int>(std::lround(position * static_cast<float>(std::max(0, height() - kMarkHeight))));
}

void FoundMarks::paintEvent(QPaintEvent*)
{
    const ReadingColors colors = readingColors(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.page);
    int last = -1;
    for (const float position : m_positions) {
        // Thousands of marks share a few hundred pixel rows.
        const int y = yOf(position);
        if (y != last)
            painter.fillRect(QRect(1, y, kWidth - 2, kMarkHeight), colors.unclear);
        last = y;
    }
    if (m_current >= 0)
        painter.fillRect(QRect(0, yOf(m_current), kWidth, kMarkHeight), colors.bad);
}

void FoundMarks::mousePressEvent(QMouseEvent* event)
{
    int nearest = -1;
    int distance = height();
    for (std::size_t i = 0; i < m_positions.size(); ++i) {
        const int away = std::abs(yOf(m_positions[i]) - static_cast<int>(event->position().y()));
        if (away < distance) {
            distance = away;
            nearest = static_cast<int>(i);
        }
    }
    if (nearest >= 0)
        Q_EMIT chosen(nearest);
}

} // namespace duologue::ui
