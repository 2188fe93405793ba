// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/recovering_splitter.h"

#include "core/json/json_repair.h"

namespace duologue {

namespace {

constexpr std::uint64_t kSuspicious = std::uint64_t{64} << 10U;

} // namespace

RecoveringSplitter::RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset)
    : m_splitter(layout, firstOffset), m_suspicious(kSuspicious)
{
}

void RecoveringSplitter::feed(std::string_view kept, std::uint64_t keptOffset, std::size_t fresh, bool last,
                              const RecordHandler& record)
{
    split(kept.substr(kept.size() - fresh), last);
    while (recover(kept, keptOffset, last)) {
    }
    for (const Range& range : m_found)
        record(range.begin, range.end);
    m_found.clear();
    m_sound = 0;
}

void RecoveringSplitter::split(std::string_view bytes, bool last)
{
    const auto add = [this](std::uint64_t begin, std::uint64_t end) { m_found.push_back({begin, end}); };
    m_splitter.feed(bytes, add);
    if (last)
        m_splitter.finish(add);
}

/// Parts the first broken record that holds another one, and splits anew from there. False where there is
/// none.
bool RecoveringSplitter::recover(std::string_view kept, std::uint64_t keptOffset, bool last)
{
    const auto partAt = [&](std::uint64_t begin, const Cut& cut) {
        m_found.push_back({begin, cut.end});
        m_sound = m_found.size();
        m_suspicious = kSuspicious;
        m_splitter = m_splitter.resumedAt(cut.next);
        split(kept.substr(static_cast<std::size_t>(cut.next - keptOffset)), last);
        return true;
    };
    for (; m_sound < m_found.size(); ++m_sound) {
        const Range range = m_found[m_sound];
        // Its beginning is not kept any more: it is too long to be a record.
        if (range.begin < keptOffset)
            continue;
        const auto cut = cutOf(kept.substr(static_cast<std::size_t>(range.begin - keptOffset),
                                           static_cast<std::size_t>(range.end - range.begin)),
                               range.begin, true);
        if (!cut)
            continue;
        m_found.resize(m_sound);
        return partAt(range.begin, *cut);
    }
    if (!m_splitter.inRecord()) {
        m_suspicious = kSuspicious;
        return false;
    }
    const std::uint64_t begin = m_splitter.openBegin();
    if (begin < keptOffset)
        return false;
    const std::string_view open = kept.substr(static_cast<std::size_t>(begin - keptOffset));
    if (!last && open.size() < m_suspicious)
        return false;
    m_suspicious = open.size() * std::uint64_t{2};
    const auto cut = cutOf(open, begin, last);
    return cut && partAt(begin, *cut);
}

std::optional<RecoveringSplitter::Cut> RecoveringSplitter::cutOf(std::string_view record,
                                                                 std::uint64_t offset, bool whole) const
{
    if (m_splitter.findRecordLine(record, 0) == std::string_view::npos)
        return std::nullopt;
    const auto mistake = repairJson(record, false).mistake;
    // One that has not been read to its end is not broken for that.
    if (!mistake || (mistake->truncated && !whole))
        return std::nullopt;
    const std::size_t next = m_splitter.findRecordLine(record, mistake->offset);
    if (next == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = record.find_last_not_of(" \t\r\n,", next - 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    return Cut{offset + end + 1, offset + next};
}

} // namespace duologue
