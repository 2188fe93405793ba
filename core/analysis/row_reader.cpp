// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_reader.h"

#include "core/util/parallel.h"

#include <algorithm>
#include <numeric>

namespace duologue {

namespace {

/// How much is read at once: enough that neighbours are read together, little enough to stay in the cache.
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20U;
constexpr std::size_t kChunkRows = 1024;

/// Divides [0, count) into chunks; lengthOf(i) is the length of one item in bytes. Returns where each ends.
template<typename LengthOf>
std::vector<std::size_t> chunkEnds(std::size_t count, const LengthOf& lengthOf)
{
    std::vector<std::size_t> ends;
    std::uint64_t bytes = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < count; ++i) {
        bytes += lengthOf(i);
        if (bytes >= kChunkBytes || i + 1 - begin >= kChunkRows) {
            ends.push_back(i + 1);
            begin = i + 1;
            bytes = 0;
        }
    }
    if (begin < count)
        ends.push_back(count);
    return ends;
}

struct PairReaders {
    PairReaders(const Snapshot& oldRecords, const Snapshot& newRecords) : old(oldRecords), now(newRecords) {}

    RowReader old;
    RowReader now;
    std::vector<Row> oldRows;
    std::vector<Row> nowRows;
};

} // namespace

RowReader::RowReader(const Snapshot& snapshot)
    : m_snapshot(snapshot),
      m_formats(snapshot.formatList ? snapshot.formatList : FormatList::builtIn()),
      m_reader(snapshot)
{
}

void RowReader::read(std::span<const Row> rows)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (const std::size_t index : order)
        sorted.push_back(rows[index]);
    m_places.assign(rows.size(), Place());
    const std::vector<RowRun> runs = runsOf(m_snapshot, sorted);
    if (m_blocks.size() < runs.size())
        m_blocks.resize(runs.size());
    for (std::size_t block = 0; block < runs.size(); ++block) {
        const RowRun& run = runs[block];
        const bool isRead = m_reader.read(run);
        if (isRead) {
            const std::string_view bytes = m_reader.bytes();
            m_blocks[block].resizeUninitialised(bytes.size());
            std::copy(bytes.begin(), bytes.end(), m_blocks[block].data());
        }
        for (std::size_t i = run.first; i < run.last; ++i) {
            const RecordEntry& entry = m_snapshot.record(sorted[i]);
            m_places[order[i]] = {block, static_cast<std::size_t>(entry.offset - run.begin), entry.length,
                                  isRead};
        }
    }
    // One long record is not kept for the sake of the next ones.
    if (m_blocks.size() > runs.size())
        m_blocks.resize(runs.size());
}

std::optional<std::string_view> RowReader::bytes(std::size_t index) const
{
    const Place& place = m_places[index];
    if (!place.isRead)
        return std::nullopt;
    return m_blocks[place.block].view().substr(place.begin, place.length);
}

ParsedRecord RowReader::parse(Row row, std::string_view bytes)
{
    m_problems.clear();
    const RecordEntry& entry = m_snapshot.record(row);
    return parseRecord(m_parser, bytes, entry.span(), m_problems, m_snapshot.file(entry.file).origin.form);
}

const Conversation* RowReader::conversation(Row row, const ParsedRecord& parsed)
{
    const RecordEntry& entry = m_snapshot.record(row);
    const RecordOrigin& origin = m_snapshot.file(entry.file).origin;
    const Format* const format = m_formats->find(m_snapshot.formats.at(entry.format), origin);
    if (parsed.state == RecordState::Broken || format == nullptr)
        return nullptr;
    RecordBuilder builder(m_conversation, origin, m_problems, Measuring::Nothing, Keeping::ColumnsAndTexts);
    readParsed(*format, parsed, entry.offset, builder);
    return &m_conversation;
}

void readRowsAgain(const Snapshot& snapshot, std::span<const Row> rows, const Job& job,
                   const RowVisitor& visit)
{
    const auto ends = chunkEnds(rows.size(), [&](std::size_t i) { return snapshot.record(rows[i]).length; });
    IdleWorkers<RowReader> readers;
    parallelFor(ends.size(), 1, [&](std::size_t first, std::size_t last) {
        if (job.stopRequested())
            return;
        const std::size_t begin = first == 0 ? 0 : ends[first - 1];
        const std::size_t count = ends[last - 1] - begin;
        readers.with([&] { return std::make_unique<RowReader>(snapshot); },
                     [&](RowReader& reader) {
                         reader.read(rows.subspan(begin, count));
                         for (std::size_t i = 0; i < count && !job.stopRequested(); ++i)
                             visit(begin + i, reader, reader.bytes(i));
                     });
    });
}

void readPairsAgain(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Job& job,
                    const PairVisitor& visit)
{
    const auto ends = chunkEnds(pairs.size(), [&](std::size_t i) {
        return std::uint64_t{old.record(pairs[i].old).length} + now.record(pairs[i].now).length;
    });
    IdleWorkers<PairReaders> readers;
    parallelFor(ends.size(), 1, [&](std::size_t first, std::size_t last) {
        if (job.stopRequested())
            return;
        const std::size_t begin = first == 0 ? 0 : ends[first - 1];
        const auto chunk = pairs.subspan(begin, ends[last - 1] - begin);
        readers.with([&] { return std::make_unique<PairReaders>(old, now); },
                     [&](PairReaders& both) {
                         both.oldRows.clear();
                         both.nowRows.clear();
                         for (const RowPair& pair : chunk) {
                             both.oldRows.push_back(pair.old);
                             both.nowRows.push_back(pair.now);
                         }
                         both.old.read(both.oldRows);
                         both.now.read(both.nowRows);
                         for (std::size_t i = 0; i < chunk.size() && !job.stopRequested(); ++i)
                             visit(begin + i, both.old, both.old.bytes(i), both.now, both.now.bytes(i));
                     });
    });
}

} // namespace duologue
