// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/dataset/cache/index_cache.h"
#include "core/io/opened_paths.h"
#include "core/table/snapshot.h"

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
    /// Links in opened folders that lead out of all of them.
    FollowLinks followLinks = FollowLinks::Inside;
    /// Only records that it keeps become rows, or are counted; the others are passed over. Null: all do.
    /// It has to live as long as loading goes on.
    const RecordFilter* filter = nullptr;
    /// Where indexes of datasets are kept (IndexCache); made where it is not there. Empty: none is read or
    /// written. None is where `formats` are given.
    std::filesystem::path cacheFolder;
    CacheSizes cacheSizes;
    /// Small files are remembered as they were read, for refreshDataset() and the cache.
    bool keepsStamps = true;
};

/// Called with every new snapshot while loading goes on, on a thread of the loader's; must not block.
using SnapshotHandler = std::function<void(SnapshotPtr)>;

/// Reads everything below `paths`, files and folders together, on all cores; rows come in file order.
/// Objects of no known format that have a file for themselves (a configuration among the data) are skipped,
/// unless the user named them or nothing else is there: then they are read as they are, in a second pass.
/// Whatever is wrong with a file or a record is a problem in the snapshot; the rest is read. Files that an
/// index in the cache knows are not read as long as they have not changed; the outcome is the same. Returns
/// the last snapshot, complete unless the job was asked to stop. Blocks: call it on a worker.
SnapshotPtr loadDataset(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                        const Job& job, const SnapshotHandler& onSnapshot = {});

/// Brings a complete snapshot of the same paths up to date: as loadDataset(), but what has not changed since
/// is taken from `present`, and files that are no longer there are problems. Returns `present` itself where
/// nothing has changed. `present` stays as it is.
SnapshotPtr refreshDataset(const SnapshotPtr& present, const std::vector<std::filesystem::path>& paths,
                           const LoadOptions& options, const Job& job);

} // namespace duologue
