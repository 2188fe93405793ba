// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// Liberties that a file takes with JSON and that cost nothing: it is read all the same, with one note for
/// all of them.
struct FileRemarks {
    bool byteOrderMark = false;
    bool carriageReturns = false;
    bool blankLines = false;
    bool strayCommas = false;
    bool missingCommas = false;
    bool comments = false;
    /// Records on several lines, one after another, where one a line is usual.
    bool concatenated = false;

    FileRemarks& operator|=(const FileRemarks& other);
    /// The note; none where there is nothing to say.
    std::optional<Problem> note(FileId file) const;

    /// Line ends and empty lines in a piece of the file; `oneRecordALine`: empty lines mean something.
    void lookAtLines(std::string_view piece, bool oneRecordALine);
    /// The same of lines that are split already: what stands between two of them, or before the `first`.
    void lookAtGap(std::string_view gap, bool first);
};

} // namespace duologue
