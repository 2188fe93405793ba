// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/file_remarks.h"

#include "core/base/phrase_id.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

PhraseId phraseOf(Liberty liberty)
{
    switch (liberty) {
    case Liberty::ByteOrderMark:
        return PhraseId::ByteOrderMark;
    case Liberty::CarriageReturns:
        return PhraseId::CarriageReturns;
    case Liberty::BlankLines:
        return PhraseId::BlankLines;
    case Liberty::StrayCommas:
        return PhraseId::StrayCommas;
    case Liberty::MissingCommas:
        return PhraseId::MissingCommas;
    case Liberty::Comments:
        return PhraseId::Comments;
    case Liberty::Concatenated:
    case Liberty::Count:
        break;
    }
    return PhraseId::Concatenated;
}

} // namespace

void FileRemarks::add(Liberty liberty, std::optional<std::uint64_t> offset)
{
    std::uint64_t& first = m_first[static_cast<std::size_t>(liberty)];
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
    Phrase liberties;
    for (std::size_t i = 0; i < m_first.size(); ++i) {
        if (m_first[i] == kNowhere)
            continue;
        const PhraseId liberty = phraseOf(static_cast<Liberty>(i));
        liberties = liberties.empty() ? Phrase(liberty)
                                      : Phrase(PhraseId::Enumeration, std::move(liberties), liberty);
    }
    if (liberties.empty())
        return std::nullopt;
    const std::uint64_t first = *std::min_element(m_first.begin(), m_first.end());
    return Problem{ProblemCode::NotStrictJson,
                   Severity::Note,
                   {file, first, 0},
                   {},
                   {PhraseId::ItHas, std::move(liberties)}};
}

void FileRemarks::lookAtLines(std::string_view piece, std::uint64_t offset, bool oneRecordALine)
{
    // In JSON, a carriage return can only be part of a line end: inside texts it is escaped.
    if (!has(Liberty::CarriageReturns)) {
        if (const auto at = piece.find("\r\n"); at != std::string_view::npos)
            add(Liberty::CarriageReturns, offset + at);
    }
    if (!oneRecordALine || has(Liberty::BlankLines))
        return;
    if (piece.starts_with('\n'))
        add(Liberty::BlankLines, offset);
    for (const std::string_view blank : {"\n\n", "\n\r\n"}) {
        if (const auto at = piece.find(blank); at != std::string_view::npos)
            add(Liberty::BlankLines, offset + at + 1);
    }
}

void FileRemarks::lookAtGap(std::string_view gap, std::uint64_t offset, bool first)
{
    if (!has(Liberty::CarriageReturns)) {
        if (const auto at = gap.find("\r\n"); at != std::string_view::npos)
            add(Liberty::CarriageReturns, offset + at);
    }
    if (has(Liberty::BlankLines))
        return;
    std::size_t begin = 0;
    if (!first) {
        // This one ends the line before the gap.
        const auto lineEnd = gap.find('\n');
        if (lineEnd == std::string_view::npos)
            return;
        begin = lineEnd + 1;
    }
    if (gap.find('\n', begin) != std::string_view::npos)
        add(Liberty::BlankLines, offset + begin);
}

} // namespace duologue
