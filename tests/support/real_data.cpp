// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/real_data.h"

#include "tests/support/source_folder.h"

#include <cstdlib>

namespace duologue::test {

namespace fs = std::filesystem;

std::optional<fs::path> realData(std::string_view folder)
{
    if (const char* named = std::getenv("DUOLOGUE_DATA"); named != nullptr) {
        const fs::path path = fs::path(named) / folder;
        return fs::is_directory(path) ? std::optional(path) : std::nullopt;
    }
    // A worktree may be deeper in the file system than the main source tree.
    const fs::path root = sourceFolder();
    for (fs::path above = root.parent_path(); above != above.parent_path(); above = above.parent_path()) {
        if (const fs::path path = above / "shared" / "data" / folder; fs::is_directory(path))
            return path;
    }
    return std::nullopt;
}

} // namespace duologue::test
