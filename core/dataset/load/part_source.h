// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/load_part.h"
#include "core/dataset/load/reuse_plan.h"
#include "core/dataset/load/worker_contexts.h"

#include <functional>

namespace duologue {

/// Makes the parts that a dataset is loaded in, in file order: the first stage of the loader's pipeline. One
/// thread at a time.
class PartSource {
public:
    /// Files in scan order; none at the end.
    using NextFile = std::function<std::optional<PlannedFile>()>;

    /// `known` is the snapshot whose files are reused, or null. `partsAtOnce` is how many parts are in the
    /// pipeline, each with open files if so many may be open. All must outlive the source.
    PartSource(NextFile nextFile, const KnownFiles* known, WorkerContextPool& workers,
               const std::vector<std::filesystem::path>& paths, std::size_t partsAtOnce);

    /// Null at the end.
    std::unique_ptr<LoadPart> next();

private:
    /// What comes next is known only when the file is open.
    struct NextOne {
        PlannedFile planned;
        std::optional<FileSource> source;
        std::uint64_t size = 0;
    };

    std::unique_ptr<LoadPart> nextRows();
    std::unique_ptr<LoadPart> nextFiles();
    std::optional<NextOne> openNext();
    void add(LoadPart& part, NextOne next);
    void openLarge(LoadPart& part, const PlannedFile& planned);
    /// Takes the file's rows from the earlier snapshot.
    void takeKnown(LoadPart& part, const PlannedFile& planned);

    NextFile m_nextFile;
    const KnownFiles* m_known;
    WorkerContextPool& m_workers;
    const std::vector<std::filesystem::path>& m_paths;
    std::size_t m_filesInPart;
    /// Otherwise the workers open them, because too few may be open at once.
    bool m_opensFiles;
    std::uint32_t m_fileCount = 0;
    std::optional<NextOne> m_held;
    /// Known rows of the current large file; the rest of it, if any, is read from `m_large`.
    KnownRows m_rows;
    std::unique_ptr<LargeFileBlocks> m_large;
};

} // namespace duologue
