// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark_fields.h"
#include "core/marks/mark_file.h"

namespace duologue::cli {

class Console;
struct CommonOptions;

/// The marks beside the first of the paths.
struct OpenMarks {
    MarkPlace place;
    MarkSet set;
};

/// Reads all files of marks. Says which lines are no marks; null, after saying why, if a file cannot be read.
std::optional<OpenMarks> openMarks(const CommonOptions& options, Console& console);

/// The records that the marks are on. Reads what is needed to be sure.
MarkedRecords markedRecords(const Snapshot& snapshot, const OpenMarks& marks);

} // namespace duologue::cli
