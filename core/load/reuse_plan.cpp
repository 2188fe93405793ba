// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/reuse_plan.h"

#include "core/io/file_stamp.h"
#include "core/io/unpacked_file.h"
#include "core/load/blocks.h"
#include "core/load/source_files.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_set>

namespace duologue {

namespace {

/// The first of [0, count) for which `before` is false. It is true for all indices up to there, false from
/// there on.
template<typename Before>
std::size_t partitionPoint(std::size_t count, Before&& before)
{
    std::size_t begin = 0;
    while (begin < count) {
        const std::size_t middle = begin + (count - begin) / 2;
        if (before(middle))
            begin = middle + 1;
        else
            count = middle;
    }
    return begin;
}

bool isSame(const SourceFile& known, const FoundFile& found)
{
    return known.path == found.path && known.shownPath == found.shownPath && known.root == found.root &&
           known.namedByUser == found.namedByUser;
}

} // namespace

KnownFiles::KnownFiles(SnapshotPtr snapshot) : m_snapshot(std::move(snapshot))
{
    const auto& files = m_snapshot->files;
    m_byPath.reserve(files.size());
    for (std::size_t i = 0; i < files.size(); ++i)
        m_byPath.emplace(files[i].path, FileId{static_cast<std::uint32_t>(i)});
    const auto& problems = m_snapshot->problems;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        if (problems[i].where.file != kNoFile)
            m_problems.push_back(static_cast<std::uint32_t>(i));
    }
    std::stable_sort(m_problems.begin(), m_problems.end(), [&](std::uint32_t a, std::uint32_t b) {
        return problems[a].where.file < problems[b].where.file;
    });
}

std::optional<FileId> KnownFiles::find(const FoundFile& file, std::size_t expected) const
{
    const auto& files = m_snapshot->files;
    if (expected < files.size() && isSame(files[expected], file))
        return FileId{static_cast<std::uint32_t>(expected)};
    const auto [begin, end] = m_byPath.equal_range(file.path);
    const auto found = std::find_if(
        begin, end, [&](const auto& known) { return isSame(m_snapshot->file(known.second), file); });
    return found == end ? std::nullopt : std::optional(found->second);
}

std::pair<Row, Row> KnownFiles::rowsOf(FileId file) const
{
    const auto& entries = m_snapshot->records.entries;
    return {static_cast<Row>(
                partitionPoint(entries.size(), [&](std::size_t row) { return entries[row].file < file; })),
            static_cast<Row>(
                partitionPoint(entries.size(), [&](std::size_t row) { return entries[row].file <= file; }))};
}

std::pair<std::size_t, std::size_t> KnownFiles::problemRange(FileId file) const
{
    const auto fileOf = [&](std::size_t i) { return m_snapshot->problems[m_problems[i]].where.file; };
    return {partitionPoint(m_problems.size(), [&](std::size_t i) { return fileOf(i) < file; }),
            partitionPoint(m_problems.size(), [&](std::size_t i) { return fileOf(i) <= file; })};
}

std::vector<Problem> KnownFiles::problemsOf(FileId file, FileId newId) const
{
    std::vector<Problem> problems;
    const auto [begin, end] = problemRange(file);
    for (std::size_t i = begin; i < end; ++i) {
        problems.push_back(m_snapshot->problems[m_problems[i]]);
        problems.back().where.file = newId;
    }
    return problems;
}

std::optional<ProblemCounts> KnownFiles::problemsNotKept(FileId file) const
{
    const auto& counts = m_snapshot->problemsNotKept;
    const auto found =
        std::find_if(counts.begin(), counts.end(), [file](const auto& each) { return each.first == file; });
    return found == counts.end() ? std::nullopt : std::optional(found->second);
}

bool KnownFiles::isWhole(FileId file) const
{
    const auto [begin, end] = problemRange(file);
    for (std::size_t i = begin; i < end; ++i) {
        const Problem& problem = m_snapshot->problems[m_problems[i]];
        const ProblemCode code = problem.code;
        // A file that holds a pointer instead of data (Git LFS) was read; its FileUnreadable is a warning.
        if (problem.severity == Severity::Error &&
            (code == ProblemCode::FileUnreadable || code == ProblemCode::FileVanished ||
             code == ProblemCode::OutOfMemory))
            return false;
    }
    return true;
}

bool KnownFiles::canGrow(FileId file) const
{
    const SourceFile& source = m_snapshot->file(file);
    if (source.size <= kLargeFile || !source.skipReason.empty() || source.origin.form != RecordForm::Value ||
        !source.origin.lists.empty())
        return false;
    // If the first record is within the part by which a file is recognised, its format stays the same.
    const auto [first, last] = rowsOf(file);
    if (first == last || m_snapshot->record(first).offset + m_snapshot->record(first).length > kLargeFileHead)
        return false;
    // A file has one note about all its deviations from strict JSON, which the new lines may add to.
    const auto [begin, end] = problemRange(file);
    for (std::size_t i = begin; i < end; ++i) {
        const Problem& problem = m_snapshot->problems[m_problems[i]];
        if (problem.code == ProblemCode::NotStrictJson && problem.where.length == 0)
            return false;
    }
    return true;
}

