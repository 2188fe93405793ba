// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/file_remarks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace duologue {

FileRemarks& FileRemarks::operator|=(const FileRemarks& other)
{
    byteOrderMark = byteOrderMark || other.byteOrderMark;
    carriageReturns = carriageReturns || other.carriageReturns;
    blankLines = blankLines || other.blankLines;
    strayCommas = strayCommas || other.strayCommas;
    missingCommas = missingCommas || other.missingCommas;
    comments = comments || other.comments;
    concatenated = concatenated || other.concatenated;
    return *this;
}

std::optional<Problem> FileRemarks::note(FileId file) const
{
    const std::array<std::pair<bool, std::string_view>, 7> remarks{{
        {byteOrderMark, "a byte order mark"},
        {carriageReturns, "CRLF line ends"},
        {blankLines, "blank lines"},
        {strayCommas, "commas where none belong"},
        {missingCommas, "commas missing between records"},
        {comments, "comments"},
        {concatenated, "records of several lines one after another"},
    }};
    std::string text;
    for (const auto& [seen, words] : remarks) {
        if (seen)
            text.append(text.empty() ? "" : ", ").append(words);
    }
    if (text.empty())
        return std::nullopt;
    return Problem{ProblemCode::NotStrictJson, Severity::Note, {file, 0, 0}, {}, "it has " + text};
}

void FileRemarks::lookAtLines(std::string_view piece, bool oneRecordALine)
{
    // A carriage return may stand in JSON only as part of a line end: inside texts it is escaped.
    if (!carriageReturns)
        carriageReturns = piece.find("\r\n") != std::string_view::npos;
    if (!oneRecordALine || blankLines)
        return;
    blankLines = piece.find("\n\n") != std::string_view::npos || piece.starts_with('\n') ||
                 (carriageReturns && piece.find("\n\r\n") != std::string_view::npos);
}

void FileRemarks::lookAtGap(std::string_view gap, bool first)
{
    carriageReturns = carriageReturns || gap.find("\r\n") != std::string_view::npos;
    blankLines = blankLines || std::count(gap.begin(), gap.end(), '\n') > (first ? 0 : 1);
}

} // namespace duologue
