// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
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

    /// What the link leads to is found below one of the paths by its own name, too, so that it need not be
    /// read by this one. `mayBeRead` tells of the names of folders and of the file there. False for what is
    /// itself one of the paths' parents, and for the store of the Hub's cache.
    bool haveTargetOf(const std::string& link, bool isFolder,
                      const std::function<bool(std::string_view name, bool isFolder)>& mayBeRead);

private:
    bool hold(std::string_view realPath);
    const std::unordered_set<std::string>& realPaths();

    std::vector<std::filesystem::path> m_paths;
    FollowLinks m_follow;
    /// The paths with their links resolved; computed at the first link.
    std::optional<std::unordered_set<std::string>> m_realPaths;
};

} // namespace duologue
