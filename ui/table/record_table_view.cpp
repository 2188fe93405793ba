// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/record_table_view.h"
#include "core/data/field_reader.h"
#include "core/data/same_record.h"
#include "ui/app/mark_words.h"
#include "ui/app/plain_keys.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_model.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/find_bar.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/value_menu.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QScrollBar>
#include <QStyle>
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// The row numbers of a table, as wide as the last one. Qt's own header measures two hundred of them whenever
/// rows change. GUI thread.
class RowNumberHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit RowNumberHeader(QWidget* parent);

    QSize sizeHint() const override;
};

/// The preview column in lists of columns. No field has this key.
inline constexpr const char* kPreviewKey = "#preview";

RowNumberHeader::RowNumberHeader(QWidget* parent) : QHeaderView(Qt::Vertical, parent)
{
    setSectionsClickable(true);
    setHighlightSections(true);
}

QSize RowNumberHeader::sizeHint() const
{
    if (count() == 0)
        return QHeaderView::sizeHint();
    const QString last = QString::number(count());
    // In some fonts the digits have different widths.
    const QString widest(last.size(), QLatin1Char('8'));
    const int more = fontMetrics().horizontalAdvance(widest) - fontMetrics().horizontalAdvance(last);
    return sectionSizeFromContents(count() - 1) + QSize(std::max(more, 0), 0);
}

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

