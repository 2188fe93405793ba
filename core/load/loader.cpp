// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"

#include "core/data/table_writer.h"
#include "core/load/file_queue.h"
#include "core/load/format_search.h"
#include "core/load/index_cache.h"
#include "core/load/part_source.h"
#include "core/util/phrase_id.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <map>

namespace duologue {

namespace {

/// What one call of loadDataset() or refreshDataset() works with. `paths`, `options` and `job` are the
/// caller's.
struct DatasetReading {
    const std::vector<std::filesystem::path>& paths;
    const LoadOptions& options;
    const Job& job;
    SnapshotHandler onSnapshot;
    FoundFormats found;
    int threads = 1;
};

/// One pass over all files.
class Loader {
public:
    /// `plan` and `late` may be null.
    Loader(const DatasetReading& reading, FileQueue& queue, ReusePlan* plan, bool readsLoneObjects,
           const LateRecords* late = nullptr)
        : m_reading(reading),
          m_job(reading.job),
          m_plan(plan),
          m_lateBefore(late),
          m_workers(reading.found.formats, reading.found.hub, readsLoneObjects, reading.options.filter,
                    firstRecordsOf(reading.paths, reading.options), reading.options.keepsStamps, late,
                    reading.job.stopToken()),
          m_source([this, &queue] { return nextFile(queue); }, plan == nullptr ? nullptr : &plan->known(),
                   m_workers, reading.paths, partsAtOnce()),
          m_writer(m_workers.formats()->ids(), m_workers.formats(), m_workers.formats()->knownFields())
    {
        m_writer.setReading(reading.found.checksum, readsLoneObjects);
        m_writer.setValues(valuesOfRecords());
    }

    /// Number of skipped files that a second pass would read as records.
    std::size_t loneObjects() const { return m_loneObjects; }

    /// Records by which it is to be decided once more how their files are read.
    LateRecords late() const
    {
        LateRecords late;
        const SnapshotPtr read = snapshot();
        for (const auto& [file, records] : m_late)
            late.emplace(read->file(file).path, records);
        return late;
    }

    void run()
    {
        for (const Problem& problem : m_reading.found.problems)
            m_writer.addProblem(problem);
        orderedPipeline(
            {[this] { return m_job.stopRequested() || m_isFull ? nullptr : m_source.next(); },
             [this](PipelineItem& item) { work(static_cast<LoadPart&>(item)); },
             [this](std::unique_ptr<PipelineItem> item) { commit(static_cast<LoadPart&>(*item)); }},
            m_reading.threads, partsAtOnce());
        finishLargeFile();
        if (!m_job.stopRequested() && !m_isFull)
            m_writer.setComplete();
    }

    void addProblem(Problem problem) { m_writer.addProblem(std::move(problem)); }
    SnapshotPtr snapshot() const { return m_writer.snapshot(); }

private:
    std::size_t partsAtOnce() const { return static_cast<std::size_t>(m_reading.threads) * 3; }

    std::optional<PlannedFile> nextFile(FileQueue& queue)
    {
        if (m_plan != nullptr) {
            auto planned = m_plan->next();
            if (planned && m_lateBefore != nullptr)
                planned->isDecidedAgain = m_lateBefore->contains(planned->queued.file.path);
            return planned;
        }
        auto queued = queue.next();
        return queued ? std::optional(PlannedFile{std::move(*queued), kNoFile, Reuse::Nothing})
                      : std::nullopt;
    }

    void work(LoadPart& part)
    {
        if (m_job.stopRequested())
            return;
        auto worker = m_workers.borrow();
        part.outcome.batch = m_workers.borrowBatch();
        try {
            readPart(*worker, part, m_plan == nullptr ? nullptr : &m_plan->known(), m_reading.paths);
        } catch (const std::bad_alloc&) {
            worker->giveBackMemory();
            part.outcome.problems.push_back(
                notRead(part, ProblemCode::OutOfMemory, PhraseId::NoMemoryToRead));
        } catch (const std::exception& error) {
            part.outcome.problems.push_back(
                notRead(part, ProblemCode::FileUnreadable, Phrase::verbatim(error.what())));
        }
        m_workers.giveBack(std::move(worker));
    }

    static Problem notRead(const LoadPart& part, ProblemCode code, Phrase why)
    {
        const FileId file = part.block && part.block->file ? part.block->file->id : part.firstFile;
        return {code, Severity::Error, {file, 0, 0}, {}, std::move(why)};
    }

