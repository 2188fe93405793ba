// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/columnar_blocks.h"

#include "core/io/columnar/columnar_file.h"
#include "core/io/csv/csv_file.h"
#include "core/io/folder_scan.h"
#include "core/json/record_split.h"
#include "core/load/detect.h"
#include "core/load/small_file.h"
#include "core/load/source_files.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

/// A row group of less text than this is read by one worker.
constexpr std::uint64_t kShortGroup = std::uint64_t{16} << 20U;
constexpr std::uint64_t kRowsAtOnce = 256;
constexpr std::uint64_t kMostRowsOfBlock = 65'536;
/// As much text is made before it is parsed.
constexpr std::size_t kTextAtOnce = std::size_t{1} << 20U;
constexpr std::size_t kRowsOfHead = 200;

Problem rowsNotRead(FileId file, std::uint64_t first, std::uint64_t end, Phrase why)
{
    return {ProblemCode::ColumnsDamaged,
            Severity::Error,
            {file, RowTexts::offsetOf(first), 0},
            {},
            {PhraseId::RowsNotRead, std::move(why), first + 1, end}};
}

/// Rows as text for the parser, with its padding after them.
class TextOfRows {
public:
    void clear()
    {
        m_text.clear();
        m_ends.clear();
        m_remarks.clear();
    }
    std::size_t size() const { return m_text.size(); }
    bool hasRemarks() const { return !m_remarks.empty(); }
    /// Not Verbatim if there is no such row.
    PhraseId append(RowBlock& rows)
    {
        const std::size_t before = m_text.size();
        const PhraseId fault = rows.appendNext(m_text, kLongestRecord);
        if (fault != PhraseId{}) {
            m_text.resize(before);
            return fault;
        }
        if (Phrase remark = rows.remark(); !remark.empty())
            m_remarks.emplace_back(m_ends.size(), std::move(remark));
        m_ends.push_back(m_text.size());
        return fault;
    }
    /// Valid until the next row is appended.
    std::vector<RecordBytes> records(std::uint64_t firstRow)
    {
        m_text.reserve(m_text.size() + PaddedBytes::kPadding);
        std::vector<RecordBytes> records;
        std::size_t begin = 0;
        for (const std::size_t end : m_ends) {
            records.push_back(
                {std::string_view(m_text).substr(begin, end - begin), RowTexts::offsetOf(firstRow++), 0});
            begin = end;
        }
        for (const auto& [index, remark] : m_remarks)
            records[index].remark = &remark;
        return records;
    }

private:
    std::string m_text;
    std::vector<std::size_t> m_ends;
    /// Of rows by their index.
    std::vector<std::pair<std::size_t, Phrase>> m_remarks;
};

/// Parses the rows of one block, and counts them.
class RowsReader {
public:
    RowsReader(WorkerContext& worker, const FramedFile& file, ReadOutcome& outcome)
        : m_worker(worker), m_source{file.id, file.origin, file.format}, m_outcome(outcome)
    {
    }

    /// Reads rows from `row` on, and moves it after the last one. Not Verbatim where they end too early.
    PhraseId read(RowBlock& rows, std::uint64_t& row)
    {
        PhraseId fault{};
        while (rows.rows() > 0 && fault == PhraseId{}) {
            m_text.clear();
            while (rows.rows() > 0 && m_text.size() < kTextAtOnce && fault == PhraseId{})
                fault = m_text.append(rows);
            for (const RecordBytes& record : m_text.records(row)) {
                readRecordInto(m_worker, record, m_source, m_outcome.seen, m_outcome);
                ++row;
            }
        }
        return fault;
    }

private:
    WorkerContext& m_worker;
    const RecordSource m_source;
    ReadOutcome& m_outcome;
    TextOfRows m_text;
};

/// Reads a whole row group.
void readGroup(WorkerContext& worker, const Block& block, ReadOutcome& outcome)
{
    const FramedFile& file = *block.file;
    const RowGroupSpan& group = file.columns->groups()[block.group];
    RowsReader reader(worker, file, outcome);
    std::uint64_t row = group.firstRow;
    Phrase fault;
    auto cursor = file.columns->rowsOf(file.source, block.group, 0);
    while (cursor && fault.empty()) {
        auto rows = cursor.value()->next(kRowsAtOnce);
        if (!rows)
            fault = rows.problem().detail;
        else if (rows.value() == nullptr)
            return;
        else if (const PhraseId found = reader.read(*rows.value(), row); found != PhraseId{})
            fault = found;
    }
    if (!cursor)
        fault = cursor.problem().detail;
    outcome.problems.push_back(rowsNotRead(file.id, row, group.firstRow + group.rows, std::move(fault)));
}

