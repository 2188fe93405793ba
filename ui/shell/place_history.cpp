// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/place_history.h"

#include "ui/shell/workbench.h"
#include "ui/work/workspace.h"

#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostPlaces = 200;

} // namespace

PlaceHistory::PlaceHistory(Workspace& workspace, Workbench& workbench, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_workbench(workbench)
{
    begin();
    connect(&m_workspace, &Workspace::pathsChanged, this, &PlaceHistory::begin);
    connect(&m_workspace, &Workspace::currentChanged, this, &PlaceHistory::note);
    connect(&m_workbench, &Workbench::perspectiveChanged, this, &PlaceHistory::note);
}

void PlaceHistory::begin()
{
    m_places = {{m_workbench.perspective(), m_workspace.currentRow()}};
    m_index = 0;
    Q_EMIT changed();
}

/// Rows that the filter hides are no places to return to.
bool PlaceHistory::isStep(Row from, Row to) const
{
    const RowOrder& order = m_workspace.view()->order;
    const auto first = std::find(order.begin(), order.end(), from);
    const auto second = std::find(order.begin(), order.end(), to);
    if (first == order.end() || second == order.end())
        return true;
    const auto distance = second - first;
    return distance >= -1 && distance <= 1;
}

void PlaceHistory::note()
{
    if (m_isGoing)
        return;
    const Place now{m_workbench.perspective(), m_workspace.currentRow()};
    Place& last = m_places[m_index];
    if (now.perspective == last.perspective &&
        (now.row == last.row || !now.row || !last.row || isStep(*last.row, *now.row))) {
        if (now.row)
            last.row = now.row;
        return;
    }
    m_places.resize(m_index + 1);
    m_places.push_back(now);
    if (m_places.size() > kMostPlaces)
        m_places.erase(m_places.begin());
    m_index = m_places.size() - 1;
    Q_EMIT changed();
}

void PlaceHistory::leavePerspective()
{
    const Perspective now = m_workbench.perspective();
    while (m_index > 0 && m_places[m_index - 1].perspective == now)
        --m_index;
    if (m_index > 0)
        go(-1);
    else
        m_workbench.setPerspective(Perspective::Explore);
}

void PlaceHistory::go(int by)
{
    if (by < 0 ? !canGoBack() : !canGoForward())
        return;
    const Perspective before = m_workbench.perspective();
    m_index = by < 0 ? m_index - 1 : m_index + 1;
    const Place& place = m_places[m_index];
    m_isGoing = true;
    m_workbench.setPerspective(place.perspective);
    if (place.perspective != before)
        m_places[m_index].row = m_workspace.currentRow();
    else if (place.row && *place.row < m_workspace.snapshot().endRow())
        m_workspace.setCurrentRow(place.row);
    m_isGoing = false;
    Q_EMIT changed();
}

} // namespace duologue::ui
