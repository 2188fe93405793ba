// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/record/messages.h"
#include "core/data/field_reader.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"
#include "ui/app/current_record.h"
#include "ui/app/intent_codes.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_menu.h"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHash>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QObject>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace duologue::ui {

/// How many messages of a dataset carry each kind of annotation.
struct AnnotationCounts {
    std::uint64_t withIntent = 0;
    std::uint64_t withSatisfaction = 0;
    /// Indexed by Mark.
    std::array<std::uint64_t, 4> marks{};

    std::uint64_t marked(Mark mark) const { return marks.at(static_cast<std::size_t>(mark)); }
    bool any() const
    {
        return withIntent > 0 || withSatisfaction > 0 || marked(Mark::Yes) > 0 || marked(Mark::No) > 0 ||
               marked(Mark::Unclear) > 0;
    }
};

/// One pass over the message table. For a worker; incomplete if the job was stopped.
AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job);

AnnotationCounts countAnnotations(const Snapshot& snapshot, const Job& job)
{
    constexpr std::size_t kMessagesBetweenStops = 65536;
    const MessageTable& table = snapshot.messages;
    const Column& satisfaction = table.column(MessageColumn::Satisfaction);
    const Column& intents = table.column(MessageColumn::Intent);
    AnnotationCounts counts;
    for (std::size_t i = 0; i < table.count; ++i) {
        if (i % kMessagesBetweenStops == 0 && job.stopRequested())
            return counts;
        ++counts.marks.at(static_cast<std::size_t>(table.mark(static_cast<MessageIndex>(i))));
        counts.withSatisfaction += satisfaction.has(i) ? 1 : 0;
        counts.withIntent += intents.has(i) ? 1 : 0;
    }
    return counts;
}

MessageListModel::MessageListModel(QObject* parent) : QAbstractTableModel(parent) {}

void MessageListModel::setRecord(DecodedRecordPtr record, IntentCodes codes)
{
    beginResetModel();
    m_record = std::move(record);
    m_codes = std::move(codes);
    endResetModel();
}

int MessageListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_record ? 0 : static_cast<int>(m_record->conversation.messages.size());
}

int MessageListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString MessageListModel::text(const Message& message, int row, int column) const
{
    switch (column) {
    case NumberColumn:
        return QString::number(row + 1);
    case RoleColumn:
        return roleWord(message);
    case IntentColumn:
        return intentWords(m_record->conversation, message);
    case MarkColumn:
        return markWord(message.hallucination);
    case SatisfactionColumn:
        return message.satisfaction == 0 ? QString() : tr("%1 of 5").arg(message.satisfaction);
    default:
        if (const QString memo = tellingMemo(message); !memo.isEmpty())
            return memo;
        constexpr qsizetype kPreviewLength = 120;
        return beginningOf(m_record->conversation.originalText(message), kPreviewLength);
    }
}

QStringList MessageListModel::intents(const Message& message) const
{
    QStringList values;
    for (const Name& intent : m_record->conversation.intentsOf(message))
        values << toQt(intent.shown());
    return values;
}

QList<IntentCode> MessageListModel::intentCodes(const Message& message) const
{
    QList<IntentCode> codes;
    for (const Name& intent : m_record->conversation.intentsOf(message))
        codes << m_codes.of(intent);
    return codes;
}

QVariant MessageListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_record)
        return {};
    const Message& message = m_record->conversation.messages.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return text(message, index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == NumberColumn ? Qt::AlignRight | Qt::AlignVCenter
                                                       : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return asToolTip(text(message, index.row(), index.column()));
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(
            headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            text(message, index.row(), index.column()));
    case MessageRole:
        return index.row();
    case MarkRole:
        return static_cast<int>(message.hallucination);
    case IsAnnotatedRole:
        return message.intents.size() > 0 || message.hallucination != Mark::NotAnnotated ||
               message.satisfaction > 0;
    case IsMarkedRole:
        return isSuspect(message);
    case SatisfactionRole:
        return message.satisfaction;
    case IntentsRole:
        return intents(message);
    case IntentCodesRole:
        return QVariant::fromValue(intentCodes(message));
    default:
        return {};
    }
}

QVariant MessageListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({tr("#", "number of a message"), tr("Role"), tr("Intent"), tr("Hallucination"),
                        tr("Satisfaction"), tr("Memo or text")},
                       section, orientation, role);
}

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

constexpr int kIntentStripMargin = 8;
constexpr int kIntentStripGap = 2;

IntentStrip::IntentStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("intentStrip"));
    setFont(withChinese(font()));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&m_workspace, &Workspace::currentChanged, this, &IntentStrip::showRecord);
    connect(&m_workspace, &Workspace::currentMessageChanged, this, qOverload<>(&QWidget::update));
    showRecord();
}