namespace {

constexpr std::size_t kMostHtmlRows = 5'000;

QString tsvCell(const QString& text)
{
    const bool isPlain = std::none_of(text.begin(), text.end(), [](QChar c) {
        return c == QLatin1Char('\t') || c == QLatin1Char('\n') || c == QLatin1Char('\r') ||
               c == QLatin1Char('"');
    });
    if (isPlain)
        return text;
    QString quoted = text;
    return QLatin1Char('"') + quoted.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

class CopyWriter {
public:
    explicit CopyWriter(bool withHtml) : m_withHtml(withHtml) {}

    void add(const QStringList& cells, bool isHead)
    {
        QStringList plain;
        for (const QString& cell : cells)
            plain << tsvCell(cell);
        m_made.text += plain.join(QLatin1Char('\t')) + QLatin1Char('\n');
        if (!m_withHtml)
            return;
        const QString tag = isHead ? QStringLiteral("th") : QStringLiteral("td");
        m_made.html += QStringLiteral("<tr>");
        for (const QString& cell : cells)
            m_made.html += QStringLiteral("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
        m_made.html += QStringLiteral("</tr>\n");
    }

    CopiedRows take()
    {
        if (m_withHtml)
            m_made.html = QStringLiteral("<table>\n") + m_made.html + QStringLiteral("</table>\n");
        return std::move(m_made);
    }

private:
    bool m_withHtml;
    CopiedRows m_made;
};

} // namespace

std::size_t CopyRequest::rowCount() const
{
    std::size_t count = 0;
    for (const auto& [first, last] : ranges)
        count += static_cast<std::size_t>(last - first + 1);
    return count;
}

CopiedRows copyRows(const CopyRequest& request, const Job& job)
{
    const Snapshot& snapshot = *request.view->snapshot;
    const Language preferred = isChineseWindow() ? Language::Chinese : Language::English;
    std::vector<FieldReader> fields;
    QStringList titles;
    std::optional<qsizetype> preview;
    for (std::size_t i = 0; i < request.fields.size(); ++i) {
        if (request.previewPlace == i)
            preview = titles.size();
        if (auto field = findField(snapshot, request.fields[i])) {
            titles << fieldTitle(field->info());
            fields.push_back(std::move(*field));
        }
    }
    if (request.previewPlace && !preview)
        preview = titles.size();
    if (preview)
        titles.insert(*preview, previewTitle());
    CopyWriter writer(request.rowCount() <= kMostHtmlRows);
    writer.add(titles, true);
    for (const auto& [first, last] : request.ranges) {
        for (int position = first; position <= last; ++position) {
            if (job.stopRequested())
                return {};
            const Row row = request.view->order.at(static_cast<std::size_t>(position));
            QStringList cells;
            for (const FieldReader& field : fields)
                cells << wholeCellText(snapshot, field, row);
            if (preview)
                cells.insert(*preview, readPreview(snapshot, row, preferred));
            writer.add(cells, false);
        }
    }
    return writer.take();
}

constexpr int kWidestColumn = 220;
/// Names that are longer are elided in the middle.
constexpr int kWidestName = 130;
/// Where other columns leave too little room, the preview gets a quarter of the table, but no more than this.
constexpr int kTellingPreview = 260;
constexpr int kNarrowestPreview = 60;
constexpr int kNarrowTable = 320;
constexpr int kNarrowestDrawing = 48;
/// The table waits so long for its first columns rather than to paint without them.
constexpr std::chrono::milliseconds kColumnPatience{16};
/// The number of rows that determine the first column widths.
constexpr int kRowsMeasured = 100;
/// Actions on several records are limited to this number.
constexpr std::size_t kMostSelected = 1000;

RecordTableView::RecordTableView(Workspace& workspace, QWidget* parent)
    : QTableView(parent), m_workspace(workspace), m_model(new RecordTableModel(this))
{
    setModel(m_model);
    setObjectName(QStringLiteral("recordTable"));
    setKeyArea(*this, RecordKeys);
    setAccessibleName(tr("Records"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setItemDelegate(new RecordCellDelegate(this));
    m_model->setPreviewShown(true);
    m_model->setVerdicts([&marks = m_workspace.marks()](Row row) {
        const std::string verdict = marks.ownAnswer(row, mark_keys::kVerdict);
        return verdict.empty() ? QString() : answerWords(marks.scheme(), mark_keys::kVerdict, verdict);
    });
    connect(&m_workspace.marks(), &DatasetMarks::changed, viewport(), qOverload<>(&QWidget::update));
    makeHeaders();
    connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
        m_columnsChosen = false;
        m_isArranged = false;
        m_firstColumns = {};
        m_rowsLookedAt = 0;
    });
    connect(this, &QTableView::activated, this,
            [this](const QModelIndex& index) { m_workspace.openRecord(m_model->recordAt(index.row())); });
    connect(&m_workspace, &Workspace::viewChanged, this, &RecordTableView::showView);
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading)
            requestFirstColumns();
    });
    connect(&m_workspace, &Workspace::currentChanged, this, &RecordTableView::showCurrent);
    connect(&m_workspace, &Workspace::partsCollected, this,
            [this](SavedView& view) { view.columns = m_shownFields; });
    connect(&m_workspace, &Workspace::partsOpened, this, [this](const SavedView& view) {
        if (view.columns.empty())
            return;
        setColumns(view.columns, m_model->isPreviewShown());
        noteArrangement();
    });
    addStep(tr("&Previous conversation"), {Qt::ALT | Qt::Key_Up}, -1);
    addStep(tr("&Next conversation"), {Qt::ALT | Qt::Key_Down}, 1);
    // The workspace may have rows already.
    showView();
}

void RecordTableView::makeHeaders()
{
    setVerticalHeader(new RowNumberHeader(this));
    fitRows();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setHorizontalHeader(new ElidedHeader(Qt::Horizontal, this));
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &RecordTableView::cycleSort);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &RecordTableView::showColumnMenu);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (m_isFitting)
            return;
        m_isPreviewSized = m_isPreviewSized || m_model->isPreview(column);
        if (horizontalHeader()->visualIndex(column) == 0)
            m_firstWidth = columnWidth(column);
        fillWidth();
        noteArrangement();
    });
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, [this] {
        if (!m_isFitting)
            noteArrangement();
    });
}

void RecordTableView::addStep(const QString& text, const QKeySequence& keys, int by)
{
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    setMenuSection(*action, MenuSection::Conversations);
    connect(action, &QAction::triggered, this, [this, by] { step(by); });
    addAction(action);
}

