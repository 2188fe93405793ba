// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/file_remarks.h"

#include "core/base/phrase_id.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

PhraseId phraseOf(Deviation deviation)
{
    switch (deviation) {
    case Deviation::ByteOrderMark:
        return PhraseId::ByteOrderMark;
    case Deviation::CarriageReturns:
        return PhraseId::CarriageReturns;
    case Deviation::BlankLines:
        return PhraseId::BlankLines;
    case Deviation::StrayCommas:
        return PhraseId::StrayCommas;
    case Deviation::MissingCommas:
        return PhraseId::MissingCommas;
    case Deviation::Comments:
        return PhraseId::Comments;
    case Deviation::Concatenated:
    case Deviation::Count:
        break;
    }
    return PhraseId::Concatenated;
}

} // namespace

void FileRemarks::add(Deviation deviation, std::optional<std::uint64_t> offset)
{
    std::uint64_t& first = m_first[static_cast<std::size_t>(deviation)];
    first = std::min(first, offset.value_or(kNowhere));
}

FileRemarks& FileRemarks::operator|=(const FileRemarks& other)
{
    for (std::size_t i = 0; i < m_first.size(); ++i)
        m_first[i] = std::min(m_first[i], other.m_first[i]);
    return *this;
}

std::optional<Problem> FileRemarks::note(FileId file) const
{
    Phrase deviations;
    for (std::size_t i = 0; i < m_first.size(); ++i) {
        if (m_first[i] == kNowhere)
            continue;
        const PhraseId deviation = phraseOf(static_cast<Deviation>(i));
        deviations = deviations.empty() ? Phrase(deviation)
                                        : Phrase(PhraseId::Enumeration, std::move(deviations), deviation);
    }
    if (deviations.empty())
        return std::nullopt;
    const std::uint64_t first = *std::min_element(m_first.begin(), m_first.end());
    return Problem{ProblemCode::NotStrictJson,
                   Severity::Note,
                   {file, first, 0},
                   {},
                   {PhraseId::ItHas, std::move(deviations)}};
}

void FileRemarks::lookAtLines(std::string_view piece, std::uint64_t offset, bool oneRecordALine)
{
    // In JSON, a carriage return can only be part of a line end: inside texts it is escaped.
    if (!has(Deviation::CarriageReturns)) {
        if (const auto at = piece.find("\r\n"); at != std::string_view::npos)
            add(Deviation::CarriageReturns, offset + at);
    }
    if (!oneRecordALine || has(Deviation::BlankLines))
        return;
    if (piece.starts_with('\n'))
        add(Deviation::BlankLines, offset);
    for (const std::string_view blank : {"\n\n", "\n\r\n"}) {
        if (const auto at = piece.find(blank); at != std::string_view::npos)
            add(Deviation::BlankLines, offset + at + 1);
    }
}

void FileRemarks::lookAtGap(std::string_view gap, std::uint64_t offset, bool first)
{
    if (!has(Deviation::CarriageReturns)) {
        if (const auto at = gap.find("\r\n"); at != std::string_view::npos)
            add(Deviation::CarriageReturns, offset + at);
    }
    if (has(Deviation::BlankLines))
        return;
    std::size_t begin = 0;
    if (!first) {
        // The first line break belongs to the line before the gap.
        const auto lineEnd = gap.find('\n');
        if (lineEnd == std::string_view::npos)
            return;
        begin = lineEnd + 1;
    }
    if (gap.find('\n', begin) != std::string_view::npos)
        add(Deviation::BlankLines, offset + begin);
}

} // namespace duologue
