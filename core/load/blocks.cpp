// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/blocks.h"

#include "core/io/archive.h"
#include "core/io/csv/csv_file.h"
#include "core/io/folder_scan.h"
#include "core/io/unpacked_file.h"
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/json/json_view.h"
#include "core/json/record_split.h"
#include "core/load/columnar_blocks.h"
#include "core/load/detect.h"
#include "core/load/framing.h"
#include "core/load/record_parser.h"
#include "core/load/record_reading.h"
#include "core/load/source_files.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace duologue {

namespace {

/// The original file, in the role of a packed file from which the decoded one was unpacked.
std::shared_ptr<const PackedFile> formerFile(const SourceFile& file, TextEncoding encoding,
                                             const RecodedFile& recoded)
{
    auto former = std::make_shared<PackedFile>();
    former->path = file.path;
    former->shownPath = file.shownPath;
    former->root = file.root;
    former->namedByUser = file.namedByUser;
    former->encoding = encoding;
    former->stamp = recoded.stamp;
    former->isWhole = !recoded.damage;
    return former;
}

/// A part of a UTF-8 text without the characters that are cut at its beginning and end.
std::string_view withoutCutCharacters(std::string_view text)
{
    constexpr std::size_t kLongest = 4;
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::size_t begin = 0;
    while (begin < std::min(text.size(), kLongest - 1) && at(begin) >= 0x80 && at(begin) < 0xC0)
        ++begin;
    text.remove_prefix(begin);
    for (std::size_t i = 1; i < std::min(text.size() + 1, kLongest); ++i) {
        const unsigned char lead = at(text.size() - i);
        if (lead >= 0xC0) {
            const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
            return length > i ? text.substr(0, text.size() - i) : text;
        }
    }
    return text;
}

Problem noteOf(FileId id, TextEncoding encoding, std::uint64_t lostBytes)
{
    if (lostBytes == 0)
        return {ProblemCode::NotStrictJson,
                Severity::Note,
                {id, 0, 0},
                {},
                {PhraseId::ReadAsEncoding, encodingName(encoding)}};
    return {ProblemCode::InvalidUtf8,
            Severity::Warning,
            {id, 0, 0},
            {},
            {PhraseId::ReadAsEncodingWithLoss, encodingName(encoding), lostBytes}};
}

} // namespace

TextEncoding encodingOf(std::string_view bytes)
{
    const TextEncoding unicode = unicodeEncodingOf(bytes);
    if (unicode != TextEncoding::Utf8 || isValidUtf8(bytes))
        return unicode;
    return encodingByText(bytes);
}

TextEncoding encodingOfLarge(const FileSource& source, std::string_view head, bool isWhole)
{
    const TextEncoding unicode = unicodeEncodingOf(head);
    if (unicode != TextEncoding::Utf8)
        return unicode;
    constexpr std::uint64_t kParts = 16;
    constexpr std::size_t kPart = std::size_t{64} << 10U;
    std::string text(withoutCutCharacters(head));
    PaddedBytes part;
    for (std::uint64_t i = 1; isWhole && i < kParts; ++i) {
        const std::uint64_t at = source.size() / kParts * i;
        if (at >= head.size() && source.read(at, kPart, part))
            text += withoutCutCharacters(part.view());
    }
    return isValidUtf8(text) ? TextEncoding::Utf8 : encodingByText(text);
}

Expected<FileSource> decodeFile(const FileSource& source, TextEncoding encoding, SourceFile& file,
                                WorkerContext& worker, std::vector<Problem>& problems)
{
    RecodedFiles alone;
    auto recoded = (worker.recodedFiles == nullptr ? alone : *worker.recodedFiles).recode(source, encoding);
    if (!recoded)
        return recoded.problem();
    problems.push_back(noteOf(source.id(), encoding, recoded.value().lostBytes));
    file.encoding = encoding;
    if (file.packed == nullptr)
        file.packed = formerFile(file, encoding, recoded.value());
    else
        file.packed->holdsEncoded = true;
    file.unpacked = std::move(recoded.value().file);
    return file.unpacked->open(source.id());
}

