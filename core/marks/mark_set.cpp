// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_set.h"
#include "core/util/checksum.h"

#include <utility>

namespace duologue {

namespace {

/// MarkTarget::part() of both is the same.
bool isSamePart(const MarkTarget& left, const MarkTarget& right)
{
    const auto isSameSpan = [](const std::optional<MarkSpan>& one, const std::optional<MarkSpan>& other) {
        return one.has_value() == other.has_value() &&
               (!one || (one->start == other->start && one->end == other->end && one->exact == other->exact));
    };
    return left.message == right.message && left.side == right.side && left.call == right.call &&
           left.candidate == right.candidate && left.otherCandidate == right.otherCandidate &&
           left.group == right.group && isSameSpan(left.span, right.span) &&
           isSameSpan(left.otherSpan, right.otherSpan);
}

bool isLater(const MarkEvent& event, const MarkAnswer& than)
{
    return event.at != than.at ? event.at > than.at : event.id > than.event;
}

bool isLater(const MarkEvent& event, const MarkEvent* than)
{
    return than == nullptr || (event.at != than->at ? event.at > than->at : event.id > than->id);
}

} // namespace

bool isLater(const MarkAnswer& answer, const MarkAnswer& than)
{
    return answer.at != than.at ? answer.at > than.at : answer.event > than.event;
}

void MarkSet::reserve(std::size_t events)
{
    m_events.reserve(events);
    m_before.reserve(events);
    m_answers.reserve(events);
    m_last.reserve(events);
}

std::uint32_t MarkSet::eventOf(std::string_view id) const
{
    return m_known.find(checksum(id), [&](std::uint32_t index) { return m_events[index].id == id; });
}

std::uint64_t MarkSet::hashOf(const MarkEvent& event) const
{
    constexpr char kBetween = '\x1F';
    m_key.clear();
    for (const std::string* part :
         {&event.by, &event.on.record, &event.on.id, &event.on.hash, &event.on.side}) {
        m_key += *part;
        m_key += kBetween;
    }
    for (const std::uint32_t number : {event.on.message, event.on.call, event.on.candidate,
                                       event.on.otherCandidate, event.on.span ? event.on.span->start : 0})
        m_key.append(reinterpret_cast<const char*>(&number), sizeof(number));
    return checksum(m_key);
}

std::uint32_t MarkSet::groupOf(const MarkEvent& event, std::uint64_t hash) const
{
    return m_groups.find(hash, [&](std::uint32_t index) {
        const auto first = m_firstNames.empty() ? m_firstNames.end() : m_firstNames.find(index);
        const MarkTarget& known = first == m_firstNames.end() ? m_answers[index].on : first->second;
        return known.record == event.on.record && m_answers[index].by == event.by &&
               known.id == event.on.id && known.hash == event.on.hash && isSamePart(known, event.on);
    });
}

std::uint32_t MarkSet::joinedTo(std::uint32_t index) const
{
    for (auto part = m_joined.find(index); part != m_joined.end(); part = m_joined.find(index))
        index = part->second;
    return index;
}

void MarkSet::join(std::uint32_t index, std::uint32_t other)
{
    index = joinedTo(index);
    other = joinedTo(other);
    if (index == other)
        return;
    std::uint32_t first = m_last[other];
    while (first != kNone && m_before[first] != kNone)
        first = m_before[first];
    if (first != kNone) {
        m_before[first] = m_last[index];
        m_last[index] = m_last[other];
    }
    m_last[other] = kNone;
    m_firstNames.try_emplace(index, m_answers[index].on);
    m_joined.emplace(other, index);
    m_answers[other].answers.clear();
    fold(index);
}

MarkSet MarkSet::withoutJoins() const
{
    MarkSet made;
    made.reserve(m_events.size());
    for (const MarkEvent& event : m_events)
        made.add(event);
    return made;
}

const MarkEvent* MarkSet::find(std::string_view event) const
{
    const std::uint32_t index = eventOf(event);
    return index == kNone ? nullptr : &m_events[index];
}

const MarkAnswers* MarkSet::add(MarkEvent&& event)
{
    const auto index = static_cast<std::uint32_t>(m_events.size());
    const std::uint64_t idHash = checksum(event.id);
    if (m_known.find(idHash, [&](std::uint32_t each) { return m_events[each].id == event.id; }) != kNone)
        return nullptr;
    m_known.add(idHash, index);
    m_events.push_back(std::move(event));
    m_before.push_back(kNone);
    const MarkEvent& added = m_events.back();
    if (!added.undo.empty())
        return m_undone.contains(added.id) ? nullptr : takeBack(added);
    const std::uint64_t hash = hashOf(added);
    std::uint32_t group = groupOf(added, hash);
    if (group == kNone) {
        group = static_cast<std::uint32_t>(m_answers.size());
        m_groups.add(hash, group);
        MarkAnswers& made = m_answers.emplace_back();
        made.on = added.on;
        made.by = added.by;
        m_last.push_back(kNone);
    }
    group = joinedTo(group);
    m_before[index] = m_last[group];
    m_last[group] = index;
    return fold(group);
}

const MarkAnswers* MarkSet::takeBack(const MarkEvent& undo)
{
    // What takes something back can be taken back, and so on; events that name each other in a circle are
    // broken.
    constexpr int kMostSteps = 64;
    const MarkEvent* event = &undo;
    bool isTakenBack = true;
    for (int step = 0; step < kMostSteps; ++step, isTakenBack = !isTakenBack) {
        if (isTakenBack)
            m_undone.insert(event->undo);
        else
            m_undone.erase(event->undo);
        const std::uint32_t taken = eventOf(event->undo);
        if (taken == kNone)
            return nullptr;
        event = &m_events[taken];
        if (event->undo.empty())
            return fold(joinedTo(groupOf(*event, hashOf(*event))));
    }
    return nullptr;
}

const MarkAnswers* MarkSet::fold(std::uint32_t group)
{
    MarkAnswers& made = m_answers[group];
    made.answers.clear();
    const MarkEvent* last = nullptr;
    for (std::uint32_t index = m_last[group]; index != kNone; index = m_before[index]) {
        const MarkEvent& event = m_events[index];
        if (!m_undone.empty() && m_undone.contains(event.id))
            continue;
        last = isLater(event, last) ? &event : last;
        for (const auto& [question, value] : event.set) {
            const auto [answer, isNew] = made.answers.try_emplace(question);
            if (isNew || isLater(event, answer->second))
                answer->second = {value, event.scheme, event.at, event.id};
        }
    }
    std::erase_if(made.answers, [](const auto& each) { return each.second.value == "null"; });
    if (last != nullptr) {
        made.kind = last->kind;
        if (m_firstNames.contains(group))
            made.on = last->on;
    }
    return &made;
}

std::string MarkSet::lastOf(std::string_view reader) const
{
    const MarkEvent* last = nullptr;
    for (const MarkEvent& event : m_events) {
        const bool isOfReading = event.set.size() == 1 && event.set.front().first == mark_keys::kRead;
        const bool counts =
            event.by == reader && event.undo.empty() && !isOfReading && !m_undone.contains(event.id);
        if (counts && isLater(event, last))
            last = &event;
    }
    return last == nullptr ? std::string() : last->id;
}

} // namespace duologue
