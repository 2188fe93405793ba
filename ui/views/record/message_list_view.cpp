// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/message_list_view.h"

#include "core/data/field_reader.h"
#include "core/query/query.h"
#include "ui/models/record/message_list_model.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/mark_icon.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QContextMenuEvent>
#include <QHash>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <utility>

namespace duologue::ui {

namespace {

constexpr int kBetweenChips = 2;

/// Draws intents as chips and marks as icons with their words, with space between lines.
class MessageDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize plain = QStyledItemDelegate::sizeHint(option, index) + QSize(0, kGrid);
        if (index.column() != MessageListModel::IntentColumn)
            return plain;
        const QSize chip = chipSize(option.fontMetrics);
        const auto count = index.data(MessageListModel::IntentCodesRole).value<QList<IntentCode>>().size();
        return {static_cast<int>(count) * (chip.width() + kBetweenChips) + kGrid, plain.height()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        if (index.column() != MessageListModel::IntentColumn)
            return;
        const QSize size = chipSize(option.fontMetrics);
        QRect chip(QPoint(option.rect.left() + kHalfGrid, option.rect.top() + kHalfGrid), size);
        for (const IntentCode& code :
             index.data(MessageListModel::IntentCodesRole).value<QList<IntentCode>>()) {
            drawChip(*painter, chip, code.letters, categoryColor(code.color));
            chip.translate(size.width() + kBetweenChips, 0);
        }
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->displayAlignment.setFlag(Qt::AlignVCenter, false);
        option->displayAlignment.setFlag(Qt::AlignTop);
        option->rect.adjust(0, kHalfGrid, 0, 0);
        if (index.column() == MessageListModel::IntentColumn)
            option->text.clear();
        const Mark mark = static_cast<Mark>(index.data(MessageListModel::MarkRole).toInt());
        if (index.column() != MessageListModel::MarkColumn || mark == Mark::NotAnnotated)
            return;
        const bool selected = option->state.testFlag(QStyle::State_Selected);
        const QColor color = selected ? option->palette.color(QPalette::HighlightedText)
                                      : readingColors(option->palette).ofMark(mark);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(option->fontMetrics.ascent(), option->fontMetrics.ascent());
        option->decorationAlignment = Qt::AlignTop;
        option->icon = icon(mark, color);
    }

private:
    /// Cached, because rows are measured more often than they are painted.
    QIcon icon(Mark mark, const QColor& color) const
    {
        constexpr int kPixels = 64;
        QIcon& known = m_icons[{static_cast<int>(mark), color.rgba()}];
        if (known.isNull())
            known = QIcon(QPixmap::fromImage(markImage(mark, color, kPixels)));
        return known;
    }

    mutable QHash<std::pair<int, QRgb>, QIcon> m_icons;
};

} // namespace

/// Only annotated messages, those with a mark first.
class AnnotatedMessages final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setMarkedOnly(bool only)
    {
        m_markedOnly = only;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        return index.data(m_markedOnly ? MessageListModel::IsMarkedRole : MessageListModel::IsAnnotatedRole)
            .toBool();
    }

    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const bool leftMarked = left.data(MessageListModel::IsMarkedRole).toBool();
        const bool rightMarked = right.data(MessageListModel::IsMarkedRole).toBool();
        return leftMarked != rightMarked ? leftMarked : left.row() < right.row();
    }

private:
    bool m_markedOnly = true;
};