Expected<FileSource> unpackFile(const FileSource& source, SourceFile& file, WorkerContext& worker,
                                std::vector<Problem>& problems)
{
    if (file.unpacked != nullptr)
        return Problem{ProblemCode::FileUnreadable, Severity::Error, {}, {}, PhraseId::PackedInPacked};
    RecodedFiles alone;
    auto unpacked =
        (worker.recodedFiles == nullptr ? alone : *worker.recodedFiles).unpackAlone(source, file.path);
    if (!unpacked)
        return unpacked.problem();
    if (auto& damage = unpacked.value().damage) {
        damage->where.file = source.id();
        problems.push_back(*damage);
    }
    file.packed = formerFile(file, TextEncoding::Utf8, unpacked.value());
    file.unpacked = std::move(unpacked.value().file);
    return file.unpacked->open(source.id());
}

namespace {

constexpr std::size_t kHead = kLargeFileHead;

/// The problem of a file that begins neither with a list nor with an object.
Problem notJsonProblem(FileId id, std::string_view head)
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

/// Finds the lists of records in a file that begins with an object at `begin`. Reads the whole file, and
/// keeps its checksums if there are lists.
RecordLists findLists(WorkerContext& worker, const FileSource& source, std::uint64_t begin, SourceFile& file)
{
    const auto sums = file.stamp.sums ? std::make_shared<BlockSums>(file.size) : nullptr;
    PaddedBytes piece;
    bool isRead = true;
    const auto next = [&](std::uint64_t at) {
        const std::uint64_t from = at == begin ? 0 : at;
        isRead = isRead && (!source.reaches(from + 1) || source.read(from, kBlock, piece));
        if (!isRead || !source.reaches(from + 1))
            return std::string_view();
        if (sums)
            sums->add(from, piece.view());
        return piece.view().substr(static_cast<std::size_t>(at - from));
    };
    RecordLists found = recordListsOf(worker, begin, next, [&](std::uint64_t from, std::uint64_t to) {
        const std::uint64_t length = std::min<std::uint64_t>(to - from, kHead);
        return source.read(from, static_cast<std::size_t>(length), piece) ? piece.view() : std::string_view();
    });
    if (!isRead)
        return {};
    if (!found.lists.empty() && sums)
        file.stamp.sums = sums;
    return found;
}

/// The records that begin in `head`, which is at `offset` in the file.
std::vector<RecordBytes> firstRecords(std::string_view head, std::uint64_t offset, RecordLayout layout)
{
    if (layout == RecordLayout::Single)
        return {{head, offset, 0}};
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

/// Layout and format, judged by the first records of a list.
Detected detectedList(WorkerContext& worker, const FileSource& source, const RecordList& list,
                      const RecordOrigin& origin)
{
    Detected found;
    found.layout = list.isObject ? RecordLayout::Members : RecordLayout::Elements;
    PaddedBytes head;
    if (source.read(list.begin, kHead, head))
        found.recognition =
            recogniseRecords(worker, firstRecords(head.view(), list.begin, found.layout), origin);
    return found;
}

/// Recognises the records after a first line that is too long.
Recognition recogniseAfterFirstLine(WorkerContext& worker, const FileSource& source,
                                    const RecordOrigin& origin)
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
        return recogniseRecords(worker, firstRecords(piece.view(), next, RecordLayout::Lines), origin);
    }
    return {};
}

/// The elements of the outermost list that a text from the middle of a list shows: those between the commas
/// that are the least deep. Elements may be longer than the text, which then shows what is inside of them.
std::vector<std::string_view> elementsInside(std::string_view text)
{
    std::size_t at = std::string_view::npos;
    for (std::size_t i = text.find('}'); i != std::string_view::npos && at == std::string_view::npos;
         i = text.find('}', i + 1)) {
        const std::size_t comma = text.find_first_not_of(" \t\r\n", i + 1);
        const std::size_t next =
            comma == std::string_view::npos ? comma : text.find_first_not_of(" \t\r\n", comma + 1);
        if (next != std::string_view::npos && text[comma] == ',' && text[next] == '{')
            at = next;
    }
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at);
    std::vector<std::size_t> commas{0};
    std::ptrdiff_t level = 0;
    std::ptrdiff_t least = 0;
    JsonScanner scanner(text);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        level += token.isOpening() ? 1 : token.isClosing() ? -1 : 0;
        if (token.kind != JsonTokenKind::Comma || level > least)
            continue;
        if (level < least)
            commas.clear();
        least = level;
        commas.push_back(token.end);
    }
    std::vector<std::string_view> elements;
    for (std::size_t i = 1; i < commas.size(); ++i) {
        const std::string_view element = text.substr(commas[i - 1], commas[i] - 1 - commas[i - 1]);
        if (trimmed(element).starts_with('{'))
            elements.push_back(trimmed(element));
    }
    return elements;
}

