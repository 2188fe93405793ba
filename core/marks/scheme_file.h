// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark_file.h"
#include "core/marks/scheme.h"
#include "core/util/expected.h"

#include <filesystem>
#include <vector>

namespace duologue {

/// A version of a scheme, and where it is from.
struct FoundScheme {
    MarkScheme scheme;
    /// Empty for those that come with the program.
    std::filesystem::path file;
    /// Nothing newer has its id.
    bool isNewest = false;
};

/// A file that is not used as a scheme, and why.
struct SchemeProblem {
    std::filesystem::path file;
    Phrase what;
};

struct FoundSchemes {
    /// Those that come with the program first; the versions of an id together, the oldest first.
    std::vector<FoundScheme> schemes;
    std::vector<SchemeProblem> problems;
};

/// ".duologue/schemes", next to the marks.
std::filesystem::path schemeFolderOf(const MarkPlace& place);

/// All versions of all schemes that can be used at a place.
FoundSchemes schemesOf(const MarkPlace& place);

/// Writes a version of a scheme to a file of its own, "ID@VERSION.json". No file is ever overwritten: if the
/// version is taken, the scheme gets the next one that is free. Returns it as it was written, or why it was
/// not.
Expected<MarkScheme, Phrase> saveScheme(const MarkPlace& place, MarkScheme scheme);

} // namespace duologue
