// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/large_file.h"

#include "core/dataset/record_parser.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_layout.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::size_t kHead = std::size_t{1} << 20U;

/// The whole records at the front of a file, for recognising it; none where the first one is longer than
/// all that was read.
std::vector<RecordBytes> firstRecords(std::string_view head, std::uint64_t offset, RecordLayout layout)
{
    std::vector<RecordBytes> records;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        records.push_back({head.substr(begin - offset, end - begin), begin});
    };
    if (layout == RecordLayout::Lines) {
        splitLines(head.substr(0, head.rfind('\n') + 1), offset, add);
    } else {
        ValueSplitter splitter(layout, offset);
        splitter.feed(head, add);
    }
    return records;
}

/// Reads on from `begin` until a line break at or behind `end` and returns how many bytes belong to lines
/// that begin before `end`.
Result<std::size_t> readLinesFrom(const LargeFile& file, std::uint64_t begin, std::uint64_t end,
                                  PaddedBytes& bytes)
{
    std::size_t extra = std::size_t{64} << 10U;
    while (true) {
        const auto wanted = static_cast<std::size_t>(end - begin) + extra;
        const auto count = file.source.read(begin, wanted, bytes);
        if (!count)
            return count.problem();
        const auto inside = static_cast<std::size_t>(end - begin);
        if (count.value() < wanted && begin + count.value() >= file.source.size()) {
            const auto newline = bytes.view().find('\n', inside == 0 ? 0 : inside - 1);
            return newline == std::string_view::npos ? count.value() : newline + 1;
        }
        // A line that begins before `end` may end behind it; one that begins at `end` is the next block's.
        const auto newline = bytes.view().find('\n', inside - 1);
        if (newline != std::string_view::npos)
            return newline + 1;
        if (extra > kLongestRecord)
            return count.value();
        extra *= 4;
    }
}

void readLines(Workbench& bench, const LargeFileBlock& block, RunOutcome& outcome)
{
    const LargeFile& file = *block.file;
    // The byte before tells whether a line begins exactly at the block's beginning.
    const std::uint64_t begin = block.begin == 0 ? 0 : block.begin - 1;
    const auto length = readLinesFrom(file, begin, block.end, bench.bytes);
    if (!length) {
        outcome.problems.push_back(length.problem());
        return;
    }
    std::string_view text = bench.bytes.view().substr(0, length.value());
    std::uint64_t offset = begin;
    if (block.begin == 0) {
        offset = byteOrderMarkLength(text);
        text.remove_prefix(offset);
    } else {
        const auto newline = text.find('\n');
        if (newline == std::string_view::npos || begin + newline + 1 >= block.end)
            return;
        text.remove_prefix(newline + 1);
        offset = begin + newline + 1;
    }
    std::uint32_t ordinal = 0;
    splitLines(text, offset, [&](std::uint64_t from, std::uint64_t to) {
        readRecordInto(bench, {text.substr(from - offset, to - from), from}, file.id, ++ordinal, file.format,
                       file.origin, outcome);
    });
}

} // namespace

LargeFileBlocks::LargeFileBlocks(std::shared_ptr<const LargeFile> file)
    : m_file(std::move(file)), m_splitter(m_file->layout, 0)
{
}

Result<std::unique_ptr<LargeFileBlocks>> LargeFileBlocks::open(SourceFile& file, FileId id, Workbench& bench)
{
    auto source = FileSource::open(file.path, id);
    if (!source)
        return source.problem();
    file.size = source.value().size();
    PaddedBytes head;
    RecordLayout layout = RecordLayout::Lines;
    Recognition recognition;
    for (std::size_t length = kHead;; length *= 8) {
        if (const auto count = source.value().read(0, length, head); !count)
            return count.problem();
        const auto offset = byteOrderMarkLength(head.view());
        const std::string_view text = head.view().substr(offset);
        const bool whole = head.size() == file.size;
        const auto found = layoutOf(text, whole);
        if (!found) {
            file.skipReason = "it does not begin like JSON";
            const auto mistake = diagnoseJson(text.substr(0, 4096)).value_or(JsonMistake{});
            return Problem{ProblemCode::JsonSyntax,
                           Severity::Error,
                           {id, offset + mistake.offset, 0},
                           {},
                           "expected '{' or '['"};
        }
        layout = *found;
        const auto records = layout == RecordLayout::Single ? std::vector<RecordBytes>{{text, offset}}
                                                            : firstRecords(text, offset, layout);
        if (records.empty() && !whole && head.size() < kLongestRecord)
            continue;
        recognition = recogniseRecords(bench, records);
        break;
    }
    file.skipReason = recognition.format == nullptr ? recognition.skipReason : std::string();
    // A large file of one object is a list of values with one value in it.
    if (layout == RecordLayout::Single)
        layout = RecordLayout::Values;
    auto shared = std::make_shared<const LargeFile>(
        LargeFile{std::move(source).value(), id, file.origin, layout, recognition.format});
    return std::unique_ptr<LargeFileBlocks>(new LargeFileBlocks(std::move(shared)));
}

