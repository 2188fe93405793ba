// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/value_count_view.h"

#include "ui/models/facet/value_count_model.h"
#include "ui/views/query/value_menu.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kBarHeight = 3;
constexpr int kMostRowsShown = 8;

/// Draws a count over its bar.
class CountDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        if (index.column() != ValueCountModel::MessagesColumn)
            return;
        const double share = index.data(ValueCountModel::ShareRole).toDouble();
        QRectF bar = QRectF(option.rect).adjusted(kBarHeight, 0, -kBarHeight, -1);
        bar.setTop(bar.bottom() - kBarHeight);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        QColor track = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
        track.setAlphaF(0.12F);
        painter->fillRect(bar, track);
        bar.setWidth(bar.width() * share);
        painter->fillRect(bar,
                          option.palette.color(selected ? QPalette::HighlightedText : QPalette::Highlight));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(8, kBarHeight + 4);
    }
};

} // namespace

ValueCountView::ValueCountView(Workspace& workspace, std::string fieldKey, QWidget* parent)
    : QTableView(parent),
      m_workspace(workspace),
      m_fieldKey(std::move(fieldKey)),
      m_model(new ValueCountModel(this))
{
    // Lower than the view's own minimum, for small screens.
    constexpr int kLeastLines = 3;
    setMinimumHeight(kLeastLines * fontMetrics().lineSpacing());
    setModel(m_model);
    setItemDelegate(new CountDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(ValueCountModel::ValueColumn, QHeaderView::Stretch);
    connect(m_model, &QAbstractItemModel::modelReset, this, &QWidget::updateGeometry);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        showOnlyValue(m_workspace, m_fieldKey, fromQt(index.data(ValueCountModel::ValueRole).toString()));
    });
}

QSize ValueCountView::sizeHint() const
{
    const int rows = std::clamp(m_model->rowCount(), 1, kMostRowsShown);
    const int row = std::max(sizeHintForRow(0), fontMetrics().height() + 2 * kBarHeight);
    return {QTableView::sizeHint().width(), horizontalHeader()->sizeHint().height() + rows * row + 2};
}

QSize ValueCountView::minimumSizeHint() const
{
    // The others need scrolling, because small screens have little room.
    constexpr int kFewRows = 3;
    const int row = std::max(sizeHintForRow(0), fontMetrics().height() + 2 * kBarHeight);
    return {QTableView::minimumSizeHint().width(),
            std::min(sizeHint().height(), horizontalHeader()->sizeHint().height() + kFewRows * row + 2)};
}

void ValueCountView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid())
        return;
    QMenu menu(this);
    addValueActions(menu, m_workspace, m_fieldKey, fromQt(index.data(ValueCountModel::ValueRole).toString()));
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).center()));
}

} // namespace duologue::ui
