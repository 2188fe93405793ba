// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/part_source.h"

#include "core/formats/inferred/learned_format.h"
#include "core/io/archive.h"
#include "core/io/file_source.h"
#include "core/io/unpacked_file.h"
#include "core/load/hub_folders.h"
#include "core/load/small_file.h"
#include "core/load/source_files.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace duologue {

namespace {

bool isInSameFolder(const SourceFile& file, const SourceFile& other)
{
    const std::string_view path = file.path;
    const std::string_view otherPath = other.path;
    const auto slash = path.rfind('/');
    return !other.origin.folder.empty() && slash != std::string_view::npos && otherPath.rfind('/') == slash &&
           otherPath.substr(0, slash) == path.substr(0, slash);
}

/// The shown path within the opened folder. If several paths were opened, the shown path begins with the
/// folder's name, which is removed.
std::string_view ownPath(const SourceFile& file, bool amongOthers)
{
    const std::string_view shown = file.shownPath;
    const bool isInFolder = !(file.packed ? file.packed->namedByUser : file.namedByUser);
    return amongOthers && isInFolder ? shown.substr(shown.find('/') + 1) : shown;
}

void takeProblems(const KnownFiles& known, FileId file, FileId newId, ReadOutcome& outcome)
{
    auto problems = known.problemsOf(file, newId);
    std::move(problems.begin(), problems.end(), std::back_inserter(outcome.problems));
}

void readFile(WorkerContext& worker, LoadPart& part, std::size_t index, FileId id,
              const std::vector<std::filesystem::path>& paths)
{
    SourceFile& file = part.files[index];
    setOrigin(file, index > 0 ? part.files[index - 1] : worker.neighbour, paths);
    describeOrigin(file, worker);
    const std::size_t loneObjects = part.outcome.loneObjects;
    auto opened = std::exchange(part.sources[index], std::nullopt);
    const auto source = opened ? Expected<FileSource>(std::move(*opened)) : openSource(file, id);
    if (source)
        readSmallFile(worker, source.value(), file, part.outcome);
    else
        refuseFile(file, id, source.problem(), part.outcome);
    file.loneObject = part.outcome.loneObjects > loneObjects;
    if (index + 1 == part.files.size())
        worker.neighbour = file;
}

} // namespace

void setOrigin(SourceFile& file, const SourceFile& neighbour, const std::vector<std::filesystem::path>& paths)
{
    const std::string_view shown = withoutPacking(ownPath(file, paths.size() > 1));
    // Taking a path apart costs more than reading a short file, and most files follow one of their folder.
    if (!file.namedByUser && !neighbour.namedByUser && file.root == neighbour.root &&
        isInSameFolder(file, neighbour)) {
        file.origin = neighbour.origin;
        nameOrigin(file.origin, file.path, shown);
    } else {
        // A file that the user opened is its own root. If it is packed, its path is not the opened one.
        file.origin = originOf(file.namedByUser ? std::filesystem::path(file.path) : paths.at(file.root),
                               file.path, shown);
    }
}

void describeOrigin(SourceFile& file, const WorkerContext& worker)
{
    file.origin.describedAs = worker.formats->formatOfFile(file.path);
    if (worker.hub == nullptr)
        return;
    std::error_code error;
    const bool isNamed = file.namedByUser && file.packed == nullptr;
    // The folder of an opened file is searched by its absolute path.
    worker.hub->describe(isNamed ? std::filesystem::absolute(file.path, error).native() : file.path,
                         file.origin);
}

