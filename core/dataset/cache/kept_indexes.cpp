// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/cache/kept_indexes.h"

#include <string>
#include <system_error>

namespace duologue {

namespace fs = std::filesystem;

std::vector<KeptIndex> keptIndexes(const fs::path& folder)
{
    std::vector<KeptIndex> indexes;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code gone;
        const auto used = at->last_write_time(gone);
        const std::uint64_t size = gone ? 0 : at->file_size(gone);
        const std::string name = at->path().filename().string();
        if (gone)
            continue;
        if (name.ends_with(kIndexEnding))
            indexes.push_back({at->path(), used, size});
    }
    return indexes;
}

void deleteIndexes(const fs::path& folder)
{
    for (const KeptIndex& index : keptIndexes(folder)) {
        std::error_code gone;
        fs::remove(index.path, gone);
    }
}

} // namespace duologue