void RecordTableView::showView()
{
    const ViewPtr before = m_model->view();
    const ViewPtr view = m_workspace.view();
    const auto opened = m_workspace.currentRow();
    // A finding or a place of another panel may have opened a record that is not listed, and a mark may end
    // that one is. It stays while the same query is answered again for the same records, whose fields have
    // changed.
    const bool staysUnlisted = opened && answers(*before, view->query) && before->snapshot->complete &&
                               before->snapshot->recordCount() == view->snapshot->recordCount();
    const std::vector<Row> selected = m_workspace.selectedRows();
    m_following = true;
    m_model->setView(view);
    const bool isChanged = before->snapshot != view->snapshot && before->snapshot->complete;
    if (isChanged && selected.size() > 1)
        selectAgain(*before->snapshot, selected);
    // The selection was cleared together with the rows, without a signal.
    publishSelection();
    requestFirstColumns();
    showSort();
    m_following = false;
    const auto row = m_workspace.currentRow();
    // Any other current record is one of the listed rows.
    const bool answered = answers(*view, m_workspace.query());
    if (answered && row && m_model->positionOf(*row) < 0 && !staysUnlisted)
        m_workspace.setCurrentRow(m_model->rowCount() > 0 ? std::optional<Row>(m_model->recordAt(0))
                                                          : std::nullopt);
    showCurrent();
}

