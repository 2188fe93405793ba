// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/record/snapshot.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace duologue {

class RecordFilter;

struct LoadOptions {
    /// 0: one for each core.
    int threads = 0;
    /// How long rows may wait before the next snapshot, in milliseconds; the first ones do not wait.
    int snapshotInterval = 100;
    /// Null: the built-in formats and those that are described beside the data or in `formatFolder`.
    std::shared_ptr<const FormatList> formats;
    /// Where the user keeps descriptions of formats; may be empty.
    std::filesystem::path formatFolder;
    /// Only records that it keeps become rows; the others are counted (Snapshot::passedOver). Null: all do.
    /// It has to live as long as loading goes on.
    const RecordFilter* filter = nullptr;
};

/// Called with every new snapshot while loading goes on, on a thread of the loader's; must not block.
using SnapshotHandler = std::function<void(SnapshotPtr)>;

/// Reads everything below `paths`, files and folders together, on all cores; rows come in file order.
/// Objects of no known format that have a file for themselves (a configuration among the data) are skipped,
/// unless the user named them or nothing else is there: then they are read as they are, in a second pass.
/// Whatever is wrong with a file or a record is a problem in the snapshot; the rest is read. Returns the last
/// snapshot, complete unless the job was asked to stop. Blocks: call it on a worker.
SnapshotPtr loadDataset(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                        const Job& job, const SnapshotHandler& onSnapshot = {});

} // namespace duologue
