// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/value_choice.h"
#include "ui/views/report/report_page.h"

class QSplitter;

namespace duologue::ui {

class ChartCanvas;
class BarChartModel;
class ReportTable;
class Workspace;

/// A bar chart; on request with its table. Both can filter. GUI thread.
class BarChartPage : public ReportPage {
    Q_OBJECT

public:
    BarChartPage(Workspace& workspace, QWidget* parent);

    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) override;
    void clearChoice() override;
    void setTableShown(bool shown) override;
    void setSideBySide(bool sideBySide) override;
    int valueCount() const override;
    int drawnValues() const override;
    bool exportTo(const QString& path) const override;

private:
    std::string_view field() const;
    /// `series` is that of the bar; -1 for none of several.
    void click(int value, Qt::KeyboardModifiers modifiers, int series);
    void dragOver(int first, int last);
    void applyChoice(const Choice& chosen, ChoiceForm form = ChoiceForm::Values, int series = -1);
    /// What the query selects in this chart; empty if it selects something in one side by side.
    Choice chosenHere() const;
    Query queryAfter(const Choice& chosen, ChoiceForm form, int series) const;
    void showChoice();
    /// Gives the table the width that it needs and the chart the rest.
    void splitSpace();
    void requestMenu(int value, const QPoint& point);
    void connectPicking();
    void drawChart();

    Workspace& m_workspace;
    BarChartModel* m_model;
    QSplitter* m_split;
    ChartCanvas* m_canvas;
    ReportTable* m_table;
    /// The start of a range that Shift+click selects; -1 for none.
    int m_anchor = -1;
    /// The user has moved the splitter.
    bool m_isSplitByUser = false;
    bool m_isSideBySide = false;
    PictureTexts m_texts;
};

} // namespace duologue::ui