/// Several records stay selected when files have changed, if they are still there and listed.
void RecordTableView::selectAgain(const Snapshot& before, const std::vector<Row>& rows)
{
    SameRecords same(before, *m_model->view()->snapshot);
    std::set<Row> wanted;
    for (const Row row : rows) {
        if (const auto now = row < before.endRow() ? same.find(row) : std::nullopt)
            wanted.insert(*now);
    }
    QItemSelection selection;
    for (int position = 0; position < m_model->rowCount() && !wanted.empty(); ++position) {
        if (wanted.contains(m_model->recordAt(position)))
            selection.select(m_model->index(position, 0), m_model->index(position, 0));
    }
    // The current one first: setting it would end the selection.
    showCurrent();
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RecordTableView::showSort()
{
    const SortKey& sort = m_workspace.view()->sort;
    const auto& fields = m_model->fields();
    const auto sorted = std::find_if(fields.begin(), fields.end(), [&](const FieldReader& field) {
        return field.info().key == sort.field;
    });
    horizontalHeader()->setSortIndicatorShown(sorted != fields.end());
    if (sorted != fields.end())
        horizontalHeader()->setSortIndicator(static_cast<int>(sorted - fields.begin()),
                                             sort.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

/// Chooses the columns again while a dataset is being read, until all of its fields are known.
void RecordTableView::requestFirstColumns()
{
    const SnapshotPtr& snapshot = m_workspace.view()->snapshot;
    if (m_columnsChosen || snapshot->recordCount() == 0 || m_columnTask.isRunning())
        return;
    // The loader needs the cores: while it reads, only many more records are worth another look.
    constexpr std::uint32_t kMore = 4;
    if (m_workspace.isLoading() && snapshot->recordCount() < kMore * m_rowsLookedAt)
        return;
    m_rowsLookedAt = snapshot->recordCount();
    m_columnTask.run([snapshot](const Job& job) { return chooseColumns(*snapshot, job); },
                     [this, snapshot](const ColumnChoice& choice) {
                         takeFirstColumns(choice);
                         m_columnsChosen =
                             m_columnsChosen || (snapshot == m_workspace.view()->snapshot &&
                                                 snapshot->complete && !m_workspace.isLoading());
                         if (snapshot != m_workspace.view()->snapshot)
                             requestFirstColumns();
                     });
    m_columnTask.await(kColumnPatience);
}

void RecordTableView::takeFirstColumns(const ColumnChoice& choice)
{
    if (m_columnsChosen || choice == m_firstColumns)
        return;
    m_firstColumns = choice;
    m_model->setRatingSteps(choice.ratingSteps);
    setColumns(choice.keys, true);
    m_columnsChosen = false;
}

/// In the order in which they were chosen, with the preview beside the id, where a narrow table still shows
/// it.
void RecordTableView::placeColumns()
{
    std::vector<int> order(static_cast<std::size_t>(m_model->columnCount()));
    std::iota(order.begin(), order.end(), 0);
    if (m_model->isPreviewShown() && order.size() > 2)
        std::rotate(order.begin() + 1, order.end() - 1, order.end());
    int place = 0;
    m_isFitting = true;
    for (const int column : order)
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
    m_isFitting = false;
}

/// Next to the text that is read, rows have two lines.
void RecordTableView::fitRows()
{
    const bool hasTwoLines = isNarrowTable() && m_model->isPreviewShown() && m_firstWidth > 0;
    const int height = hasTwoLines ? 2 * fontMetrics().lineSpacing() + 8 : fontMetrics().height() + 8;
    if (verticalHeader()->defaultSectionSize() != height)
        verticalHeader()->setDefaultSectionSize(height);
}

/// A table next to the text that is read: it says which conversation that is, and nothing else.
bool RecordTableView::isNarrowTable() const
{
    return viewport()->width() < kNarrowTable;
}

void RecordTableView::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    const int left = horizontalScrollBar()->value();
    // Qt does not scroll to a cell of a hidden column, as the first one is in a narrow table.
    QModelIndex shown = index;
    for (int column = 0; isColumnHidden(shown.column()) && column < m_model->columnCount(); ++column)
        shown = index.siblingAtColumn(column);
    QTableView::scrollTo(shown, hint);
    if (!m_isGoingAcross || isNarrowTable())
        horizontalScrollBar()->setValue(isNarrowTable() ? 0 : left);
}

/// The preview takes the width that the other columns leave, until the user gives it one. A narrow table
/// shows names and previews alone.
void RecordTableView::fillWidth()
{
    const int preview = m_model->columnCount() - 1;
    // Columns that are being measured may change the height of the header, and so the viewport.
    if (m_isFitting || !m_model->isPreviewShown() || m_isPreviewSized)
        return;
    const int room = viewport()->width();
    const bool isNarrow = isNarrowTable() && m_firstWidth > 0;
    const int first = horizontalHeader()->logicalIndex(0);
    m_isFitting = true;
    // Before there are columns, the preview is the first one. In two lines, it says which conversation it is.
    for (int column = 0; column < preview; ++column)
        setColumnHidden(column, isNarrow && column == first);
    if (first != preview && m_firstWidth > 0 && !isNarrow)
        setColumnWidth(first, m_firstWidth);
    fitRows();
    const int others = horizontalHeader()->length() - columnWidth(preview);
    const int least = isNarrow ? room : std::min(room / 4, kTellingPreview);
    setColumnWidth(preview, std::max({least, room - others, kNarrowestPreview}));
    m_isFitting = false;
}

void RecordTableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    setHorizontalScrollBarPolicy(isNarrowTable() ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    if (isNarrowTable())
        horizontalScrollBar()->setValue(0);
    fillWidth();
}

void RecordTableView::fitColumns()
{
    m_isFitting = true;
    m_isPreviewSized = false;
    horizontalHeader()->setStretchLastSection(!m_model->isPreviewShown());
    // Measuring a text is expensive: only the rows that are visible at first, and some more.
    const int precision = horizontalHeader()->resizeContentsPrecision();
    horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
    // Leaves room for the sort arrow, which would hide a narrow title.
    const int widest = std::clamp(viewport()->width() / 4, kWidestName, kWidestColumn);
    const int arrow = style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, horizontalHeader());
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->isPreview(column))
            continue;
        // The title of a drawing may be longer than the drawing is wide; its tool tip says it all.
        if (m_model->isDrawn(column)) {
            setColumnWidth(column, std::max(sizeHintForColumn(column), kNarrowestDrawing));
            continue;
        }
        resizeColumnToContents(column);
        const bool isName = m_model->kindOf(column) == RecordTableModel::CellKind::Name;
        setColumnWidth(column, std::min(columnWidth(column) + arrow, isName ? kWidestName : widest));
    }
    horizontalHeader()->setResizeContentsPrecision(precision);
    m_isFitting = false;
    placeColumns();
    m_firstWidth = m_model->columnCount() > 0 ? columnWidth(horizontalHeader()->logicalIndex(0)) : 0;
    fillWidth();
}

