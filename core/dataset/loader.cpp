// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/loader.h"

#include "core/base/parallel.h"
#include "core/dataset/file_queue.h"
#include "core/dataset/format_search.h"
#include "core/dataset/large_file.h"
#include "core/dataset/small_file.h"
#include "core/record/table_writer.h"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace duologue {

namespace {

constexpr std::uint64_t kBatchBytes = std::uint64_t{512} << 10U;
constexpr std::size_t kBatchFiles = 32;

/// What travels through the pipeline: some small files, or a block of a large one.
struct LoadPart final : PipelineItem {
    std::vector<SourceFile> files;
    /// Which of the opened paths each was found in.
    std::vector<std::size_t> roots;
    FileId firstFile{};
    /// Found while the files were looked for, by index into `files`.
    std::vector<std::pair<std::size_t, Problem>> refused;
    std::unique_ptr<LargeFileBlock> block;
    std::uint64_t bytes = 0;
    RunOutcome outcome;
};

bool isInSameFolder(const SourceFile& file, const SourceFile& other)
{
    const std::string_view path = file.path.native();
    const std::string_view otherPath = other.path.native();
    const auto slash = path.rfind('/');
    return !other.origin.folder.empty() && slash != std::string_view::npos && otherPath.rfind('/') == slash &&
           otherPath.substr(0, slash) == path.substr(0, slash);
}

class Loader {
public:
    Loader(const std::vector<std::filesystem::path>& paths, const LoadOptions& options, const Job& job,
           const SnapshotHandler& onSnapshot, bool readsLoneObjects)
        : m_paths(paths),
          m_options(options),
          m_job(job),
          m_onSnapshot(onSnapshot),
          m_readsLoneObjects(readsLoneObjects),
          m_formats(options.formats),
          m_queue(paths, job),
          m_writer(m_formats->ids(), m_formats)
    {
    }

    /// Files skipped that would be records in a second pass.
    std::size_t loneObjects() const { return m_loneObjects; }

    /// `problems` were found before.
    SnapshotPtr run(const std::vector<Problem>& problems)
    {
        for (const Problem& problem : problems)
            m_writer.addProblem(problem);
        const int threads = m_options.threads > 0 ? m_options.threads : availableCores();
        orderedPipeline(
            {[this] { return next(); }, [this](PipelineItem& item) { work(static_cast<LoadPart&>(item)); },
             [this](std::unique_ptr<PipelineItem> item) { commit(static_cast<LoadPart&>(*item)); }},
            threads, static_cast<std::size_t>(threads) * 3);
        noteRemarks();
        if (!m_job.stopRequested())
            m_writer.setComplete();
        return m_writer.snapshot();
    }

private:
    std::unique_ptr<Workbench> borrowBench()
    {
        const std::scoped_lock lock(m_benchMutex);
        if (m_benches.empty()) {
            auto made = std::make_unique<Workbench>();
            made->formats = m_formats;
            made->readsLoneObjects = m_readsLoneObjects;
            made->filter = m_options.filter;
            return made;
        }
        auto bench = std::move(m_benches.back());
        m_benches.pop_back();
        return bench;
    }

    void giveBack(std::unique_ptr<Workbench> bench)
    {
        const std::scoped_lock lock(m_benchMutex);
        m_benches.push_back(std::move(bench));
    }

    std::unique_ptr<PipelineItem> next()
    {
        if (m_job.stopRequested())
            return nullptr;
        if (m_large) {
            if (auto block = m_large->next()) {
                auto part = std::make_unique<LoadPart>();
                part->bytes = block->end - block->begin + block->bytes.size();
                part->block = std::move(block);
                return part;
            }
            m_large.reset();
        }
        return nextFiles();
    }

    std::unique_ptr<PipelineItem> nextFiles()
    {
        auto part = std::make_unique<LoadPart>();
        part->firstFile = FileId{m_fileCount};
        while (part->files.size() < kBatchFiles && part->bytes < kBatchBytes) {
            auto queued = m_held ? std::exchange(m_held, std::nullopt) : m_queue.next();
            if (!queued)
                break;
            const bool large = queued->size > kLargeFile;
            if (large && !part->files.empty()) {
                m_held = std::move(queued);
                break;
            }
            ++m_fileCount;
            part->files.push_back(sourceFileOf(queued->file));
            part->roots.push_back(queued->file.root);
            if (queued->problem)
                part->refused.emplace_back(part->files.size() - 1, std::move(*queued->problem));
            if (large) {
                openLarge(*part);
                break;
            }
            part->bytes += queued->size;
        }
        return part->files.empty() ? nullptr : std::move(part);
    }

    static SourceFile sourceFileOf(const FoundFile& found)
    {
        SourceFile file;
        file.path = found.path;
        file.shownPath = found.shownPath;
        file.skipReason = found.skipReason;
        file.namedByUser = found.namedByUser;
        file.unpacked = found.unpacked;
        return file;
    }

    void openLarge(LoadPart& part)
    {
        setOrigin(part, 0);
        auto bench = borrowBench();
        auto blocks =
            LargeFileBlocks::open(part.files.back(), part.firstFile, *bench, part.outcome.loneObjects);
        giveBack(std::move(bench));
        if (!blocks)
            part.refused.emplace_back(0, blocks.problem());
        else if (part.files.back().skipReason.empty())
            m_large = std::move(blocks).value();
        // The file itself is committed now, its blocks follow.
        part.block = std::make_unique<LargeFileBlock>();
    }