/// Records from places all over the file beyond its first kHead bytes.
std::vector<PaddedBytes> recordsAllOver(const FileSource& source, RecordLayout layout)
{
    constexpr std::uint64_t kMostPlaces = 16;
    constexpr std::uint64_t kStep = std::uint64_t{1} << 20U;
    constexpr std::size_t kPiece = std::size_t{64} << 10U;
    constexpr std::size_t kMostAtPlace = 8;
    std::vector<PaddedBytes> records;
    if (layout != RecordLayout::Lines && layout != RecordLayout::Elements)
        return records;
    const std::uint64_t rest = source.size() - std::min<std::uint64_t>(source.size(), kHead);
    const std::uint64_t places = std::clamp<std::uint64_t>(rest / kStep, 1, kMostPlaces);
    PaddedBytes piece;
    for (std::uint64_t place = 1; place <= places; ++place) {
        const std::uint64_t at = kHead + rest / places * place - std::min<std::uint64_t>(rest, kPiece);
        if (!source.read(at, kPiece, piece))
            continue;
        std::vector<std::string_view> found;
        if (layout == RecordLayout::Elements) {
            found = elementsInside(piece.view());
        } else if (const std::size_t line = piece.view().find('\n'); line != std::string_view::npos) {
            for (const RecordBytes& record : firstRecords(piece.view().substr(line + 1), 0, layout))
                found.push_back(record.bytes);
        }
        found.resize(std::min(found.size(), kMostAtPlace));
        for (const std::string_view record : found)
            records.emplace_back(record);
    }
    return records;
}

/// Reads more and more of the file, until its first record is whole.
Expected<Detected> findBeginning(WorkerContext& worker, const FileSource& source, SourceFile& file)
{
    PaddedBytes head;
    PaddedBytes piece;
    const ReadBytes read = [&](std::uint64_t from, std::uint64_t to) {
        const std::uint64_t length = std::min<std::uint64_t>(to - from, kBlock);
        return source.read(from, static_cast<std::size_t>(length), piece) ? piece.view() : std::string_view();
    };
    Detected detected;
    std::optional<LongRecords::Turn> turn;
    bool isBroken = false;
    for (std::size_t length = kHead; !isBroken; length *= 8) {
        if (length > LongRecords::kLong && !turn && worker.longRecords != nullptr)
            turn.emplace(*worker.longRecords, kLongestRecord);
        if (const auto count = source.read(0, std::min(length, kLongestRecord), head); !count)
            return count.problem();
        const auto offset = byteOrderMarkLength(head.view());
        const bool whole = !source.reaches(head.size() + 1);
        FileHead beginning{head.view().substr(offset), offset, whole, file, read};
        // Of a file that is being unpacked, no more than its beginning may be there.
        if (!whole && file.unpacked == nullptr)
            beginning.further = [&](RecordLayout ofRecords) { return recordsAllOver(source, ofRecords); };
        const auto layout = recordLayoutOf(worker, beginning);
        if (!layout) {
            file.skipReason = PhraseId::NotLikeJson;
            return notJsonProblem(source.id(), head.view());
        }
        std::vector<RecordBytes> records = firstRecords(beginning.text, offset, *layout);
        // More of what is no JSON shows no more.
        isBroken = records.empty() && beginsBroken(beginning.text);
        const std::size_t first = offset + skipBlank(beginning.text);
        if (length == kHead && records.empty() && isNamedJson(file) &&
            head.view().substr(first).starts_with('{')) {
            RecordLists inObject = findLists(worker, source, first, file);
            if (!inObject.lists.empty()) {
                detected = detectedList(worker, source, inObject.lists.front(), file.origin);
                detected.note = inObject.note(source.id());
                detected.besideLists = std::move(inObject.besideLists);
                detected.lists = std::move(inObject.lists);
                return detected;
            }
        }
        detected = detect(worker, beginning, *layout, std::move(records));
        if (!detected.lists.empty() || !detected.isTooLong || whole || length >= kLongestRecord)
            break;
    }
    if (turn)
        worker.giveBackMemory();
    if (detected.note)
        detected.note->where.file = source.id();
    if (detected.isTooLong && detected.layout == RecordLayout::Lines)
        detected.recognition = recogniseAfterFirstLine(worker, source, file.origin);
    return detected;
}

