// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/intent_codes.h"
#include "ui/app/words.h"
#include "ui/charts/chart_layout.h"
#include "ui/charts/crossfiltered_report.h"
#include "ui/charts/report_view.h"
#include "ui/widgets/category_picker.h"

#include <QAbstractTableModel>
#include <optional>
#include <vector>

class QSplitter;

namespace duologue::ui {

/// The values of a report's axis, one per row, for the chart and the table beside it. A value without
/// matching conversations stays, with an n of 0. Beside each mean is its own n; if all means have the same,
/// CountColumn shows it once. Rows stay the same while only figures change, so all views share one
/// QItemSelectionModel. GUI thread.
class BarChartModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// From FirstMeanColumn on the means, each followed by its n unless hasOneCount().
    enum Column { ValueColumn, CountColumn, TotalColumn, FirstMeanColumn };
    enum Role {
        /// The figure: double for means, quint64 for counts, text for values.
        FigureRole = Qt::UserRole,
        /// For means: the standard deviation, and the number of conversations that lack the measure, with
        /// those that have none of the measures and are in no bar.
        DeviationRole,
        MissingRole,
        /// For values that are intents: IntentCode.
        IntentRole,
    };

    explicit BarChartModel(QObject* parent = nullptr);

    /// Null clears the model.
    void setReport(CrossfilteredReportPtr report);
    const CrossfilteredReportPtr& report() const { return m_report; }

    /// The field of the values; queries use its key.
    const FieldInfo& field() const { return m_field; }
    const std::vector<GroupValue>& values() const { return m_values; }
    ValueWords words(int row) const;
    const BarFigures& figures(int row) const { return m_figures.at(static_cast<std::size_t>(row)); }
    const std::vector<FieldInfo>& measures() const { return m_measures; }
    const Measure& measure(std::size_t index) const { return m_report->all.measures.at(index); }
    /// There are no means, or all of them have the same n, which CountColumn shows.
    bool hasOneCount() const { return m_hasOneCount; }
    /// The counts are of messages, not of conversations.
    bool ofMessages() const { return m_report && m_report->all.tally.ofMessages; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    /// The measure of a column from FirstMeanColumn on.
    std::size_t measureOf(int column) const;
    /// The column shows the n of a mean.
    bool isCountOfMean(int column) const;
    std::uint64_t countOf(const BarFigures& figures) const;
    QVariant meanData(const BarFigures& figures, std::size_t measure, int role) const;

    CrossfilteredReportPtr m_report;
    FieldInfo m_field;
    std::vector<FieldInfo> m_measures;
    std::vector<GroupValue> m_values;
    std::vector<BarFigures> m_figures;
    /// Only if the values are intents.
    std::optional<IntentCodes> m_intents;
    bool m_hasOneCount = true;
};

/// The content of the chart of a BarChartModel: a group of bars for each value with its means, or one bar
/// with its count if there are no measures. If a filter is active, pale bars show all conversations behind.
ChartContent chartOf(const BarChartModel& model);

class ChartCanvas;
class ReportTable;
class Workspace;

/// A bar chart; on request with its table. Both can filter. GUI thread.
class BarChartPage : public ReportPage {
    Q_OBJECT

public:
    BarChartPage(Workspace& workspace, QWidget* parent);

    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) override;
    void clearChoice() override { applyChoice({}); }
    void setTableShown(bool shown) override;
    void setSideBySide(bool sideBySide) override;
    int valueCount() const override { return m_model->rowCount(); }
    int drawnValues() const override;
    bool exportTo(const QString& path) const override;

private:
    std::string_view field() const { return m_model->field().key; }
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