void RecordTableView::showCurrent()
{
    // The first conversation is opened as soon as there is one.
    if (!m_workspace.currentRow() && m_model->rowCount() > 0)
        m_workspace.setCurrentRow(m_model->recordAt(0));
    const auto row = m_workspace.currentRow();
    if (!row)
        return;
    const int position = m_model->positionOf(*row);
    const QModelIndex index =
        position < 0 ? QModelIndex() : m_model->index(position, std::max(0, currentIndex().column()));
    if (index.row() == currentIndex().row() && index.isValid() == currentIndex().isValid())
        return;
    // Without this, scrolling would be limited by the number of rows of the previous query.
    doItemsLayout();
    m_following = true;
    setCurrentIndex(index);
    m_following = false;
}

void RecordTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_following && current.isValid())
        m_workspace.setCurrentRow(m_model->recordAt(current.row()));
}

void RecordTableView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    publishSelection();
}

std::vector<std::pair<int, int>> RecordTableView::selectedRanges() const
{
    std::vector<std::pair<int, int>> ranges;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        ranges.emplace_back(range.top(), range.bottom());
    std::sort(ranges.begin(), ranges.end());
    // The rest of a row is selected in a range of its own.
    std::vector<std::pair<int, int>> apart;
    for (const auto& [first, last] : ranges) {
        if (apart.empty() || first > apart.back().second)
            apart.emplace_back(first, last);
        else
            apart.back().second = std::max(apart.back().second, last);
    }
    return apart;
}

void RecordTableView::publishSelection()
{
    std::vector<Row> rows;
    for (const auto& [first, last] : selectedRanges()) {
        for (int row = first; row <= last && rows.size() < kMostSelected; ++row)
            rows.push_back(m_model->recordAt(row));
    }
    m_workspace.setSelectedRows(std::move(rows));
}

/// The current record is the one that is read, so it is always selected: Ctrl with an arrow or Home moves the
/// selection, too.
QItemSelectionModel::SelectionFlags RecordTableView::selectionCommand(const QModelIndex& index,
                                                                      const QEvent* event) const
{
    // The current row follows the current record also while Ctrl or Shift is held, as in Ctrl+Z.
    if (event == nullptr)
        return QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
    const auto command = QTableView::selectionCommand(index, event);
    const bool isMove = event->type() == QEvent::KeyPress && command == QItemSelectionModel::NoUpdate &&
                        static_cast<const QKeyEvent*>(event)->key() != Qt::Key_Space;
    return isMove ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows : command;
}

void RecordTableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    const int key = event->key();
    if (const int by = stepOf(PlainKey::Conversation, *event); by != 0) {
        step(by);
        return;
    }
    m_isGoingAcross =
        key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    QTableView::keyPressEvent(event);
    m_isGoingAcross = false;
}