/// Reads the records of a block that was only split, when it is its turn.
void readUnread(WorkerContext& worker, const Block& block, ReadOutcome& outcome)
{
    if (block.unread.empty())
        return;
    LongRecords alone;
    const LongRecords::Turn turn(worker.longRecords == nullptr ? alone : *worker.longRecords,
                                 block.end - block.begin);
    const FramedFile& file = *block.file;
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
                       file.recordSource(), outcome.seen, outcome);
    }
    worker.giveBackMemory();
}

/// Opens a file; one that is packed or not UTF-8 is unpacked or decoded first.
Expected<FileSource> openAsText(SourceFile& file, FileId id, WorkerContext& worker,
                                std::vector<Problem>& problems)
{
    auto source = openSource(file, id);
    PaddedBytes head;
    if (!source || !source.value().read(0, kHead, head))
        return source;
    if (beginsPacked(head.view()))
        return unpackFile(source.value(), file, worker, problems);
    // A file that is still being unpacked can be read only as far as that has come.
    const TextEncoding encoding = encodingOfLarge(source.value(), head.view(), file.unpacked == nullptr);
    if (encoding == TextEncoding::Utf8)
        return source;
    return decodeFile(source.value(), encoding, file, worker, problems);
}

} // namespace

TextBlocks::TextBlocks(std::shared_ptr<const FramedFile> file, std::uint64_t linesBlock)
    : m_file(std::move(file)),
      m_linesBlock(linesBlock),
      m_splitter(m_file->layout, 0, m_file->starts.get()),
      m_groups(m_file->tie, m_file->tieKey)
{
    beginNextList();
}

std::uint64_t TextBlocks::listEnd() const
{
    return m_nextList == 0 ? std::numeric_limits<std::uint64_t>::max()
                           : m_file->origin.lists[m_nextList - 1].end;
}

bool TextBlocks::beginNextList()
{
    if (m_nextList >= m_file->origin.lists.size())
        return false;
    const RecordList& list = m_file->origin.lists[m_nextList++];
    m_splitter = RecoveringSplitter(list.isObject ? RecordLayout::Members : RecordLayout::Elements,
                                    list.begin, m_file->starts.get());
    m_offset = list.begin;
    m_pending.clear();
    m_pendingDropped = m_finished = false;
    return true;
}

Expected<std::unique_ptr<BlockSource>> TextBlocks::open(SourceFile& file, FileId id, WorkerContext& worker,
                                                        ReadOutcome& outcome)
{
    auto source = openAsText(file, id, worker, outcome.problems);
    if (!source)
        return source.problem();
    // Does not wait for the final size of a file that is still being unpacked.
    file.size = file.unpacked ? file.unpacked->size() : source.value().size();
    file.stamp = stampOf(source.value());
    std::shared_ptr<BlockSums> sums;
    if (worker.keepsStamps && worker.filter == nullptr && file.stamp.identity.isKnown())
        file.stamp.sums = sums = std::make_shared<BlockSums>(file.size);
    auto found = findBeginning(worker, source.value(), file);
    if (!found)
        return found.problem();
    const Detected& detected = found.value();
    file.origin.areColumns = detected.areColumns;
    if (detected.areColumns)
        return ColumnarBlocks::open(source.value(), file, worker);
    const Recognition& recognition = detected.recognition;
    file.origin.learned = detected.learned;
    file.origin.lists = detected.lists;
    file.origin.besideLists = detected.besideLists;
    if (detected.isOneRecord)
        noteOneRecord(file);
    const bool lone = detected.layout == RecordLayout::Single && !worker.readsLoneObjects &&
                      isLoneObject(file, recognition);
    outcome.loneObjects += lone ? 1 : 0;
    if (lone || recognition.format == nullptr)
        file.skipReason = recognition.skipReason;
    // A large file of one object is read like a file of values that has only one.
    const bool single = detected.layout == RecordLayout::Single;
    file.origin.form = detected.form;
    // findLists() has read the whole file, so the workers need not compute its checksums.
    if (!file.origin.lists.empty())
        sums = nullptr;
    const RecordLayout layout = single ? RecordLayout::Values : detected.layout;
    const std::uint64_t begin = file.origin.lists.empty() ? 0 : file.origin.lists.front().begin;
    auto starts = std::make_shared<const FileStarts>(
        [opened = source.value(), begin] {
            PaddedBytes head;
            const bool isRead = static_cast<bool>(opened.read(begin, FileStarts::kBeginning, head));
            return isRead ? std::string(head.view()) : std::string();
        },
        layout);
    auto shared = std::make_shared<const FramedFile>(
        FramedFile{std::move(source).value(), id, file.origin, layout, recognition.format, detected.tie,
                   detected.tieKey, std::move(sums), nullptr, std::move(starts)});
    auto blocks = std::unique_ptr<TextBlocks>(
        new TextBlocks(std::move(shared), worker.filter == nullptr ? kLineBlock : kSearchBlock));
    blocks->m_note = std::move(found.value().note);
    return std::unique_ptr<BlockSource>(std::move(blocks));
}

