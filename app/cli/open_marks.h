// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark_fields.h"
#include "core/marks/mark_file.h"

namespace duologue::cli {

class Console;
struct CommonOptions;

/// The marks of what was opened.
struct OpenMarks {
    MarkPlace place;
    MarkSet set;
};

/// Reads all files of marks. Says which lines are no marks; null, after saying why, if a file cannot be read.
std::optional<OpenMarks> openMarks(const CommonOptions& options, Console& console);

/// The records that the marks are on. Reads what is needed to be sure, and joins the names that a record has
/// in marks.
MarkedRecords markedRecords(const Snapshot& snapshot, OpenMarks& marks);

} // namespace duologue::cli
