// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/large_file.h"

#include "core/base/phrase_id.h"
#include "core/dataset/load/decoded_file.h"
#include "core/dataset/load/line_block.h"
#include "core/dataset/load/record_parser.h"
#include "core/dataset/source/source_files.h"
#include "core/io/archive.h"
#include "core/io/stand_in.h"
#include "core/io/unpacked_file.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_layout.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kHead = kLargeFileHead;

/// The whole records at the beginning of a file, to recognise it by; empty if the first record is longer
/// than what was read.
std::vector<RecordBytes> firstRecords(std::string_view head, std::uint64_t offset, RecordLayout layout)
{
    std::vector<RecordBytes> records;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        records.push_back({head.substr(begin - offset, end - begin), begin, 0});
    };
    if (layout == RecordLayout::Lines) {
        splitLines(head.substr(0, head.rfind('\n') + 1), offset, add);
    } else {
        ValueSplitter splitter(layout, offset);
        splitter.feed(head, add);
    }
    return records;
}

/// What begins neither like a list nor like an object.
Problem notJson(FileId id, std::string_view head)
{
    if (Phrase markup = markupInPlaceOfData(head); !markup.empty())
        return {ProblemCode::FileUnreadable, Severity::Error, {id, 0, 0}, {}, std::move(markup)};
    const std::uint64_t offset = byteOrderMarkLength(head);
    const auto mistake = diagnoseJson(head.substr(offset, 4096)).value_or(JsonMistake{});
    return {ProblemCode::JsonSyntax,
            Severity::Error,
            {id, offset + mistake.offset, 0},
            {},
            head.starts_with('\0') ? PhraseId::ZeroBytes : PhraseId::ExpectedObjectOrList};
}

/// The layout and the format of the file, as far as its beginning shows them.
struct Beginning {
    RecordLayout layout = RecordLayout::Lines;
    Recognition recognition;
    /// Even the first record is longer than what may be read at once.
    bool tooLong = false;
    bool isOneRecord = false;
};

/// None where the text is not like JSON.
std::optional<Beginning> beginningOf(WorkerContext& worker, std::string_view text, std::uint64_t offset,
                                     bool whole)
{
    const auto seen = layoutOf(text, whole);
    if (!seen)
        return std::nullopt;
    const RecordLayout layout = layoutOfLists(worker, text, *seen);
    Beginning beginning{layout, {}, false, layout == RecordLayout::Single};
    auto records = layout == RecordLayout::Single ? std::vector<RecordBytes>{{text, offset, 0}}
                                                  : firstRecords(text, offset, layout);
    if (layout == RecordLayout::Elements && areMessages(worker, records)) {
        // A list of messages is one record, which has to be read whole to be known.
        beginning.layout = RecordLayout::Values;
        beginning.isOneRecord = true;
        records = firstRecords(text, offset, RecordLayout::Values);
    }
    beginning.tooLong = records.empty();
    beginning.recognition = recogniseRecords(worker, records);
    return beginning;
}

/// Recognises the records after a first line that is too long.
Recognition recogniseBehindFirstLine(WorkerContext& worker, const FileSource& source)
{
    PaddedBytes piece;
    for (std::uint64_t at = kLongestRecord; source.reaches(at + 1); at += kBlock) {
        if (!source.read(at, kBlock, piece))
            break;
        const auto newline = piece.view().find('\n');
        if (newline == std::string_view::npos)
            continue;
        const std::uint64_t next = at + newline + 1;
        if (!source.read(next, kHead, piece))
            break;
        return recogniseRecords(worker, firstRecords(piece.view(), next, RecordLayout::Lines));
    }
    return {};
}

/// Records that are long: read when it is their turn.
void readUnread(WorkerContext& worker, const LargeFileBlock& block, RunOutcome& outcome)
{
    if (block.unread.empty())
        return;
    LongRecords alone;
    const LongRecords::Turn turn(worker.longRecords == nullptr ? alone : *worker.longRecords,
                                 block.end - block.begin);
    const LargeFile& file = *block.file;
    const auto length = static_cast<std::size_t>(block.end - block.begin);
    if (const auto count = file.source.read(block.begin, length, worker.bytes); !count) {
        outcome.problems.push_back(count.problem());
        worker.bytes.truncate(0);
    }
    for (const RecordRange& range : block.unread) {
        const std::string_view bytes = worker.bytes.view();
        const auto begin = static_cast<std::size_t>(range.begin - block.begin);
        readRecordInto(worker,
                       {bytes.substr(std::min(begin, bytes.size()), range.end - range.begin), range.begin, 0},
                       {file.id, file.origin, file.format}, ++outcome.seen, outcome);
    }
    worker.giveBackMemory();
}