std::unique_ptr<LargeFileBlock> LargeFileBlocks::next()
{
    return m_file->layout == RecordLayout::Lines ? nextLines() : nextValues();
}

std::unique_ptr<LargeFileBlock> LargeFileBlocks::nextLines()
{
    if (m_offset >= m_file->source.size())
        return nullptr;
    auto block = std::make_unique<LargeFileBlock>();
    block->file = m_file;
    block->begin = m_offset;
    block->end = std::min(m_offset + kBlock, m_file->source.size());
    m_offset = block->end;
    return block;
}

std::unique_ptr<LargeFileBlock> LargeFileBlocks::nextValues()
{
    if (m_finished)
        return nullptr;
    auto block = std::make_unique<LargeFileBlock>();
    block->file = m_file;
    struct Range {
        std::uint64_t begin;
        std::uint64_t end;
    };
    std::vector<Range> ranges;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { ranges.push_back({begin, end}); };
    while (ranges.empty() && !m_finished) {
        PaddedBytes piece;
        const auto count = m_file->source.read(m_offset, kBlock, piece);
        if (!count) {
            block->problems.push_back(count.problem());
            m_finished = true;
            break;
        }
        const std::size_t skip = m_offset == 0 ? byteOrderMarkLength(piece.view()) : 0;
        const std::string_view text = piece.view().substr(skip);
        if (m_offset == 0 && skip > 0) {
            m_splitter = ValueSplitter(m_file->layout, skip);
            m_pendingOffset = skip;
        }
        m_offset += count.value();
        m_pending.append(text);
        m_splitter.feed(text, add);
        if (count.value() < kBlock || m_offset >= m_file->source.size()) {
            m_splitter.finish(add);
            m_finished = true;
        }
        if (ranges.empty() && m_pending.size() > kLongestRecord) {
            m_pending.clear();
            m_pendingDropped = true;
        }
    }
    const std::uint64_t kept = m_finished ? m_offset : m_splitter.openBegin();
    if (m_pendingDropped && !ranges.empty()) {
        block->problems.push_back({ProblemCode::RecordTooLong,
                                   Severity::Error,
                                   {m_file->id, ranges.front().begin, 0},
                                   {},
                                   "it is longer than " + std::to_string(kLongestRecord) + " bytes"});
        m_pendingOffset = m_offset - m_pending.size();
        ranges.erase(ranges.begin());
        m_pendingDropped = false;
    }
    block->bytes = PaddedBytes(m_pending);
    const std::string_view text = block->bytes.view();
    for (const Range& range : ranges)
        block->records.push_back(
            {text.substr(range.begin - m_pendingOffset, range.end - range.begin), range.begin});
    if (m_finished)
        closeFile(*block);
    m_pending.erase(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(kept - m_pendingOffset, m_pending.size())));
    m_pendingOffset = kept;
    return block;
}

/// The end of the file: what is left over is a broken record, or a break between two records.
void LargeFileBlocks::closeFile(LargeFileBlock& block)
{
    if (m_splitter.inRecord()) {
        if (m_pendingDropped)
            block.problems.push_back({ProblemCode::RecordTooLong,
                                      Severity::Error,
                                      {m_file->id, m_splitter.openBegin(), 0},
                                      {},
                                      "it is longer than " + std::to_string(kLongestRecord) + " bytes"});
        else
            block.records.push_back({block.bytes.view().substr(m_splitter.openBegin() - m_pendingOffset),
                                     m_splitter.openBegin()});
    } else if (m_file->layout == RecordLayout::Elements && !m_splitter.closed()) {
        block.problems.push_back({ProblemCode::JsonTruncated,
                                  Severity::Error,
                                  {m_file->id, m_offset, 0},
                                  {},
                                  "the list has no closing ']'"});
    }
}

void readBlock(Workbench& bench, const LargeFileBlock& block, RunOutcome& outcome)
{
    outcome.problems.insert(outcome.problems.end(), block.problems.begin(), block.problems.end());
    if (block.file->layout == RecordLayout::Lines) {
        readLines(bench, block, outcome);
        return;
    }
    std::uint32_t ordinal = 0;
    for (const RecordBytes& record : block.records)
        readRecordInto(bench, record, block.file->id, ++ordinal, block.file->format, block.file->origin,
                       outcome);
}

} // namespace duologue
