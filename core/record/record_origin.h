// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace duologue {

/// What the path of a file says about its records. Valid as long as nobody changes it; one for each file.
struct RecordOrigin {
    /// The collection: the first folder from what was opened downwards that is named like one
    /// ("LLM_agent_user"), else the first folder below it, else the opened folder's own name.
    std::string group;
    /// "User_12" where a folder is named so, else empty.
    std::string user;
    /// The folder that the file lies in.
    std::string folder;
    /// The file's name without its ending.
    std::string stem;
    /// The path below what was opened without its ending, whatever else was opened: what records without an
    /// id of their own are called by.
    std::string shownStem;
};

/// `root` is what the user opened, `path` the file itself or below it, `shownPath` as in FoundFile where
/// nothing else was opened.
RecordOrigin originOf(const std::filesystem::path& root, const std::filesystem::path& path,
                      std::string_view shownPath);

/// Makes the origin of one file that of its neighbour in the same folder.
void nameOrigin(RecordOrigin& origin, std::string_view path, std::string_view shownPath);

} // namespace duologue
