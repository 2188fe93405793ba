// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/known_files.h"

#include "core/dataset/load/large_file.h"

#include <algorithm>
#include <numeric>

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

} // namespace duologue
