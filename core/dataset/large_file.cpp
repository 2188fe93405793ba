// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/large_file.h"

#include "core/dataset/line_block.h"
#include "core/dataset/open_source.h"
#include "core/dataset/record_parser.h"
#include "core/io/unpacked_file.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_layout.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kHead = kLargeFileHead;

/// The whole records at the front of a file, for recognising it; none where the first one is longer than
/// all that was read.
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
    if (const auto encoding = otherEncoding(head); !encoding.empty())
        return {ProblemCode::InvalidUtf8,
                Severity::Error,
                {id, 0, 0},
                {},
                "the file is written in " + std::string(encoding) + "; only UTF-8 is read"};
    const std::uint64_t offset = byteOrderMarkLength(head);
    const auto mistake = diagnoseJson(head.substr(offset, 4096)).value_or(JsonMistake{});
    return {ProblemCode::JsonSyntax,
            Severity::Error,
            {id, offset + mistake.offset, 0},
            {},
            head.starts_with('\0') ? "the file begins with zero bytes, it is no text"
                                   : "expected '{' or '['"};
}

/// How the file's records stand and what they are, as far as its beginning shows.
struct Beginning {
    RecordLayout layout = RecordLayout::Lines;
    Recognition recognition;
    /// Not even the first record ends in what may be read at once.
    bool tooLong = false;
};

/// None where the text is not like JSON.
std::optional<Beginning> beginningOf(Workbench& bench, std::string_view text, std::uint64_t offset,
                                     bool whole)
{
    const auto layout = layoutOf(text, whole);
    if (!layout)
        return std::nullopt;
    Beginning beginning{*layout, {}, false};
    auto records = *layout == RecordLayout::Single ? std::vector<RecordBytes>{{text, offset, 0}}
                                                   : firstRecords(text, offset, *layout);
    if (*layout == RecordLayout::Elements && areMessages(bench, records)) {
        // A list of messages is one record, which has to be read whole to be known.
        beginning.layout = RecordLayout::Values;
        records = firstRecords(text, offset, RecordLayout::Values);
    }
    beginning.tooLong = records.empty();
    beginning.recognition = recogniseRecords(bench, records);
    return beginning;
}

/// What the records are behind a first line that is too long.
Recognition recogniseBehindFirstLine(Workbench& bench, const FileSource& source)
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
        return recogniseRecords(bench, firstRecords(piece.view(), next, RecordLayout::Lines));
    }
    return {};
}

} // namespace

LargeFileBlocks::LargeFileBlocks(std::shared_ptr<const LargeFile> file, std::uint64_t linesBlock)
    : m_file(std::move(file)), m_linesBlock(linesBlock), m_splitter(m_file->layout, 0)
{
}

Result<std::unique_ptr<LargeFileBlocks>> LargeFileBlocks::open(SourceFile& file, FileId id, Workbench& bench,
                                                               std::size_t& loneObjects)
{
    auto source = openSource(file, id);
    if (!source)
        return source.problem();
    // How long one will be that is still being unpacked is not awaited.
    file.size = file.unpacked ? file.unpacked->size() : source.value().size();
    file.stamp = stampOf(source.value());
    PaddedBytes head;
    Beginning beginning;
    for (std::size_t length = kHead;; length *= 8) {
        if (const auto count = source.value().read(0, std::min(length, kLongestRecord), head); !count)
            return count.problem();
        const auto offset = byteOrderMarkLength(head.view());
        const bool whole = !source.value().reaches(head.size() + 1);
        auto found = otherEncoding(head.view()).empty()
                         ? beginningOf(bench, head.view().substr(offset), offset, whole)
                         : std::nullopt;
        if (!found) {
            file.skipReason = "it does not begin like JSON";
            return notJson(id, head.view());
        }
        beginning = std::move(*found);
        if (!beginning.tooLong || whole || length >= kLongestRecord)
            break;
    }
    if (beginning.tooLong && beginning.layout == RecordLayout::Lines)
        beginning.recognition = recogniseBehindFirstLine(bench, source.value());
    const Recognition& recognition = beginning.recognition;
    const bool lone = beginning.layout == RecordLayout::Single && !bench.readsLoneObjects &&
                      isLoneObject(file, recognition);
    loneObjects += lone ? 1 : 0;
    if (lone || recognition.format == nullptr)
        file.skipReason = recognition.skipReason;
    // A large file of one object is a list of values with one value in it.
    const bool single = beginning.layout == RecordLayout::Single;
    auto shared = std::make_shared<const LargeFile>(
        LargeFile{std::move(source).value(), id, file.origin,
                  single ? RecordLayout::Values : beginning.layout, recognition.format});
    return std::unique_ptr<LargeFileBlocks>(
        new LargeFileBlocks(std::move(shared), bench.filter == nullptr ? kLineBlock : kSearchBlock));
}

