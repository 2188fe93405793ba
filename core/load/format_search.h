// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/io/folder.h"
#include "core/load/hub_folders.h"
#include "core/util/parallel.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace duologue {

/// The formats that a dataset is read with.
struct FoundFormats {
    std::shared_ptr<const FormatList> formats;
    /// Problems of descriptions that cannot be used.
    std::vector<Problem> problems;
    /// Those described in the opened folders for whatever data are there: the id and the file's name.
    std::vector<std::pair<std::string, std::string>> describedBeside = {};
    /// Checksum of all descriptions, cards and notes. Never 0.
    std::uint64_t checksum = 0;
    /// What cards and notes beside the data say of its files.
    std::shared_ptr<const HubFolders> hub = std::make_shared<const HubFolders>();
    /// The opened folders that were listed, so that the scan for files need not list them again.
    ListedFolders listed;
};

/// Finds descriptions of formats. The result has the built-in formats and those described beside the data
/// ("*.duologue-format.json" and LLaMA-Factory's "dataset_info.json", in the opened folders, up to two
/// folders deeper, and beside opened files; there, it also reads cards of datasets) and in `folder`, where
/// the user keeps descriptions; empty for none. `follow` applies to links beside the data.
FoundFormats findFormats(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& folder,
                         const Job& job, FollowLinks follow = FollowLinks::Inside);

} // namespace duologue
