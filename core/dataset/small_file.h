// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/record_run.h"
#include "core/record/snapshot.h"

namespace duologue {

class Folder;

/// Reads a file that fits into memory whole: finds its layout and format, adds its rows and problems to
/// `outcome`, and notes in `file` its size and why it was skipped if it was. `folder` as for
/// FileSource::open().
void readSmallFile(Workbench& bench, SourceFile& file, FileId id, RunOutcome& outcome,
                   const Folder* folder = nullptr);

/// A problem of the file itself, which is not read because of it.
void refuseFile(SourceFile& file, FileId id, Problem problem, RunOutcome& outcome);

} // namespace duologue