    void work(LoadPart& part)
    {
        if (m_job.stopRequested())
            return;
        auto bench = borrowBench();
        try {
            read(*bench, part);
        } catch (const std::bad_alloc&) {
            part.outcome.problems.push_back(
                {ProblemCode::OutOfMemory,
                 Severity::Error,
                 {part.block && part.block->file ? part.block->file->id : part.firstFile, 0, 0},
                 {},
                 "there was no memory left for it"});
        }
        giveBack(std::move(bench));
    }

    void setOrigin(LoadPart& part, std::size_t index) const
    {
        SourceFile& file = part.files[index];
        const std::string_view shown = withoutPacking(file.shownPath);
        // Neighbours share their folder, and taking a path apart costs more than reading a short file.
        if (index > 0 && !file.namedByUser && part.roots[index] == part.roots[index - 1] &&
            isInSameFolder(file, part.files[index - 1])) {
            file.origin = part.files[index - 1].origin;
            nameOrigin(file.origin, file.path, shown);
        } else {
            // A file that the user named is its own root, also when it was packed under another name.
            file.origin =
                originOf(file.namedByUser ? file.path : m_paths.at(part.roots[index]), file.path, shown);
        }
    }

    void read(Workbench& bench, LoadPart& part) const
    {
        if (part.block && part.block->file) {
            readBlock(bench, *part.block, part.outcome);
            return;
        }
        auto refused = part.refused.begin();
        for (std::size_t i = 0; i < part.files.size(); ++i) {
            const FileId id{static_cast<std::uint32_t>(indexOf(part.firstFile) + i)};
            if (refused != part.refused.end() && refused->first == i) {
                refuseFile(part.files[i], id, std::move(refused->second), part.outcome);
                ++refused;
            } else if (!part.block && part.files[i].skipReason.empty()) {
                setOrigin(part, i);
                readSmallFile(bench, part.files[i], id, part.outcome);
            }
        }
    }

    void commit(LoadPart& part)
    {
        if (m_job.stopRequested())
            return;
        const std::size_t files = part.files.size();
        m_loneObjects += part.outcome.loneObjects;
        if (files > 0)
            noteRemarks();
        for (SourceFile& file : part.files)
            m_writer.addFile(std::move(file));
        if (files > 0)
            m_ordinal = 0;
        m_writer.append(part.outcome.batch, part.block ? m_ordinal : 0);
        m_ordinal += part.outcome.seen;
        m_writer.addPassedOver(part.outcome.passedOver);
        for (Problem& problem : part.outcome.problems) {
            // Every block behind the place where a file was cut off would say so again.
            const bool vanished = problem.code == ProblemCode::FileVanished;
            if (vanished && std::exchange(m_vanishedFile, problem.where.file) == problem.where.file)
                continue;
            m_writer.addProblem(std::move(problem));
        }
        if (part.block && part.block->file) {
            m_remarks |= part.outcome.remarks;
            m_remarkedFile = part.block->file->id;
        }
        if (Progress* progress = m_job.progress()) {
            progress->filesDone += files;
            progress->bytesDone += part.bytes;
            progress->recordsDone = m_writer.recordCount();
        }
        publish();
    }

    /// One note for a large file, when all its blocks are committed.
    void noteRemarks()
    {
        if (auto note = m_remarks.note(m_remarkedFile))
            m_writer.addProblem(std::move(*note));
        m_remarks = {};
    }

    void publish()
    {
        const auto now = std::chrono::steady_clock::now();
        const auto interval = std::chrono::milliseconds(m_options.snapshotInterval);
        if (!m_onSnapshot || m_writer.recordCount() == 0 || (m_published && now - m_lastSnapshot < interval))
            return;
        m_published = true;
        m_lastSnapshot = now;
        m_onSnapshot(m_writer.snapshot());
    }

    const std::vector<std::filesystem::path>& m_paths;
    const LoadOptions& m_options;
    const Job& m_job;
    const SnapshotHandler& m_onSnapshot;
    const bool m_readsLoneObjects;
    const std::shared_ptr<const FormatList> m_formats;
    FileQueue m_queue;
    TableWriter m_writer;
    std::mutex m_benchMutex;
    std::vector<std::unique_ptr<Workbench>> m_benches;

    // The source stage's.
    std::uint32_t m_fileCount = 0;
    std::optional<QueuedFile> m_held;
    std::unique_ptr<LargeFileBlocks> m_large;

    // The commit stage's.
    std::uint32_t m_ordinal = 0;
    std::size_t m_loneObjects = 0;
    FileRemarks m_remarks;
    FileId m_remarkedFile = kNoFile;
    FileId m_vanishedFile = kNoFile;
    bool m_published = false;
    std::chrono::steady_clock::time_point m_lastSnapshot;
};

} // namespace

SnapshotPtr loadDataset(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                        const Job& job, const SnapshotHandler& onSnapshot)
{
    LoadOptions chosen = options;
    std::vector<Problem> problems;
    if (!chosen.formats) {
        FoundFormats found = findFormats(paths, options.formatFolder, job);
        chosen.formats = std::move(found.formats);
        problems = std::move(found.problems);
    }
    Loader loader(paths, chosen, job, onSnapshot, false);
    SnapshotPtr snapshot = loader.run(problems);
    if (snapshot->recordCount() + snapshot->passedOver > 0 || loader.loneObjects() == 0 ||
        job.stopRequested())
        return snapshot;
    if (Progress* progress = job.progress()) {
        progress->bytesDone = progress->bytesTotal = 0;
        progress->filesDone = progress->filesTotal = 0;
    }
    return Loader(paths, chosen, job, onSnapshot, true).run(problems);
}

} // namespace duologue
