// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/bar_report.h"

#include "ui/models/report/facet_model.h"
#include "ui/views/chart/chart_accessible.h"
#include "ui/views/chart/chart_canvas.h"
#include "ui/views/report/facet_chart.h"
#include "ui/views/report/report_table.h"
#include "ui/work/workspace.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

BarReport::BarReport(Workspace& workspace, QWidget* parent)
    : ReportPage(parent),
      m_workspace(workspace),
      m_model(new FacetModel(this)),
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
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_placed = true; });
    makeAccessible(*m_canvas);
    connect(&m_workspace, &Workspace::queryChanged, this, &BarReport::showChoice);
    connectPicking();
}

void BarReport::connectPicking()
{
    connect(m_canvas, &ChartCanvas::categoryClicked, this, &BarReport::click);
    connect(m_table, &ReportTable::rowClicked, this, &BarReport::click);
    connect(m_canvas, &ChartCanvas::rangeDragged, this, &BarReport::dragOver);
    connect(m_table, &ReportTable::rangeDragged, this, &BarReport::dragOver);
    connect(m_canvas, &ChartCanvas::clearAsked, this, &BarReport::clearChoice);
    connect(m_table, &ReportTable::clearAsked, this, &BarReport::clearChoice);
    connect(m_table, &ReportTable::rowsSelected, this, [this](const Choice& rows) { ask(rows); });
    connect(m_table, &ReportTable::copyAsked, this, &ReportPage::copyAsked);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_canvas, m_table}) {
        widget->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(widget, &QWidget::customContextMenuRequested, this,
                [this, widget](const QPoint& place) { askMenu(*widget, place); });
    }
}

bool BarReport::someAreWithoutMean() const
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Facet& facet = m_model->facet(row);
        if (std::any_of(facet.means.begin(), facet.means.end(),
                        [&](const Mean& mean) { return mean.n < facet.n; }))
            return true;
    }
    return false;
}

int BarReport::drawnValues() const
{
    return m_canvas->categoryCount();
}

void BarReport::setNarrow(bool narrow)
{
    m_table->setVisible(!narrow);
}

int BarReport::valueCount() const
{
    return m_model->rowCount();
}

bool BarReport::exportTo(const QString& path) const
{
    return m_canvas->exportTo(path);
}

std::string_view BarReport::field() const
{
    return m_model->field().key;
}

void BarReport::setReport(CrossReportPtr report, const QString& title)
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
        place();
}

void BarReport::place()
{
    if (!m_placed && m_model->rowCount() > 0) {
        const int table = std::min(m_table->sizeHint().width(), width() / 2);
        m_split->setSizes({std::max(width() - table, table), table});
    }
}

void BarReport::showChoice()
{
    const bool narrowed = !field().empty() && isNarrowed(m_workspace.query(), field());
    const Choice chosen = narrowed ? chosenValues(m_workspace.query(), field(), m_model->values()) : Choice();
    m_canvas->setChosen(chosen, narrowed);
    m_table->setChosen(chosen);
}

void BarReport::click(int value, Qt::KeyboardModifiers modifiers)
{
    const Choice chosen = chosenValues(m_workspace.query(), field(), m_model->values());
    const bool isRange = modifiers.testFlag(Qt::ShiftModifier);
    const int anchor = m_anchor >= 0 ? m_anchor : chosen.empty() ? value : chosen.front();
    if (!isRange)
        m_anchor = value;
    ask(choiceAfterClick(chosen, value, anchor, modifiers), isRange ? ChoiceForm::Range : ChoiceForm::Values);
}

void BarReport::dragOver(int first, int last)
{
    m_anchor = first;
    ask(choiceBetween(first, last), ChoiceForm::Range);
}

void BarReport::ask(const Choice& chosen, ChoiceForm form)
{
    if (field().empty())
        return;
    const Query part = choiceQuery(field(), m_model->values(), chosen, form);
    m_workspace.setQuery(withField(m_workspace.query(), field(), part));
    // Where the query stays as it was no signal comes, but a view may have marked rows by itself.
    showChoice();
}

void BarReport::clearChoice()
{
    ask({});
}

void BarReport::askMenu(QWidget& widget, const QPoint& place)
{
    const int value = &widget == m_canvas ? m_canvas->categoryAt(place) : m_table->indexAt(place).row();
    std::vector<std::pair<std::string, std::string>> values;
    // A bin is no value that a term could name.
    if (value >= 0 && !m_model->values().at(static_cast<std::size_t>(value)).end)
        values.emplace_back(field(), m_model->values().at(static_cast<std::size_t>(value)).text);
    Q_EMIT menuAsked((&widget == m_table ? m_table->viewport() : &widget)->mapToGlobal(place), values);
}

} // namespace duologue::ui
