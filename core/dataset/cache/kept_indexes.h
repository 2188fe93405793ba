// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace duologue {

/// The names of index files end like this.
inline constexpr std::string_view kIndexEnding = ".index";

/// An index file of a dataset (IndexCache).
struct KeptIndex {
    std::filesystem::path path;
    std::filesystem::file_time_type used;
    /// In bytes.
    std::uint64_t size = 0;
};

/// The index files in a folder, in no order; empty if there is no such folder. Reads the folder.
std::vector<KeptIndex> keptIndexes(const std::filesystem::path& folder);

/// Deletes them. A program that reads one of them at this moment is not disturbed.
void deleteIndexes(const std::filesystem::path& folder);

} // namespace duologue
