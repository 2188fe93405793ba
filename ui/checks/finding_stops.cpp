// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/finding_stops.h"
#include "ui/app/workspace.h"

#include <QTimer>
#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>

namespace duologue::ui {

namespace {

constexpr const char* kCheckField = "check";

/// The checks that the filter names; `isAsked` becomes true if it is about checks at all.
void addChecks(const Query& query, std::set<std::string>& ids, bool& isAsked)
{
    if (query.kind == QueryKind::Term && (query.term.field == kCheckField || query.term.field == "checks")) {
        isAsked = true;
        if (query.term.kind == TermKind::Equals)
            ids.insert(query.term.value);
    }
    // What must not be found is not a stop.
    if (query.kind != QueryKind::Not) {
        for (const Query& part : query.parts)
            addChecks(part, ids, isAsked);
    }
}

} // namespace

FindingStops::FindingStops(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_workspace.addStopSource(
        *this, {.position = [this] { return position(); }, .step = [this](int by) { step(by); }});
    connect(&m_workspace, &Workspace::viewChanged, this, &FindingStops::update);
    connect(&m_workspace.checks(), &DatasetChecks::changed, this, &FindingStops::update);
    // After the text, which goes to where it was left.
    connect(&m_workspace, &Workspace::currentChanged, this,
            [this] { QTimer::singleShot(0, this, &FindingStops::openAtFirst); });
}

const Finding& FindingStops::finding(std::size_t stop) const
{
    return m_checked->run.findings[m_stops[stop]];
}

void FindingStops::update()
{
    const bool had = !m_stops.empty();
    m_stops.clear();
    std::set<std::string> ids;
    bool isAsked = false;
    addChecks(m_workspace.query(), ids, isAsked);
    m_checked = m_workspace.checks().checked();
    if (isAsked && m_checked != nullptr) {
        const View& view = *m_workspace.view();
        std::unordered_map<std::uint32_t, std::size_t> placeOf;
        const std::vector<Finding>& findings = m_checked->run.findings;
        for (std::uint32_t i = 0; i < findings.size(); ++i) {
            const bool isWanted = findings[i].part != FindingPart::Dataset &&
                                  (ids.empty() || ids.contains(std::string(checks()[findings[i].check]->id)));
            if (!isWanted)
                continue;
            placeOf.try_emplace(static_cast<std::uint32_t>(findings[i].row), view.order.size());
            m_stops.push_back(i);
        }
        for (std::size_t place = 0; place < view.order.size(); ++place) {
            if (const auto found = placeOf.find(static_cast<std::uint32_t>(view.order[place]));
                found != placeOf.end())
                found->second = place;
        }
        const auto key = [&](std::uint32_t index) {
            const Finding& each = findings[index];
            return std::tuple(placeOf.at(static_cast<std::uint32_t>(each.row)), each.part, each.message,
                              index);
        };
        std::erase_if(m_stops,
                      [&](std::uint32_t index) { return std::get<0>(key(index)) == view.order.size(); });
        std::ranges::sort(m_stops, {}, key);
    }
    m_at = m_stops.size();
    openAtFirst();
    if (had || !m_stops.empty())
        Q_EMIT m_workspace.stopsChanged();
}

std::size_t FindingStops::current() const
{
    const auto row = m_workspace.currentRow();
    return m_at < m_stops.size() && row && finding(m_at).row == *row ? m_at : m_stops.size();
}

void FindingStops::openAtFirst()
{
    const auto row = m_workspace.currentRow();
    if (m_stops.empty() || !row || current() < m_stops.size() || m_workspace.current() == nullptr ||
        m_workspace.current()->row != *row)
        return;
    for (std::size_t stop = 0; stop < m_stops.size(); ++stop) {
        if (finding(stop).row != *row)
            continue;
        m_at = stop;
        if (finding(stop).part == FindingPart::Message)
            m_workspace.setCurrentMessage(static_cast<int>(finding(stop).message));
        Q_EMIT m_workspace.stopsChanged();
        return;
    }
}

std::pair<std::size_t, std::size_t> FindingStops::position() const
{
    const std::size_t at = current();
    return {at < m_stops.size() ? at + 1 : 0, m_stops.size()};
}

void FindingStops::step(int by)
{
    const std::size_t count = m_stops.size();
    const std::size_t at = current();
    const std::size_t from = at < count ? at : (by > 0 ? count - 1 : 0);
    m_at = (from + count + static_cast<std::size_t>(by + static_cast<int>(count))) % count;
    m_workspace.showFinding(finding(m_at));
    Q_EMIT m_workspace.stopsChanged();
}

} // namespace duologue::ui
