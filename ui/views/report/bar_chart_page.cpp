// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/bar_chart_page.h"

#include "ui/models/report/bar_chart_model.h"
#include "ui/views/chart/chart_accessible.h"
#include "ui/views/chart/chart_canvas.h"
#include "ui/views/report/bar_chart_content.h"
#include "ui/views/report/report_table.h"
#include "ui/work/workspace.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace duologue::ui {

BarChartPage::BarChartPage(Workspace& workspace, QWidget* parent)
    : ReportPage(parent),
      m_workspace(workspace),
      m_model(new BarChartModel(this)),
      m_split(new QSplitter(Qt::Horizontal, this)),
      m_canvas(new ChartCanvas(m_split)),
      m_table(new ReportTable(*m_model, m_split))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_split);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_canvas);
    m_split->addWidget(m_table);
    m_split->setStretchFactor(0, 1);
    m_table->hide();
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
    makeAccessible(*m_canvas);
    connect(&m_workspace, &Workspace::queryChanged, this, &BarChartPage::showChoice);
    connectPicking();
}

void BarChartPage::connectPicking()
{
    connect(m_canvas, &ChartCanvas::categoryClicked, this,
            [this](int value, Qt::KeyboardModifiers modifiers) {
                click(value, modifiers, m_canvas->clickedSeries());
            });
    connect(m_table, &ReportTable::rowClicked, this,
            [this](int value, Qt::KeyboardModifiers modifiers) { click(value, modifiers, -1); });
    connect(m_canvas, &ChartCanvas::rangeDragged, this, &BarChartPage::dragOver);
    connect(m_table, &ReportTable::rangeDragged, this, &BarChartPage::dragOver);
    connect(m_canvas, &ChartCanvas::clearRequested, this, &BarChartPage::clearChoice);
    connect(m_table, &ReportTable::clearRequested, this, &BarChartPage::clearChoice);
    connect(m_table, &ReportTable::rowsSelected, this, [this](const Choice& rows) { applyChoice(rows); });
    connect(m_table, &ReportTable::copyRequested, this, &ReportPage::copyRequested);
    connect(m_canvas, &ChartCanvas::menuRequested, this, &BarChartPage::requestMenu);
    connect(m_table, &ReportTable::menuRequested, this, &BarChartPage::requestMenu);
}

int BarChartPage::drawnValues() const
{
    return m_canvas->categoryCount();
}

void BarChartPage::setTableShown(bool shown)
{
    if (m_table->isVisibleTo(this) == shown)
        return;
    m_table->setVisible(shown);
    splitSpace();
}

void BarChartPage::setSideBySide(bool sideBySide)
{
    if (std::exchange(m_isSideBySide, sideBySide) != sideBySide)
        drawChart();
}

int BarChartPage::valueCount() const
{
    return m_model->rowCount();
}

bool BarChartPage::exportTo(const QString& path) const
{
    return m_canvas->exportTo(path);
}

std::string_view BarChartPage::field() const
{
    return m_model->field().key;
}

void BarChartPage::drawChart()
{
    ChartContent content = chartOf(*m_model);
    content.title = m_texts.title;
    content.caption = m_texts.caption;
    content.showsLegend = !m_isSideBySide;
    m_canvas->setContent(std::move(content));
    showChoice();
}

void BarChartPage::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    m_texts = texts;
    const std::vector<GroupValue> before = m_model->values();
    const std::string fieldBefore(field());
    const int columnsBefore = m_model->columnCount();
    m_model->setReport(std::move(report));
    if (m_model->values() != before)
        m_anchor = -1;
    drawChart();
    if (field() != fieldBefore || m_model->columnCount() != columnsBefore)
        splitSpace();
}

void BarChartPage::splitSpace()
{
    if (!m_isSplitByUser && m_model->rowCount() > 0 && m_table->isVisibleTo(this)) {
        const int table = std::min(m_table->sizeHint().width(), width() / 2);
        m_split->setSizes({std::max(width() - table, table), table});
    }
}

void BarChartPage::showChoice()
{
    const bool narrowed =
        !field().empty() &&
        isNarrowed(withoutChoiceConditions(m_workspace.query(), *m_model->report()), field());
    const Choice chosen = narrowed ? chosenHere() : Choice();
    m_canvas->setChosen(chosen, narrowed);
    m_table->setChosen(chosen);
}

Choice BarChartPage::chosenHere() const
{
    const CrossfilteredReportPtr& report = m_model->report();
    if (!report || isChosenInOther(m_workspace.query(), *report))
        return {};
    return chosenValues(withoutChoiceConditions(m_workspace.query(), *report), field(), m_model->values());
}

void BarChartPage::click(int value, Qt::KeyboardModifiers modifiers, int series)
{
    const Choice chosen = chosenHere();
    const bool isRange = modifiers.testFlag(Qt::ShiftModifier);
    const int anchor = m_anchor >= 0 ? m_anchor : chosen.empty() ? value : chosen.front();
    if (!isRange)
        m_anchor = value;
    const ChoiceForm form = isRange ? ChoiceForm::Range : ChoiceForm::Values;
    Choice after = choiceAfterClick(chosen, value, anchor, modifiers);
    // A click on the bar of another measure selects that bar.
    if (after.empty() && series >= 0 && modifiers == Qt::NoModifier &&
        queryAfter(chosen, form, series) != m_workspace.query())
        after = chosen;
    applyChoice(after, form, series);
}

void BarChartPage::dragOver(int first, int last)
{
    m_anchor = first;
    applyChoice(choiceBetween(first, last), ChoiceForm::Range);
}

Query BarChartPage::queryAfter(const Choice& chosen, ChoiceForm form, int series) const
{
    const CrossfilteredReport& report = *m_model->report();
    const Query rest = withoutField(withoutChoiceConditions(m_workspace.query(), report), field());
    const std::size_t measure = series < 0 ? report.measuredBy.size() : static_cast<std::size_t>(series);
    return Query::all(
        {rest, withChoiceConditions(choiceQuery(field(), m_model->values(), chosen, form), report, measure)});
}

void BarChartPage::applyChoice(const Choice& chosen, ChoiceForm form, int series)
{
    if (field().empty())
        return;
    m_workspace.setQuery(queryAfter(chosen, form, series));
    // If the query stays the same there is no signal, but a view may have changed its selection.
    showChoice();
}

void BarChartPage::clearChoice()
{
    applyChoice({});
}

void BarChartPage::requestMenu(int value, const QPoint& point)
{
    std::vector<PickedValue> values;
    if (value >= 0)
        values.push_back({std::string(field()), m_model->values().at(static_cast<std::size_t>(value))});
    Q_EMIT menuRequested(point, values);
}

} // namespace duologue::ui
