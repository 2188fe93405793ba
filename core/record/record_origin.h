// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace duologue {

/// What the path of a file says about its records. One for each file.
struct RecordOrigin {
    /// The collection: the first folder from what was opened downwards that is named like one
    /// ("LLM_agent_user"), else the first folder below it, else the opened folder's own name.
    std::string group;
    /// "User_12" if a folder has such a name, else empty.
    std::string user;
    /// The name of the folder that contains the file.
    std::string folder;
    /// The file's name without its ending.
    std::string stem;
    /// The path below what was opened, without its ending, whatever else is opened. Ids of records without
    /// one are made of it.
    std::string shownStem;
};

/// `root` is what the user opened, `path` the file itself or below it, `shownPath` as in FoundFile if nothing
/// else is opened.
RecordOrigin originOf(const std::filesystem::path& root, const std::filesystem::path& path,
                      std::string_view shownPath);

/// Changes the origin of one file to that of another file in the same folder.
void nameOrigin(RecordOrigin& origin, std::string_view path, std::string_view shownPath);

} // namespace duologue
