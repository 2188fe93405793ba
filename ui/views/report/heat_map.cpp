// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/heat_map.h"

#include "ui/models/report/heat_map_model.h"
#include "ui/views/chart/picture_file.h"
#include "ui/views/record/elided_header.h"
#include "ui/views/report/heat_paint.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/letter_width.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/plain_keys.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionHeader>
#include <QStyledItemDelegate>
#include <algorithm>

namespace duologue::ui {

namespace {

class HeatDelegate final : public QStyledItemDelegate {
public:
    explicit HeatDelegate(HeatMap& map) : QStyledItemDelegate(&map), m_map(map) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        HeatCell cell;
        cell.intensity = index.data(HeatMapModel::IntensityRole).toDouble();
        cell.figure = index.data().toString();
        const auto count = index.data(HeatMapModel::CountRole).toULongLong();
        if (index.data(HeatMapModel::TotalRole).toULongLong() > 0 && countText(count) != cell.figure)
            cell.count = countText(count);
        cell.isChosen = m_map.isNarrowed() && m_map.isChosen(index);
        cell.isPale = m_map.isNarrowed() && !cell.isChosen;
        cell.isFocused = m_map.hasFocus() && m_map.currentIndex() == index;
        painter->save();
        painter->setFont(withChinese(option.font));
        paintHeatCell(*painter, option.rect, cell, ChartLook::of(m_map.palette()));
        painter->restore();
    }

private:
    HeatMap& m_map;
};

/// Puts the codes of intents before them.
class HeatHeader final : public ElidedHeader {
public:
    using ElidedHeader::ElidedHeader;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        // The style leaves a painter that clips everything.
        painter->save();
        ElidedHeader::paintSection(painter, rect, section);
        painter->restore();
        const QVariant intent = intentOf(section);
        if (!intent.isValid())
            return;
        const auto code = intent.value<IntentCode>();
        painter->setFont(font());
        painter->setPen(palette().color(QPalette::ButtonText));
        drawCoded(*painter, rect.adjusted(kHalfGrid, 0, -kHalfGrid, 0),
                  orientation() == Qt::Vertical ? Qt::AlignRight : Qt::AlignHCenter,
                  {code.letters, categoryColor(code.color), title(section)});
    }

    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override
    {
        ElidedHeader::initStyleOptionForIndex(option, section);
        if (intentOf(section).isValid())
            option->text.clear();
    }

    QSize sectionSizeFromContents(int section) const override
    {
        const QSize size = ElidedHeader::sectionSizeFromContents(section);
        return intentOf(section).isValid()
                   ? size + QSize(codedWidth({}, fontMetrics()) + kHalfGrid, kHalfGrid)
                   : size;
    }

private:
    QVariant intentOf(int section) const
    {
        return model()->headerData(section, orientation(), HeatMapModel::IntentRole);
    }
    QString title(int section) const
    {
        return model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    }
};

std::pair<int, int> cellOf(const QModelIndex& index)
{
    return {index.row(), index.column()};
}

constexpr int kPictureWidth = 1080;
constexpr int kPictureHeight = 600;

} // namespace

HeatMap::HeatMap(HeatMapModel& model, QWidget* parent) : QTableView(parent)
{
    setObjectName(QStringLiteral("heatMap"));
    setAccessibleName(tr("Heat map"));
    setModel(&model);
    setKeyArea(*this, ValueKeys);
    setItemDelegate(new HeatDelegate(*this));
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalHeader(new HeatHeader(Qt::Horizontal, this));
    setVerticalHeader(new HeatHeader(Qt::Vertical, this));
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setHighlightSections(false);
        header->setSectionsClickable(true);
        header->setFont(withChinese(font()));
        connect(header, &QHeaderView::sectionClicked, this,
                [this, header](int section) { pickHeading(header->orientation(), section); });
    }
    verticalHeader()->setMaximumWidth(letterWidth(fontMetrics()) * 30);
    connect(&model, &QAbstractItemModel::modelReset, this, &HeatMap::fitSections);
}

