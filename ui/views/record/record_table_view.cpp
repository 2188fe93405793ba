// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/record_table_view.h"

#include "core/query/language/query.h"
#include "ui/models/record/record_table_model.h"
#include "ui/models/words/field_words.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/record/row_number_header.h"
#include "ui/views/widgets/menu_section.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QStyle>
#include <algorithm>
#include <string>
#include <vector>

namespace duologue::ui {

namespace {

/// Columns that are shown until the user chooses.
std::vector<std::string> firstColumns(const Snapshot& snapshot)
{
    std::vector<std::string> keys{"id"};
    const auto add = [&](const std::vector<std::string>& more) {
        keys.insert(keys.end(), more.begin(), more.end());
    };
    add(keysWith(snapshot, &FieldTraits::isTopic));
    add({"turns"});
    add(keysWith(snapshot, &FieldTraits::isMark));
    add({"intent"});
    add(keysWith(snapshot, &FieldTraits::isRating));
    add({"group", "user"});
    if (snapshot.problemCounts.errors() + snapshot.problemCounts.warnings() > 0)
        add({"problems"});
    std::erase_if(keys, [&](const std::string& key) { return !findField(snapshot, key); });
    return keys;
}

constexpr int kWidestColumn = 260;
/// The number of rows that determine the first column widths.
constexpr int kRowsMeasured = 100;
/// Actions on several records are limited to this number.
constexpr std::size_t kMostSelected = 1000;

} // namespace

RecordTableView::RecordTableView(Workspace& workspace, QWidget* parent)
    : QTableView(parent), m_workspace(workspace), m_model(new RecordTableModel(this))
{
    setModel(m_model);
    setObjectName(QStringLiteral("recordTable"));
    setAccessibleName(tr("Records"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalHeader(new RowNumberHeader(this));
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &RecordTableView::cycleSort);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &RecordTableView::showColumnMenu);
    connect(&m_workspace, &Workspace::pathsChanged, this, [this] { m_columnsChosen = false; });
    connect(&m_workspace, &Workspace::viewChanged, this, &RecordTableView::showView);
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading)
            chooseFirstColumns();
    });
    connect(&m_workspace, &Workspace::currentChanged, this, &RecordTableView::showCurrent);
    addStep(tr("&Previous conversation"), {Qt::ALT | Qt::Key_Up}, -1);
    addStep(tr("&Next conversation"), {Qt::ALT | Qt::Key_Down}, 1);
    // The workspace may have rows already.
    showView();
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
    m_following = true;
    m_model->setView(m_workspace.view());
    // The selection was cleared together with the rows, without a signal.
    publishSelection();
    if (!m_columnsChosen)
        chooseFirstColumns();
    const SortKey& sort = m_workspace.view()->sort;
    int section = -1;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->field(column).info().key == sort.field)
            section = column;
    }
    horizontalHeader()->setSortIndicatorShown(section >= 0);
    if (section >= 0)
        horizontalHeader()->setSortIndicator(section,
                                             sort.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    m_following = false;
    const auto row = m_workspace.currentRow();
    // The current record is always one of the listed rows.
    const bool answered = answers(*m_workspace.view(), m_workspace.query());
    if (answered && row && m_model->positionOf(*row) < 0)
        m_workspace.setCurrentRow(m_model->rowCount() > 0 ? std::optional<Row>(m_model->recordAt(0))
                                                          : std::nullopt);
    showCurrent();
}

/// Chooses the columns again while a dataset is being read, until all of its fields are known.
void RecordTableView::chooseFirstColumns()
{
    if (m_columnsChosen || m_workspace.snapshot().recordCount() == 0)
        return;
    const Snapshot& snapshot = m_workspace.snapshot();
    const std::vector<std::string> keys = firstColumns(snapshot);
    if (keys != m_shownFields) {
        m_shownFields = keys;
        m_model->setFields(keys);
        // Measuring a text is expensive: only the rows that are visible at first, and some more.
        const int precision = horizontalHeader()->resizeContentsPrecision();
        horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
        resizeColumnsToContents();
        horizontalHeader()->setResizeContentsPrecision(precision);
        // Leaves room for the sort arrow, which would hide a narrow title.
        const int arrow = style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, horizontalHeader());
        for (int column = 0; column < m_model->columnCount(); ++column)
            setColumnWidth(column, std::min(columnWidth(column) + arrow, kWidestColumn));
    }
    m_columnsChosen = !m_workspace.isLoading();
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

void RecordTableView::publishSelection()
{
    QList<std::pair<int, int>> ranges;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        ranges.append({range.top(), range.bottom()});
    std::sort(ranges.begin(), ranges.end());
    std::vector<Row> rows;
    for (const auto& [top, bottom] : ranges) {
        for (int row = top; row <= bottom && rows.size() < kMostSelected; ++row)
            rows.push_back(m_model->recordAt(row));
    }
    m_workspace.setSelectedRows(std::move(rows));
}

/// A click outside of the rows does not change the current record.
void RecordTableView::mousePressEvent(QMouseEvent* event)
{
    if (indexAt(event->pos()).isValid())
        QTableView::mousePressEvent(event);
}

void RecordTableView::step(int by)
{
    const int rows = m_model->rowCount();
    if (rows == 0)
        return;
    const int next = currentIndex().isValid() ? std::clamp(currentIndex().row() + by, 0, rows - 1) : 0;
    setCurrentIndex(m_model->index(next, std::max(0, currentIndex().column())));
}

/// The first click sorts ascending, the second descending, the third returns to file order.
void RecordTableView::cycleSort(int column)
{
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
    const FieldReader& field = m_model->field(index.column());
    const Row row = m_model->recordAt(index.row());
    QMenu menu(this);
    addValueActions(menu, m_workspace, field, row);
    menu.exec(event->reason() == QContextMenuEvent::Mouse
                  ? event->globalPos()
                  : viewport()->mapToGlobal(visualRect(index).center()));
}

void RecordTableView::showColumnMenu(const QPoint& point)
{
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    for (const FieldReader& field : allFields(m_workspace.snapshot())) {
        const std::string key = field.info().key;
        QAction* action = menu.addAction(asMenuText(fieldTitle(field.info())));
        action->setToolTip(asToolTip(toQt(key)));
        action->setCheckable(true);
        action->setChecked(std::find(m_shownFields.begin(), m_shownFields.end(), key) != m_shownFields.end());
        connect(action, &QAction::toggled, this, [this, key](bool shown) { setColumnShown(key, shown); });
    }
    menu.exec(horizontalHeader()->mapToGlobal(point));
}

void RecordTableView::setColumnShown(const std::string& key, bool shown)
{
    m_columnsChosen = true;
    if (shown)
        m_shownFields.push_back(key);
    else
        std::erase(m_shownFields, key);
    m_following = true;
    m_model->setFields(m_shownFields);
    m_following = false;
    showView();
}

} // namespace duologue::ui
