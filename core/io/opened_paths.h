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

/// Whether links are followed that lead to what the user has not opened.
enum class FollowLinks : std::uint8_t { Inside, Everywhere };

/// Why a link is skipped, in English.
inline constexpr std::string_view kLeadsOut =
    "link that leads out of the opened folder (--follow, or a setting of the window, has it read)";

/// What the user opened, for who finds links in it: a link that somebody else put into a dataset must not
/// make the program read the user's other files. One thread.
class OpenedPaths {
public:
    OpenedPaths(std::vector<std::filesystem::path> paths, FollowLinks follow);

    /// The link is not to be followed: it leads to nothing that is, or lies in, one of the paths. False of
    /// one that leads to nothing at all: who opens it says so.
    bool areLeftBy(const std::string& link);

private:
    bool hold(std::string_view realPath);

    std::vector<std::filesystem::path> m_paths;
    FollowLinks m_follow;
    /// Without links in them. Made with the first link.
    std::optional<std::unordered_set<std::string>> m_realPaths;
};

} // namespace duologue
