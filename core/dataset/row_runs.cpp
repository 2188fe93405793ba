// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/row_runs.h"

#include "core/dataset/source/source_files.h"
#include "core/io/file_stamp.h"

namespace duologue {

namespace {

constexpr std::uint64_t kRunBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGap = std::uint64_t{64} << 10U;

} // namespace

std::vector<RowRun> runsOf(const Snapshot& snapshot, const std::vector<Row>& rows)
{
    std::vector<RowRun> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RecordEntry& entry = snapshot.record(rows[i]);
        const std::uint64_t end = entry.offset + entry.length;
        if (!runs.empty() && runs.back().file == entry.file && entry.offset >= runs.back().end &&
            entry.offset - runs.back().end <= kGap && end - runs.back().begin <= kRunBytes) {
            runs.back().end = end;
            runs.back().last = i + 1;
        } else {
            runs.push_back({entry.file, entry.offset, end, i, i + 1});
        }
    }
    return runs;
}

bool RowRunReader::read(const RowRun& run)
{
    const auto length = static_cast<std::size_t>(run.end - run.begin);
    if (!open(run.file) ||
        changeSince(*m_source, m_snapshot.file(run.file).stamp, run.begin, length).has_value())
        return false;
    const auto count = m_source->read(run.begin, length, m_bytes);
    return count && count.value() == length;
}

bool RowRunReader::open(FileId file)
{
    if (m_file == file)
        return m_source.has_value();
    m_file = file;
    m_source.reset();
    auto opened = openSource(m_snapshot.file(file), file);
    if (opened)
        m_source = std::move(opened).value();
    return m_source.has_value();
}

} // namespace duologue