void RecordTableView::copySelection()
{
    CopyRequest request{m_model->view(), {}, {}, selectedRanges()};
    for (int section = 0; section < m_model->columnCount(); ++section) {
        const int column = horizontalHeader()->logicalIndex(section);
        if (m_model->isPreview(column))
            request.previewPlace = request.fields.size();
        else
            request.fields.push_back(m_model->field(column).info().key);
    }
    if (request.ranges.empty())
        return;
    if (request.previewPlace && request.rowCount() > kMostPreviewsCopied) {
        request.previewPlace.reset();
        m_workspace.report(tr("The rows are copied without their previews:"),
                           tr("more than %1 are selected.").arg(countText(kMostPreviewsCopied)));
    }
    m_copyTask.run([request](const Job& job) { return copyRows(request, job); },
                   [](const CopiedRows& copied) {
                       auto* made = new QMimeData;
                       made->setText(copied.text);
                       if (!copied.html.isEmpty())
                           made->setHtml(copied.html);
                       QGuiApplication::clipboard()->setMimeData(made);
                   });
}

/// A click outside of the rows does not change the current record.
void RecordTableView::mousePressEvent(QMouseEvent* event)
{
    if (indexAt(event->pos()).isValid())
        QTableView::mousePressEvent(event);
}

/// The position up or down from the current record, or from where it was listed. Of rows that are there.
int RecordTableView::positionBy(int by) const
{
    const QModelIndex current = currentIndex();
    const int left = static_cast<int>(m_workspace.leftPosition().value_or(0));
    const int position = current.isValid() ? current.row() + by : left + by - (by > 0 ? 1 : 0);
    return std::clamp(position, 0, m_model->rowCount() - 1);
}

void RecordTableView::step(int by)
{
    if (m_model->rowCount() > 0)
        setCurrentIndex(m_model->index(positionBy(by), std::max(0, currentIndex().column())));
}

QModelIndex RecordTableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const int by = action == MoveDown || action == MoveNext     ? 1
                   : action == MoveUp || action == MovePrevious ? -1
                                                                : 0;
    if (by == 0 || currentIndex().isValid() || m_model->rowCount() == 0)
        return QTableView::moveCursor(action, modifiers);
    return m_model->index(positionBy(by), 0);
}

/// The first click sorts ascending, the second descending, the third returns to file order.
void RecordTableView::cycleSort(int column)
{
    if (m_model->isPreview(column)) {
        showSort();
        return;
    }
    const std::string& key = m_model->field(column).info().key;
    const SortKey& sort = m_workspace.sort();
    if (sort.field != key)
        m_workspace.setSort({key, false});
    else
        m_workspace.setSort(sort.descending ? SortKey() : SortKey{key, true});
}

void RecordTableView::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index =
        event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid())
        return;
    int rows = 0;
    for (const auto& [first, last] : selectedRanges())
        rows += last - first + 1;
    QMenu menu(this);
    if (!m_model->isPreview(index.column()))
        addValueActions(menu, m_workspace, m_model->field(index.column()), m_model->recordAt(index.row()));
    if (!menu.isEmpty())
        menu.addSeparator();
    QAction* copy =
        menu.addAction(tr("Copy %n row(s)", nullptr, rows), this, &RecordTableView::copySelection);
    copy->setShortcut(QKeySequence::Copy);
    menu.addAction(tr("Choose columns…"), this, &RecordTableView::requestColumns);
    menu.exec(event->reason() == QContextMenuEvent::Mouse
                  ? event->globalPos()
                  : viewport()->mapToGlobal(visualRect(index).center()));
}

void RecordTableView::showColumnMenu(const QPoint& point)
{
    QMenu menu(this);
    if (const int column = horizontalHeader()->logicalIndexAt(point); column >= 0) {
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        menu.addAction(tr("Hide “%1”").arg(asMenuText(title)), this, [this, column] { hideField(column); });
    }
    menu.addAction(tr("Choose columns…"), this, &RecordTableView::requestColumns);
    menu.addAction(tr("Default columns"), this, [this] {
        setColumns(m_firstColumns.keys, true);
        m_isArranged = false;
        Q_EMIT arrangementChanged();
    });
    menu.exec(horizontalHeader()->mapToGlobal(point));
}

