// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/load/record_reading.h"

namespace duologue {

/// Reads a file that fits into memory from `source`: finds its layout and format, adds its rows and problems
/// to `outcome`, and sets the size and the skip reason of `file`.
void readSmallFile(WorkerContext& worker, const FileSource& source, SourceFile& file, ReadOutcome& outcome);

/// Adds the problem because of which the file is not read, and sets its skip reason.
void refuseFile(SourceFile& file, FileId id, Problem problem, ReadOutcome& outcome);

} // namespace duologue
