// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <vector>

namespace duologue {

/// The first member of each packed file of the dataset, in their order; the others follow it.
std::vector<FileId> firstMembers(const Snapshot& snapshot);

/// Some packed file has to be unpacked to see whether it has changed.
bool hasUnknownPacked(const Snapshot& snapshot);

/// Nobody reads the dataset any longer: whoever waits for something to be unpacked finds that it ends. Any
/// thread; does not wait.
void giveUpUnpacking(const Snapshot& snapshot);

} // namespace duologue
