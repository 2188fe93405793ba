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
    Row begin = 0;
    Row end = 0;
    FileId file = kNoFile;
};

/// What travels through the loader's pipeline: some small files, a large file's beginning, a block of it, or
/// rows of it that are known.
struct LoadPart final : PipelineItem {
    std::vector<SourceFile> files;
    /// Of each file, whose rows and problems are taken instead of reading it; kNoFile where it is read.
    std::vector<FileId> known;
    FileId firstFile{};
    /// Of each file, as it was opened; none where it is not read, or opened when it is.
    std::vector<std::optional<FileSource>> sources;
    /// Found while the files were looked for, by index into `files`.
    std::vector<std::pair<std::size_t, Problem>> refused;
    /// Without a file in it: of a large file's beginning.
    std::unique_ptr<LargeFileBlock> block;
    std::optional<KnownRows> rows;
    std::uint64_t bytes = 0;
    /// Bytes of its files that nobody has added to Progress::bytesTotal.
    std::uint64_t uncounted = 0;
    RunOutcome outcome;
};

/// Fills the part's rows and problems. `known` is what its known files and rows are of; it may be null where
/// there are none. `paths` are the opened ones.
void readPart(WorkerContext& worker, LoadPart& part, const KnownFiles* known,
              const std::vector<std::filesystem::path>& paths);

/// Takes what the file's path says; from a neighbour of the same folder much of it.
void setOrigin(SourceFile& file, const SourceFile& neighbour,
               const std::vector<std::filesystem::path>& paths);

} // namespace duologue
