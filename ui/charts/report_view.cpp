// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/report_view.h"
#include "core/analysis/report_table.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/cohorts.h"
#include "ui/charts/heat_map.h"
#include "ui/widgets/category_picker.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSaveFile>
#include <QScrollBar>
#include <QStackedWidget>
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

void setUpFigures(QTableView& table)
{
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setCornerButtonEnabled(false);
    table.setFrameShape(QFrame::NoFrame);
    for (QHeaderView* header : {table.horizontalHeader(), table.verticalHeader()}) {
        header->setHighlightSections(false);
        header->setSectionsClickable(false);
    }
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
}

PickTable::PickTable(QWidget* parent) : QTableView(parent)
{
    setUpFigures(*this);
    setSelectionMode(ExtendedSelection);
}

PickTable::Cell PickTable::cellOf(const QModelIndex& index) const
{
    return {index.row(), selectionBehavior() == SelectRows ? 0 : index.column()};
}

QModelIndex PickTable::pickedAt(const QPoint& point) const
{
    return selectionBehavior() == SelectRows ? model()->index(rowAt(point.y()), 0) : indexAt(point);
}

void PickTable::setChosen(const std::vector<Cell>& cells, bool narrowed)
{
    QItemSelection selection;
    for (const auto& [row, column] : cells) {
        const QModelIndex index = model()->index(row, column);
        selection.select(index, index);
    }
    m_following = true;
    m_narrowed = narrowed;
    const auto rows =
        selectionBehavior() == SelectRows ? QItemSelectionModel::Rows : QItemSelectionModel::NoUpdate;
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | rows);
    m_following = false;
    viewport()->update();
}

void PickTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_following)
        return;
    std::vector<Cell> cells;
    for (const QModelIndex& index : selectionModel()->selectedIndexes())
        cells.push_back(cellOf(index));
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    Q_EMIT cellsSelected(cells);
}

/// Mouse and keys only emit signals; setChosen() then sets the selection. Moving the current cell selects
/// nothing.
QItemSelectionModel::SelectionFlags PickTable::selectionCommand(const QModelIndex&, const QEvent*) const
{
    return QItemSelectionModel::NoUpdate;
}

void PickTable::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    m_pressed = event->button() == Qt::LeftButton ? indexAt(event->pos()) : QModelIndex();
}

void PickTable::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex first = std::exchange(m_pressed, {});
    const QModelIndex last = pickedAt(event->pos());
    if (event->button() != Qt::LeftButton || !first.isValid() || !last.isValid())
        return;
    if (cellOf(first) == cellOf(last))
        Q_EMIT cellClicked(cellOf(first), event->modifiers());
    else
        Q_EMIT cellsDragged(cellOf(first), cellOf(last));
}

void PickTable::keyPressEvent(QKeyEvent* event)
{
    const QPersistentModelIndex before = currentIndex();
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (before.isValid())
            Q_EMIT cellClicked(cellOf(before), event->modifiers());
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
    QTableView::keyPressEvent(event);
    const QModelIndex now = currentIndex();
    if (!event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_rangeStart = QPersistentModelIndex();
    } else if (before.isValid() && now.isValid() && cellOf(before) != cellOf(now)) {
        if (!m_rangeStart.isValid())
            m_rangeStart = before;
        Q_EMIT cellsDragged(cellOf(m_rangeStart), cellOf(now));
    }
}

void PickTable::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    Q_EMIT menuRequested(index, byKey && index.isValid() ? viewport()->mapToGlobal(visualRect(index).center())
                                                         : event->globalPos());
}