bool TextBlocks::skipLines(const BlockSums& known)
{
    if (m_file->layout != RecordLayout::Lines)
        return false;
    m_linesFrom = known.size();
    // The checksum of the block in which the known lines end has changed, so its bytes are read again.
    m_offset = m_linesFrom - m_linesFrom % BlockSums::kBlock;
    if (m_file->sums)
        m_file->sums->addKnown(known, static_cast<std::size_t>(m_offset / BlockSums::kBlock));
    return true;
}

std::unique_ptr<Block> TextBlocks::next()
{
    return m_file->layout == RecordLayout::Lines ? nextLines() : nextValues();
}

std::unique_ptr<Block> TextBlocks::nextLines()
{
    const FileSource& source = m_file->source;
    const std::uint64_t length = source.available(m_offset, m_linesBlock);
    if (length == 0)
        return nullptr;
    auto block = std::make_unique<Block>();
    block->file = m_file;
    block->begin = m_offset;
    block->linesFrom = m_linesFrom;
    block->end = m_offset += length;
    return block;
}

std::unique_ptr<Block> TextBlocks::nextValues()
{
    if (m_finished && !beginNextList())
        return nullptr;
    auto block = std::make_unique<Block>();
    block->file = m_file;
    if (auto note = std::exchange(m_note, std::nullopt))
        block->problems.push_back(std::move(*note));
    m_ranges.clear();
    readUntilRecords(*block);
    if (m_file->tie == RowTie::None)
        takeRecords(*block);
    else
        tieRows(*block);
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

void TextBlocks::readUntilRecords(Block& block)
{
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { m_ranges.push_back({begin, end}); };
    // Reads right into the block, so that no bytes are copied but the pending ones.
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
        const auto wanted =
            static_cast<std::size_t>(std::min(source.available(m_offset, kBlock), listEnd() - m_offset));
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
            m_splitter = RecoveringSplitter(m_file->layout, skip, m_file->starts.get());
            block.remarks.add(Deviation::ByteOrderMark, 0);
        }
        const std::string_view fresh = bytes.view().substr(before + skip);
        block.remarks.lookAtLines(fresh, m_bytesOffset + before + skip);
        m_offset += count.value();
        m_finished = count.value() < wanted || m_offset >= listEnd() || !source.reaches(m_offset + 1);
        m_splitter.feed(bytes.view(), m_bytesOffset, fresh.size(), m_finished, add);
        m_pendingDropped = m_pendingDropped || (m_ranges.empty() && bytes.size() > kLongestRecord);
    }
    if (m_file->layout == RecordLayout::Values && m_file->tie == RowTie::None && m_ranges.size() > 1)
        block.remarks.add(Deviation::Concatenated, m_ranges[1].begin);
}

void TextBlocks::takeRecords(Block& block)
{
    for (const RecordRange& range : m_ranges)
        takeRecord(block, range);
}

