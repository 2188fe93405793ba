// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_run.h"
#include "core/table/snapshot.h"

namespace duologue {

/// Reads a file that fits into memory whole from `source`: finds its layout and format, adds its rows and
/// problems to `outcome`, and notes in `file` its size and why it was skipped if it was.
void readSmallFile(WorkerContext& worker, const FileSource& source, SourceFile& file, RunOutcome& outcome);

/// A problem of the file itself, which is not read because of it.
void refuseFile(SourceFile& file, FileId id, Problem problem, RunOutcome& outcome);

} // namespace duologue
