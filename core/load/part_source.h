// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/unpacked_file.h"
#include "core/load/blocks.h"
#include "core/load/detect.h"
#include "core/load/record_reading.h"
#include "core/load/reuse_plan.h"
#include "core/util/parallel.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace duologue {

/// Lends worker contexts and batches to threads and makes as many as are used at the same time. Any thread.
class WorkerContextPool {
public:
    WorkerContextPool(std::shared_ptr<const FormatList> formats, std::shared_ptr<const HubFolders> hub,
                      bool readsLoneObjects, const RecordFilter* filter, FirstRecords first, bool keepsStamps,
                      const LateRecords* late = nullptr, std::stop_token stop = {})
        : m_formats(std::move(formats)),
          m_hub(std::move(hub)),
          m_readsLoneObjects(readsLoneObjects),
          m_filter(filter),
          m_first(std::move(first)),
          m_keepsStamps(keepsStamps),
          m_late(late),
          m_recodedFiles(std::move(stop))
    {
    }

    const std::shared_ptr<const FormatList>& formats() const { return m_formats; }
    const HubFolders& hub() const { return *m_hub; }

    std::unique_ptr<WorkerContext> borrow()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_workers.empty()) {
            auto made = std::make_unique<WorkerContext>();
            made->formats = m_formats;
            made->hub = m_hub;
            made->readsLoneObjects = m_readsLoneObjects;
            made->filter = m_filter;
            made->first = &m_first;
            made->keepsStamps = m_keepsStamps;
            made->late = m_late;
            made->longRecords = &m_longRecords;
            made->recodedFiles = &m_recodedFiles;
            made->folders = &m_folders;
            return made;
        }
        auto worker = std::move(m_workers.back());
        m_workers.pop_back();
        return worker;
    }

    void giveBack(std::unique_ptr<WorkerContext> worker)
    {
        const std::scoped_lock lock(m_mutex);
        m_workers.push_back(std::move(worker));
    }

    /// A batch without rows: one that was given back, if there is one.
    TableBatch borrowBatch()
    {
        TableBatch batch;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_batches.empty())
                return batch;
            batch = std::move(m_batches.back());
            m_batches.pop_back();
        }
        batch.clear();
        return batch;
    }

    /// Takes a batch whose rows are in the table.
    void giveBack(TableBatch batch)
    {
        const std::scoped_lock lock(m_mutex);
        m_batches.push_back(std::move(batch));
    }

private:
    const std::shared_ptr<const FormatList> m_formats;
    const std::shared_ptr<const HubFolders> m_hub;
    const bool m_readsLoneObjects;
    const RecordFilter* m_filter;
    const FirstRecords m_first;
    const bool m_keepsStamps;
    const LateRecords* m_late;
    LongRecords m_longRecords;
    RecodedFiles m_recodedFiles;
    FolderEvidence m_folders;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<WorkerContext>> m_workers;
    std::vector<TableBatch> m_batches;
};

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
    std::unique_ptr<Block> block;
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
    std::unique_ptr<BlockSource> m_large;
};

} // namespace duologue