void IntentStrip::showRecord()
{
    m_steps.clear();
    QStringList spoken;
    if (const DecodedRecordPtr& record = m_workspace.current()) {
        const Conversation& conversation = record->conversation;
        const IntentCodes codes(m_workspace.snapshot());
        for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
            const QString name = intentWords(conversation, conversation.messages[i]);
            if (name.isEmpty())
                continue;
            const Name& first = conversation.intentsOf(conversation.messages[i]).front();
            m_steps.push_back({static_cast<int>(i), name, codes.of(first)});
            spoken << name;
        }
    }
    setAccessibleName(tr("Intents in order: %1").arg(spoken.join(QStringLiteral(", "))));
    setVisible(!m_steps.empty());
    updateGeometry();
    update();
}

QSize IntentStrip::stepSize() const
{
    return chipSize(fontMetrics());
}

int IntentStrip::columns(int width) const
{
    return std::max(1, (width - 2 * kIntentStripMargin + kIntentStripGap) /
                           (stepSize().width() + kIntentStripGap));
}

int IntentStrip::heightForWidth(int width) const
{
    const int rows = (count() + columns(width) - 1) / columns(width);
    return 2 * kIntentStripMargin + rows * (stepSize().height() + kIntentStripGap);
}

QSize IntentStrip::sizeHint() const
{
    constexpr int kUsual = 240;
    return {kUsual, heightForWidth(kUsual)};
}

QRect IntentStrip::stepRect(int step) const
{
    const int perRow = columns(width());
    const QSize size = stepSize();
    return {QPoint(kIntentStripMargin + step % perRow * (size.width() + kIntentStripGap),
                   kIntentStripMargin + step / perRow * (size.height() + kIntentStripGap)),
            size};
}

int IntentStrip::stepAt(const QPoint& point) const
{
    for (int step = 0; step < count(); ++step) {
        if (stepRect(step).contains(point))
            return step;
    }
    return -1;
}

bool IntentStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int step = stepAt(help->pos()); step >= 0) {
            const Step& shown = m_steps[static_cast<std::size_t>(step)];
            QToolTip::showText(help->globalPos(),
                               tr("Message %1: %2").arg(shown.message + 1).arg(shown.name.toHtmlEscaped()),
                               this);
            return true;
        }
        QToolTip::hideText();
    }
    return QWidget::event(event);
}

void IntentStrip::paintEvent(QPaintEvent*)
{
    const ReadingColors colors = readingColors(palette());
    QPainter painter(this);
    for (int step = 0; step < count(); ++step) {
        const Step& shown = m_steps[static_cast<std::size_t>(step)];
        const QRect point = stepRect(step);
        const bool current = shown.message == m_workspace.currentMessage();
        drawChip(painter, point, shown.code.letters, categoryColor(shown.code.color));
        if (current) {
            painter.setPen(QPen(colors.text, 2));
            painter.drawRect(point);
        }
    }
}

void IntentStrip::mousePressEvent(QMouseEvent* event)
{
    if (const int step = stepAt(event->position().toPoint()); step >= 0)
        m_workspace.setCurrentMessage(m_steps[static_cast<std::size_t>(step)].message);
}

namespace {

/// The place of a record as far as it differs from that of another: names of files repeat from folder to
/// folder.
QString placeSeenFrom(const Snapshot& snapshot, std::optional<Row> from, Row row)
{
    const QStringList path = recordPath(snapshot, row).split(QLatin1Char('/'));
    if (!from || *from >= snapshot.endRow())
        return path.join(QLatin1Char('/'));
    const QStringList other = recordPath(snapshot, *from).split(QLatin1Char('/'));
    qsizetype same = 0;
    while (same + 1 < path.size() && same + 1 < other.size() && path[same] == other[same])
        ++same;
    return path.mid(same).join(QLatin1Char('/'));
}

/// In pixels: the button asks for no more, so that the panel may be narrow.
constexpr int kLeastPlace = 110;

constexpr QLatin1String kMarkedOnlyKey("messages/all_annotated");

/// The annotated messages of the conversation: their intents as a strip, then a list that begins with the
/// marked ones, and a button to the next mark, here or in another conversation.
class MessagesPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(Panels)

public:
    MessagesPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_messages(new MessageListView(workspace, this)),
          m_all(named<QCheckBox>("allAnnotated", this)),
          m_note(named<WrappedLabel>("messagesNote", this)),
          m_next(named<QPushButton>("nextHallucination", tr("Next in dataset"), this))
    {
        setObjectName(QStringLiteral("messagesPanel"));
        m_note->setMargin(kGrid);
        m_note->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        m_note->setForegroundRole(QPalette::PlaceholderText);
        m_all->setToolTip(tr("List all annotated messages, not only marked ones"));
        m_all->setChecked(storedSetting(kMarkedOnlyKey).toBool());
        m_next->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        auto* foot = makeColumn(nullptr, {m_all, m_next}, kHalfGrid, {kGrid, kHalfGrid, kGrid, kGrid});
        auto* layout = makeColumn(this, {new IntentStrip(workspace, this), m_note, {m_messages, 1}, foot}, 0);
        // Keeps the button below the note if there is no list.
        layout->addStretch();
        connect(m_next, &QPushButton::clicked, this, [this] { m_workspace.stepToMark(1); });
        connect(m_all, &QCheckBox::toggled, this, [this](bool all) {
            storeSetting(kMarkedOnlyKey, all ? QVariant(QStringLiteral("true")) : QVariant());
            showList();
        });
        connect(m_messages, &MessageListView::recordChanged, this, [this] { showRecord(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] {
            m_counter.refresh();
            lookForNext();
        });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, [this] { lookForNext(); });
        setHasContent(*this, false);
        m_counter.refresh();
        showList();
        lookForNext();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        showPlace();
    }

private:
    void showList()
    {
        m_messages->setMarkedOnly(!m_all->isChecked());
        const int annotated = m_messages->annotatedCount();
        const bool some = m_messages->shownCount() > 0;
        m_messages->setVisible(some);
        m_note->setVisible(!some);
        m_note->setText(!m_workspace.current() ? tr("No conversation selected")
                        : annotated > 0        ? tr("No marked messages here.")
                                               : tr("No annotations here"));
        m_all->setVisible(annotated > 0);
        m_all->setText(tr("All annotated (%1)").arg(annotated));
    }