void readPart(WorkerContext& worker, LoadPart& part, const KnownFiles* known,
              const std::vector<std::filesystem::path>& paths)
{
    if (part.block && part.block->file) {
        readBlock(worker, *part.block, part.outcome);
        return;
    }
    if (part.rows) {
        part.outcome.batch.appendKnown(known->snapshot(), part.rows->begin, part.rows->end, part.rows->file);
        part.outcome.seen = part.rows->end - part.rows->begin;
    }
    auto refused = part.refused.begin();
    for (std::size_t i = 0; i < part.files.size(); ++i) {
        const FileId id{static_cast<std::uint32_t>(indexOf(part.firstFile) + i)};
        if (refused != part.refused.end() && refused->first == i) {
            refuseFile(part.files[i], id, std::move(refused->second), part.outcome);
            ++refused;
        } else if (part.known[i] != kNoFile) {
            const auto [begin, end] = known->rowsOf(part.known[i]);
            // The rows of a large file follow in parts of their own.
            if (!part.block)
                part.outcome.batch.appendKnown(known->snapshot(), begin, end, id);
            takeProblems(*known, part.known[i], id, part.outcome);
        } else if (!part.block && part.files[i].skipReason.empty()) {
            readFile(worker, part, i, id, paths);
        }
    }
}

namespace {

constexpr std::uint64_t kBatchBytes = std::uint64_t{1} << 20U;
constexpr std::size_t kBatchFiles = 64;
/// Files that are open ahead of their readers. A program may usually have 1024 open files.
constexpr std::size_t kMostOpen = 256;
/// At most this fraction, 1 / kShareOpen, of the files that may be open is opened ahead.
constexpr std::size_t kShareOpen = 4;
constexpr std::uint32_t kBatchRows = 4096;

/// How many files may be open before a worker reads them.
std::size_t filesOpenAhead()
{
    return std::min(kMostOpen, mostOpenFiles() / kShareOpen);
}

SourceFile sourceFileOf(FoundFile found)
{
    SourceFile file;
    file.path = std::move(found.path);
    file.shownPath = std::move(found.shownPath);
    file.skipReason = std::move(found.skipReason);
    file.namedByUser = found.namedByUser;
    file.unpacked = std::move(found.unpacked);
    file.packed = std::move(found.packed);
    file.root = static_cast<std::uint32_t>(found.root);
    return file;
}

} // namespace

PartSource::PartSource(NextFile nextFile, const KnownFiles* known, WorkerContextPool& workers,
                       const std::vector<std::filesystem::path>& paths, std::size_t partsAtOnce)
    : m_nextFile(std::move(nextFile)),
      m_known(known),
      m_workers(workers),
      m_paths(paths),
      m_filesInPart(std::clamp<std::size_t>(filesOpenAhead() / partsAtOnce, 1, kBatchFiles)),
      m_opensFiles(filesOpenAhead() >= std::min(partsAtOnce, kMostOpen))
{
}

namespace {

bool isSameLearned(const RecordOrigin& now, const RecordOrigin& before)
{
    const auto* const learned = dynamic_cast<const LearnedFormat*>(now.learned.get());
    const auto* const known = dynamic_cast<const LearnedFormat*>(before.learned.get());
    return learned == nullptr || known == nullptr ? learned == known : learned->text() == known->text();
}

} // namespace

