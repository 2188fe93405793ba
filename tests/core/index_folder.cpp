// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/index_folder.h"

#include "core/io/unpacked_file.h"

#include <algorithm>

namespace duologue::test {

namespace fs = std::filesystem;

LoadOptions withCache(const fs::path& folder)
{
    LoadOptions options;
    options.threads = 2;
    options.cacheFolder = folder;
    options.cacheSizes.smallestDataset = 0;
    return options;
}

std::vector<fs::path> filesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

bool isSettled(const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        const FileStamp& stamp = file.packed ? file.packed->stamp : file.stamp;
        // Files that are skipped because of their names have no stamp.
        if (stamp.isKnown() && !stamp.isSettled)
            return false;
    }
    return true;
}

} // namespace duologue::test