bool LargeFileBlocks::skipLines(std::uint64_t offset)
{
    if (m_file->layout != RecordLayout::Lines)
        return false;
    m_offset = offset;
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
    return block;
}

void LargeFileBlocks::readUntilRecords(LargeFileBlock& block)
{
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { m_ranges.push_back({begin, end}); };
    while (m_ranges.empty() && !m_finished) {
        if (m_pendingDropped)
            m_pending.clear();
        m_bytesOffset = m_offset - m_pending.size();
        const FileSource& source = m_file->source;
        const auto wanted = static_cast<std::size_t>(source.available(m_offset, kBlock));
        // Read to where it stays: most records of a block are parsed right there.
        block.bytes.resizeUninitialised(m_pending.size() + wanted);
        std::copy(m_pending.begin(), m_pending.end(), block.bytes.data());
        const auto count = source.readInto(m_offset, wanted, block.bytes.data() + m_pending.size());
        block.bytes.truncate(m_pending.size() + (count ? count.value() : 0));
        if (!count) {
            block.problems.push_back(count.problem());
            m_finished = true;
            return;
        }
        const std::size_t skip = m_offset == 0 ? byteOrderMarkLength(block.bytes.view()) : 0;
        if (skip > 0) {
            m_splitter = RecoveringSplitter(m_file->layout, skip);
            block.remarks.byteOrderMark = true;
        }
        const std::string_view text = block.bytes.view().substr(skip);
        const std::string_view fresh = text.substr(m_pending.size());
        block.remarks.lookAtLines(fresh, false);
        m_offset += count.value();
        m_finished = count.value() < wanted || !source.reaches(m_offset + 1);
        m_splitter.feed(text, m_bytesOffset + skip, fresh.size(), m_finished, add);
        m_pendingDropped = m_pendingDropped || (m_ranges.empty() && text.size() > kLongestRecord);
        m_pending = m_ranges.empty() ? text : std::string_view();
    }
    const ValueSplitter& splitter = m_splitter.splitter();
    block.remarks.strayCommas = splitter.sawStrayCommas();
    block.remarks.missingCommas = splitter.sawMissingCommas();
    block.remarks.comments = splitter.sawComments();
    block.remarks.concatenated = m_file->layout == RecordLayout::Values && m_ranges.size() > 1;
}

void LargeFileBlocks::takeRecords(LargeFileBlock& block)
{
    const std::string_view text = block.bytes.view();
    for (const Range& range : m_ranges) {
        const bool dropped = std::exchange(m_pendingDropped, false);
        if (dropped)
            block.records.push_back({{}, range.begin, range.end - range.begin});
        else
            block.records.push_back(
                {text.substr(range.begin - m_bytesOffset, range.end - range.begin), range.begin, 0});
    }
}

/// The end of the file: what is left over is a broken record, or a break between two records.
void LargeFileBlocks::closeFile(LargeFileBlock& block)
{
    const std::uint64_t begin = m_splitter.openBegin();
    if (m_splitter.splitter().inRecord()) {
        if (m_pendingDropped)
            block.records.push_back({{}, begin, m_offset - begin});
        else
            block.records.push_back({block.bytes.view().substr(begin - m_bytesOffset), begin, 0});
    } else if (m_file->layout == RecordLayout::Elements && !m_splitter.splitter().closed()) {
        block.problems.push_back({ProblemCode::JsonTruncated,
                                  Severity::Error,
                                  {m_file->id, m_offset, 0},
                                  {},
                                  "the list has no closing ']'"});
    }
    block.behindEnd = m_splitter.splitter().behindEnd();
}

void readBlock(Workbench& bench, const LargeFileBlock& block, RunOutcome& outcome)
{
    outcome.remarks = block.remarks;
    if (block.file->layout == RecordLayout::Lines) {
        readLineBlock(bench, block, outcome);
        return;
    }
    for (const RecordBytes& record : block.records)
        readRecordInto(bench, record, {block.file->id, block.file->origin, block.file->format},
                       ++outcome.seen, outcome);
    outcome.problems.insert(outcome.problems.end(), block.problems.begin(), block.problems.end());
    if (block.behindEnd)
        reportBehindList(block.file->id, *block.behindEnd, outcome);
}

} // namespace duologue
