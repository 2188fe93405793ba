// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_set.h"

namespace duologue {

namespace {

std::string groupOf(const MarkEvent& event)
{
    constexpr char kBetween = '\x1F';
    std::string key;
    for (const std::string* part : {&event.by, &event.on.record, &event.on.id, &event.on.hash}) {
        key += *part;
        key += kBetween;
    }
    return key + event.on.part();
}

bool isLater(const MarkEvent& event, const MarkAnswer& than)
{
    return event.at != than.at ? event.at > than.at : event.id > than.event;
}

} // namespace

const MarkAnswers* MarkSet::add(MarkEvent event)
{
    const auto [known, isNew] = m_known.try_emplace(event.id, m_events.size());
    if (!isNew)
        return nullptr;
    m_events.push_back(std::move(event));
    const MarkEvent& added = m_events.back();
    if (!added.undo.empty()) {
        m_undone.insert(added.undo);
        const auto undone = m_known.find(added.undo);
        if (undone == m_known.end())
            return nullptr;
        const MarkEvent& taken = m_events[undone->second];
        // What takes something back can be taken back.
        if (!taken.undo.empty()) {
            m_undone.erase(taken.undo);
            const auto again = m_known.find(taken.undo);
            return again == m_known.end() ? nullptr : fold(m_groups.at(groupOf(m_events[again->second])));
        }
        return fold(m_groups.at(groupOf(taken)));
    }
    const auto [group, isFirst] = m_groups.try_emplace(groupOf(added), m_answers.size());
    if (isFirst) {
        m_answers.push_back({added.on, added.by, added.kind, {}});
        m_eventsOf.emplace_back();
    }
    m_eventsOf[group->second].push_back(m_events.size() - 1);
    return fold(group->second);
}

const MarkAnswers* MarkSet::fold(std::size_t group)
{
    MarkAnswers& made = m_answers[group];
    made.answers.clear();
    for (const std::size_t index : m_eventsOf[group]) {
        const MarkEvent& event = m_events[index];
        if (m_undone.contains(event.id))
            continue;
        made.kind = event.kind;
        for (const auto& [question, value] : event.set) {
            const auto [answer, isNew] = made.answers.try_emplace(question);
            if (isNew || isLater(event, answer->second))
                answer->second = {value, event.scheme, event.at, event.id};
        }
    }
    std::erase_if(made.answers, [](const auto& each) { return each.second.value == "null"; });
    return &made;
}

std::string MarkSet::lastOf(std::string_view reader) const
{
    const MarkEvent* last = nullptr;
    for (const MarkEvent& event : m_events) {
        const bool counts = event.by == reader && event.undo.empty() && !m_undone.contains(event.id);
        if (counts &&
            (last == nullptr || event.at > last->at || (event.at == last->at && event.id > last->id)))
            last = &event;
    }
    return last == nullptr ? std::string() : last->id;
}

} // namespace duologue
