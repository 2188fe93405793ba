// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/message_list_view.h"

#include "core/query/language/query.h"
#include "core/table/field_reader.h"
#include "ui/models/record/message_list_model.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/widgets/mark_icon.h"
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

constexpr int kPadding = 4;

/// Only the messages that have an annotation of the list's kind.
class AnnotatedMessages final : public QSortFilterProxyModel {
public:
    AnnotatedMessages(MessageListView::Shows shows, QObject* parent)
        : QSortFilterProxyModel(parent), m_shows(shows)
    {
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        return m_shows == MessageListView::Shows::Intents
                   ? index.data(MessageListModel::HasIntentRole).toBool()
                   : index.data(MessageListModel::MarkRole).toInt() != static_cast<int>(Mark::NotAnnotated);
    }

private:
    MessageListView::Shows m_shows;
};

/// Adds space between lines, and the icon of a mark before its word.
class MessageDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(kPadding, 2 * kPadding);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Mark mark = static_cast<Mark>(index.data(MessageListModel::MarkRole).toInt());
        if (index.column() != MessageListModel::MarkColumn || mark == Mark::NotAnnotated)
            return;
        const bool selected = option->state.testFlag(QStyle::State_Selected);
        const QColor color = selected ? option->palette.color(QPalette::HighlightedText)
                                      : readingColors(option->palette).ofMark(mark);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(option->fontMetrics.ascent(), option->fontMetrics.ascent());
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

MessageListView::MessageListView(Workspace& workspace, Shows shows, QWidget* parent)
    : QTableView(parent),
      m_workspace(workspace),
      m_shows(shows),
      m_model(new MessageListModel(this)),
      m_filter(new AnnotatedMessages(shows, this))
{
    m_filter->setSourceModel(m_model);
    setModel(m_filter);
    setItemDelegate(new MessageDelegate(this));
    const bool marks = shows == Shows::Marks;
    setObjectName(marks ? QStringLiteral("hallucinationMessages") : QStringLiteral("intentMessages"));
    setAccessibleName(marks ? tr("Annotated messages") : tr("Messages with an intent"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(marks);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    // Lower than the view's own minimum: small screens show two of them.
    setMinimumHeight(2 * fontMetrics().lineSpacing());
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (int column = 0; column < MessageListModel::ColumnCount; ++column) {
        const bool shown =
            column == MessageListModel::NumberColumn ||
            (marks && (column == MessageListModel::MarkColumn || column == MessageListModel::MemoColumn)) ||
            (!marks && (column == MessageListModel::IntentColumn || column == MessageListModel::TextColumn));
        setColumnHidden(column, !shown);
    }
    connect(this, &QTableView::clicked, this, &MessageListView::jumpAgain);
    connect(this, &QTableView::doubleClicked, this, &MessageListView::showOnly);
    connect(&m_workspace, &Workspace::currentChanged, this, &MessageListView::showRecord);
    connect(&m_workspace, &Workspace::currentMessageChanged, this, &MessageListView::followMessage);
    showRecord();
}

void MessageListView::showRecord()
{
    m_following = true;
    m_model->setRecord(m_workspace.current());
    m_following = false;
    followMessage(m_workspace.currentMessage());
    Q_EMIT recordChanged();
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

std::string MessageListView::fieldKey() const
{
    return m_shows == Shows::Intents ? "intent" : "hallucination";
}

QStringList MessageListView::valuesAt(const QModelIndex& index) const
{
    if (m_shows == Shows::Intents)
        return index.data(MessageListModel::IntentsRole).toStringList();
    const auto mark = static_cast<Mark>(index.data(MessageListModel::MarkRole).toInt());
    return {toQt(markName(mark))};
}

void MessageListView::showOnly(const QModelIndex& index)
{
    const QStringList values = valuesAt(index);
    if (!values.isEmpty())
        showOnlyValue(m_workspace, fieldKey(), fromQt(values.first()));
}

void MessageListView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid())
        return;
    QMenu menu(this);
    for (const QString& value : valuesAt(index)) {
        if (!menu.isEmpty())
            menu.addSeparator();
        addValueActions(menu, m_workspace, fieldKey(), fromQt(value));
    }
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).center()));
}

} // namespace duologue::ui
