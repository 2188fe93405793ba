// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/loader.h"

#include <filesystem>
#include <vector>

namespace duologue::test {

/// Keeps indexes in that folder, of however small datasets.
LoadOptions withCache(const std::filesystem::path& folder);

/// What lies in the folder, by name.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder);

/// What the system says of the files is enough to know them again. Of files that were written just now it is
/// not, and their index is written anew each time.
bool isSettled(const Snapshot& snapshot);

} // namespace duologue::test
