// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/report_table.h"

#include "ui/models/report/bar_chart_model.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/letter_width.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace duologue::ui {

namespace {

/// Extra width, so that columns of figures are clearly separated.
constexpr int kReportTableRoom = 10;
/// The number of rows that determine the column widths; measuring a text is expensive.
constexpr int kReportTableRowsMeasured = 100;

/// Puts the codes of intents before them.
class CodedValueDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QVariant intent = index.data(BarChartModel::IntentRole);
        if (!intent.isValid())
            return;
        const auto code = intent.value<IntentCode>();
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = chipSize(option->fontMetrics);
        option->icon = QIcon(QPixmap::fromImage(chipImage(
            option->font, code.letters, categoryColor(code.color), option->widget->devicePixelRatioF())));
    }
};

} // namespace

ReportTable::ReportTable(BarChartModel& model, QWidget* parent) : QTableView(parent)
{
    setObjectName(QStringLiteral("reportTable"));
    setAccessibleName(tr("Figures of the chart"));
    setModel(&model);
    setItemDelegateForColumn(BarChartModel::ValueColumn, new CodedValueDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setFrameShape(NoFrame);
    setColumnHidden(BarChartModel::TotalColumn, true);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setResizeContentsPrecision(kReportTableRowsMeasured);
    connect(&model, &QAbstractItemModel::modelReset, this, &ReportTable::fitColumns);
    connect(&model, &QAbstractItemModel::dataChanged, this, &ReportTable::widenColumns);
}

void ReportTable::fitColumns()
{
    setColumnHidden(BarChartModel::TotalColumn, true);
    setColumnHidden(BarChartModel::CountColumn, !static_cast<const BarChartModel*>(model())->hasOneCount());
    resizeColumnsToContents();
    for (int column = 0; column < model()->columnCount(); ++column)
        setColumnWidth(column, columnWidth(column) + kReportTableRoom);
}

/// Columns only grow, so that they do not move back and forth while a dataset is read or a filter changes.
void ReportTable::widenColumns()
{
    for (int column = 0; column < model()->columnCount(); ++column) {
        const int needed = isColumnHidden(column) ? 0 : sizeHintForColumn(column) + kReportTableRoom;
        if (columnWidth(column) < needed)
            setColumnWidth(column, needed);
    }
}

void ReportTable::setChosen(const std::vector<int>& rows)
{
    QItemSelection selection;
    for (const int row : rows)
        selection.select(model()->index(row, 0), model()->index(row, model()->columnCount() - 1));
    m_following = true;
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_following = false;
}

void ReportTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_following)
        return;
    std::vector<int> rows;
    for (int row = 0; row < model()->rowCount(); ++row) {
        if (selectionModel()->isRowSelected(row))
            rows.push_back(row);
    }
    Q_EMIT rowsSelected(rows);
}

/// Mouse and keys only emit signals; setChosen() then sets the selection. Moving the current row selects
/// nothing.
QItemSelectionModel::SelectionFlags ReportTable::selectionCommand(const QModelIndex&, const QEvent*) const
{
    return QItemSelectionModel::NoUpdate;
}

void ReportTable::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    m_pressed = event->button() == Qt::LeftButton ? indexAt(event->pos()).row() : -1;
}

void ReportTable::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const int first = std::exchange(m_pressed, -1);
    const int last = rowAt(event->pos().y());
    if (event->button() != Qt::LeftButton || first < 0 || last < 0)
        return;
    if (first == last)
        Q_EMIT rowClicked(first, event->modifiers());
    else
        Q_EMIT rangeDragged(first, last);
}

void ReportTable::keyPressEvent(QKeyEvent* event)
{
    const int row = currentIndex().row();
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row >= 0)
            Q_EMIT rowClicked(row, event->modifiers());
        return;
    case Qt::Key_Escape:
        if (selectionModel()->hasSelection()) {
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
    QTableView::keyPressEvent(event);
    const int now = currentIndex().row();
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_rangeStart = -1;
    else if (now != row && now >= 0 && row >= 0) {
        m_rangeStart = m_rangeStart < 0 ? row : m_rangeStart;
        Q_EMIT rangeDragged(m_rangeStart, now);
    }
}

void ReportTable::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    Q_EMIT menuRequested(index.row(), byKey && index.isValid()
                                          ? viewport()->mapToGlobal(visualRect(index).center())
                                          : event->globalPos());
}

QSize ReportTable::sizeHint() const
{
    int columns = verticalScrollBar()->sizeHint().width();
    for (int column = 0; column < model()->columnCount(); ++column)
        columns += isColumnHidden(column)
                       ? 0
                       : std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)) +
                             kReportTableRoom;
    return {std::max(columns, minimumSizeHint().width()), QTableView::sizeHint().height()};
}

QSize ReportTable::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 24, fontMetrics().height() * 5};
}

} // namespace duologue::ui
