// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace duologue::house {

struct Include {
    /// As written, without the quotes or angle brackets.
    std::string name;
    /// "name", which may be next to the includer, instead of <name>.
    bool quoted = false;
    /// From 1.
    int line = 0;
};

/// A text file of the repository, as the rules see it.
struct SourceFile {
    /// Relative to the repository, with "/".
    std::string path;
    std::vector<std::string> lines;
    /// The same lines with comments, strings and character literals blanked. Only of C++ files.
    std::vector<std::string> code;
    /// Only of C++ files.
    std::vector<Include> includes;

    bool isHeader() const { return path.ends_with(".h"); }
    bool isCpp() const { return isHeader() || path.ends_with(".cpp"); }
    /// Whether it is in the folder or below it; `folder` without a final "/".
    bool isIn(std::string_view folder) const
    {
        return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
    }
};

SourceFile sourceFile(std::string path, std::string_view text);

/// Every text file of the project below `root`, ordered by path: without build folders, git's own and binary
/// files.
std::vector<SourceFile> readSources(const std::filesystem::path& root);

} // namespace duologue::house