/// Opens a file; one that is packed or not UTF-8 is unpacked or decoded first.
Result<FileSource> openAsText(SourceFile& file, FileId id, WorkerContext& worker,
                              std::vector<Problem>& problems)
{
    auto source = openSource(file, id);
    PaddedBytes head;
    if (!source || !source.value().read(0, kHead, head))
        return source;
    if (beginsPacked(head.view()))
        return unpackFile(source.value(), file, worker, problems);
    // What is still being unpacked is read only as far as it is there.
    const TextEncoding encoding = encodingOfLarge(source.value(), head.view(), file.unpacked == nullptr);
    if (encoding == TextEncoding::Utf8)
        return source;
    return decodeFile(source.value(), encoding, file, worker, problems);
}

} // namespace

LargeFileBlocks::LargeFileBlocks(std::shared_ptr<const LargeFile> file, std::uint64_t linesBlock)
    : m_file(std::move(file)), m_linesBlock(linesBlock), m_splitter(m_file->layout, 0)
{
}

Result<std::unique_ptr<LargeFileBlocks>> LargeFileBlocks::open(SourceFile& file, FileId id,
                                                               WorkerContext& worker, RunOutcome& outcome)
{
    auto source = openAsText(file, id, worker, outcome.problems);
    if (!source)
        return source.problem();
    // How long one will be that is still being unpacked is not awaited.
    file.size = file.unpacked ? file.unpacked->size() : source.value().size();
    file.stamp = stampOf(source.value());
    std::shared_ptr<BlockSums> sums;
    if (worker.keepsStamps && worker.filter == nullptr && file.stamp.identity.isKnown())
        file.stamp.sums = sums = std::make_shared<BlockSums>(file.size);
    PaddedBytes head;
    Beginning beginning;
    std::optional<LongRecords::Turn> turn;
    for (std::size_t length = kHead;; length *= 8) {
        if (length > LongRecords::kLong && !turn && worker.longRecords != nullptr)
            turn.emplace(*worker.longRecords, kLongestRecord);
        if (const auto count = source.value().read(0, std::min(length, kLongestRecord), head); !count)
            return count.problem();
        const auto offset = byteOrderMarkLength(head.view());
        const bool whole = !source.value().reaches(head.size() + 1);
        auto found = beginningOf(worker, head.view().substr(offset), offset, whole);
        if (!found) {
            file.skipReason = PhraseId::NotLikeJson;
            return notJson(id, head.view());
        }
        beginning = std::move(*found);
        if (!beginning.tooLong || whole || length >= kLongestRecord)
            break;
    }
    if (turn)
        worker.giveBackMemory();
    if (beginning.tooLong && beginning.layout == RecordLayout::Lines)
        beginning.recognition = recogniseBehindFirstLine(worker, source.value());
    const Recognition& recognition = beginning.recognition;
    if (beginning.isOneRecord)
        noteOneRecord(file);
    const bool lone = beginning.layout == RecordLayout::Single && !worker.readsLoneObjects &&
                      isLoneObject(file, recognition);
    outcome.loneObjects += lone ? 1 : 0;
    if (lone || recognition.format == nullptr)
        file.skipReason = recognition.skipReason;
    // A large file of one object is a list of values with one value in it.
    const bool single = beginning.layout == RecordLayout::Single;
    auto shared = std::make_shared<const LargeFile>(
        LargeFile{std::move(source).value(), id, file.origin,
                  single ? RecordLayout::Values : beginning.layout, recognition.format, std::move(sums)});
    return std::unique_ptr<LargeFileBlocks>(
        new LargeFileBlocks(std::move(shared), worker.filter == nullptr ? kLineBlock : kSearchBlock));
}

bool LargeFileBlocks::skipLines(const BlockSums& known)
{
    if (m_file->layout != RecordLayout::Lines)
        return false;
    m_linesFrom = known.size();
    // The block that they end in has another checksum now.
    m_offset = m_linesFrom - m_linesFrom % BlockSums::kBlock;
    if (m_file->sums)
        m_file->sums->addKnown(known, static_cast<std::size_t>(m_offset / BlockSums::kBlock));
    return true;
}

std::unique_ptr<LargeFileBlock> LargeFileBlocks::next()
{
    return m_file->layout == RecordLayout::Lines ? nextLines() : nextValues();
}

std::unique_ptr<LargeFileBlock> LargeFileBlocks::nextLines()
{
    const FileSource& source = m_file->source;
    const std::uint64_t length = source.available(m_offset, m_linesBlock);
    if (length == 0)
        return nullptr;
    auto block = std::make_unique<LargeFileBlock>();
    block->file = m_file;
    block->begin = m_offset;
    block->linesFrom = m_linesFrom;
    block->end = m_offset += length;
    return block;
}

