// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loader.h"

#include <filesystem>
#include <vector>

namespace duologue::test {

/// Load options with indexes in `folder`, even for small datasets.
LoadOptions withCache(const std::filesystem::path& folder);

/// The paths in the folder, sorted.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder);

/// Whether the stamps of all files can be trusted without reading the files. Files that were written just
/// now are not settled yet, and their index is rewritten each time.
bool isSettled(const Snapshot& snapshot);

} // namespace duologue::test
