// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/cell_report.h"

#include "ui/models/report/cell_model.h"
#include "ui/views/report/heat_map.h"
#include "ui/views/report/heat_scale.h"
#include "ui/work/workspace.h"

#include <QVBoxLayout>

namespace duologue::ui {

CellReport::CellReport(Workspace& workspace, QWidget* parent)
    : ReportPage(parent), m_workspace(workspace), m_model(new CellModel(this))
{
    m_scale = new HeatScale(*m_model, this);
    m_map = new HeatMap(*m_model, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_scale);
    layout->addWidget(m_map, 1);
    connect(&m_workspace, &Workspace::queryChanged, this, &CellReport::showChoice);
    connect(m_map, &HeatMap::cellClicked, this, &CellReport::click);
    connect(m_map, &HeatMap::cellsDragged, this, [this](std::pair<int, int> first, std::pair<int, int> last) {
        m_anchor = first;
        ask(cellsBetween(first, last));
    });
    connect(m_map, &HeatMap::cellsSelected, this, &CellReport::ask);
    connect(m_map, &HeatMap::clearAsked, this, &CellReport::clearChoice);
    connect(m_map, &HeatMap::copyAsked, this, &ReportPage::copyAsked);
    m_map->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_map, &QWidget::customContextMenuRequested, this, &CellReport::askMenu);
}

void CellReport::setReport(CrossReportPtr report, const QString& title)
{
    m_title = title;
    const std::vector<std::string> before = m_model->cells().fields;
    m_model->setReport(std::move(report));
    if (m_model->cells().fields != before)
        m_anchor.reset();
    showChoice();
}

int CellReport::valueCount() const
{
    return m_model->rowCount() * m_model->columnCount();
}

bool CellReport::exportTo(const QString& path) const
{
    return m_map->exportTo(path, m_title);
}

void CellReport::showChoice()
{
    const CellFields& cells = m_model->cells();
    const bool narrowed = !cells.fields.empty() && isNarrowed(m_workspace.query(), cells.fields);
    m_map->setChosen(narrowed ? chosenCells(m_workspace.query(), cells) : CellChoice(), narrowed);
}

void CellReport::click(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers)
{
    const CellChoice chosen = chosenCells(m_workspace.query(), m_model->cells());
    const auto anchor = m_anchor.value_or(chosen.empty() ? cell : chosen.front());
    if (!modifiers.testFlag(Qt::ShiftModifier))
        m_anchor = cell;
    ask(cellsAfterClick(chosen, cell, anchor, modifiers));
}

void CellReport::ask(const CellChoice& chosen)
{
    const CellFields& cells = m_model->cells();
    if (cells.fields.empty())
        return;
    m_workspace.setQuery(
        Query::all({withoutFields(m_workspace.query(), cells.fields), cellQuery(cells, chosen)}));
    showChoice();
}

void CellReport::clearChoice()
{
    ask({});
}

void CellReport::askMenu(const QPoint& place)
{
    std::vector<std::pair<std::string, std::string>> values;
    const QModelIndex index = m_map->indexAt(place);
    const CellFields& cells = m_model->cells();
    if (index.isValid()) {
        const GroupValue& line = cells.lines.at(static_cast<std::size_t>(index.row()));
        const GroupValue& column = cells.columns.at(static_cast<std::size_t>(index.column()));
        if (!line.end)
            values.emplace_back(cells.fields[0], line.text);
        if (!column.end && (cells.fields[1] != cells.fields[0] || column.text != line.text))
            values.emplace_back(cells.fields[1], column.text);
    }
    Q_EMIT menuAsked(m_map->viewport()->mapToGlobal(place), values);
}

} // namespace duologue::ui
