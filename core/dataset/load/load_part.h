// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/dataset/load/known_files.h"
#include "core/dataset/load/large_file.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace duologue {

/// Some rows of a large file that are copied from an earlier snapshot. `file` is the file's new id.
struct KnownRows {
    Row begin{0};
    Row end{0};
    FileId file = kNoFile;
};

/// An item of the loader's pipeline. It is one of: some small files; the SourceFile of a large file, with an
/// empty block; a block of that file; some known rows of it.
struct LoadPart final : PipelineItem {
    std::vector<SourceFile> files;
    /// For each file, the file of the earlier snapshot whose rows and problems are copied; kNoFile for a file
    /// that is read.
    std::vector<FileId> known;
    FileId firstFile{};
    /// For each file, its source if it has been opened ahead.
    std::vector<std::optional<FileSource>> sources;
    /// Files that cannot be read: index into `files`, and why.
    std::vector<std::pair<std::size_t, Problem>> refused;
    /// Set for a large file. Its `file` is null in the part that only announces the large file.
    std::unique_ptr<LargeFileBlock> block;
    std::optional<KnownRows> rows;
    std::uint64_t bytes = 0;
    /// Bytes of `files` that Progress::bytesTotal does not contain yet.
    std::uint64_t uncounted = 0;
    ReadOutcome outcome;
};

/// Reads or copies the part's records into its `outcome`. `known` is the earlier snapshot; null if the part
/// refers to none. `paths` are the opened paths.
void readPart(WorkerContext& worker, LoadPart& part, const KnownFiles* known,
              const std::vector<std::filesystem::path>& paths);

/// Sets the origin from the file's path. Copies most of it from `neighbour` if that is in the same folder.
void setOrigin(SourceFile& file, const SourceFile& neighbour,
               const std::vector<std::filesystem::path>& paths);

/// Sets what descriptions of formats and cards of datasets say of the file. After setOrigin().
void describeOrigin(SourceFile& file, const WorkerContext& worker);

} // namespace duologue
