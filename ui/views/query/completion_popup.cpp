// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/completion_popup.h"

#include "ui/models/query/completion_model.h"

#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kMostLines = 12;
constexpr int kCompletionPopupEdge = 8;
constexpr int kNarrowest = 260;
constexpr int kWidest = 560;

/// Draws the label on the left, the other name after it, and the count on the right, all as plain text.
class CompletionDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics& metrics = option.fontMetrics;
        const int width = metrics.horizontalAdvance(index.data().toString()) +
                          metrics.horizontalAdvance(index.data(CompletionModel::NoteRole).toString()) +
                          metrics.horizontalAdvance(index.data(CompletionModel::CountRole).toString());
        return {width + 6 * kCompletionPopupEdge, metrics.height() + kCompletionPopupEdge};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const QPalette& palette = option.palette;
        painter->save();
        if (chosen || option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, chosen ? palette.highlight() : palette.alternateBase());
        QRect room = option.rect.adjusted(kCompletionPopupEdge, 0, -kCompletionPopupEdge, 0);
        const QColor text = chosen ? palette.color(QPalette::HighlightedText) : palette.color(QPalette::Text);
        const QColor dim = chosen ? text : palette.color(QPalette::PlaceholderText);
        const QFontMetrics& metrics = option.fontMetrics;
        const QString count = index.data(CompletionModel::CountRole).toString();
        painter->setPen(dim);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
        if (!count.isEmpty())
            room.setRight(room.right() - metrics.horizontalAdvance(count) - 2 * kCompletionPopupEdge);
        const QString label = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter->setPen(text);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, label);
        room.setLeft(room.left() + metrics.horizontalAdvance(label) + 2 * kCompletionPopupEdge);
        painter->setPen(dim);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          metrics.elidedText(index.data(CompletionModel::NoteRole).toString(), Qt::ElideRight,
                                             std::max(0, room.width())));
        painter->restore();
    }
};

} // namespace

CompletionPopup::CompletionPopup(CompletionModel& model, QWidget& line) : QListView(&line), m_line(line)
{
    setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("completions"));
    setAccessibleName(tr("Suggestions"));
    setModel(&model);
    setItemDelegate(new CompletionDelegate(this));
    setFrameStyle(QFrame::StyledPanel | QFrame::Plain);
    setUniformItemSizes(false);
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this,
            [this](const QModelIndex& index) { Q_EMIT accepted(index.row()); });
}

void CompletionPopup::showBelow(int x)
{
    const int rows = model()->rowCount();
    if (rows == 0) {
        hide();
        return;
    }
    setFont(m_line.font());
    clearSelection();
    setCurrentIndex({});
    scrollToTop();
    const int shownRows = std::min(rows, kMostLines);
    int width = kNarrowest;
    for (int row = 0; row < shownRows; ++row)
        width = std::max(width, sizeHintForIndex(model()->index(row, 0)).width());
    const QSize size(std::min(width + 2 * frameWidth() + kCompletionPopupEdge, kWidest),
                     shownRows * sizeHintForRow(0) + 2 * frameWidth());
    QPoint point = m_line.mapToGlobal(QPoint(x - kCompletionPopupEdge, m_line.height()));
    const QRect screen = m_line.screen()->availableGeometry();
    point.setX(std::clamp(point.x(), screen.left(), std::max(screen.left(), screen.right() - size.width())));
    if (point.y() + size.height() > screen.bottom())
        point.setY(m_line.mapToGlobal(QPoint()).y() - size.height());
    setGeometry({point, size});
    show();
    raise();
}

void CompletionPopup::hideEvent(QHideEvent* event)
{
    QListView::hideEvent(event);
    Q_EMIT closed();
}

void CompletionPopup::move(int by)
{
    const int rows = model()->rowCount();
    // A step past either end selects no row.
    int to = chosen() < 0 && by < 0 ? rows + by : chosen() + by;
    if (std::abs(by) > 1 && chosen() >= 0)
        to = std::clamp(to, 0, rows - 1);
    if (to < 0 || to >= rows) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    setCurrentIndex(model()->index(to, 0));
}

} // namespace duologue::ui