    void commit(LoadPart& part)
    {
        if (m_job.stopRequested() || m_isFull)
            return;
        commitFiles(part);
        const std::uint64_t most = m_reading.options.mostRows;
        if (!m_writer.hasRoomFor(part.outcome.batch, most)) {
            m_isFull = true;
            m_writer.addProblem(
                notRead(part, ProblemCode::OutOfMemory, {PhraseId::MoreRowsThanNumbers, most}));
            return;
        }
        m_writer.append(part.outcome.batch, part.block ? m_ordinal : 0);
        m_ordinal += part.outcome.seen;
        m_writer.addPassedOver(part.outcome.passedOver, part.outcome.brokenPassedOver);
        m_writer.addCounted(part.outcome.counted);
        commitProblems(part);
        commitLate(part);
        if (part.block && part.block->file) {
            m_large = part.block->file;
            m_remarks |= part.outcome.remarks;
            m_remarkedFile = part.block->file->id;
        }
        if (Progress* progress = m_job.progress()) {
            progress->filesDone += part.files.size();
            progress->bytesTotal += part.uncounted;
            progress->bytesDone += part.bytes;
            progress->recordsDone = m_writer.recordCount();
            m_bytes += part.bytes;
            m_writer.setBytes(m_bytes, progress->bytesTotal);
        }
        m_workers.giveBack(std::move(part.outcome.batch));
        publish();
    }

    void commitFiles(LoadPart& part)
    {
        if (part.files.empty())
            return;
        finishLargeFile();
        m_ordinal = 0;
        for (SourceFile& file : part.files) {
            m_loneObjects += file.loneObject ? 1 : 0;
            m_writer.addFile(std::move(file));
        }
    }

    void commitLate(LoadPart& part)
    {
        constexpr std::size_t kMostOfFile = 128;
        for (auto& [file, record] : part.outcome.late) {
            std::vector<std::string>& ofFile = m_late[file];
            if (ofFile.size() < kMostOfFile)
                ofFile.push_back(std::move(record));
        }
    }

    void commitProblems(LoadPart& part)
    {
        for (Problem& problem : part.outcome.problems) {
            // Otherwise every block after the cut would report it again.
            const bool vanished = problem.code == ProblemCode::FileVanished;
            if (vanished && std::exchange(m_vanishedFile, problem.where.file) == problem.where.file)
                continue;
            m_writer.addProblem(std::move(problem));
        }
        for (std::size_t i = 0; i < part.known.size(); ++i) {
            if (part.known[i] == kNoFile)
                continue;
            if (const auto counts = m_plan->known().problemsNotKept(part.known[i]))
                m_writer.countProblems(FileId{static_cast<std::uint32_t>(indexOf(part.firstFile) + i)},
                                       *counts);
        }
    }

    /// Called when all blocks of a large file are committed.
    void finishLargeFile()
    {
        if (const auto file = std::exchange(m_large, nullptr); file != nullptr && file->sums != nullptr) {
            // The blocks were read at different times, so they may come from different versions of the file.
            const FileStamp stamp{file->source.identity(), false, file->sums};
            if (!file->source.looksUnchanged() && !hasSameContents(file->source, stamp, m_job))
                file->sums->cancel();
        }
        noteRemarks();
    }

    /// One note for all blocks of a file.
    void noteRemarks()
    {
        if (auto note = m_remarks.note(m_remarkedFile))
            m_writer.addProblem(std::move(*note));
        m_remarks = {};
    }

    void publish()
    {
        const auto now = std::chrono::steady_clock::now();
        const auto interval = std::chrono::milliseconds(m_reading.options.snapshotInterval);
        if (!m_reading.onSnapshot || m_writer.recordCount() == 0 ||
            (m_published && now - m_lastSnapshot < interval))
            return;
        m_published = true;
        m_lastSnapshot = now;
        m_reading.onSnapshot(m_writer.snapshot());
    }

    const DatasetReading& m_reading;
    const Job& m_job;
    ReusePlan* m_plan;
    const LateRecords* m_lateBefore;
    WorkerContextPool m_workers;
    /// There can be no more rows.
    std::atomic<bool> m_isFull = false;
    /// Used by the first stage only.
    PartSource m_source;

