// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/record_cell_delegate.h"

#include "ui/models/record/record_table_model.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/hit_text.h"
#include "ui/views/widgets/mark_icon.h"
#include "ui/views/widgets/reading_colors.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace duologue::ui {

namespace {

using CellKind = RecordTableModel::CellKind;

constexpr int kCellMargin = 6;
constexpr int kPartGap = 3;
constexpr int kCurrentBar = 3;

CellKind kindAt(const QModelIndex& index)
{
    return static_cast<CellKind>(index.data(RecordTableModel::KindRole).toInt());
}

bool isDrawn(CellKind kind)
{
    return kind == CellKind::Rating || kind == CellKind::Marks || kind == CellKind::Intents ||
           kind == CellKind::Hit;
}

/// The row has room for a second line, and the cell has one.
bool hasTwoLines(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    return option.rect.height() >= 2 * option.fontMetrics.lineSpacing() &&
           index.data(RecordTableModel::SummaryRole).isValid();
}

qreal dotSize(const QFontMetrics& metrics)
{
    return metrics.ascent() * 0.7;
}

int chipWidth(const QFontMetrics& metrics, const QString& letters)
{
    return metrics.horizontalAdvance(letters) + kCellMargin;
}

QFont chipFont(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.85);
    return small;
}

/// Made again only when the palette changes: every cell needs them.
const ReadingColors& cellColors(const QPalette& palette)
{
    static ReadingColors colors = readingColors(palette);
    static qint64 key = palette.cacheKey();
    if (key != palette.cacheKey()) {
        key = palette.cacheKey();
        colors = readingColors(palette);
    }
    return colors;
}

void drawRating(QPainter& painter, const QRectF& room, double value, int steps, const QColor& color)
{
    const qreal size = dotSize(painter.fontMetrics());
    const qreal top = room.center().y() - size / 2;
    painter.setPen(QPen(color, 1));
    for (int step = 0; step < steps; ++step) {
        const QRectF dot(room.left() + step * (size + kPartGap), top, size, size);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(dot);
        const double share = std::clamp(value - step, 0.0, 1.0);
        if (share <= 0)
            continue;
        QPainterPath circle;
        circle.addEllipse(dot);
        painter.save();
        painter.setClipRect(QRectF(dot.left(), dot.top() - 1, dot.width() * share, dot.height() + 2));
        painter.fillPath(circle, color);
        painter.restore();
    }
}

void drawMarks(QPainter& painter, const QRectF& room, int marked, const QColor& yes, const QColor& no)
{
    const qreal size = painter.fontMetrics().ascent();
    const QRectF icon(room.left(), room.center().y() - size / 2, size, size);
    drawMark(painter, icon, marked > 0 ? Mark::Yes : Mark::No, marked > 0 ? yes : no);
    if (marked > 1) {
        painter.setPen(yes);
        painter.drawText(room.adjusted(size + kPartGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         QString::number(marked));
    }
}

void drawIntents(QPainter& painter, const QRectF& room, const QList<IntentCode>& codes, const QColor& text)
{
    painter.setFont(chipFont(painter.font()));
    const QFontMetrics metrics = painter.fontMetrics();
    qreal left = room.left();
    for (const IntentCode& code : codes) {
        const int width = chipWidth(metrics, code.letters);
        if (left + width > room.right() + 1) {
            painter.setPen(text);
            painter.drawText(QRectF(left, room.top(), room.right() - left, room.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("…"));
            return;
        }
        const qreal height = metrics.height();
        const QRectF chip(left, room.center().y() - height / 2, width, height);
        drawChip(painter, chip.toRect(), code.letters, categoryColor(code.color));
        left += width + kPartGap;
    }
}

} // namespace

void RecordCellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const CellKind kind = kindAt(index);
    if (kind == CellKind::Name)
        option->textElideMode = Qt::ElideMiddle;
    if (isDrawn(kind) || hasTwoLines(*option, index))
        option->text.clear();
    // The row has the focus, not the cell.
    option->state.setFlag(QStyle::State_HasFocus, false);
}

QSize RecordCellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const QFontMetrics metrics = option.fontMetrics;
    switch (kindAt(index)) {
    case CellKind::Rating: {
        const int steps = index.data(RecordTableModel::StepsRole).toInt();
        size.setWidth(static_cast<int>(steps * (dotSize(metrics) + kPartGap)) + 2 * kCellMargin);
        break;
    }
    case CellKind::Marks:
        size.setWidth(metrics.ascent() + metrics.horizontalAdvance(QStringLiteral("00")) + 2 * kCellMargin);
        break;
    case CellKind::Intents: {
        const QFontMetrics small(chipFont(option.font));
        int width = 2 * kCellMargin;
        for (const IntentCode& code : index.data(RecordTableModel::IntentsRole).value<QList<IntentCode>>())
            width += chipWidth(small, code.letters) + kPartGap;
        size.setWidth(width);
        break;
    }
    case CellKind::Text:
    case CellKind::Name:
    case CellKind::Hit:
        break;
    }
    return size;
}

void RecordCellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (view != nullptr && view->currentIndex().row() == index.row() && option.rect.left() <= 0)
        painter->fillRect(QRect(0, option.rect.top(), kCurrentBar, option.rect.height()),
                          option.palette.color(QPalette::Highlight).darker(130));
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QPalette& palette = option.palette;
    const QPalette::ColorGroup group =
        option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    const QColor text = palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QRectF room = QRectF(option.rect).adjusted(kCellMargin, 1, -kCellMargin, -1);
    painter->setFont(option.font);
    painter->setClipRect(option.rect);
    if (hasTwoLines(option, index)) {
        QRect above = room.toRect();
        above.setHeight(option.fontMetrics.lineSpacing() + 2);
        QRect below = room.toRect();
        below.setTop(above.bottom());
        if (kindAt(index) == CellKind::Hit) {
            paintHit(*painter, above, option, cellColors(palette),
                     index.data(RecordTableModel::HitRole).toStringList());
        } else {
            painter->setPen(text);
            painter->drawText(
                above, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, above.width()));
        }
        const QFont small = chipFont(option.font);
        painter->setFont(small);
        painter->setPen(isSelected ? text : cellColors(palette).dim);
        painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(small).elidedText(index.data(RecordTableModel::SummaryRole).toString(),
                                                         Qt::ElideMiddle, below.width()));
        painter->restore();
        return;
    }
    const QVariant number = index.data(RecordTableModel::NumberRole);
    switch (kindAt(index)) {
    case CellKind::Rating:
        if (number.isValid())
            drawRating(*painter, room, number.toDouble(), index.data(RecordTableModel::StepsRole).toInt(),
                       text);
        break;
    case CellKind::Marks:
        if (number.isValid()) {
            const ReadingColors& colors = cellColors(palette);
            drawMarks(*painter, room, number.toInt(), isSelected ? text : colors.bad,
                      isSelected ? text : colors.dim);
        }
        break;
    case CellKind::Intents:
        drawIntents(*painter, room, index.data(RecordTableModel::IntentsRole).value<QList<IntentCode>>(),
                    text);
        break;
    case CellKind::Hit:
        paintHit(*painter, room.toRect(), option, cellColors(palette),
                 index.data(RecordTableModel::HitRole).toStringList());
        break;
    case CellKind::Text:
    case CellKind::Name:
        break;
    }
    painter->restore();
}

} // namespace duologue::ui