/// Joins rows into records. The workers read them again, because a record may begin in an earlier block.
void TextBlocks::tieRows(Block& block)
{
    const auto takeAll = [&] {
        for (const RecordRange& group : m_openGroups) {
            if (group.end - group.begin > kLongestRecord)
                block.records.push_back({{}, group.begin, group.end - group.begin});
            else
                block.unread.push_back(group);
        }
        m_groupsTaken += m_openGroups.size();
        m_openGroups.clear();
    };
    for (const RecordRange& row : m_ranges) {
        const bool isDropped = std::exchange(m_pendingDropped, false);
        const std::string_view bytes =
            isDropped ? std::string_view()
                      : block.bytes.view().substr(row.begin - m_bytesOffset, row.end - row.begin);
        m_lastGroup = m_groups.groupOf(m_rowParser, {bytes, row.begin});
        if (m_lastGroup == m_groupsTaken + m_openGroups.size()) {
            if (!m_groups.areMixed())
                takeAll();
            m_openGroups.push_back(row);
        }
        m_openGroups[m_lastGroup - m_groupsTaken].end = row.end;
    }
    if (m_finished && m_splitter.splitter().inRecord() && !m_openGroups.empty())
        m_openGroups[m_lastGroup - m_groupsTaken].end = m_offset;
    if (!m_finished)
        return;
    takeAll();
    if (auto warning = m_groups.warning(m_file->id))
        block.problems.push_back(std::move(*warning));
}

void TextBlocks::takeRecord(Block& block, const RecordRange& range)
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

/// At the end of the file: what is left is a broken record, or the list is not closed.
void TextBlocks::closeFile(Block& block)
{
    // If rows make records, a cut last row is part of the last record.
    if (m_splitter.splitter().inRecord() && m_file->tie == RowTie::None)
        takeRecord(block, {m_splitter.openBegin(), m_offset});
    closeValues(m_splitter.splitter(), m_file->layout, {m_file->id, m_offset, 0}, block.remarks, block);
    if (!m_file->origin.lists.empty())
        block.afterList = {};
}

void closeValues(const ValueSplitter& splitter, RecordLayout layout, const ByteSpan& end,
                 FileRemarks& remarks, Block& block)
{
    remarks.add(Deviation::StrayCommas, splitter.strayComma());
    remarks.add(Deviation::MissingCommas, splitter.missingComma());
    remarks.add(Deviation::Comments, splitter.comment());
    if (layout != RecordLayout::Values && !splitter.inRecord() && !splitter.closed())
        block.problems.push_back(
            {ProblemCode::JsonTruncated, Severity::Error, end, {}, PhraseId::ListNotClosed});
    block.afterList = {splitter.nextList(), splitter.afterEnd()};
}

Expected<std::unique_ptr<BlockSource>> openBlocks(SourceFile& file, FileId id, WorkerContext& worker,
                                                  ReadOutcome& outcome)
{
    const auto source = openSource(file, id);
    PaddedBytes head;
    if (source && source.value().read(0, kStandInHead, head) && ColumnarFile::beginsLikeOne(head.view()))
        return ColumnarBlocks::open(source.value(), file, worker);
    if (source && CsvFile::isNamedLikeOne(file.shownPath)) {
        const auto text = openAsText(file, id, worker, outcome.problems);
        if (!text)
            return text.problem();
        if (text.value().read(0, kStandInHead, head) && holdsCells(file, head.view()))
            return ColumnarBlocks::open(text.value(), file, worker);
    }
    return TextBlocks::open(file, id, worker, outcome);
}

