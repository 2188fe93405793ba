// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/elided_label.h"
#include "ui/views/widgets/letter_width.h"

#include <QPainter>
#include <algorithm>

namespace duologue::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int few = letterWidth(fontMetrics()) * 8;
    return {std::min(few, fontMetrics().horizontalAdvance(text())), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect rect = contentsRect();
    painter.drawText(rect, static_cast<int>(alignment() | Qt::AlignVCenter) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, rect.width()));
}

} // namespace duologue::ui