/// The block of group n adds the checksums of the n-th part of the file.
void addSums(const Block& block)
{
    const FramedFile& file = *block.file;
    if (file.sums == nullptr || block.group == Block::kNoGroup)
        return;
    const std::size_t groups = file.columns->groups().size();
    const std::size_t count = BlockSums::countFor(file.sums->size());
    PaddedBytes bytes;
    for (std::size_t i = count * block.group / groups; i < count * (block.group + 1) / groups; ++i) {
        if (const auto read = file.source.read(i * BlockSums::kBlock, BlockSums::kBlock, bytes))
            file.sums->add(i * BlockSums::kBlock, bytes.view());
    }
}

/// The first rows of the first group that can be read, and where to read on.
struct RowsOfHead {
    TextOfRows text;
    std::size_t group = 0;
    std::unique_ptr<RowCursor> cursor;
    /// Rows that are decoded and not in the text.
    std::unique_ptr<RowBlock> rest;
    bool isDamaged = false;
};

RowsOfHead headOf(const ColumnarFile& columns, const FileSource& source)
{
    RowsOfHead head;
    for (; head.group < columns.groups().size(); ++head.group) {
        auto cursor = columns.rowsOf(source, head.group, 0);
        auto rows = cursor ? cursor.value()->next(kRowsOfHead) : cursor.problem();
        while (rows && rows.value() != nullptr && rows.value()->rows() > 0 &&
               head.text.size() < kLargeFileHead && !head.isDamaged)
            head.isDamaged = head.text.append(*rows.value()) != PhraseId{};
        if (head.text.size() == 0)
            continue;
        head.cursor = std::move(cursor).value();
        head.rest = std::move(rows).value();
        break;
    }
    return head;
}

} // namespace

ColumnarBlocks::ColumnarBlocks(std::shared_ptr<const FramedFile> file,
                               std::shared_ptr<const ColumnarFile> columns)
    : m_file(std::move(file)), m_columns(std::move(columns)), m_groups(m_file->tie, m_file->tieKey)
{
}

Expected<std::unique_ptr<BlockSource>> ColumnarBlocks::open(const FileSource& source, SourceFile& file,
                                                            WorkerContext& worker)
{
    file.size = source.size();
    file.stamp = stampOf(source);
    ColumnarFile::Open* const opener = openerOf(file);
    const auto columns = opener(source);
    if (!columns)
        return columns.problem();
    // Nothing of it can be read: then it is damaged, not empty.
    if (columns.value()->rows() == 0 && !columns.value()->damage().empty())
        return Problem{
            ProblemCode::ColumnsDamaged, Severity::Error, {source.id(), 0, 0}, {}, columns.value()->damage()};
    file.columns = std::make_shared<const RowTexts>(opener);
    if (columns.value()->rows() == 0)
        file.skipReason = PhraseId::NoRecords;
    std::shared_ptr<BlockSums> sums;
    if (worker.keepsStamps && worker.filter == nullptr && file.stamp.identity.isKnown() &&
        !columns.value()->groups().empty())
        file.stamp.sums = sums = std::make_shared<BlockSums>(file.size);
    RowsOfHead head = headOf(*columns.value(), source);
    std::vector<RecordBytes> records = head.text.records(0);
    const std::size_t rowsOfHead = records.size();
    std::string joined;
    for (RecordBytes& record : records) {
        record.offset = joined.size();
        joined += record.bytes;
        joined += '\n';
    }
    joined.reserve(joined.size() + PaddedBytes::kPadding);
    for (RecordBytes& record : records)
        record.bytes = std::string_view(joined).substr(record.offset, record.bytes.size());
    const bool isWhole = records.size() == columns.value()->rows();
    const ReadBytes nothing = [](std::uint64_t, std::uint64_t) { return std::string_view(); };
    const Detected found =
        detect(worker, {joined, 0, isWhole, file, nothing}, RecordLayout::Lines, std::move(records));
    file.origin.learned = found.learned;
    if (found.tie != RowTie::None)
        file.origin.form = RecordForm::Values;
    const Recognition& recognition = found.recognition;
    if (recognition.format == nullptr && file.skipReason.empty())
        file.skipReason = recognition.skipReason;
    auto shared = std::make_shared<const FramedFile>(
        FramedFile{source, source.id(), file.origin, RecordLayout::Values, recognition.format, found.tie,
                   found.tieKey, std::move(sums), columns.value()});
    std::unique_ptr<ColumnarBlocks> blocks(new ColumnarBlocks(std::move(shared), columns.value()));
    // Decoding the rows of a long group again would mean to unpack its pages again.
    const bool isUsed = head.group == 0 && rowsOfHead > 0 && found.tie == RowTie::None && !head.isDamaged &&
                        !head.text.hasRemarks() && columns.value()->groups().front().bytes > kShortGroup;
    if (isUsed) {
        blocks->m_cursor = std::move(head.cursor);
        blocks->m_rowsOfHead = rowsOfHead;
        blocks->m_head = std::make_unique<Block>();
        Block& first = *blocks->m_head;
        first.bytes = PaddedBytes(joined);
        std::size_t begin = 0;
        for (std::size_t row = 0; row < rowsOfHead; ++row) {
            const std::size_t end = joined.find('\n', begin);
            first.records.push_back(
                {first.bytes.view().substr(begin, end - begin), RowTexts::offsetOf(row), 0});
            begin = end + 1;
        }
        first.decoded = std::move(head.rest);
    }
    return std::unique_ptr<BlockSource>(std::move(blocks));
}

