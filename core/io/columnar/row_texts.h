// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/columnar_file.h"

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

    Result<std::size_t> read(const FileSource& file, std::uint64_t offset, std::size_t length,
                             char* target) const override;
    std::shared_ptr<const std::vector<ColumnType>> columnsOf(const FileSource& file) const override;
    Result<std::string> withBytes(const FileSource& file, std::uint64_t offset) const override;

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
    Result<std::shared_ptr<const ColumnarFile>> columns(const FileSource& file) const;
    /// Null after the last row.
    Result<std::shared_ptr<const Block>> blockOf(const FileSource& file, std::uint64_t row) const;
    /// The kept block with that row; null if there is none. The lock is held.
    std::shared_ptr<const Block> kept(std::uint64_t row) const;
    /// Whether another thread is about to read the row. The lock is held.
    bool isBeingRead(std::uint64_t row) const;
    /// Makes text of rows from `row` on, one row or about as many bytes.
    static Result<std::shared_ptr<const Block>> readOn(Stream& stream, std::uint64_t row, std::size_t bytes);
    static Result<std::unique_ptr<RowCursor>> cursorAt(const ColumnarFile& columns, const FileSource& file,
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
