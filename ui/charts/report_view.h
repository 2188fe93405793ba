// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/crossfiltered_report.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_menu.h"

#include <QPersistentModelIndex>
#include <QStringList>
#include <QTableView>
#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QMenu;
class QStackedWidget;

namespace duologue::ui {

/// What exported pictures say above and below a chart.
struct PictureTexts {
    QString title;
    QStringList caption;
};

/// A value of a field, or a range of its numbers, that a menu is for.
struct PickedValue {
    /// The key of the field in queries.
    std::string field;
    GroupValue value;
    /// What a click on it sets as the query, where it alone is clicked.
    std::optional<Query> click = {};
};

/// A way to show a report. A selection becomes terms of the workspace's query, which is the only filter
/// state; the shown selection is read from the query. GUI thread.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Independent of the report, so that the window does not grow with it.
    QSize sizeHint() const override { return {letterWidth(fontMetrics()) * 60, fontMetrics().height() * 16}; }

    /// Null clears the view.
    virtual void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) = 0;
    virtual void clearChoice() = 0;
    /// The table of figures beside the chart, if it has one.
    virtual void setTableShown(bool) {}
    /// One of several charts side by side, which have one legend.
    virtual void setSideBySide(bool) {}
    /// The number of values of the report's field, or of pairs of values, and the number that is drawn.
    virtual int valueCount() const = 0;
    virtual int drawnValues() const { return valueCount(); }
    /// Writes PNG, SVG or PDF by the suffix. False if the file cannot be written or the suffix is unknown.
    virtual bool exportTo(const QString& path) const = 0;

Q_SIGNALS:
    void copyRequested();
    /// At a point of the screen, for these values.
    void menuRequested(const QPoint& point, const std::vector<duologue::ui::PickedValue>& values);
};

/// What tables of figures have in common: plain, without a grid, nothing to edit.
void setUpFigures(QTableView& table);

/// A table of figures whose cells, or rows, are selected by mouse and keyboard: click, Ctrl+click,
/// Shift+click, drag; arrow keys, Space, Esc. The selection is set from outside, so that it always shows the
/// active filter. GUI thread.
class PickTable : public QTableView {
    Q_OBJECT

public:
    /// Row and column; the column is 0 where rows are selected.
    using Cell = std::pair<int, int>;

    explicit PickTable(QWidget* parent);

    /// Sets the selection without emitting a signal. `narrowed` if a filter is active, even if it selects
    /// none.
    void setChosen(const std::vector<Cell>& cells, bool narrowed);
    bool isNarrowed() const { return m_narrowed; }
    bool isChosen(const QModelIndex& index) const { return selectionModel()->isSelected(index); }

Q_SIGNALS:
    void cellClicked(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers);
    void cellsDragged(std::pair<int, int> first, std::pair<int, int> last);
    void clearRequested();
    void copyRequested();
    /// By the right button or the menu key, for a cell (invalid for none), at a point of the screen.
    void menuRequested(const QModelIndex& cell, const QPoint& point);
    /// The cells were selected neither by mouse nor by key, but for example by a screen reader.
    void cellsSelected(const std::vector<std::pair<int, int>>& cells);

protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    Cell cellOf(const QModelIndex& index) const;
    /// Of a point; where rows are selected, those next to the columns count.
    QModelIndex pickedAt(const QPoint& point) const;

    QPersistentModelIndex m_pressed;
    /// Where a range by Shift and arrow keys began.
    QPersistentModelIndex m_rangeStart;
    bool m_narrowed = false;
    bool m_following = false;
};

class BarChartModel;

/// The figures of a chart as a table. Its rows are selected like the columns of the chart. GUI thread.
class ReportTable : public PickTable {
    Q_OBJECT

public:
    ReportTable(BarChartModel& model, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void fitColumns();
    void widenColumns();
};

} // namespace duologue::ui

namespace duologue {
enum class TableFormat;
}

namespace duologue::ui {

class Workspace;

/// Shows a report of any shape, with the actions common to all: copying the table, saving a picture, the menu
/// of a value. GUI thread.
class ReportView : public QWidget {
    Q_OBJECT

public:
    ReportView(Workspace& workspace, QWidget* parent);

    /// Null clears the view.
    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts);
    const CrossfilteredReportPtr& report() const { return m_report; }
    /// Sets the text above the chart; may be empty.
    void setHeading(const QString& heading);
    /// The table of figures beside a chart of bars.
    void setTableShown(bool shown);
    /// One of several charts side by side, which have one legend.
    void setSideBySide(bool sideBySide);

    QString heading() const;

    const ReportPage& page() const;
    void clearChoice() { pageOf(m_report ? m_report->all.shape : ReportShape::Bars).clearChoice(); }
    /// Adds the actions that copy the table and save the chart.
    void addShareActions(QMenu& menu);

Q_SIGNALS:
    /// The user's copy or file is there: says so.
    void done(const QString& what);

private:
    ReportPage& pageOf(ReportShape shape) const { return *m_pages.at(shape); }
    void showMenu(const QPoint& point, const std::vector<PickedValue>& values);
    void addPartActions(QMenu& menu, const PickedValue& picked, OffersReading offers);
    std::string tableText(TableFormat format) const;
    void copy(TableFormat format);
    void copyCommand();
    void saveTable();
    void saveImage();
    QString choosePath(const QString& title, const QString& filters) const;

    Workspace& m_workspace;
    CrossfilteredReportPtr m_report;
    PictureTexts m_texts;
    QLabel* m_heading;
    QStackedWidget* m_stack;
    std::map<ReportShape, ReportPage*> m_pages;
};

} // namespace duologue::ui