namespace {

/// The offset in `text` at which the line that contains offset `at` begins.
std::size_t lineBegin(std::string_view text, std::size_t at)
{
    const void* newline = ::memrchr(text.data(), '\n', std::min(at, text.size()));
    return newline == nullptr ? 0
                              : static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1;
}

/// The end of the line that reaches `at`: after its line break, at the end of the file, or at `limit`.
Expected<std::uint64_t> lineEndAfter(const FileSource& source, std::uint64_t at, std::uint64_t limit)
{
    constexpr std::size_t kReadAtOnce = std::size_t{1} << 20U;
    PaddedBytes piece;
    while (at < limit) {
        const auto count = source.read(
            at, static_cast<std::size_t>(std::min<std::uint64_t>(kReadAtOnce, limit - at)), piece);
        if (!count)
            return count.problem();
        if (const auto newline = piece.view().find('\n'); newline != std::string_view::npos)
            return at + newline + 1;
        if (count.value() == 0)
            break;
        at += count.value();
    }
    return at;
}

/// Appends the bytes of [begin + bytes.size(), end) of the file to `bytes`.
Expected<std::size_t> readMore(const FileSource& source, std::uint64_t begin, std::uint64_t end,
                               PaddedBytes& bytes)
{
    const std::size_t before = bytes.size();
    const auto wanted = static_cast<std::size_t>(source.available(begin + before, end - begin - before));
    char* const rest = bytes.extend(wanted);
    auto count = source.readInto(begin + before, wanted, rest);
    bytes.truncate(before + (count ? count.value() : 0));
    return count;
}

/// Reads [begin, end) into the worker's bytes, and further to the end of the last line that begins there.
/// Returns the length up to that end, or less if the line is longer than a record may be. If the line is
/// long, waits for its `turn` before reading the rest.
Expected<std::size_t> readLinesFrom(const FramedFile& file, std::uint64_t begin, std::uint64_t end,
                                    WorkerContext& worker, std::optional<LongRecords::Turn>& turn)
{
    PaddedBytes& bytes = worker.bytes;
    const auto inside = static_cast<std::size_t>(end - begin);
    auto count = file.source.read(begin, inside, bytes);
    // A line that begins before `end` may continue past it; one that begins at `end` belongs to the next
    // block.
    std::size_t searched = inside - 1;
    for (std::size_t more = std::size_t{16} << 10U; count; more *= 2) {
        const auto newline = bytes.view().find('\n', searched);
        if (newline != std::string_view::npos)
            return newline + 1;
        // Stops if no line begins in the block, at the end of the file, and if the line is too long.
        const bool noLineBegins = begin != 0 && searched < inside && lineBegin(bytes.view(), inside) == 0;
        searched = bytes.size();
        std::uint64_t next = begin + searched + more;
        if (noLineBegins || !file.source.reaches(begin + searched + 1) || searched > inside + kLongestRecord)
            return searched;
        if (worker.longRecords != nullptr && !turn && next - end > LongRecords::kLong) {
            const auto lineEnd = lineEndAfter(file.source, begin + searched, end + kLongestRecord + 2);
            if (!lineEnd)
                return lineEnd.problem();
            next = lineEnd.value();
            turn.emplace(*worker.longRecords, next - begin);
        }
        count = readMore(file.source, begin, next, bytes);
    }
    return count.problem();
}

/// The lines that begin in the block; empty if none does.
std::string_view linesOf(const Block& block, std::string_view text, std::uint64_t begin)
{
    if (block.linesFrom > block.begin)
        return text.substr(static_cast<std::size_t>(block.linesFrom - begin));
    if (block.begin == 0)
        return text.substr(byteOrderMarkLength(text));
    const auto newline = text.find('\n');
    if (newline == std::string_view::npos || begin + newline + 1 >= block.end)
        return {};
    return text.substr(newline + 1);
}

/// Whether a line between records holds only a comment.
bool isComment(std::string_view line)
{
    return skipBlank(line) == line.size();
}

/// The number of records in whole lines.
std::uint32_t countRecords(std::string_view lines)
{
    std::uint32_t records = 0;
    splitLines(lines, 0, [&](std::uint64_t begin, std::uint64_t end) {
        records += lines[begin] != '/' || !isComment(lines.substr(begin, end - begin)) ? 1 : 0;
    });
    return records;
}

/// Reads only lines that may hold wanted records; the others are counted and skipped.
void readCandidates(WorkerContext& worker, const FramedFile& file, std::string_view text,
                    std::uint64_t offset, ReadOutcome& outcome)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t candidate = std::min(worker.filter->nextCandidate(text, at), text.size());
        const std::size_t begin =
            candidate == text.size() ? candidate : std::max(at, lineBegin(text, candidate));
        const std::uint32_t before = countRecords(text.substr(at, begin - at));
        outcome.seen += before;
        outcome.passedOver += before;
        if (begin == text.size())
            return;
        const std::size_t end = std::min(text.find('\n', candidate), text.size());
        splitLines(
            text.substr(begin, end - begin), offset + begin, [&](std::uint64_t from, std::uint64_t to) {
                const std::string_view line = text.substr(from - offset, to - from);
                if (isComment(line))
                    return;
                if (worker.filter->mayWant(line)) {
                    readCandidateInto(worker, {line, from, 0}, file.recordSource(), outcome.seen, outcome);
                    return;
                }
                ++outcome.seen;
                ++outcome.passedOver;
            });
        at = end + 1;
    }
}

