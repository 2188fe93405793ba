// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/io/folder.h"
#include "core/load/index_cache.h"
#include "core/load/record_reading.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

namespace duologue {

struct LoadOptions {
    /// 0: one for each core.
    int threads = 0;
    /// Time between two snapshots, in milliseconds; the first rows are published at once.
    int snapshotInterval = 100;
    /// Null: the built-in formats and those described beside the data or in `formatFolder`.
    std::shared_ptr<const FormatList> formats;
    /// Where the user keeps descriptions of formats; may be empty.
    std::filesystem::path formatFolder;
    /// Whether links that lead out of the opened folders are followed.
    FollowLinks followLinks = FollowLinks::Inside;
    /// Only records that it keeps become rows, or are counted. Null: all records. Must live until loading
    /// ends.
    const RecordFilter* filter = nullptr;
    /// Folder of the indexes of datasets (IndexCache); made if missing. If it is empty, or if `formats` is
    /// set, no index is read or written.
    std::filesystem::path cacheFolder;
    CacheSizes cacheSizes;
    /// Checksums of files are computed while they are read, so that refreshDataset() and the index recognise
    /// unchanged files later. Otherwise only device, inode, size and times are kept.
    bool keepsStamps = true;
    /// Reading ends before the record with which there would be more records, or messages, or values of a
    /// column of lists, than this: they have numbers of 32 bits.
    std::uint64_t mostRows = std::numeric_limits<std::uint32_t>::max();
};

/// Called with each new snapshot during loading, on one of the loader's threads. Must not block.
using SnapshotHandler = std::function<void(SnapshotPtr)>;

/// Reads all files at and below `paths` on all cores. Rows come in file order.
/// Files of one object of no known format, such as a configuration among the data, are skipped unless the
/// user opened them directly. If nothing else is found, a second pass reads them.
/// Faults of a file or a record become problems in the snapshot; everything else is read.
/// Rows of unchanged files are copied from the dataset's index, if there is one; the result is the same.
/// Returns the last snapshot, which is complete unless the job was stopped. Blocks: call it on a worker
/// thread.
SnapshotPtr loadDataset(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                        const Job& job, const SnapshotHandler& onSnapshot = {});

/// The end of the rows by which keys are decided (TextKeys): the first thousand, or MiB.
Row endOfFirstRecords(const Snapshot& snapshot);

/// Reads the first records of the same paths without the filter and the index of the options, for decisions
/// of a RecordFilter. Valid as long as both; blocks where it is called.
FirstRecords firstRecordsOf(const std::vector<std::filesystem::path>& paths, const LoadOptions& options);

/// Loads the same paths again: as loadDataset(), but rows of unchanged files are copied from `present`, and
/// files that have vanished are problems. Returns `present` itself if nothing has changed but settings of
/// checks. If `present` is not complete, or other formats are known now, everything is read.
SnapshotPtr refreshDataset(const SnapshotPtr& present, const std::vector<std::filesystem::path>& paths,
                           const LoadOptions& options, const Job& job);

} // namespace duologue
