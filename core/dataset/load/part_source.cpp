// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/part_source.h"

#include "core/dataset/hub/hub_folders.h"
#include "core/io/open_file.h"

#include <algorithm>
#include <utility>

namespace duologue {

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
        part.block = std::make_unique<LargeFileBlock>();
    if (queued.problem)
        part.refused.emplace_back(part.files.size() - 1, std::move(*queued.problem));
    else if (planned.reuse == Reuse::Everything)
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
    if (m_large && planned.reuse == Reuse::Front) {
        const SourceFile grown = file;
        if (!m_large->skipLines(*m_known->snapshot().file(planned.known).stamp.sums))
            return;
        takeKnown(part, planned);
        file = grown;
    }
}

} // namespace duologue