void RecordTableView::requestColumns()
{
    const auto withPreview = [](std::vector<std::string> keys, bool shown) {
        if (shown)
            keys.push_back(kPreviewKey);
        return keys;
    };
    FieldChoice choice;
    choice.title = tr("Columns");
    choice.items.push_back({kPreviewKey, previewTitle()});
    for (const FieldReader& field : allFields(m_workspace.snapshot()))
        choice.items.push_back(fieldItem(field.info()));
    choice.chosen = withPreview(m_shownFields, m_model->isPreviewShown());
    choice.usual = withPreview(m_firstColumns.keys, true);
    choice.done = [self = QPointer<RecordTableView>(this)](std::vector<std::string> keys) {
        if (!self)
            return;
        const bool preview = std::erase(keys, kPreviewKey) > 0;
        self->setColumns(std::move(keys), preview);
        self->noteArrangement();
    };
    m_workspace.chooseFields(choice);
}

void RecordTableView::hideField(int column)
{
    std::vector<std::string> keys = m_shownFields;
    const bool isPreview = m_model->isPreview(column);
    if (!isPreview)
        std::erase(keys, m_model->field(column).info().key);
    setColumns(std::move(keys), m_model->isPreviewShown() && !isPreview);
    noteArrangement();
}

void RecordTableView::setColumns(std::vector<std::string> keys, bool withPreview)
{
    m_columnsChosen = true;
    m_shownFields = std::move(keys);
    m_following = true;
    m_model->setPreviewShown(withPreview);
    m_model->setFields(m_shownFields);
    m_following = false;
    fitColumns();
    showView();
}

namespace {

constexpr int kLeastWidth = 16;
constexpr int kMostWidth = 4000;

/// A key and a width; 0 if none is given or it is not one.
std::pair<std::string, int> columnOf(const QString& text)
{
    const qsizetype equals = text.lastIndexOf(QLatin1Char('='));
    const int width = equals < 0 ? 0 : text.mid(equals + 1).toInt();
    return {fromQt(equals < 0 ? text : text.left(equals)),
            width < kLeastWidth || width > kMostWidth ? 0 : width};
}

} // namespace

void RecordTableView::noteArrangement()
{
    m_isArranged = true;
    Q_EMIT arrangementChanged();
}

QStringList RecordTableView::arrangement() const
{
    QStringList columns;
    if (!m_isArranged)
        return columns;
    for (int place = 0; place < m_model->columnCount(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        const QString key = m_model->isPreview(column) ? QString::fromLatin1(kPreviewKey)
                                                       : toQt(m_model->field(column).info().key);
        // Next to a text, the first one is hidden.
        const int width = isColumnHidden(column) ? m_firstWidth : columnWidth(column);
        columns << QStringLiteral("%1=%2").arg(key).arg(width);
    }
    return columns;
}

void RecordTableView::arrange(const QStringList& columns)
{
    std::vector<std::pair<std::string, int>> wanted;
    wanted.reserve(static_cast<std::size_t>(columns.size()));
    for (const QString& text : columns)
        wanted.push_back(columnOf(text));
    std::vector<std::string> keys;
    keys.reserve(wanted.size());
    for (const auto& [key, width] : wanted)
        keys.push_back(key);
    const bool hasPreview = std::erase(keys, kPreviewKey) > 0;
    if (keys.empty())
        return;
    setColumns(std::move(keys), hasPreview);
    m_isFitting = true;
    int place = 0;
    for (const auto& [key, width] : wanted) {
        int column = 0;
        while (column < m_model->columnCount() &&
               (m_model->isPreview(column) ? kPreviewKey : m_model->field(column).info().key) != key)
            ++column;
        if (column == m_model->columnCount())
            continue;
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
        if (width > 0)
            setColumnWidth(column, width);
    }
    m_isFitting = false;
    m_firstWidth = columnWidth(horizontalHeader()->logicalIndex(0));
    // The preview takes what is left, in a window of another size too.
    fillWidth();
    noteArrangement();
}

} // namespace duologue::ui

#include "record_table_view.moc"
