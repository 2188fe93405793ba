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

/// Some rows of a snapshot before that belong to a large file.
struct KnownRows {
    Row begin{0};
    Row end{0};
    FileId file = kNoFile;
};

/// An item of the loader's pipeline: some small files, a large file's beginning, a block of it, or known rows
/// of it.
struct LoadPart final : PipelineItem {
    std::vector<SourceFile> files;
    /// For each file, the known file whose rows and problems are taken; kNoFile for a file that is read.
    std::vector<FileId> known;
    FileId firstFile{};
    /// For each file, the opened source; none if it is not read, or opened only when it is read.
    std::vector<std::optional<FileSource>> sources;
    /// Problems of the scan, with an index into `files`.
    std::vector<std::pair<std::size_t, Problem>> refused;
    /// Without files: a block of a large file that an earlier part began.
    std::unique_ptr<LargeFileBlock> block;
    std::optional<KnownRows> rows;
    std::uint64_t bytes = 0;
    /// Bytes of its files that have not been added to Progress::bytesTotal.
    std::uint64_t uncounted = 0;
    RunOutcome outcome;
};

/// Fills the part's rows and problems. Its known files and rows are those of `known`, which may be null if
/// there are none. `paths` are the opened paths.
void readPart(WorkerContext& worker, LoadPart& part, const KnownFiles* known,
              const std::vector<std::filesystem::path>& paths);

/// Sets the origin from the file's path; much of it is copied from a file of the same folder.
void setOrigin(SourceFile& file, const SourceFile& neighbour,
               const std::vector<std::filesystem::path>& paths);

} // namespace duologue