MessageListView::MessageListView(Workspace& workspace, QWidget* parent)
    : QTableView(parent),
      m_workspace(workspace),
      m_model(new MessageListModel(this)),
      m_filter(new AnnotatedMessages(this))
{
    m_filter->setSourceModel(m_model);
    m_filter->sort(MessageListModel::NumberColumn);
    setModel(m_filter);
    setItemDelegate(new MessageDelegate(this));
    setObjectName(QStringLiteral("messageList"));
    setAccessibleName(tr("Annotated messages"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(true);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    // Lower than the view's own minimum: small screens show two of them.
    setMinimumHeight(2 * fontMetrics().lineSpacing());
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(0);
    horizontalHeader()->setStretchLastSection(true);
    setColumnHidden(MessageListModel::RoleColumn, true);
    connect(this, &QTableView::clicked, this, &MessageListView::jumpAgain);
    connect(this, &QTableView::doubleClicked, this, &MessageListView::showOnly);
    connect(&m_workspace, &Workspace::currentChanged, this, &MessageListView::showRecord);
    connect(&m_workspace, &Workspace::currentMessageChanged, this, &MessageListView::followMessage);
    showRecord();
}

int MessageListView::countWith(int role) const
{
    int count = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        count += m_model->index(row, 0).data(role).toBool() ? 1 : 0;
    return count;
}

int MessageListView::markedCount() const
{
    return countWith(MessageListModel::IsMarkedRole);
}

int MessageListView::annotatedCount() const
{
    return countWith(MessageListModel::IsAnnotatedRole);
}

void MessageListView::setMarkedOnly(bool only)
{
    m_following = true;
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_filter->setMarkedOnly(only);
    fitRows();
    m_following = false;
    fitColumns();
    followMessage(m_workspace.currentMessage());
}

QSize MessageListView::sizeHint() const
{
    return {QTableView::sizeHint().width(), verticalHeader()->length() + 2 * frameWidth()};
}

/// The heights of rows change with their texts and with the width.
void MessageListView::updateGeometries()
{
    QTableView::updateGeometries();
    if (std::exchange(m_rowsHeight, verticalHeader()->length()) != verticalHeader()->length())
        updateGeometry();
}

void MessageListView::showRecord()
{
    m_following = true;
    // Before there are many rows, they must not be fitted.
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_model->setRecord(m_workspace.current(), IntentCodes(m_workspace.snapshot()));
    fitRows();
    m_following = false;
    fitColumns();
    followMessage(m_workspace.currentMessage());
    Q_EMIT recordChanged();
}

/// Rows are as high as their texts, unless there are so many that all texts would be laid out for it.
void MessageListView::fitRows()
{
    constexpr int kMostFitted = 1'000;
    verticalHeader()->setSectionResizeMode(model()->rowCount() > kMostFitted ? QHeaderView::Fixed
                                                                             : QHeaderView::ResizeToContents);
}

/// As narrow as their values, for the text to have the rest; without values they are hidden. The titles,
/// which nobody sees, do not count.
void MessageListView::fitColumns()
{
    for (const int column : {MessageListModel::NumberColumn, MessageListModel::IntentColumn,
                             MessageListModel::MarkColumn, MessageListModel::SatisfactionColumn}) {
        bool isUsed = false;
        for (int row = 0; row < model()->rowCount() && !isUsed; ++row)
            isUsed = !model()->index(row, column).data().toString().isEmpty();
        setColumnHidden(column, !isUsed);
        if (isUsed)
            setColumnWidth(column, sizeHintForColumn(column));
    }
}

void MessageListView::followMessage(int message)
{
    m_following = true;
    const QModelIndex index =
        message < 0 ? QModelIndex()
                    : m_filter->mapFromSource(m_model->index(message, MessageListModel::NumberColumn));
    setCurrentIndex(index);
    if (index.isValid())
        scrollTo(index);
    else
        clearSelection();
    m_following = false;
}

void MessageListView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_following && current.isValid())
        m_workspace.setCurrentMessage(current.data(MessageListModel::MessageRole).toInt());
}

/// The current message may be outside the view; a click on it scrolls back to it.
void MessageListView::jumpAgain(const QModelIndex& index)
{
    const int message = index.data(MessageListModel::MessageRole).toInt();
    m_following = true;
    m_workspace.setCurrentMessage(-1);
    m_following = false;
    m_workspace.setCurrentMessage(message);
}

MessageListView::CellValues MessageListView::valuesAt(const QModelIndex& index)
{
    switch (index.column()) {
    case MessageListModel::IntentColumn:
        return {"intent", index.data(MessageListModel::IntentsRole).toStringList()};
    case MessageListModel::SatisfactionColumn: {
        const int satisfaction = index.data(MessageListModel::SatisfactionRole).toInt();
        return {"satisfaction",
                satisfaction == 0 ? QStringList() : QStringList{QString::number(satisfaction)}};
    }
    default: {
        const auto mark = static_cast<Mark>(index.data(MessageListModel::MarkRole).toInt());
        return {"hallucination",
                mark == Mark::NotAnnotated ? QStringList() : QStringList{toQt(markName(mark))}};
    }
    }
}

void MessageListView::showOnly(const QModelIndex& index)
{
    const CellValues cell = valuesAt(index);
    if (!cell.values.isEmpty())
        showOnlyValue(m_workspace, cell.field, fromQt(cell.values.first()));
}

void MessageListView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid())
        return;
    QMenu menu(this);
    for (int column = 0; column < MessageListModel::ColumnCount; ++column) {
        // The last column has the values of the mark, too.
        if (isColumnHidden(column) || column == MessageListModel::NumberColumn ||
            column == MessageListModel::TextColumn)
            continue;
        const CellValues cell = valuesAt(index.siblingAtColumn(column));
        for (const QString& value : cell.values) {
            if (!menu.isEmpty())
                menu.addSeparator();
            addValueActions(menu, m_workspace, cell.field, fromQt(value));
        }
    }
    if (menu.isEmpty())
        return;
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).center()));
}

} // namespace duologue::ui