    // Used by the last stage only, which commits parts in order.
    TableWriter m_writer;
    std::uint32_t m_ordinal = 0;
    std::uint64_t m_bytes = 0;
    std::size_t m_loneObjects = 0;
    std::map<FileId, std::vector<std::string>> m_late;
    std::shared_ptr<const FramedFile> m_large;
    FileRemarks m_remarks;
    FileId m_remarkedFile = kNoFile;
    FileId m_vanishedFile = kNoFile;
    bool m_published = false;
    std::chrono::steady_clock::time_point m_lastSnapshot;
};

/// Looks for format descriptions unless formats are given.
DatasetReading beginReading(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                            const Job& job, const SnapshotHandler& onSnapshot)
{
    FoundFormats found = options.formats
                             ? FoundFormats{.formats = options.formats, .problems = {}, .listed = {}}
                             : findFormats(paths, options.formatFolder, job, options.followLinks);
    // Starts the readers before the threads that only find and prefetch files, in case few can be started.
    const int threads = startThreads(options.threads);
    return {paths, options, job, onSnapshot, std::move(found), threads};
}

void resetProgress(const Job& job)
{
    if (Progress* progress = job.progress()) {
        progress->bytesDone = progress->bytesTotal = 0;
        progress->filesDone = progress->filesTotal = 0;
    }
}

/// For a dataset whose rows were all taken from an earlier snapshot.
void finishProgress(const Snapshot& snapshot, const Job& job)
{
    if (Progress* progress = job.progress()) {
        progress->bytesDone = progress->bytesTotal.load();
        progress->filesDone = progress->filesTotal.load();
        progress->recordsDone = snapshot.recordCount();
    }
}

/// Says which formats described in the opened folders have read nothing there.
void noteUnusedFormats(const DatasetReading& reading, Loader& loader)
{
    const SnapshotPtr snapshot = loader.snapshot();
    if (reading.found.describedBeside.empty() || reading.options.filter != nullptr || !snapshot->complete ||
        snapshot->recordCount() == 0)
        return;
    std::vector<bool> isUsed(snapshot->formats.size(), false);
    for (Row row{0}; row < snapshot->endRow(); row += 1)
        isUsed[snapshot->record(row).format] = true;
    const FormatList& formats = *reading.found.formats;
    for (const auto& [id, file] : reading.found.describedBeside) {
        const Format* const format = formats.find(id);
        if (format == nullptr || isUsed[formats.indexOf(format)])
            continue;
        loader.addProblem({ProblemCode::FormatFileInvalid,
                           Severity::Warning,
                           {},
                           {},
                           {PhraseId::InFile, file,
                            Phrase(PhraseId::FormatReadsNothing, id, std::string(format->rule()))}});
    }
}

/// Reads the files that `plan` cannot reuse, or all if it is null; and once more those of which some records
/// show late how they are read, because none of the first ones is like them. `notes` are added to the result
/// but not written to the index.
SnapshotPtr readAll(const DatasetReading& reading, FileQueue& queue, ReusePlan* plan, const IndexCache& cache,
                    const std::vector<Problem>& notes)
{
    auto loader = std::make_unique<Loader>(reading, queue, plan, false);
    loader->run();
    std::optional<FileQueue> again;
    const bool readsLoneObjects =
        loader->snapshot()->recordsSeen() == 0 && loader->loneObjects() > 0 && !reading.job.stopRequested();
    if (readsLoneObjects) {
        resetProgress(reading.job);
        again.emplace(reading.paths, reading.job, reading.options.followLinks);
        again->setKnown(loader->snapshot());
        loader = std::make_unique<Loader>(reading, *again, nullptr, true);
        loader->run();
    }
    // What the last loader refers to.
    const LateRecords late = loader->late();
    DatasetReading silent = reading;
    silent.onSnapshot = {};
    std::optional<ReusePlan> ofFirst;
    if (const SnapshotPtr first = loader->snapshot(); !late.empty() && first->complete) {
        // The other files are copied, so there is nothing new to show until the end.
        resetProgress(reading.job);
        again.emplace(reading.paths, reading.job, reading.options.followLinks);
        // A filter has left out records of the files that could be copied.
        const bool areAllThere = reading.options.filter == nullptr;
        again->setKnown(areAllThere ? first : nullptr);
        if (areAllThere)
            ofFirst.emplace(first, *again, reading.job);
        loader =
            std::make_unique<Loader>(silent, *again, ofFirst ? &*ofFirst : nullptr, readsLoneObjects, &late);
        loader->run();
        if (!loader->snapshot()->complete)
            return first;
    }
    noteUnusedFormats(reading, *loader);
    SnapshotPtr snapshot = loader->snapshot();
    snapshot->languages->setStore(cache.languages());
    cache.write(*snapshot);
    if (notes.empty())
        return snapshot;
    for (const Problem& note : notes)
        loader->addProblem(note);
    return loader->snapshot();
}

/// For a dataset that has not changed. Some files could be recognised only by comparing their contents;
/// writes their new stamps, so that the next time their stamps are enough.
SnapshotPtr updateStamps(const ReusePlan& plan, const IndexCache& cache)
{
    SnapshotPtr snapshot = plan.restamped();
    if (snapshot == plan.known().snapshotPtr())
        cache.touch();
    else
        cache.write(*snapshot);
    return snapshot;
}

} // namespace

Row endOfFirstRecords(const Snapshot& snapshot)
{
    constexpr std::uint32_t kMostRows = 1'000;
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20U;
    std::uint64_t bytes = 0;
    Row row{0};
    while (row < snapshot.endRow() && indexOf(row) < kMostRows && bytes < kMostBytes) {
        bytes += snapshot.record(row).length;
        row += 1;
    }
    return row;
}

FirstRecords firstRecordsOf(const std::vector<std::filesystem::path>& paths, const LoadOptions& options)
{
    return [&paths, &options] {
        LoadOptions plain = options;
        plain.filter = nullptr;
        plain.cacheFolder.clear();
        plain.keepsStamps = false;
        plain.snapshotInterval = 0;
        // A few records are soon read, and more threads would read more than is needed.
        plain.threads = 1;
        std::stop_source enough;
        return loadDataset(paths, plain, Job(enough.get_token()), [&enough](const SnapshotPtr& read) {
            if (endOfFirstRecords(*read) < read->endRow())
                enough.request_stop();
        });
    };
}

SnapshotPtr loadDataset(const std::vector<std::filesystem::path>& paths, const LoadOptions& options,
                        const Job& job, const SnapshotHandler& onSnapshot)
{
    DatasetReading reading = beginReading(paths, options, job, onSnapshot);
    FileQueue queue(paths, job, options.followLinks, std::move(reading.found.listed));
    // An index holds all records, not those that a filter keeps.
    const auto cacheFolder = options.filter == nullptr ? options.cacheFolder : std::filesystem::path();
    if (cacheFolder.empty())
        queue.setKnown(nullptr);
    const IndexCache cache(cacheFolder, options.cacheSizes, paths, reading.found.checksum);
    const auto known = cache.read(reading.found.formats);
    queue.setKnown(known ? known.value() : nullptr);
    if (!known)
        return readAll(reading, queue, nullptr, cache, {known.problem()});
    if (known.value() == nullptr)
        return readAll(reading, queue, nullptr, cache, {});
    ReusePlan plan(known.value(), queue, job);
    if (!plan.nothingChanged())
        return readAll(reading, queue, &plan, cache, {});
    finishProgress(*known.value(), job);
    return updateStamps(plan, cache);
}

SnapshotPtr refreshDataset(const SnapshotPtr& present, const std::vector<std::filesystem::path>& paths,
                           const LoadOptions& options, const Job& job)
{
    DatasetReading reading = beginReading(paths, options, job, {});
    FileQueue queue(paths, job, options.followLinks, std::move(reading.found.listed));
    queue.setKnown(present);
    const bool sameFormats = reading.found.checksum != 0 ? present->formatsChecksum == reading.found.checksum
                                                         : present->formatList == reading.found.formats;
    const IndexCache cache(options.cacheFolder, options.cacheSizes, paths, reading.found.checksum);
    if (!sameFormats || !present->complete)
        return readAll(reading, queue, nullptr, cache, {});
    ReusePlan plan(present, queue, job);
    if (plan.nothingChanged()) {
        finishProgress(*present, job);
        updateStamps(plan, cache);
        return present;
    }
    if (plan.noDataChanged()) {
        finishProgress(*present, job);
        return present;
    }
    std::vector<Problem> notes;
    for (const std::string& name : plan.vanished())
        notes.push_back(
            {ProblemCode::FileVanished, Severity::Warning, {}, {}, {PhraseId::NoLongerExists, name}});
    return readAll(reading, queue, &plan, cache, notes);
}

} // namespace duologue