namespace {

bool hasTooManyFields(const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        if (snapshot.problems[i].code == ProblemCode::TooManyFields)
            return true;
    }
    return false;
}

/// Whether no row of the snapshot can be copied, because how it was read depends on other files.
bool mustBeReadAgain(const Snapshot& snapshot)
{
    return snapshot.readsLoneObjects || hasTooManyFields(snapshot);
}

enum class ColumnsOfMessages : std::uint8_t { All, Own };

/// Calls visit(column, has) for the columns of records and of messages; has(row) is true if the record, or a
/// message of it, has a value.
template<typename Visit>
void forEachColumn(const Snapshot& snapshot, ColumnsOfMessages which, const Visit& visit)
{
    for (const Column& column : snapshot.records.columns)
        visit(column, [&column](Row row) { return column.has(indexOf(row)); });
    for (const Column& column : which == ColumnsOfMessages::All ? std::span(snapshot.messages.columns)
                                                                : snapshot.messages.ownColumns()) {
        visit(column, [&](Row row) {
            auto [message, end] = snapshot.messageRange(row);
            while (message < end && !column.has(indexOf(message)))
                ++message;
            return message < end;
        });
    }
}

} // namespace

ReusePlan::ReusePlan(SnapshotPtr known, FileQueue& queue, const Job& job) : m_known(std::move(known))
{
    match(queue);
    compare(job);
    m_noDataChanged = !job.stopRequested() && isDataSame();
    m_nothingChanged = m_files.size() == m_known.snapshot().files.size() && !job.stopRequested();
    for (std::size_t i = 0; i < m_files.size() && m_nothingChanged; ++i)
        m_nothingChanged = m_files[i].reuse == Reuse::Everything && indexOf(m_files[i].known) == i;
    if (!m_nothingChanged)
        excludeInexact();
}

/// Whether all files but settings of checks are the known ones, in their order.
bool ReusePlan::isDataSame() const
{
    const auto& known = m_known.snapshot().files;
    const auto skipSettings = [&known](std::size_t i) {
        while (i < known.size() && known[i].skipReason == Phrase(PhraseId::HoldsCheckSettings))
            ++i;
        return i;
    };
    std::size_t next = skipSettings(0);
    for (const PlannedFile& file : m_files) {
        if (file.queued.file.skipReason == Phrase(PhraseId::HoldsCheckSettings))
            continue;
        if (file.reuse != Reuse::Everything || indexOf(file.known) != next)
            return false;
        next = skipSettings(next + 1);
    }
    return next >= known.size();
}

void ReusePlan::match(FileQueue& queue)
{
    std::size_t expected = 0;
    while (auto queued = queue.next()) {
        PlannedFile file{std::move(*queued), kNoFile, Reuse::Nothing};
        const auto known = file.queued.problem ? std::nullopt : m_known.find(file.queued.file, expected);
        // Both lists are sorted by name. A file that is not in the same order in both is read again.
        if (known && indexOf(*known) >= expected) {
            file.known = *known;
            expected = indexOf(*known) + 1;
        }
        m_files.push_back(std::move(file));
    }
}

void ReusePlan::compare(const Job& job)
{
    constexpr std::size_t kGrain = 64;
    parallelFor(m_files.size(), kGrain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i) {
            compareOne(m_files[i], job);
            // The queue is empty by now, so it cannot look up this size.
            auto& [file, problem] = m_files[i].queued;
            if (Progress* progress = job.progress(); progress != nullptr && file.size == 0 && !problem)
                progress->bytesTotal += file.size = sizeOf(file);
        }
    });
}

void ReusePlan::compareOne(PlannedFile& file, const Job& job) const
{
    if (file.known == kNoFile)
        return;
    const SourceFile& known = m_known.snapshot().file(file.known);
    const FoundFile& found = file.queued.file;
    const auto reuseIf = [&file](bool isSame) { file.reuse = isSame ? Reuse::Everything : Reuse::Nothing; };
    file.stamp = known.stamp;
    // A file that is skipped because of its name is never read, so there is no stamp to compare.
    if (!found.skipReason.empty()) {
        reuseIf(known.skipReason == found.skipReason);
    } else if (found.packed == nullptr && known.packed != nullptr && known.packed->path == found.path) {
        reuseDecoded(file, job);
    } else if (found.packed != nullptr || known.packed != nullptr) {
        // For an unchanged packed file, the queue has pushed the known members themselves.
        reuseIf(found.packed != nullptr && known.packed != nullptr && found.unpacked == known.unpacked &&
                m_known.isWhole(file.known));
    } else if (known.stamp.isKnown() && m_known.isWhole(file.known)) {
        if (const auto source = FileSource::open(found.path, kNoFile, found.folder.get()))
            file.reuse = reuseOf(source.value(), file, job);
    }
}