    void showRecord()
    {
        showList();
        lookForNext();
    }

    /// The next marked message after the current one, within the conversation; -1 for none.
    int nextHere() const
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (!record)
            return -1;
        const auto& messages = record->conversation.messages;
        for (int i = m_workspace.currentMessage() + 1; i < static_cast<int>(messages.size()); ++i) {
            if (messages[static_cast<std::size_t>(i)].hallucination == Mark::Yes)
                return i;
        }
        return -1;
    }

    /// True while the dataset is not counted yet.
    bool someMayBeMarked() const
    {
        const Snapshot& snapshot = *m_workspace.view()->snapshot;
        return m_counted.get() == &snapshot ? m_counts.marked(Mark::Yes) > 0 : snapshot.recordCount() > 0;
    }

    /// Shows on the button where it leads.
    void lookForNext()
    {
        m_look.cancel();
        m_place.clear();
        m_next->setToolTip(tr("Go to the next message marked yes, in this conversation or in "
                              "the next one in the table that has one"));
        const int here = nextHere();
        const bool somewhere = someMayBeMarked();
        m_next->setEnabled(here >= 0 || somewhere);
        if (here >= 0) {
            m_next->setText(tr("Next: message %1").arg(here + 1));
            return;
        }
        m_next->setText(tr("Next in dataset"));
        if (!somewhere)
            return;
        m_look.run([view = m_workspace.view(), current = m_workspace.currentRow()](
                       const Job& job) { return nextMarkedRow(*view, current, 1, job); },
                   [this](const std::optional<MarkedRow>& next) {
                       if (!next || next->row >= m_workspace.snapshot().endRow())
                           return;
                       m_place = placeSeenFrom(m_workspace.snapshot(), m_workspace.currentRow(), next->row);
                       m_whole =
                           tr("%1, message %2 · %3 of %4")
                               .arg(m_place)
                               .arg(next->message + 1)
                               .arg(countText(next->position), countText(m_workspace.view()->order.size()));
                       m_next->setToolTip(asToolTip(tr("Next: %1").arg(m_whole)));
                       showPlace();
                   });
    }

    /// All of it, or as much of the end of the path as fits.
    void showPlace()
    {
        if (m_place.isEmpty())
            return;
        const QString text = tr("Next: %1");
        const int edges = 3 * kGrid;
        const int room = width() - 2 * kGrid - fontMetrics().horizontalAdvance(text.arg(QString())) - edges;
        const bool isRoomForAll = fontMetrics().horizontalAdvance(m_whole) <= room;
        m_next->setText(text.arg(
            isRoomForAll ? m_whole
                         : fontMetrics().elidedText(m_place, Qt::ElideLeft, std::max(room, kLeastPlace))));
    }

    Workspace& m_workspace;
    /// Of the whole dataset.
    AnnotationCounts m_counts;
    SnapshotPtr m_counted;
    Computed<SnapshotPtr, AnnotationCounts> m_counter{
        [this] { return m_workspace.view()->snapshot; },
        [](const SnapshotPtr& snapshot, const Job& job, const auto&) {
            return countAnnotations(*snapshot, job);
        },
        [this](const AnnotationCounts& counts) {
            m_counts = counts;
            m_counted = *m_counter.asked();
            setHasContent(*this, m_counts.any());
            lookForNext();
        },
        m_counter.always};
    MessageListView* m_messages;
    QCheckBox* m_all;
    QLabel* m_note;
    QPushButton* m_next;
    /// Where the next marked message is, if it is in another record.
    QString m_place;
    /// The same with the message, and the place of the record in the list.
    QString m_whole;
    LatestTask<std::optional<MarkedRow>> m_look;
};

} // namespace

PanelSpec messagesPanel()
{
    return {QStringLiteral("messages"), MessagesPanel::tr("Messages"), PanelArea::Inspector,
            makePanel<MessagesPanel>, true};
}

} // namespace duologue::ui

#include "messages.moc"
