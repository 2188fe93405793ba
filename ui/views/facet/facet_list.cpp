// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/facet_list.h"

#include "ui/models/facet/facet_value_model.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/work/colors.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/plain_keys.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kFacetListEdge = 6;
constexpr int kBar = 4;
constexpr int kMostRows = 9;

/// Draws a value and its counts over a bar: pale for all conversations, full for the matching ones.
class FacetDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, option.fontMetrics.height() + kBar + kFacetListEdge};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QPalette& palette = option.palette;
        const QColor base = palette.color(QPalette::Base);
        const QColor accent = palette.color(QPalette::Highlight);
        const bool chosen = index.data(FacetValueModel::ChosenRole).toBool();
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        painter->save();
        if (chosen || hovered)
            painter->fillRect(option.rect, blended(base, accent, chosen ? 0.22 : 0.08));
        if (chosen)
            painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), accent);
        paintText(*painter, option, index, chosen);
        QRectF bar = QRectF(option.rect).adjusted(kFacetListEdge, 0, -kFacetListEdge, -2);
        bar.setTop(bar.bottom() - kBar);
        const auto fill = [&](int role, const QColor& color) {
            QRectF part = bar;
            const double share = index.data(role).toDouble();
            part.setWidth(share > 0 ? std::max(1.0, bar.width() * share) : 0);
            painter->fillRect(part, color);
        };
        fill(FacetValueModel::TotalShareRole, blended(base, palette.color(QPalette::Text), 0.18));
        fill(FacetValueModel::CountShareRole, accent);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(accent, 1, Qt::DotLine));
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }

private:
    static void paintText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                          bool chosen)
    {
        const auto count = index.data(FacetValueModel::CountRole).toULongLong();
        const auto total = index.data(FacetValueModel::TotalRole).toULongLong();
        const QColor text = option.palette.color(QPalette::Text);
        const QColor dim = option.palette.color(QPalette::PlaceholderText);
        QRect room = option.rect.adjusted(kFacetListEdge, 0, -kFacetListEdge, -kBar);
        QFont font = option.font;
        font.setBold(chosen);
        painter.setFont(font);
        const QFontMetrics metrics(font);
        const auto right = [&](const QString& part, const QColor& color) {
            painter.setPen(color);
            painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, part);
            room.setRight(room.right() - metrics.horizontalAdvance(part));
        };
        if (count != total)
            right(QStringLiteral(" / ") + countText(total), dim);
        right(countText(count), count == 0 ? dim : text);
        room.setRight(room.right() - kFacetListEdge);
        if (const QVariant intent = index.data(FacetValueModel::IntentRole); intent.isValid()) {
            const auto code = intent.value<IntentCode>();
            painter.setFont(option.font);
            drawCoded(painter, room, Qt::AlignLeft, {code.letters, categoryColor(code.color), {}});
            painter.setFont(font);
            room.setLeft(room.left() + codedWidth({}, option.fontMetrics) + kFacetListEdge);
        }
        const QString name = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter.setPen(count == 0 ? dim : text);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
        room.setLeft(room.left() + metrics.horizontalAdvance(name) + kFacetListEdge);
        painter.setPen(dim);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(index.data(FacetValueModel::OtherNameRole).toString(),
                                            Qt::ElideRight, std::max(0, room.width())));
    }
};

} // namespace

FacetList::FacetList(FacetValueModel& model, QWidget* parent) : QListView(parent)
{
    setModel(&model);
    setKeyArea(*this, ValueKeys);
    setItemDelegate(new FacetDelegate(this));
    setUniformItemSizes(true);
    setSelectionMode(NoSelection);
    setEditTriggers(NoEditTriggers);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&model, &QAbstractItemModel::modelReset, this, &FacetList::updateGeometry);
}

QSize FacetList::sizeHint() const
{
    const int rows = std::clamp(model()->rowCount(), 1, kMostRows);
    const int height = fontMetrics().height() + kBar + kFacetListEdge;
    return {QListView::sizeHint().width(), rows * height + 2 * frameWidth()};
}

void FacetList::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && index == currentIndex())
        Q_EMIT rowClicked(index.row(), event->modifiers());
}

void FacetList::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool picks =
        key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Select;
    if (picks && currentIndex().isValid())
        Q_EMIT rowClicked(currentIndex().row(), event->modifiers());
    else if (key == Qt::Key_Escape)
        Q_EMIT clearRequested();
    else
        QListView::keyPressEvent(event);
}

} // namespace duologue::ui
