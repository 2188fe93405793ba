// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue {

struct LargeFileBlock;
struct ReadOutcome;
struct WorkerContext;

/// Reads the records that begin in a block of lines into `outcome`; ordinals count from 1 within the block.
/// Reads only the block and the rest of its last line from the file. Lines that the filter rules out are
/// counted, not parsed.
void readLineBlock(WorkerContext& worker, const LargeFileBlock& block, ReadOutcome& outcome);

} // namespace duologue
