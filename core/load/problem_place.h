// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/json/json_repair.h"
#include "core/util/parallel.h"

#include <optional>
#include <span>
#include <vector>

namespace duologue {

/// Line and column of each problem in its file, found by reading the files again, each once and as far as
/// needed. A problem of a value is located by its pointer. None for problems of no file and for files that
/// cannot be read any more. Blocks: call it on a worker. Incomplete if the job was stopped.
std::vector<std::optional<TextPlace>> placesOf(const Snapshot& snapshot, std::span<const Problem> problems,
                                               const Job& job);

/// The same for one problem.
std::optional<TextPlace> placeOf(const Snapshot& snapshot, const Problem& problem);

} // namespace duologue
