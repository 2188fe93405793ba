// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/load_part.h"
#include "core/dataset/load/reuse_plan.h"
#include "core/dataset/load/worker_context_pool.h"

#include <functional>

namespace duologue {

/// Cuts a dataset into parts for the workers, in file order: the first stage of the loader's pipeline. Opens
/// files ahead, because their sizes decide how many fit into a part. One thread at a time.
class PartSource {
public:
    /// Files in scan order; none at the end.
    using NextFile = std::function<std::optional<PlannedFile>()>;

    /// `known` is the snapshot whose files are reused, or null. `partsAtOnce` is how many parts are in the
    /// pipeline at the same time; the files that may be open are shared among them. All references must
    /// outlive the source.
    PartSource(NextFile nextFile, const KnownFiles* known, WorkerContextPool& workers,
               const std::vector<std::filesystem::path>& paths, std::size_t partsAtOnce);

    /// Null at the end.
    std::unique_ptr<LoadPart> next();

private:
    /// A file and its size. `source` is empty if the file is not read, or a worker opens it.
    struct OpenedFile {
        PlannedFile planned;
        std::optional<FileSource> source;
        std::uint64_t size = 0;
    };

    std::unique_ptr<LoadPart> nextRows();
    std::unique_ptr<LoadPart> nextFiles();
    std::optional<OpenedFile> openNext();
    void add(LoadPart& part, OpenedFile next);
    void openLarge(LoadPart& part, const PlannedFile& planned);
    /// Plans to copy the file's rows from the earlier snapshot.
    void takeKnown(LoadPart& part, const PlannedFile& planned);

    NextFile m_nextFile;
    const KnownFiles* m_known;
    WorkerContextPool& m_workers;
    const std::vector<std::filesystem::path>& m_paths;
    std::size_t m_filesInPart;
    /// False if so few files may be open that each worker opens its files itself.
    bool m_opensFiles;
    std::uint32_t m_fileCount = 0;
    /// A large file that begins the next part.
    std::optional<OpenedFile> m_heldBack;
    /// Known rows of the current large file; the rest of it, if any, is read from `m_large`.
    KnownRows m_rows;
    std::unique_ptr<FileBlocks> m_large;
};

} // namespace duologue