/// Compares a file that was decoded, or that is packed although its name does not say so.
void ReusePlan::reuseDecoded(PlannedFile& file, const Job& job) const
{
    const SourceFile& known = m_known.snapshot().file(file.known);
    FoundFile& found = file.queued.file;
    if (!known.packed->isKnown() || !m_known.isWhole(file.known))
        return;
    const auto source = FileSource::open(found.path, kNoFile, found.folder.get());
    const FileStamp& stamp = known.packed->stamp;
    if (!source || !(isUnchanged(source.value(), stamp) || hasSameContents(source.value(), stamp, job)))
        return;
    file.reuse = Reuse::Everything;
    found.packed = known.packed;
    found.unpacked = known.unpacked;
    found.size = known.unpacked == nullptr ? 0 : known.unpacked->wholeSize();
}

Reuse ReusePlan::reuseOf(const FileSource& source, PlannedFile& file, const Job& job) const
{
    if (isUnchanged(source, file.stamp))
        return Reuse::Everything;
    if (hasSameContents(source, file.stamp, job)) {
        file.stamp.identity = source.identity();
        file.stamp.isSettled = source.isSettled();
        return Reuse::Everything;
    }
    return m_known.canGrow(file.known) && hasNewLines(source, file.stamp, job) ? Reuse::Front
                                                                               : Reuse::Nothing;
}

SnapshotPtr ReusePlan::restamped() const
{
    const auto isNew = [this](const PlannedFile& file) {
        const SourceFile& known = m_known.snapshot().file(file.known);
        return file.stamp.identity != known.stamp.identity || file.stamp.isSettled != known.stamp.isSettled ||
               file.queued.file.packed != known.packed;
    };
    if (std::none_of(m_files.begin(), m_files.end(), isNew))
        return m_known.snapshotPtr();
    auto snapshot = std::make_shared<Snapshot>(m_known.snapshot());
    snapshot->files = {};
    for (const PlannedFile& file : m_files) {
        SourceFile copy = m_known.snapshot().file(file.known);
        copy.stamp = file.stamp;
        copy.packed = file.queued.file.packed;
        snapshot->files.push_back(std::move(copy));
    }
    return snapshot;
}

void ReusePlan::excludeInexact()
{
    const Snapshot& snapshot = m_known.snapshot();
    std::vector<bool> unchanged(snapshot.files.size(), false);
    std::vector<bool> refused(snapshot.files.size(), mustBeReadAgain(snapshot));
    for (const PlannedFile& file : m_files) {
        if (file.reuse != Reuse::Nothing)
            unchanged[indexOf(file.known)] = true;
    }
    forEachColumn(snapshot, ColumnsOfMessages::All, [&](const Column& column, const auto& has) {
        for (Row row{0}; column.mixed && row < snapshot.endRow(); ++row) {
            if (has(row))
                refused[indexOf(snapshot.record(row).file)] = true;
        }
    });
    excludeForColumnOrder(unchanged, refused);
    for (PlannedFile& file : m_files) {
        if (file.known != kNoFile && refused[indexOf(file.known)])
            file.reuse = Reuse::Nothing;
    }
}

/// Columns are in the order in which records introduce them. A snapshot keeps this order only for the first
/// record of each column. If that record is gone, the file with the next one is read again.
void ReusePlan::excludeForColumnOrder(const std::vector<bool>& unchanged, std::vector<bool>& refused) const
{
    const Snapshot& snapshot = m_known.snapshot();
    // Those that every dataset has are always in the same order.
    forEachColumn(snapshot, ColumnsOfMessages::Own, [&](const Column&, const auto& has) {
        bool firstIsGone = false;
        for (Row row{0}; row < snapshot.endRow(); ++row) {
            if (!has(row))
                continue;
            const std::size_t file = indexOf(snapshot.record(row).file);
            if (unchanged[file]) {
                refused[file] = refused[file] || firstIsGone;
                break;
            }
            firstIsGone = true;
        }
    });
}

std::vector<std::string> ReusePlan::vanished() const
{
    const auto& files = m_known.snapshot().files;
    std::vector<bool> there(files.size(), false);
    for (const PlannedFile& file : m_files) {
        if (file.known != kNoFile)
            there[indexOf(file.known)] = true;
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!there[i] && files[i].skipReason.empty() && files[i].packed == nullptr)
            names.push_back(files[i].shownPath);
    }
    addVanishedPacked(names);
    return names;
}

/// Adds packed files that have vanished, in place of their members.
void ReusePlan::addVanishedPacked(std::vector<std::string>& names) const
{
    std::unordered_set<std::string_view> there;
    for (const PlannedFile& file : m_files) {
        const FoundFile& found = file.queued.file;
        there.insert(found.packed == nullptr ? found.path : found.packed->path);
    }
    for (const FileId member : firstMembers(m_known.snapshot())) {
        const PackedFile& packed = *m_known.snapshot().file(member).packed;
        if (!there.contains(packed.path))
            names.push_back(packed.shownPath);
    }
}

std::optional<PlannedFile> ReusePlan::next()
{
    if (m_next == m_files.size())
        return std::nullopt;
    return std::move(m_files[m_next++]);
}

} // namespace duologue