std::unique_ptr<Block> ColumnarBlocks::next()
{
    if (m_group < m_columns->groups().size() || m_hasRecord)
        return m_file->tie == RowTie::None ? nextOfGroup() : nextTied();
    if (m_columns->damage().empty() || std::exchange(m_isDamageTold, true))
        return nullptr;
    auto block = std::make_unique<Block>();
    block->file = m_file;
    block->problems.push_back({ProblemCode::ColumnsDamaged,
                               Severity::Error,
                               {m_file->id, RowTexts::offsetOf(m_columns->rows()), 0},
                               {},
                               m_columns->damage()});
    return block;
}

void ColumnarBlocks::endGroup()
{
    ++m_group;
    m_row = 0;
    m_cursor = nullptr;
}

std::unique_ptr<RowBlock> ColumnarBlocks::nextRows(Block& block)
{
    const RowGroupSpan& group = m_columns->groups()[m_group];
    const std::uint64_t rows = std::clamp<std::uint64_t>(
        kBlock * group.rows / std::max<std::uint64_t>(group.bytes, 1), 1, kMostRowsOfBlock);
    Phrase fault;
    if (m_cursor == nullptr) {
        auto cursor = m_columns->rowsOf(m_file->source, m_group, 0);
        if (cursor)
            m_cursor = std::move(cursor).value();
        else
            fault = cursor.problem().detail;
    }
    if (fault.empty()) {
        auto decoded = m_cursor->next(static_cast<std::size_t>(rows));
        if (decoded)
            return std::move(decoded).value();
        fault = decoded.problem().detail;
    }
    block.problems.push_back(
        rowsNotRead(m_file->id, group.firstRow + m_row, group.firstRow + group.rows, std::move(fault)));
    return nullptr;
}

std::unique_ptr<Block> ColumnarBlocks::nextOfGroup()
{
    const RowGroupSpan& group = m_columns->groups()[m_group];
    auto block = m_row == 0 && m_head != nullptr ? std::move(m_head) : std::make_unique<Block>();
    block->file = m_file;
    // The progress counts the bytes of the file.
    const auto part = [&](std::uint64_t row) {
        const auto rows = static_cast<double>(std::max<std::uint64_t>(m_columns->rows(), 1));
        return static_cast<std::uint64_t>(static_cast<double>(m_file->source.size()) *
                                          (static_cast<double>(group.firstRow + row) / rows));
    };
    block->begin = part(m_row);
    block->group = m_row == 0 ? m_group : Block::kNoGroup;
    block->firstRow = group.firstRow + m_row;
    if (group.bytes <= kShortGroup) {
        block->end = part(group.rows);
        endGroup();
        return block;
    }
    block->isDecoded = true;
    if (!block->records.empty()) {
        // The beginning of the file.
        block->firstRow += m_rowsOfHead;
        m_row += m_rowsOfHead + block->decoded->rows();
        block->end = part(m_row);
        return block;
    }
    block->decoded = nextRows(*block);
    if (block->decoded == nullptr) {
        block->end = part(group.rows);
        endGroup();
    } else {
        m_row += block->decoded->rows();
        block->end = part(m_row);
    }
    return block;
}