std::unique_ptr<LoadPart> PartSource::next()
{
    if (m_rows.begin < m_rows.end)
        return nextRows();
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

std::unique_ptr<LoadPart> PartSource::nextRows()
{
    auto part = std::make_unique<LoadPart>();
    part->rows = m_rows;
    part->rows->end = std::min(m_rows.begin + kBatchRows, m_rows.end);
    m_rows.begin = part->rows->end;
    return part;
}

std::unique_ptr<LoadPart> PartSource::nextFiles()
{
    auto part = std::make_unique<LoadPart>();
    part->firstFile = FileId{m_fileCount};
    while (part->files.size() < m_filesInPart && part->bytes < kBatchBytes) {
        auto next = m_heldBack ? std::exchange(m_heldBack, std::nullopt) : openNext();
        if (!next)
            break;
        const bool large = next->size > kLargeFile;
        if (large && !part->files.empty()) {
            m_heldBack = std::move(next);
            break;
        }
        add(*part, std::move(*next));
        if (large)
            break;
    }
    return part->files.empty() ? nullptr : std::move(part);
}

std::optional<PartSource::OpenedFile> PartSource::openNext()
{
    auto planned = m_nextFile();
    if (!planned)
        return std::nullopt;
    OpenedFile next{std::move(*planned), std::nullopt, 0};
    const auto& [found, problem] = next.planned.queued;
    if (next.planned.reuse == Reuse::Everything && found.unpacked == nullptr) {
        next.size = m_known->snapshot().file(next.planned.known).size;
    } else if (found.unpacked != nullptr || !found.skipReason.empty() || problem) {
        next.size = found.size;
    } else {
        next.size = sizeOf(found);
        if (!m_opensFiles)
            return next;
        // If it cannot be opened, too many files may be open just now: the worker tries again and reports a
        // failure.
        if (auto source = FileSource::open(found.path, FileId{m_fileCount}, found.folder.get())) {
            next.size = source.value().size();
            next.source = std::move(source).value();
        }
    }
    return next;
}

void PartSource::add(LoadPart& part, OpenedFile next)
{
    PlannedFile& planned = next.planned;
    QueuedFile& queued = planned.queued;
    const bool large = next.size > kLargeFile;
    part.uncounted += queued.file.size == 0 ? next.size : 0;
    // openBlocks() opens it again.
    if (large)
        next.source.reset();
    ++m_fileCount;
    part.sources.push_back(std::move(next.source));
    part.files.push_back(sourceFileOf(std::move(queued.file)));
    if (const Phrase* note = m_workers.hub().noteAt(part.files.back().path))
        part.files.back().skipReason = *note;
    part.known.push_back(kNoFile);
    // This part only adds the file; its blocks, or its known rows, follow in parts of their own.
    if (large)
        part.block = std::make_unique<Block>();
    if (queued.problem)
        part.refused.emplace_back(part.files.size() - 1, std::move(*queued.problem));
    else if (planned.reuse == Reuse::Everything && !planned.isDecidedAgain)
        takeKnown(part, planned);
    else if (large)
        openLarge(part, planned);
    // The bytes of a large file are counted with its blocks.
    if (part.known.back() == kNoFile && !m_large)
        part.bytes += next.size;
}

void PartSource::takeKnown(LoadPart& part, const PlannedFile& planned)
{
    const FileId known = planned.known;
    const SourceFile& before = m_known->snapshot().file(known);
    SourceFile& file = part.files.back();
    part.known.back() = known;
    file.origin = before.origin;
    file.size = before.size;
    file.skipReason = before.skipReason;
    file.loneObject = before.loneObject;
    file.isOneRecord = before.isOneRecord;
    file.columns = before.columns;
    file.stamp = planned.stamp;
    part.bytes += before.size;
    if (part.block) {
        const auto [begin, end] = m_known->rowsOf(known);
        m_rows = {begin, end, part.firstFile};
    }
}

void PartSource::openLarge(LoadPart& part, const PlannedFile& planned)
{
    SourceFile& file = part.files.back();
    setOrigin(file, {}, m_paths);
    auto worker = m_workers.borrow();
    describeOrigin(file, *worker);
    auto blocks = openBlocks(file, part.firstFile, *worker, part.outcome);
    m_workers.giveBack(std::move(worker));
    file.loneObject = part.outcome.loneObjects > 0;
    if (!blocks)
        part.refused.emplace_back(0, blocks.problem());
    else if (file.skipReason.empty())
        m_large = std::move(blocks).value();
    if (m_large && planned.isDecidedAgain && planned.reuse == Reuse::Everything &&
        isSameLearned(file.origin, m_known->snapshot().file(planned.known).origin)) {
        m_large.reset();
        part.outcome = {};
        takeKnown(part, planned);
        return;
    }
    // What the new end of a file shows may change how the records before it are read.
    if (m_large && planned.reuse == Reuse::Front &&
        isSameLearned(file.origin, m_known->snapshot().file(planned.known).origin)) {
        const SourceFile grown = file;
        if (!m_large->skipLines(*m_known->snapshot().file(planned.known).stamp.sums))
            return;
        takeKnown(part, planned);
        file = grown;
    }
}

} // namespace duologue