void HeatMap::fitSections()
{
    if (model()->columnCount() == 0)
        return;
    // Between the smallest size with readable figures and the available space.
    const int line = fontMetrics().height();
    const auto fit = [](int room, int count, int least, int most) {
        return std::clamp(room / count, least, most);
    };
    int widest = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        widest = std::max(widest, horizontalHeader()->sectionSizeHint(column));
    const int least = std::max(line * 3, std::min(widest, line * 5));
    horizontalHeader()->setDefaultSectionSize(
        fit(viewport()->width(), model()->columnCount(), least, line * 12));
    verticalHeader()->setDefaultSectionSize(
        fit(viewport()->height(), model()->rowCount(), line * 5 / 4, line * 3));
}

void HeatMap::setChosen(const HeatMapChoice& cells, bool narrowed)
{
    QItemSelection selection;
    for (const auto& [line, column] : cells) {
        const QModelIndex index = model()->index(line, column);
        selection.select(index, index);
    }
    m_following = true;
    m_narrowed = narrowed;
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_following = false;
    viewport()->update();
}

void HeatMap::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_following)
        return;
    HeatMapChoice cells;
    for (const QModelIndex& index : selectionModel()->selectedIndexes())
        cells.push_back(cellOf(index));
    std::sort(cells.begin(), cells.end());
    Q_EMIT cellsSelected(cells);
}

/// Mouse and keys only emit signals; setChosen() then sets the selection.
QItemSelectionModel::SelectionFlags HeatMap::selectionCommand(const QModelIndex&, const QEvent*) const
{
    return QItemSelectionModel::NoUpdate;
}

void HeatMap::pickHeading(Qt::Orientation orientation, int section)
{
    if (orientation == Qt::Vertical)
        Q_EMIT cellsDragged({section, 0}, {section, model()->columnCount() - 1});
    else
        Q_EMIT cellsDragged({0, section}, {model()->rowCount() - 1, section});
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    m_pressed = event->button() == Qt::LeftButton ? indexAt(event->pos()) : QModelIndex();
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex first = std::exchange(m_pressed, QModelIndex());
    const QModelIndex last = indexAt(event->pos());
    if (event->button() != Qt::LeftButton || !first.isValid() || !last.isValid())
        return;
    if (first == last)
        Q_EMIT cellClicked(cellOf(first), event->modifiers());
    else
        Q_EMIT cellsDragged(cellOf(first), cellOf(last));
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentIndex().isValid())
            Q_EMIT cellClicked(cellOf(currentIndex()), event->modifiers());
        return;
    case Qt::Key_Escape:
        if (m_narrowed) {
            Q_EMIT clearRequested();
            return;
        }
        break;
    default:
        break;
    }
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT copyRequested();
        return;
    }
    const QModelIndex before = currentIndex();
    QTableView::keyPressEvent(event);
    if (!event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_rangeStart = QPersistentModelIndex();
    } else if (before.isValid() && currentIndex().isValid() && before != currentIndex()) {
        if (!m_rangeStart.isValid())
            m_rangeStart = before;
        Q_EMIT cellsDragged(cellOf(m_rangeStart), cellOf(currentIndex()));
    }
}

void HeatMap::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    Q_EMIT menuRequested(index, byKey && index.isValid() ? viewport()->mapToGlobal(visualRect(index).center())
                                                         : event->globalPos());
}

void HeatMap::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitSections();
}

void HeatMap::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSections();
}

bool HeatMap::exportTo(const QString& path, const QString& title, const QStringList& caption) const
{
    const auto& cells = *static_cast<const HeatMapModel*>(model());
    QFont plain = withChinese(font());
    plain.setPixelSize(QFontInfo(font()).pixelSize());
    const int line = fontMetrics().height();
    const QSize size(std::max(kPictureWidth, cells.columnCount() * line * 4),
                     std::max(kPictureHeight, (cells.rowCount() + 8) * line * 3 / 2) +
                         (static_cast<int>(caption.size()) + 1) * line);
    return writePicture(path, size, title, [&](QPainter& painter, const QRectF& target) {
        painter.scale(target.width() / size.width(), target.height() / size.height());
        paintHeatMap(painter, QRectF(QPointF(), size), cells, title, caption, plain);
    });
}

QSize HeatMap::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 90, fontMetrics().height() * 16};
}

QSize HeatMap::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height() * 6};
}

} // namespace duologue::ui
