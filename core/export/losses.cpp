// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/losses.h"

#include <algorithm>
#include <tuple>

namespace duologue {

void Losses::add(PhraseId what, std::uint64_t values, std::string_view name)
{
    if (values > 0)
        m_pending.push_back({what, name, values});
}

void Losses::count(const Pending& loss, bool isLeftOut)
{
    const auto found = m_counts.find(std::pair(loss.what, loss.name));
    Count& count = found != m_counts.end() ? found->second : m_counts[{loss.what, std::string(loss.name)}];
    count.values += loss.values;
    count.records += count.lastRecord == m_record ? 0 : 1;
    count.lastRecord = m_record;
    count.isLeftOut = isLeftOut;
}

void Losses::endRecord()
{
    if (m_leftOut) {
        count({*m_leftOut, {}, 1}, true);
    } else {
        for (const Pending& loss : m_pending)
            count(loss, false);
    }
    m_pending.clear();
    m_leftOut.reset();
    ++m_record;
}

void Losses::remark(Phrase remark)
{
    if (std::find(m_remarks.begin(), m_remarks.end(), remark) == m_remarks.end())
        m_remarks.push_back(std::move(remark));
}

void Losses::merge(const Losses& other)
{
    for (const auto& [key, count] : other.m_counts) {
        Count& mine = m_counts[key];
        mine.values += count.values;
        mine.records += count.records;
        mine.isLeftOut = mine.isLeftOut || count.isLeftOut;
    }
    for (const Phrase& each : other.m_remarks)
        remark(each);
}

std::vector<Loss> Losses::list() const
{
    std::vector<const decltype(m_counts)::value_type*> order;
    for (const auto& entry : m_counts)
        order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(), [](const auto* left, const auto* right) {
        return std::tuple(left->second.isLeftOut, left->second.values) >
               std::tuple(right->second.isLeftOut, right->second.values);
    });
    std::vector<Loss> losses;
    for (const auto* entry : order) {
        const auto& [what, name] = entry->first;
        losses.push_back(
            {name.empty() ? Phrase(what) : Phrase(what, name), entry->second.values, entry->second.records});
    }
    return losses;
}

std::uint64_t Losses::recordsLeftOut() const
{
    std::uint64_t records = 0;
    for (const auto& [key, count] : m_counts)
        records += count.isLeftOut ? count.records : 0;
    return records;
}

std::uint64_t Losses::recordsLeftOut(PhraseId why) const
{
    const auto found = m_counts.find(std::pair(why, std::string_view()));
    return found == m_counts.end() ? 0 : found->second.records;
}

} // namespace duologue
