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
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
    makeAccessible(*m_canvas);
    connect(&m_workspace, &Workspace::queryChanged, this, &BarChartPage::showChoice);
    connectPicking();
}

void BarChartPage::connectPicking()
{
    connect(m_canvas, &ChartCanvas::categoryClicked, this, &BarChartPage::click);
    connect(m_table, &ReportTable::rowClicked, this, &BarChartPage::click);
    connect(m_canvas, &ChartCanvas::rangeDragged, this, &BarChartPage::dragOver);
    connect(m_table, &ReportTable::rangeDragged, this, &BarChartPage::dragOver);
    connect(m_canvas, &ChartCanvas::clearRequested, this, &BarChartPage::clearChoice);
    connect(m_table, &ReportTable::clearRequested, this, &BarChartPage::clearChoice);
    connect(m_table, &ReportTable::rowsSelected, this, [this](const Choice& rows) { applyChoice(rows); });
    connect(m_table, &ReportTable::copyRequested, this, &ReportPage::copyRequested);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_canvas, m_table}) {
        widget->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(widget, &QWidget::customContextMenuRequested, this,
                [this, widget](const QPoint& point) { requestMenu(*widget, point); });
    }
}

bool BarChartPage::someAreWithoutMean() const
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const BarFigures& figures = m_model->figures(row);
        if (std::any_of(figures.means.begin(), figures.means.end(),
                        [&](const Mean& mean) { return mean.n < figures.n; }))
            return true;
    }
    return false;
}

int BarChartPage::drawnValues() const
{
    return m_canvas->categoryCount();
}

void BarChartPage::setNarrow(bool narrow)
{
    m_table->setVisible(!narrow);
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

void BarChartPage::setReport(CrossfilteredReportPtr report, const QString& title)
{
    const std::vector<GroupValue> before = m_model->values();
    const std::string fieldBefore(field());
    const int columnsBefore = m_model->columnCount();
    m_model->setReport(std::move(report));
    if (m_model->values() != before)
        m_anchor = -1;
    ChartContent content = chartOf(*m_model);
    content.title = title;
    m_canvas->setContent(std::move(content));
    showChoice();
    if (field() != fieldBefore || m_model->columnCount() != columnsBefore)
        splitSpace();
}

void BarChartPage::splitSpace()
{
    if (!m_isSplitByUser && m_model->rowCount() > 0) {
        const int table = std::min(m_table->sizeHint().width(), width() / 2);
        m_split->setSizes({std::max(width() - table, table), table});
    }
}

void BarChartPage::showChoice()
{
    const bool narrowed = !field().empty() && isNarrowed(m_workspace.query(), field());
    const Choice chosen = narrowed ? chosenValues(m_workspace.query(), field(), m_model->values()) : Choice();
    m_canvas->setChosen(chosen, narrowed);
    m_table->setChosen(chosen);
}

void BarChartPage::click(int value, Qt::KeyboardModifiers modifiers)
{
    const Choice chosen = chosenValues(m_workspace.query(), field(), m_model->values());
    const bool isRange = modifiers.testFlag(Qt::ShiftModifier);
    const int anchor = m_anchor >= 0 ? m_anchor : chosen.empty() ? value : chosen.front();
    if (!isRange)
        m_anchor = value;
    applyChoice(choiceAfterClick(chosen, value, anchor, modifiers),
                isRange ? ChoiceForm::Range : ChoiceForm::Values);
}

void BarChartPage::dragOver(int first, int last)
{
    m_anchor = first;
    applyChoice(choiceBetween(first, last), ChoiceForm::Range);
}

void BarChartPage::applyChoice(const Choice& chosen, ChoiceForm form)
{
    if (field().empty())
        return;
    const Query part = choiceQuery(field(), m_model->values(), chosen, form);
    m_workspace.setQuery(withField(m_workspace.query(), field(), part));
    // If the query stays the same there is no signal, but a view may have changed its selection.
    showChoice();
}

void BarChartPage::clearChoice()
{
    applyChoice({});
}

void BarChartPage::requestMenu(QWidget& widget, const QPoint& point)
{
    const int value = &widget == m_canvas ? m_canvas->categoryAt(point) : m_table->indexAt(point).row();
    std::vector<std::pair<std::string, std::string>> values;
    // A bin is not a value for a term.
    if (value >= 0 && !m_model->values().at(static_cast<std::size_t>(value)).end)
        values.emplace_back(field(), m_model->values().at(static_cast<std::size_t>(value)).text);
    Q_EMIT menuRequested((&widget == m_table ? m_table->viewport() : &widget)->mapToGlobal(point), values);
}

} // namespace duologue::ui
