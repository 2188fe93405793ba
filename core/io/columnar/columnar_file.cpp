// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/columnar_file.h"

#include "core/io/columnar/arrow_file.h"
#include "core/io/columnar/parquet_file.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kHeadOfColumns = 64;

} // namespace

bool ColumnarFile::beginsLikeOne(std::string_view head)
{
    return head.starts_with(kParquetMagic) || head.starts_with(kEncryptedParquetMagic) ||
           ArrowFile::beginsLikeOne(head);
}

Expected<std::shared_ptr<const ColumnarFile>> ColumnarFile::open(const FileSource& source)
{
    PaddedBytes head;
    if (const auto count = source.read(0, kHeadOfColumns, head); !count)
        return count.problem();
    return ArrowFile::beginsLikeOne(head.view()) ? ArrowFile::open(source) : ParquetFile::open(source);
}

Problem ColumnarFile::problemOf(FileId file, Phrase what)
{
    return {ProblemCode::ColumnsDamaged, Severity::Error, {file, 0, 0}, {}, std::move(what)};
}

namespace {

constexpr std::size_t kKeptBlocks = 16;
/// Each keeps the pages that it is in, which some writers make as long as a row group.
constexpr std::size_t kStreams = 2;
/// As much text is made at once when rows are read in their order.
constexpr std::size_t kTextAhead = std::size_t{256} << 10U;
constexpr std::size_t kRowsAhead = 64;
/// A row that is longer is no record (kLongestRecord); the loader has refused it.
constexpr std::size_t kLongestRow = std::size_t{65} << 20U;

} // namespace

std::string_view RowTexts::Block::row(std::uint64_t row) const
{
    const auto i = static_cast<std::size_t>(row - firstRow);
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(text).substr(begin, ends[i] - begin);
}

Expected<std::size_t> RowTexts::read(const FileSource& file, std::uint64_t offset, std::size_t length,
                                     char* target) const
{
    std::size_t done = 0;
    auto skip = static_cast<std::size_t>(offset - offsetOf(rowAt(offset)));
    for (std::uint64_t row = rowAt(offset); done < length; ++row, skip = 0) {
        const auto block = blockOf(file, row);
        if (!block)
            return block.problem();
        if (block.value() == nullptr)
            break;
        const std::string_view text = block.value()->row(row);
        if (skip > text.size())
            break;
        const std::string_view part = text.substr(skip, length - done);
        std::copy(part.begin(), part.end(), target + done);
        done += part.size();
        if (done < length)
            target[done++] = '\n';
    }
    return done;
}

Expected<std::shared_ptr<const ColumnarFile>> RowTexts::columns(const FileSource& file) const
{
    const std::scoped_lock lock(m_mutex);
    if (m_columns != nullptr && m_identity == file.identity())
        return m_columns;
    auto opened = m_open(file);
    if (!opened)
        return opened.problem();
    m_columns = std::move(opened).value();
    m_types = std::make_shared<const std::vector<ColumnType>>(m_columns->columns());
    m_identity = file.identity();
    m_blocks.clear();
    m_streams.clear();
    return m_columns;
}

std::shared_ptr<const std::vector<ColumnType>> RowTexts::columnsOf(const FileSource& file) const
{
    const auto opened = columns(file.stored());
    const std::scoped_lock lock(m_mutex);
    return opened && m_columns == opened.value() ? m_types : nullptr;
}

Expected<std::string> RowTexts::withBytes(const FileSource& file, std::uint64_t offset) const
{
    const FileSource stored = file.stored();
    const auto opened = columns(stored);
    if (!opened)
        return opened.problem();
    if (rowAt(offset) >= opened.value()->rows())
        return Problem{ProblemCode::FileVanished, Severity::Error, {}, {}, PhraseId::FileChanged};
    auto cursor = cursorAt(*opened.value(), stored, rowAt(offset));
    if (!cursor)
        return cursor.problem();
    auto row = cursor.value()->next(1);
    if (!row)
        return row.problem();
    std::string text;
    PhraseId fault = PhraseId::FileChanged;
    if (row.value() != nullptr) {
        row.value()->keepBytes();
        fault = row.value()->appendNext(text, 2 * kLongestRow);
    }
    if (fault != PhraseId{})
        return Problem{ProblemCode::ColumnsDamaged, Severity::Error, {}, {}, fault};
    return text;
}

std::shared_ptr<const RowTexts::Block> RowTexts::kept(std::uint64_t row) const
{
    const auto found =
        std::find_if(m_blocks.begin(), m_blocks.end(), [&](const auto& block) { return block->has(row); });
    return found == m_blocks.end() ? nullptr : *found;
}