/// Reads the records of whole lines.
void readRecords(WorkerContext& worker, const FramedFile& file, std::string_view text, std::uint64_t offset,
                 ReadOutcome& outcome)
{
    const RecordSource source = file.recordSource();
    forEachLine(text, offset, outcome.remarks, [&](std::uint64_t from, std::uint64_t to) {
        readRecordInto(worker, {text.substr(from - offset, to - from), from, 0}, source, outcome.seen,
                       outcome);
    });
}

/// Reads the records that begin in a block of lines. Reads only the block and the rest of its last line from
/// the file. Lines that the filter rules out are counted, not parsed.
void readLineBlock(WorkerContext& worker, const Block& block, ReadOutcome& outcome)
{
    const FramedFile& file = *block.file;
    // The byte before the block shows whether a line begins exactly at its beginning.
    const std::uint64_t begin = block.begin == 0 ? 0 : block.begin - 1;
    std::optional<LongRecords::Turn> turn;
    const auto length = readLinesFrom(file, begin, block.end, worker, turn);
    if (!length) {
        outcome.problems.push_back(length.problem());
        return;
    }
    if (file.sums)
        file.sums->add(block.begin,
                       worker.bytes.view().substr(static_cast<std::size_t>(block.begin - begin),
                                                  static_cast<std::size_t>(block.end - block.begin)));
    const std::string_view read = worker.bytes.view().substr(0, length.value());
    const std::string_view text = linesOf(block, read, begin);
    if (text.empty())
        return;
    if (block.begin == 0 && byteOrderMarkLength(read) > 0)
        outcome.remarks.add(Deviation::ByteOrderMark, 0);
    const auto offset = begin + static_cast<std::uint64_t>(text.data() - read.data());
    if (worker.filter != nullptr)
        readCandidates(worker, file, text, offset, outcome);
    else
        readRecords(worker, file, text, offset, outcome);
    if (turn)
        worker.giveBackMemory();
}

/// Adds problems about what follows the file's list: another list, which is read as well, or anything else,
/// unless a broken record at that offset has been reported.
void reportAfterList(FileId file, const AfterList& afterList, ReadOutcome& outcome)
{
    const auto report = [&](std::uint64_t offset, PhraseId what) {
        outcome.problems.push_back({ProblemCode::JsonSyntax, Severity::Error, {file, offset, 0}, {}, what});
    };
    if (afterList.nextList)
        report(*afterList.nextList, PhraseId::ListAfterList);
    const bool isReported =
        std::any_of(outcome.problems.begin(), outcome.problems.end(), [&](const Problem& problem) {
            // The outcome also holds problems of other small files.
            return problem.severity == Severity::Error && problem.where.file == file &&
                   problem.where.offset == afterList.other;
        });
    if (afterList.other && !isReported)
        report(*afterList.other, PhraseId::TextAfterList);
}

} // namespace

void forEachLine(std::string_view text, std::uint64_t offset, FileRemarks& remarks,
                 const RecordHandler& record)
{
    std::uint64_t lastEnd = offset;
    splitLines(text, offset, [&](std::uint64_t from, std::uint64_t to) {
        remarks.lookAtGap(text.substr(lastEnd - offset, from - lastEnd), lastEnd, lastEnd == offset);
        lastEnd = to;
        if (isComment(text.substr(from - offset, to - from))) {
            remarks.add(Deviation::Comments, from);
            return;
        }
        if (followsByteOrderMark(text, from - offset))
            remarks.add(Deviation::ByteOrderMark, from - kMarkOfUtf8.size());
        record(from, to);
    });
    remarks.lookAtGap(text.substr(lastEnd - offset), lastEnd, lastEnd == offset);
}

void readBlock(WorkerContext& worker, const Block& block, ReadOutcome& outcome)
{
    if (block.file->columns != nullptr) {
        readColumnarBlock(worker, block, outcome);
        return;
    }
    outcome.remarks |= block.remarks;
    if (block.file->layout == RecordLayout::Lines && block.begin < block.end) {
        readLineBlock(worker, block, outcome);
        return;
    }
    for (const RecordBytes& record : block.records)
        readRecordInto(worker, record, block.file->recordSource(), outcome.seen, outcome);
    readUnread(worker, block, outcome);
    outcome.problems.insert(outcome.problems.end(), block.problems.begin(), block.problems.end());
    reportAfterList(block.file->id, block.afterList, outcome);
}

} // namespace duologue
