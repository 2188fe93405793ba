// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/columnar_file.h"
#include "core/load/blocks.h"
#include "core/load/framing.h"
#include "core/util/expected.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Makes the blocks of one file of columns. A row group that is short is one block, which a worker reads; of
/// a longer one, the rows are decoded here and written as text and parsed by the workers. One thread.
class ColumnarBlocks final : public BlockSource {
public:
    /// Opens and recognises the file, as TextBlocks::open() does. Sets SourceFile::columns as well.
    static Expected<std::unique_ptr<BlockSource>> open(const FileSource& source, SourceFile& file,
                                                       WorkerContext& worker);

    bool skipLines(const BlockSums&) override { return false; }
    std::unique_ptr<Block> next() override;

private:
    ColumnarBlocks(std::shared_ptr<const FramedFile> file, std::shared_ptr<const ColumnarFile> columns);

    /// Decodes the next rows of the group at m_group. Null at its end, or where it is damaged.
    std::unique_ptr<RowBlock> nextRows(Block& block);
    std::unique_ptr<Block> nextOfGroup();
    /// Several rows make a record, which may begin in another block.
    std::unique_ptr<Block> nextTied();
    void tieRow(std::string_view text, Block& block, std::string& joined);
    void endRecord(Block& block, std::string& joined);
    void endGroup();

    const std::shared_ptr<const FramedFile> m_file;
    const std::shared_ptr<const ColumnarFile> m_columns;
    std::size_t m_group = 0;
    /// The next row of the group.
    std::uint64_t m_row = 0;
    /// Null before the group's first row.
    std::unique_ptr<RowCursor> m_cursor;
    /// The block of the first rows, which were read to recognise the file; null if they are read again.
    std::unique_ptr<Block> m_head;
    std::size_t m_rowsOfHead = 0;
    bool m_isDamageTold = false;
    RowGroups m_groups;
    JsonParser m_parser;
    /// The record of several rows to which further rows may belong.
    std::string m_record;
    std::uint64_t m_recordRow = 0;
    std::uint64_t m_recordLength = 0;
    bool m_hasRecord = false;
};

/// Whether a text that begins with `head` holds rows of cells: its name says CSV, and it is no JSON, no web
/// page and no pointer to data elsewhere.
bool holdsCells(const SourceFile& file, std::string_view head);

/// Reads the records of a block into `outcome`; ordinals count from 1 within the block.
void readColumnarBlock(WorkerContext& worker, const Block& block, ReadOutcome& outcome);

/// Reads a file of columns that fits into memory, as readSmallFile() does.
void readSmallColumnar(WorkerContext& worker, const FileSource& source, SourceFile& file,
                       ReadOutcome& outcome);

} // namespace duologue
