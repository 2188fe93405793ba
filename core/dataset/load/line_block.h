// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue {

struct LargeFileBlock;
struct RunOutcome;
struct WorkerContext;

/// Reads the records that begin in a block of lines into `outcome`; ordinals count from 1 within the block.
/// Reads no more from the file than the block and the rest of its last line. With a filter, lines that it
/// rules out are counted and not parsed.
void readLineBlock(WorkerContext& worker, const LargeFileBlock& block, RunOutcome& outcome);

} // namespace duologue