/// A stream in the hands of one thread, which gives it back at the end of the scope.
class RowTexts::Lease {
public:
    /// Takes the idle stream that reads the row next, or a new one. The lock is held.
    Lease(const RowTexts& texts, std::uint64_t row) : m_texts(texts)
    {
        auto& streams = texts.m_streams;
        const auto idle = std::find_if(streams.begin(), streams.end(), [&](const auto& stream) {
            return !stream->isBusy && stream->nextRow == row;
        });
        if (idle != streams.end()) {
            m_stream = *idle;
        } else {
            m_stream = std::make_shared<Stream>();
            m_stream->nextRow = row;
            streams.push_back(m_stream);
        }
        m_stream->isBusy = true;
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease()
    {
        const std::scoped_lock lock(m_texts.m_mutex);
        auto& streams = m_texts.m_streams;
        m_stream->isBusy = false;
        if (m_isDone)
            std::erase(streams, m_stream);
        const auto idle = [](const auto& each) { return !each->isBusy; };
        if (const auto oldest = std::find_if(streams.begin(), streams.end(), idle);
            streams.size() > kStreams && oldest != streams.end())
            streams.erase(oldest);
        m_texts.m_changed.notify_all();
    }

    Stream& stream() { return *m_stream; }
    /// Keeps what was read from the file. The stream goes on after it.
    void keep(const std::shared_ptr<const ColumnarFile>& columns, std::shared_ptr<const Block> block)
    {
        const std::scoped_lock lock(m_texts.m_mutex);
        // The file may have changed meanwhile.
        if (m_texts.m_columns != columns)
            return;
        m_isDone = false;
        m_stream->nextRow = block->firstRow + block->ends.size();
        m_texts.m_blocks.push_front(std::move(block));
        if (m_texts.m_blocks.size() > kKeptBlocks)
            m_texts.m_blocks.pop_back();
    }

private:
    const RowTexts& m_texts;
    std::shared_ptr<Stream> m_stream;
    bool m_isDone = true;
};

bool RowTexts::isBeingRead(std::uint64_t row) const
{
    return std::any_of(m_streams.begin(), m_streams.end(), [&](const auto& stream) {
        return stream->isBusy && row >= stream->nextRow && row - stream->nextRow < kRowsAhead;
    });
}

Expected<std::unique_ptr<RowCursor>> RowTexts::cursorAt(const ColumnarFile& columns, const FileSource& file,
                                                        std::uint64_t row)
{
    const auto& groups = columns.groups();
    const auto after = std::upper_bound(
        groups.begin(), groups.end(), row,
        [](std::uint64_t wanted, const RowGroupSpan& group) { return wanted < group.firstRow; });
    const auto group = static_cast<std::size_t>(after - groups.begin()) - 1;
    return columns.rowsOf(file, group, row - groups[group].firstRow);
}

Expected<std::shared_ptr<const RowTexts::Block>> RowTexts::readOn(Stream& stream, std::uint64_t row,
                                                                  std::size_t bytes)
{
    const auto block = std::make_shared<Block>();
    block->firstRow = row;
    while (block->text.size() < bytes || block->ends.empty()) {
        if (stream.decoded == nullptr || stream.decoded->rows() == 0) {
            auto decoded = stream.cursor->next(bytes == 0 ? 1 : kRowsAhead);
            if (!decoded)
                return decoded.problem();
            stream.decoded = std::move(decoded).value();
            if (stream.decoded == nullptr)
                break;
        }
        const PhraseId fault = stream.decoded->appendNext(block->text, kLongestRow);
        if (fault != PhraseId{} && block->ends.empty())
            return Problem{ProblemCode::ColumnsDamaged, Severity::Error, {}, {}, fault};
        if (fault != PhraseId{})
            break;
        block->ends.push_back(block->text.size());
    }
    return std::shared_ptr<const Block>(block->ends.empty() ? nullptr : block);
}

Expected<std::shared_ptr<const RowTexts::Block>> RowTexts::blockOf(const FileSource& file,
                                                                   std::uint64_t row) const
{
    const auto columns = this->columns(file);
    if (!columns)
        return columns.problem();
    if (row >= columns.value()->rows())
        return std::shared_ptr<const Block>();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return kept(row) != nullptr || !isBeingRead(row); });
    if (auto block = kept(row))
        return block;
    Lease lease(*this, row);
    lock.unlock();
    Stream& stream = lease.stream();
    // The first row that is read somewhere is read alone, the ones after it together.
    const std::size_t bytes = stream.cursor == nullptr ? 0 : kTextAhead;
    auto block = Expected<std::shared_ptr<const Block>>(std::shared_ptr<const Block>());
    if (stream.cursor != nullptr)
        block = readOn(stream, row, bytes);
    // A stream ends with its group.
    if (stream.cursor == nullptr || (block && block.value() == nullptr)) {
        auto cursor = cursorAt(*columns.value(), file, row);
        if (!cursor)
            return cursor.problem();
        stream.cursor = std::move(cursor).value();
        stream.decoded = nullptr;
        block = readOn(stream, row, bytes);
    }
    if (block && block.value() != nullptr)
        lease.keep(columns.value(), block.value());
    return block;
}

} // namespace duologue
