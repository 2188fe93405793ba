// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/formats/format.h"
#include "core/io/checked_stream.h"
#include "core/util/problem.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The names of index files end like this.
inline constexpr std::string_view kIndexEnding = ".index";
inline constexpr std::string_view kLanguagesEnding = ".languages.index";

/// An index file of a dataset (IndexCache).
struct KeptIndex {
    std::filesystem::path path;
    std::filesystem::file_time_type used;
    /// In bytes.
    std::uint64_t size = 0;
    /// What was found of the dataset later (IndexCache::languages()), not its index.
    bool isAddition = false;
};

/// The index files in a folder, in no order; empty if there is no such folder. Reads the folder.
std::vector<KeptIndex> keptIndexes(const std::filesystem::path& folder);

/// Deletes them. A program that reads one of them at this moment is not disturbed.
void deleteIndexes(const std::filesystem::path& folder);

/// The version of what encodeSnapshot() writes. Raise it with every change.
inline constexpr std::uint32_t kSnapshotLayout = 13;

/// Writes a complete snapshot; for packed files, what is needed to unpack them again. `roots` are the paths
/// that it was read from: paths of files are written relative to them.
void encodeSnapshot(const Snapshot& snapshot, const std::vector<std::filesystem::path>& roots,
                    CheckedWriter& out);

/// Reads it again, for files below `roots`. Trusts nothing in the input: the result is null if an index is
/// out of range, or if there is not enough memory for the announced sizes. The caller checks the checksum.
SnapshotPtr decodeSnapshot(CheckedReader& in, const std::vector<std::filesystem::path>& roots,
                           std::shared_ptr<const FormatList> formats);

/// What every snapshot of records reads its long values with. Implemented next to RecordReader,
/// which knows how records are parsed.
const ValueReader& valuesOfRecords();

/// The version of reading. Raise it with every change of the rows that are made of the same bytes (a format,
/// repair, a column), so that indexes made before are not used.
inline constexpr std::uint32_t kReadingVersion = 24;

struct CacheSizes {
    /// A dataset with fewer reusable bytes is not kept: reading it is fast.
    std::uint64_t smallestDataset = std::uint64_t{8} << 20U;
    /// While all indexes together have more bytes, those that were not used for longest are deleted.
    std::uint64_t all = std::uint64_t{1} << 30U;
};

/// Indexes of datasets that have been read: everything that is in a Snapshot, one file a dataset, so that
/// opening it again need not read it. An index only saves time: it can be deleted at any time, several
/// programs may use the folder at once, and one that is damaged, or of another dataset, version or list of
/// formats, is written again. Files and folder are the user's alone, because they hold data: if others own
/// them or may read or write them, they are neither used nor written. Contents of packed files are not kept:
/// they are unpacked again when they are read. Immutable; any thread.
class IndexCache {
public:
    /// With an empty folder or a checksum of 0 the cache has nothing and keeps nothing.
    IndexCache(std::filesystem::path folder, const CacheSizes& sizes,
               const std::vector<std::filesystem::path>& paths, std::uint64_t formatsChecksum);

    /// The snapshot that was written last for these paths and formats; the caller checks whether it is still
    /// valid. Null if there is none; a Problem, which is a note, if it is damaged.
    Expected<SnapshotPtr> read(const std::shared_ptr<const FormatList>& formats) const;

    /// Writes a complete snapshot, in place of the one before, and deletes those that were not used for
    /// longest if there are too many. Does nothing if it is not worth it or not possible.
    void write(const Snapshot& snapshot) const;

    /// Marks the index as used now.
    void touch() const;

    /// What keeps RecordLanguages in a file next to the index, for the very rows that were looked at. It has
    /// a copy of this.
    RecordLanguages::Store languages() const;

    /// The index file of the dataset, whether it exists or not. Empty if nothing is kept.
    const std::filesystem::path& file() const { return m_file; }

private:
    std::string label() const;
    /// Opens a file of the folder and reads what it begins with; none if it is of no use here, a Problem if
    /// it is damaged.
    Expected<std::optional<CheckedReader>> open(const std::filesystem::path& file) const;
    /// Writes a file of the folder; write() adds what follows its beginning.
    template<typename Write>
    bool save(const std::filesystem::path& file, const Write& write) const;
    std::vector<std::uint16_t> readLanguages(const Snapshot& snapshot) const;
    void writeLanguages(const Snapshot& snapshot, std::span<const std::uint16_t> values) const;
    bool isWorthKeeping(const Snapshot& snapshot) const;
    void deleteOldest() const;

    std::filesystem::path m_folder;
    CacheSizes m_sizes;
    std::vector<std::filesystem::path> m_paths;
    std::uint64_t m_formatsChecksum;
    std::filesystem::path m_file;
    std::filesystem::path m_languagesFile;
};

} // namespace duologue
