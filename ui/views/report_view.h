// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/cross_report.h"
#include "ui/models/value_choice.h"

#include <QSplitter>

class QMenu;

namespace duologue {
enum class TableFormat;
}

namespace duologue::ui {

class ChartCanvas;
class FacetModel;
class ReportTable;
class Workspace;

/// A report as a chart and, beside it, as a table; both filter. What is picked in either becomes terms of the
/// workspace's query, the only filter state there is, and what both show as chosen is read back from it. GUI
/// thread.
class ReportView : public QSplitter {
    Q_OBJECT

public:
    ReportView(Workspace& workspace, QWidget* parent);

    /// Null shows nothing. `title` heads exported pictures.
    void setReport(CrossReportPtr report, const QString& title);
    const CrossReportPtr& report() const;
    /// How many values are drawn; the table has them all.
    int drawnValues() const;
    /// Conversations without a rating are among them: bars, whose means leave those out, count fewer.
    bool someAreWithoutMean() const;
    int valueCount() const;

    void clearChoice();
    /// Copying the table, saving the chart.
    void addShareActions(QMenu& menu);

private:
    std::string_view field() const;
    void click(int value, Qt::KeyboardModifiers modifiers);
    void dragOver(int first, int last);
    void ask(const Choice& chosen, ChoiceForm form = ChoiceForm::Values);
    void showChoice();
    void copy(TableFormat format);
    void saveImage();
    void showMenu(QWidget& widget, const QPoint& place);
    void connectPicking();

    Workspace& m_workspace;
    FacetModel* m_model;
    ChartCanvas* m_canvas;
    ReportTable* m_table;
    /// Where a Shift+click begins; -1 for nowhere yet.
    int m_anchor = -1;
    bool m_placed = false;
};

} // namespace duologue::ui