ReportTable::ReportTable(BarChartModel& model, QWidget* parent) : PickTable(parent)
{
    setObjectName(QStringLiteral("reportTable"));
    setAccessibleName(tr("Chart data"));
    setModel(&model);
    setItemDelegateForColumn(BarChartModel::ValueColumn, new CodedValueDelegate(this));
    setSelectionBehavior(SelectRows);
    setAlternatingRowColors(true);
    setColumnHidden(BarChartModel::TotalColumn, true);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    verticalHeader()->hide();
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

namespace {

/// Spreadsheets evaluate a text that looks like a formula.
bool isForSheets(TableFormat format)
{
    return format == TableFormat::Csv || format == TableFormat::Tsv;
}

std::optional<TableFormat> formatOfSuffix(const QString& suffix)
{
    return tableFormatOf(suffix == QLatin1String("md")    ? "markdown"
                         : suffix == QLatin1String("tex") ? "latex"
                                                          : fromQt(suffix));
}

} // namespace

ReportView::ReportView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_heading(new ElidedLabel(this)),
      m_stack(new QStackedWidget(this))
{
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setAlignment(Qt::AlignCenter);
    m_heading->setVisible(false);
    m_pages = {{ReportShape::Bars, new BarChartPage(workspace, m_stack)},
               {ReportShape::Cells, new HeatMapPage(workspace, m_stack)},
               {ReportShape::Comparison, new CohortPage(m_stack)}};
    makeColumn(this, {m_heading, {m_stack, 1}}, 0);
    for (const auto& [shape, page] : m_pages) {
        m_stack->addWidget(page);
        connect(page, &ReportPage::copyRequested, this, [this] { copy(TableFormat::Tsv); });
        connect(page, &ReportPage::menuRequested, this, &ReportView::showMenu);
    }
}

void ReportView::showMenu(const QPoint& point, const std::vector<PickedValue>& values)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("reportMenu"));
    const bool isOfGroup = m_report && m_report->request.cohort.kind != QueryKind::Everything;
    const OffersReading offers = values.size() > 1 ? OffersReading::No : OffersReading::Yes;
    if (offers == OffersReading::No) {
        addReadAction(menu, m_workspace, [this, values, report = m_report] {
            Query query = withoutChoiceConditions(m_workspace.query(), *report);
            for (const PickedValue& picked : values)
                query = withField(std::move(query), picked.field,
                                  choiceQuery(picked.field, {&picked.value, 1}, {0}));
            m_workspace.setQuery(Query::all({std::move(query), report->request.cohort}));
        });
        menu.addSeparator();
    }
    for (const PickedValue& picked : values) {
        if (picked.value.end || isOfGroup || picked.click)
            addPartActions(menu, picked, offers);
        else
            addValueActions(menu, m_workspace, picked.field, picked.value.text, offers);
        menu.addSeparator();
    }
    addShareActions(menu);
    menu.exec(point);
}

/// For a range of numbers, which is not a value that a cell or another chart has, and for a value in one of
/// several groups, which comes with the condition of the group.
void ReportView::addPartActions(QMenu& menu, const PickedValue& picked, OffersReading offers)
{
    const Query part = choiceQuery(picked.field, {&picked.value, 1}, {0});
    const CrossfilteredReportPtr report = m_report;
    const std::optional<Query> click = picked.click;
    const QString label = asMenuText(asLabel(picked.value.text));
    addShowOnlyActions(
        menu, m_workspace, label,
        [this, field = picked.field, part, report, click] {
            m_workspace.setQuery(
                click ? Query::all({*click, report->request.cohort})
                      : Query::all(
                            {withField(withoutChoiceConditions(m_workspace.query(), *report), field, part),
                             report->request.cohort}));
        },
        offers);
    menu.addAction(tr("Exclude “%1”").arg(label), this, [this, part, report] {
        m_workspace.setQuery(
            Query::all({m_workspace.query(), notQuery(Query::all({part, report->request.cohort}))}));
    });
    if (!picked.value.end) {
        menu.addAction(tr("Copy “%1”").arg(label), this,
                       [text = toQt(picked.value.text)] { QGuiApplication::clipboard()->setText(text); });
    }
}

const ReportPage& ReportView::page() const
{
    return *static_cast<const ReportPage*>(m_stack->currentWidget());
}

void ReportView::setHeading(const QString& heading)
{
    m_heading->setText(heading);
    m_heading->setVisible(!heading.isEmpty());
}

void ReportView::setTableShown(bool shown)
{
    for (const auto& [shape, page] : m_pages)
        page->setTableShown(shown);
}

void ReportView::setSideBySide(bool sideBySide)
{
    for (const auto& [shape, page] : m_pages)
        page->setSideBySide(sideBySide);
}

QString ReportView::heading() const
{
    return m_heading->text();
}

