// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_notes.h"

#include "core/util/escape.h"

#include <algorithm>

namespace duologue {

std::string lineOf(const RecordNote& note)
{
    return visibleLine(note.title + (note.isMaybe ? ", maybe: " : ": ") + note.text);
}

RecordNotes::RecordNotes(std::vector<std::pair<Row, RecordNote>> notes)
{
    std::stable_sort(notes.begin(), notes.end(),
                     [](const auto& left, const auto& right) { return left.first < right.first; });
    m_rows.reserve(notes.size());
    m_notes.reserve(notes.size());
    for (auto& [row, note] : notes) {
        m_rows.push_back(row);
        m_notes.push_back(std::move(note));
    }
}

std::span<const RecordNote> RecordNotes::of(Row row) const
{
    const auto [first, last] = std::equal_range(m_rows.begin(), m_rows.end(), row);
    const auto begin = static_cast<std::size_t>(first - m_rows.begin());
    return std::span(m_notes).subspan(begin, static_cast<std::size_t>(last - first));
}

} // namespace duologue
