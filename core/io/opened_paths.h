// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace duologue {

/// Whether links out of the paths that the user opened are followed.
enum class FollowLinks : std::uint8_t { Inside, Everywhere };

/// The file that a link in the cache of the Hugging Face Hub leads to, if it leads from a snapshot of a
/// dataset to the same dataset's blobs: "datasets--x/snapshots/1a2b/a.parquet" to "datasets--x/blobs/3c4d".
/// Empty for any other link.
std::string hubBlobOf(const std::string& link);

/// The paths that the user opened, to check links in them: a link in somebody else's dataset must not make
/// the program read the user's other files. One thread.
class OpenedPaths {
public:
    OpenedPaths(std::vector<std::filesystem::path> paths, FollowLinks follow);

    /// The link leads out of the paths and must not be followed. False for a link to nothing, which opening
    /// it reports, and for one with a hubBlobOf().
    bool areLeftBy(const std::string& link);

private:
    bool hold(std::string_view realPath);

    std::vector<std::filesystem::path> m_paths;
    FollowLinks m_follow;
    /// The paths with their links resolved; computed at the first link.
    std::optional<std::unordered_set<std::string>> m_realPaths;
};

} // namespace duologue
