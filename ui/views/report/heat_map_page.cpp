// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/heat_map_page.h"

#include "ui/models/report/heat_map_model.h"
#include "ui/views/report/heat_map.h"
#include "ui/views/report/heat_scale.h"
#include "ui/work/workspace.h"

#include <QVBoxLayout>

namespace duologue::ui {

HeatMapPage::HeatMapPage(Workspace& workspace, QWidget* parent)
    : ReportPage(parent), m_workspace(workspace), m_model(new HeatMapModel(this))
{
    m_scale = new HeatScale(*m_model, this);
    m_map = new HeatMap(*m_model, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_scale);
    layout->addWidget(m_map, 1);
    connect(&m_workspace, &Workspace::queryChanged, this, &HeatMapPage::showChoice);
    connect(m_map, &HeatMap::cellClicked, this, &HeatMapPage::click);
    connect(m_map, &HeatMap::cellsDragged, this, [this](std::pair<int, int> first, std::pair<int, int> last) {
        m_anchor = first;
        applyChoice(cellsBetween(first, last));
    });
    connect(m_map, &HeatMap::cellsSelected, this, &HeatMapPage::applyChoice);
    connect(m_map, &HeatMap::clearRequested, this, &HeatMapPage::clearChoice);
    connect(m_map, &HeatMap::copyRequested, this, &ReportPage::copyRequested);
    connect(m_map, &HeatMap::menuRequested, this, &HeatMapPage::requestMenu);
}

void HeatMapPage::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    m_texts = texts;
    const std::vector<std::string> before = m_model->cells().fields;
    m_model->setReport(std::move(report));
    if (m_model->cells().fields != before)
        m_anchor.reset();
    showChoice();
}

int HeatMapPage::valueCount() const
{
    return m_model->rowCount() * m_model->columnCount();
}

bool HeatMapPage::exportTo(const QString& path) const
{
    return m_map->exportTo(path, m_texts.title, m_texts.caption);
}

void HeatMapPage::showChoice()
{
    const HeatMapFields& cells = m_model->cells();
    const bool narrowed = !cells.fields.empty() && isNarrowed(m_workspace.query(), cells.fields);
    m_map->setChosen(narrowed ? chosenHere() : HeatMapChoice(), narrowed);
}

HeatMapChoice HeatMapPage::chosenHere() const
{
    const CrossfilteredReportPtr& report = m_model->report();
    if (!report || isChosenInOther(m_workspace.query(), *report))
        return {};
    return chosenCells(withoutChoiceConditions(m_workspace.query(), *report), m_model->cells());
}

void HeatMapPage::click(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers)
{
    const HeatMapChoice chosen = chosenHere();
    const auto anchor = m_anchor.value_or(chosen.empty() ? cell : chosen.front());
    if (!modifiers.testFlag(Qt::ShiftModifier))
        m_anchor = cell;
    applyChoice(cellsAfterClick(chosen, cell, anchor, modifiers));
}

void HeatMapPage::applyChoice(const HeatMapChoice& chosen)
{
    const HeatMapFields& cells = m_model->cells();
    if (cells.fields.empty())
        return;
    const CrossfilteredReport& report = *m_model->report();
    m_workspace.setQuery(
        Query::all({withoutFields(withoutChoiceConditions(m_workspace.query(), report), cells.fields),
                    withChoiceConditions(cellQuery(cells, chosen), report)}));
    showChoice();
}

void HeatMapPage::clearChoice()
{
    applyChoice({});
}

void HeatMapPage::requestMenu(const QModelIndex& index, const QPoint& point)
{
    std::vector<PickedValue> values;
    const HeatMapFields& cells = m_model->cells();
    if (index.isValid()) {
        const GroupValue& line = cells.rows.at(static_cast<std::size_t>(index.row()));
        const GroupValue& column = cells.columns.at(static_cast<std::size_t>(index.column()));
        values.push_back({cells.fields[0], line});
        if (cells.fields[1] != cells.fields[0] || column.text != line.text)
            values.push_back({cells.fields[1], column});
    }
    Q_EMIT menuRequested(point, values);
}

} // namespace duologue::ui