std::unique_ptr<Block> ColumnarBlocks::nextTied()
{
    auto block = std::make_unique<Block>();
    block->file = m_file;
    block->isDecoded = true;
    std::string joined;
    while (m_group < m_columns->groups().size() && joined.size() < kBlock) {
        if (m_row == 0)
            block->group = m_group;
        const auto rows = nextRows(*block);
        std::string text;
        while (rows != nullptr && rows->rows() > 0) {
            text.clear();
            if (const PhraseId fault = rows->appendNext(text, kLongestRecord); fault != PhraseId{}) {
                const RowGroupSpan& group = m_columns->groups()[m_group];
                block->problems.push_back(
                    rowsNotRead(m_file->id, group.firstRow + m_row, group.firstRow + group.rows, fault));
                break;
            }
            if (Phrase remark = rows->remark(); !remark.empty())
                block->problems.push_back(
                    {ProblemCode::CellsUneven,
                     Severity::Warning,
                     {m_file->id, RowTexts::offsetOf(m_columns->groups()[m_group].firstRow + m_row),
                      static_cast<std::uint32_t>(text.size())},
                     {},
                     std::move(remark)});
            tieRow(text, *block, joined);
            ++m_row;
        }
        const bool isWhole = rows != nullptr && m_row < m_columns->groups()[m_group].rows;
        if (!isWhole) {
            endGroup();
            break;
        }
    }
    if (m_group >= m_columns->groups().size()) {
        endRecord(*block, joined);
        if (auto warning = m_groups.warning(m_file->id))
            block->problems.push_back(std::move(*warning));
    }
    block->bytes = PaddedBytes(joined);
    // Until now the views have only lengths: the text has grown under them.
    std::size_t begin = 0;
    for (RecordBytes& record : block->records) {
        record.bytes = block->bytes.view().substr(begin, record.bytes.size());
        begin += record.bytes.size();
    }
    return block;
}

void ColumnarBlocks::tieRow(std::string_view text, Block& block, std::string& joined)
{
    PaddedBytes padded(text);
    const std::uint64_t row = m_columns->groups()[m_group].firstRow + m_row;
    if (m_groups.begins(m_parser, {padded.view(), RowTexts::offsetOf(row)}) || !m_hasRecord) {
        endRecord(block, joined);
        m_hasRecord = true;
        m_recordRow = row;
        m_record = text;
        m_recordLength = text.size();
        return;
    }
    m_recordLength += 1 + text.size();
    // What is too long is refused, so only its length is of use.
    if (m_recordLength > kLongestRecord)
        return;
    m_record += '\n';
    m_record += text;
}

void ColumnarBlocks::endRecord(Block& block, std::string& joined)
{
    if (!std::exchange(m_hasRecord, false))
        return;
    RecordBytes record{{}, RowTexts::offsetOf(m_recordRow), 0};
    if (m_recordLength > kLongestRecord) {
        record.refusedLength = m_recordLength;
    } else {
        joined += m_record;
        record.bytes = std::string_view(joined).substr(joined.size() - m_record.size());
    }
    block.records.push_back(record);
}

bool holdsCells(const SourceFile& file, std::string_view head)
{
    if (!CsvFile::isNamedLikeOne(file.shownPath))
        return false;
    const std::string_view text = head.substr(byteOrderMarkLength(head));
    const std::string_view shown = text.substr(skipBlank(text));
    return !shown.starts_with('{') && !shown.starts_with('[') && !isMacAttributes(head) &&
           pointerInPlaceOfData(head).empty() && markupInPlaceOfData(head).empty();
}

void readColumnarBlock(WorkerContext& worker, const Block& block, ReadOutcome& outcome)
{
    const FramedFile& file = *block.file;
    addSums(block);
    for (const RecordBytes& record : block.records)
        readRecordInto(worker, record, {file.id, file.origin, file.format}, outcome.seen, outcome);
    if (block.decoded != nullptr) {
        std::uint64_t row = block.firstRow;
        const std::uint64_t end = row + block.decoded->rows();
        const PhraseId fault = RowsReader(worker, file, outcome).read(*block.decoded, row);
        if (fault != PhraseId{})
            outcome.problems.push_back(rowsNotRead(file.id, row, end, fault));
    } else if (!block.isDecoded && block.group != Block::kNoGroup) {
        readGroup(worker, block, outcome);
    }
    outcome.problems.insert(outcome.problems.end(), block.problems.begin(), block.problems.end());
}

void readSmallColumnar(WorkerContext& worker, const FileSource& source, SourceFile& file,
                       ReadOutcome& outcome)
{
    auto blocks = ColumnarBlocks::open(source, file, worker);
    if (!blocks) {
        refuseFile(file, source.id(), blocks.problem(), outcome);
        return;
    }
    // Ordinals count within the file.
    const std::uint32_t before = std::exchange(outcome.seen, 0);
    while (file.skipReason.empty()) {
        const auto block = blocks.value()->next();
        if (block == nullptr)
            break;
        readColumnarBlock(worker, *block, outcome);
    }
    outcome.seen = before;
}

} // namespace duologue
