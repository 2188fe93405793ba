// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/value_text.h"
#include "core/io/file_source.h"
#include "core/util/phrase_id.h"
#include "core/util/problem.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Some rows of a columnar file, decoded but not yet written as text. Owns all that it needs. One thread.
class RowBlock {
public:
    virtual ~RowBlock() = default;

    /// The number of rows that are left.
    std::size_t rows() const { return m_rows; }
    /// From now on, values of bytes are written in base64, not as notes.
    void keepBytes() { m_bytesAs = BytesAs::Base64; }
    /// Appends the next row as one JSON object. Not Verbatim if the columns
    /// contradict each other, or if the text would be longer than `limit` bytes; then there are no more rows.
    virtual PhraseId appendNext(std::string& out, std::size_t limit) = 0;
    /// What is odd about the row that was appended last; mostly empty.
    virtual Phrase remark() const { return {}; }

protected:
    explicit RowBlock(std::size_t rows) : m_rows(rows) {}
    RowBlock(const RowBlock&) = default;
    RowBlock& operator=(const RowBlock&) = default;

    std::size_t m_rows;
    BytesAs m_bytesAs = BytesAs::Note;
};

/// Reads the rows of one group in their order. One thread.
class RowCursor {
public:
    virtual ~RowCursor() = default;
    /// The next rows, at most so many; null at the end of the group. The problem names the group and the
    /// column.
    virtual Expected<std::unique_ptr<RowBlock>> next(std::size_t rows) = 0;

protected:
    RowCursor() = default;
    RowCursor(const RowCursor&) = default;
    RowCursor& operator=(const RowCursor&) = default;
};

/// Rows that are stored together: a row group of Parquet, a record batch of Arrow.
struct RowGroupSpan {
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    /// About how many bytes they are as text.
    std::uint64_t bytes = 0;
};

/// An open file of columns: Parquet, Arrow IPC, or CSV (CsvFile). Nothing in the file is trusted. Any thread.
class ColumnarFile : public std::enable_shared_from_this<ColumnarFile> {
public:
    using Open = Expected<std::shared_ptr<const ColumnarFile>>(const FileSource& source);

    /// Whether it is Parquet or Arrow IPC, by the first bytes.
    static bool beginsLikeOne(std::string_view head);
    /// Opens Parquet or Arrow IPC: reads where the rows are. A problem if the file is damaged or uses what is
    /// not known here; it says which.
    static Expected<std::shared_ptr<const ColumnarFile>> open(const FileSource& source);

    virtual ~ColumnarFile() = default;

    const std::vector<RowGroupSpan>& groups() const { return m_groups; }
    std::uint64_t rows() const
    {
        return m_groups.empty() ? 0 : m_groups.back().firstRow + m_groups.back().rows;
    }
    /// What follows the last group cannot be read; empty if nothing is wrong.
    const Phrase& damage() const { return m_damage; }

    virtual std::vector<ColumnType> columns() const = 0;
    /// The rows of a group from `skip` on. `source` is the file that was opened, or the same one opened
    /// again: a columnar file keeps none open.
    virtual Expected<std::unique_ptr<RowCursor>> rowsOf(const FileSource& source, std::size_t group,
                                                        std::uint64_t skip) const = 0;

protected:
    ColumnarFile() = default;
    ColumnarFile(const ColumnarFile&) = default;
    ColumnarFile& operator=(const ColumnarFile&) = default;

    /// A problem of the whole file.
    static Problem problemOf(FileId file, Phrase what);

    std::vector<RowGroupSpan> m_groups;
    Phrase m_damage;
};

/// The rows of a columnar file as if each were text at a fixed place: row n begins at offset n * 2^32, and
/// other rows follow it, one a line. So a record of a columnar file has an offset and a length like any
/// other, and is read by them without a copy of the file as text. Keeps the rows that were read last, and
/// goes on where it has stopped when rows are read in their order. Any thread.
class RowTexts final : public RecordBytesSource {
public:
    /// `open` opens the file when its rows are needed first.
    explicit RowTexts(ColumnarFile::Open* open = &ColumnarFile::open) : m_open(open) {}

    static std::uint64_t offsetOf(std::uint64_t row) { return row << 32U; }
    static std::uint64_t rowAt(std::uint64_t offset) { return offset >> 32U; }

    Expected<std::size_t> read(const FileSource& file, std::uint64_t offset, std::size_t length,
                               char* target) const override;
    std::shared_ptr<const std::vector<ColumnType>> columnsOf(const FileSource& file) const override;
    Expected<std::string> withBytes(const FileSource& file, std::uint64_t offset) const override;

private:
    /// Rows as text, one after another.
    struct Block {
        std::uint64_t firstRow = 0;
        std::string text;
        /// Where each row ends.
        std::vector<std::size_t> ends;

        std::string_view row(std::uint64_t row) const;
        bool has(std::uint64_t row) const { return row >= firstRow && row - firstRow < ends.size(); }
    };

    /// A place in the file from which rows are read on. Only the thread that has it busy uses its cursor.
    struct Stream {
        /// Guarded by m_mutex. While the stream is busy, the row at which that began.
        std::uint64_t nextRow = 0;
        bool isBusy = false;
        std::unique_ptr<RowCursor> cursor;
        std::unique_ptr<RowBlock> decoded;
    };

    class Lease;

    /// The columnar file, opened when it is needed first, or after it has changed.
    Expected<std::shared_ptr<const ColumnarFile>> columns(const FileSource& file) const;
    /// Null after the last row.
    Expected<std::shared_ptr<const Block>> blockOf(const FileSource& file, std::uint64_t row) const;
    /// The kept block with that row; null if there is none. The lock is held.
    std::shared_ptr<const Block> kept(std::uint64_t row) const;
    /// Whether another thread is about to read the row. The lock is held.
    bool isBeingRead(std::uint64_t row) const;
    /// Makes text of rows from `row` on, one row or about as many bytes.
    static Expected<std::shared_ptr<const Block>> readOn(Stream& stream, std::uint64_t row,
                                                         std::size_t bytes);
    static Expected<std::unique_ptr<RowCursor>> cursorAt(const ColumnarFile& columns, const FileSource& file,
                                                         std::uint64_t row);

    ColumnarFile::Open* const m_open;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    mutable std::shared_ptr<const ColumnarFile> m_columns;
    /// Of m_columns.
    mutable std::shared_ptr<const std::vector<ColumnType>> m_types;
    mutable FileIdentity m_identity;
    mutable std::deque<std::shared_ptr<const Block>> m_blocks;
    mutable std::deque<std::shared_ptr<Stream>> m_streams;
};

} // namespace duologue
