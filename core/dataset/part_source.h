// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load_part.h"
#include "core/dataset/reuse_plan.h"
#include "core/dataset/workbench_pool.h"

#include <functional>

namespace duologue {

/// Makes the parts that a dataset is loaded in, in file order: the first stage of the loader's pipeline. One
/// thread at a time.
class PartSource {
public:
    /// Files in scan order; none at the end.
    using NextFile = std::function<std::optional<PlannedFile>()>;

    /// `known` is what the files' reuse speaks of, or null. All must outlive the source.
    PartSource(NextFile nextFile, const KnownFiles* known, WorkbenchPool& benches,
               const std::vector<std::filesystem::path>& paths);

    /// Null at the end.
    std::unique_ptr<LoadPart> next();

private:
    std::unique_ptr<LoadPart> nextRows();
    std::unique_ptr<LoadPart> nextFiles();
    void add(LoadPart& part, PlannedFile file);
    void openLarge(LoadPart& part, const PlannedFile& planned);
    /// The file's rows come from the snapshot before.
    void takeKnown(LoadPart& part, FileId known);

    NextFile m_nextFile;
    const KnownFiles* m_known;
    WorkbenchPool& m_benches;
    const std::vector<std::filesystem::path>& m_paths;
    std::uint32_t m_fileCount = 0;
    std::optional<PlannedFile> m_held;
    /// Of the large file that is being taken over; the rest of it, if any, is read from `m_large`.
    KnownRows m_rows;
    std::unique_ptr<LargeFileBlocks> m_large;
};

} // namespace duologue
