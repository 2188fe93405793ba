// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/format_list.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// What reading means: whoever changes what is made of a file's bytes (a format, mending, a column) makes it
/// one more, so that no index tells what reading no longer would.
inline constexpr std::uint32_t kReadingVersion = 3;

struct CacheSizes {
    /// A dataset of which fewer bytes can be known again is not kept: it is read in a moment.
    std::uint64_t smallestDataset = std::uint64_t{8} << 20U;
    /// The indexes that were not used for longest are deleted while all together have more bytes.
    std::uint64_t all = std::uint64_t{1} << 30U;
};

/// Indexes of datasets that have been read: everything that is in a Snapshot, one file a dataset, so that
/// opening it again need not read it. An index is no more than a way to be quick: it can be deleted at any
/// time, several programs may use the folder at once, and one that is damaged, or of another dataset, version
/// or list of formats, is written anew. Files and folder are the user's alone, because they hold data: where
/// others may read or write them, or they belong to others, they are neither believed nor written. What came
/// out of packed files is not kept: it is unpacked again when it is read. Immutable; any thread.
class IndexCache {
public:
    /// An empty folder or a checksum of 0 make a cache that has nothing and keeps nothing.
    IndexCache(std::filesystem::path folder, const CacheSizes& sizes,
               const std::vector<std::filesystem::path>& paths, std::uint64_t formatsChecksum);

    /// The snapshot that was written last for these paths and formats; whether it still holds is for the
    /// caller to see. Null where there is none; a Problem, a note, where it is damaged.
    Result<SnapshotPtr> read(const std::shared_ptr<const FormatList>& formats) const;

    /// Writes a complete snapshot, in place of what was there, and deletes those that were not used for
    /// longest where there are too many. Does nothing where it is not worth it or cannot be done.
    void write(const Snapshot& snapshot) const;

    /// It has been of use.
    void touch() const;

    /// The file that the dataset has, or would have. Empty where nothing is kept.
    const std::filesystem::path& file() const { return m_file; }

private:
    std::string label() const;
    bool isWorthKeeping(const Snapshot& snapshot) const;
    void deleteOldest() const;

    std::filesystem::path m_folder;
    CacheSizes m_sizes;
    std::vector<std::filesystem::path> m_paths;
    std::uint64_t m_formatsChecksum;
    std::filesystem::path m_file;
};

} // namespace duologue
