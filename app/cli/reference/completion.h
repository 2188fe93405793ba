// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace duologue::cli {

/// Where a dataset's formats and index are looked for; may be empty.
struct CompletionFolders {
    std::filesystem::path formats;
    std::filesystem::path indexes;
};

/// What the shell may put in place of the last of `words`, which the user is typing and which may be empty.
/// `words` are those of the line, without the program's name. Commands, options and their values come from
/// `app`, fields and their values from the dataset that the line names, if that can be had in a moment:
/// mostly from its index. Empty where the shell is to offer files.
std::vector<std::string> completions(const CLI::App& app, const std::vector<std::string>& words,
                                     const CompletionFolders& folders);

} // namespace duologue::cli