std::unique_ptr<LargeFileBlock> LargeFileBlocks::nextValues()
{
    if (m_finished)
        return nullptr;
    auto block = std::make_unique<LargeFileBlock>();
    block->file = m_file;
    m_ranges.clear();
    readUntilRecords(*block);
    takeRecords(*block);
    if (m_finished)
        closeFile(*block);
    else if (!m_pendingDropped)
        m_pending =
            block->bytes.view().substr(static_cast<std::size_t>(m_splitter.openBegin() - m_bytesOffset));
    if (!block->unread.empty()) {
        block->begin = block->unread.front().begin;
        block->end = block->unread.back().end;
        block->bytes = PaddedBytes();
    }
    return block;
}

void LargeFileBlocks::readUntilRecords(LargeFileBlock& block)
{
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { m_ranges.push_back({begin, end}); };
    // Read to where it stays: most records of a block are parsed right there.
    PaddedBytes& bytes = block.bytes;
    bytes.reserve(m_pending.size() + kBlock);
    std::copy(m_pending.begin(), m_pending.end(), bytes.extend(m_pending.size()));
    m_bytesOffset = m_offset - m_pending.size();
    m_pending = std::string();
    while (m_ranges.empty() && !m_finished) {
        if (m_pendingDropped) {
            bytes.truncate(0);
            m_bytesOffset = m_offset;
        }
        const FileSource& source = m_file->source;
        const std::size_t before = bytes.size();
        const auto wanted = static_cast<std::size_t>(source.available(m_offset, kBlock));
        char* const end = bytes.extend(wanted);
        const auto count = source.readInto(m_offset, wanted, end);
        bytes.truncate(before + (count ? count.value() : 0));
        if (!count) {
            block.problems.push_back(count.problem());
            m_finished = true;
            return;
        }
        if (m_file->sums)
            m_file->sums->add(m_offset, bytes.view().substr(before));
        const std::size_t skip = m_offset == 0 ? byteOrderMarkLength(bytes.view()) : 0;
        if (skip > 0) {
            m_splitter = RecoveringSplitter(m_file->layout, skip);
            block.remarks.add(Liberty::ByteOrderMark, 0);
        }
        const std::string_view fresh = bytes.view().substr(before + skip);
        block.remarks.lookAtLines(fresh, m_bytesOffset + before + skip, false);
        m_offset += count.value();
        m_finished = count.value() < wanted || !source.reaches(m_offset + 1);
        m_splitter.feed(bytes.view(), m_bytesOffset, fresh.size(), m_finished, add);
        m_pendingDropped = m_pendingDropped || (m_ranges.empty() && bytes.size() > kLongestRecord);
    }
    const ValueSplitter& splitter = m_splitter.splitter();
    block.remarks.add(Liberty::StrayCommas, splitter.strayComma());
    block.remarks.add(Liberty::MissingCommas, splitter.missingComma());
    block.remarks.add(Liberty::Comments, splitter.comment());
    if (m_file->layout == RecordLayout::Values && m_ranges.size() > 1)
        block.remarks.add(Liberty::Concatenated, m_ranges[1].begin);
}

void LargeFileBlocks::takeRecords(LargeFileBlock& block)
{
    for (const RecordRange& range : m_ranges)
        takeRecord(block, range);
}

void LargeFileBlocks::takeRecord(LargeFileBlock& block, const RecordRange& range)
{
    if (std::exchange(m_pendingDropped, false))
        block.records.push_back({{}, range.begin, range.end - range.begin});
    else if (block.bytes.size() > LongRecords::kLong)
        block.unread.push_back(range);
    else
        block.records.push_back(
            {block.bytes.view().substr(range.begin - m_bytesOffset, range.end - range.begin), range.begin,
             0});
}

/// The end of the file: the rest is a broken record, or damage between two records.
void LargeFileBlocks::closeFile(LargeFileBlock& block)
{
    const std::uint64_t begin = m_splitter.openBegin();
    if (m_splitter.splitter().inRecord()) {
        takeRecord(block, {begin, m_offset});
    } else if (m_file->layout == RecordLayout::Elements && !m_splitter.splitter().closed()) {
        block.problems.push_back({ProblemCode::JsonTruncated,
                                  Severity::Error,
                                  {m_file->id, m_offset, 0},
                                  {},
                                  PhraseId::ListNotClosed});
    }
    block.behind = {m_splitter.splitter().nextList(), m_splitter.splitter().afterEnd()};
}

void readBlock(WorkerContext& worker, const LargeFileBlock& block, RunOutcome& outcome)
{
    outcome.remarks = block.remarks;
    if (block.file->layout == RecordLayout::Lines) {
        readLineBlock(worker, block, outcome);
        return;
    }
    for (const RecordBytes& record : block.records)
        readRecordInto(worker, record, {block.file->id, block.file->origin, block.file->format},
                       ++outcome.seen, outcome);
    readUnread(worker, block, outcome);
    outcome.problems.insert(outcome.problems.end(), block.problems.begin(), block.problems.end());
    reportBehindList(block.file->id, block.behind, outcome);
}

} // namespace duologue
