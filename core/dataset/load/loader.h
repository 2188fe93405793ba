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
    /// Time between two snapshots, in milliseconds; the first rows are published at once.
    int snapshotInterval = 100;
    /// Null: the built-in formats and those described beside the data or in `formatFolder`.
    std::shared_ptr<const FormatList> formats;
    /// Where the user keeps descriptions of formats; may be empty.
    std::filesystem::path formatFolder;
    /// Links in opened folders that lead out of all of them.
    FollowLinks followLinks = FollowLinks::Inside;
    /// Only records that it keeps become rows, or are counted. Null: all records. It must outlive the
    /// loading.
    const RecordFilter* filter = nullptr;
    /// Folder of the indexes of datasets (IndexCache); made if missing. If it is empty, or if `formats` is
    /// set, no index is read or written.
    std::filesystem::path cacheFolder;
    CacheSizes cacheSizes;
    /// Stamps of small files are kept, for refreshDataset() and the cache.
    bool keepsStamps = true;
};

/// Called with every new snapshot while loading goes on, on a thread of the loader's; must not block.
using SnapshotHandler = std::function<void(SnapshotPtr)>;

/// Reads everything below `paths`, files and folders together, on all cores; rows come in file order. Files
/// of one object of no known format (a configuration among the data) are skipped, unless the user opened them
/// directly; if nothing else is found, a second pass reads them. What is wrong with a file or a record
/// becomes a problem in the snapshot; the rest is read. Files that an index in the cache knows are not read
/// as long as they have not changed; the result is the same. Returns the last snapshot, complete unless the
/// job was asked to stop. Blocks: call it on a worker.
SnapshotPtr loadDataset(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                        const Job& job, const SnapshotHandler& onSnapshot = {});

/// Updates a complete snapshot of the same paths: as loadDataset(), but unchanged files are taken from
/// `present`, and files that have vanished are problems. Returns `present` itself if nothing has changed.
/// `present` is not changed.
SnapshotPtr refreshDataset(const SnapshotPtr& present, const std::vector<std::filesystem::path>& paths,
                           const LoadOptions& options, const Job& job);

} // namespace duologue