void ReportView::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    const ReportShape shape = report ? report->all.shape : ReportShape::Bars;
    // Frees the tables of the page that was shown before.
    if (m_report && m_report->all.shape != shape)
        pageOf(m_report->all.shape).setReport(nullptr, {});
    m_report = std::move(report);
    m_texts = texts;
    pageOf(shape).setReport(m_report, texts);
    m_stack->setCurrentWidget(&pageOf(shape));
}

void ReportView::addShareActions(QMenu& menu)
{
    menu.addAction(tr("Copy as CSV"), this, [this] { copy(TableFormat::Csv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copy(TableFormat::Markdown); });
    menu.addAction(tr("Copy as LaTeX"), this, [this] { copy(TableFormat::Latex); });
    menu.addAction(tr("Copy as tab-separated text"), this, [this] { copy(TableFormat::Tsv); });
    QAction* command = menu.addAction(tr("Copy as command"), this, &ReportView::copyCommand);
    command->setToolTip(tr("A terminal command that prints the chart data"));
    command->setEnabled(m_report && m_report->request.options.cohorts.empty());
    menu.addSeparator();
    menu.addAction(tr("Save table…"), this, &ReportView::saveTable);
    menu.addAction(tr("Save image…"), this, &ReportView::saveImage);
}

/// The figures, with what pictures say above and below the chart if the format has a place for it.
std::string ReportView::tableText(TableFormat format) const
{
    TextTable table = tableOf(m_report->now);
    table.title = fromQt((QStringList{m_texts.title} + m_texts.caption).join(QStringLiteral(" · ")));
    return formatTable(table, format, isForSheets(format));
}

void ReportView::copy(TableFormat format)
{
    if (!m_report)
        return;
    QGuiApplication::clipboard()->setText(toQt(tableText(format)));
    Q_EMIT done(tr("The table was copied"));
}

/// The figures are those of the rows that match the other filters and the group, and have a measure if the
/// bars are of these.
void ReportView::copyCommand()
{
    const ReportRequest& request = m_report->request;
    SavedView view = m_workspace.shownView();
    view.query = toText(Query::all({request.others, request.cohort, m_report->measured}));
    const ReportOptions& options = request.options;
    QGuiApplication::clipboard()->setText(toQt(statsCommand(
        view, {std::string(request.report->id), options.field, options.second, options.measures})));
    Q_EMIT done(tr("The command was copied"));
}

/// Empty if the user cancels. Adds the suffix of the filter if the name has none.
QString ReportView::choosePath(const QString& title, const QString& filters) const
{
    QString filter;
    const QString suggested = m_report ? toQt(m_report->request.report->id) : QString();
    QString path =
        QFileDialog::getSaveFileName(const_cast<ReportView*>(this), title, suggested, filters, &filter);
    if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty())
        path += filter.mid(filter.indexOf(QLatin1Char('*')) + 1).chopped(1);
    return path;
}

void ReportView::saveTable()
{
    const QString path =
        choosePath(tr("Save table"),
                   tr("CSV table (*.csv);;Tab-separated text (*.tsv);;Markdown (*.md);;LaTeX (*.tex)"));
    if (path.isEmpty() || !m_report)
        return;
    const auto format = formatOfSuffix(QFileInfo(path).suffix().toLower());
    if (!format) {
        m_workspace.report(tr("The table could not be saved"),
                           tr("The name of %1 does not end in .csv, .tsv, .md or .tex.").arg(path));
        return;
    }
    const std::string text = tableText(*format);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 ||
        !file.commit())
        m_workspace.report(tr("The table could not be saved"), tr("%1 cannot be written.").arg(path));
    else
        Q_EMIT done(tr("Saved %1").arg(path));
}

void ReportView::saveImage()
{
    const QString path =
        choosePath(tr("Save image"), tr("PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf)"));
    if (path.isEmpty())
        return;
    if (page().exportTo(path))
        Q_EMIT done(tr("Saved %1").arg(path));
    else
        m_workspace.report(
            tr("The chart could not be saved"),
            tr("%1 cannot be written, or its name does not end in .png, .svg or .pdf.").arg(path));
}

} // namespace duologue::ui
