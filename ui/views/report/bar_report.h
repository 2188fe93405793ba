// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/value_choice.h"
#include "ui/views/report/report_page.h"

class QSplitter;

namespace duologue::ui {

class ChartCanvas;
class FacetModel;
class ReportTable;
class Workspace;

/// A report of bars as a chart and, beside it, as a table; both filter. GUI thread.
class BarReport : public ReportPage {
    Q_OBJECT

public:
    BarReport(Workspace& workspace, QWidget* parent);

    void setReport(CrossReportPtr report, const QString& title) override;
    void clearChoice() override;
    void setNarrow(bool narrow) override;
    int valueCount() const override;
    int drawnValues() const override;
    bool someAreWithoutMean() const override;
    bool exportTo(const QString& path) const override;

private:
    std::string_view field() const;
    void click(int value, Qt::KeyboardModifiers modifiers);
    void dragOver(int first, int last);
    void ask(const Choice& chosen, ChoiceForm form = ChoiceForm::Values);
    void showChoice();
    /// As much for the table as it needs, the rest for the chart.
    void place();
    void askMenu(QWidget& widget, const QPoint& place);
    void connectPicking();

    Workspace& m_workspace;
    FacetModel* m_model;
    QSplitter* m_split;
    ChartCanvas* m_canvas;
    ReportTable* m_table;
    /// Where a Shift+click begins; -1 for nowhere yet.
    int m_anchor = -1;
    /// The user has moved what parts them.
    bool m_placed = false;
};

} // namespace duologue::ui
