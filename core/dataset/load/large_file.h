// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_run.h"
#include "core/dataset/load/recovering_splitter.h"
#include "core/dataset/load/row_groups.h"
#include "core/io/block_sums.h"
#include "core/io/file_source.h"
#include "core/table/snapshot.h"

#include <memory>
#include <optional>

namespace duologue {

/// Files longer than this are read in blocks.
inline constexpr std::uint64_t kLargeFile = std::uint64_t{4} << 20U;
/// The layout and the format of a large file are found in so many of its first bytes.
inline constexpr std::uint64_t kLargeFileHead = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t kBlock = std::uint64_t{4} << 20U;
/// Size of a block of lines: what is read stays in a core's cache until it is parsed.
inline constexpr std::uint64_t kLineBlock = std::uint64_t{1} << 20U;
// So that a worker that reads a block can compute its checksums.
static_assert(kLineBlock % BlockSums::kBlock == 0 && kBlock % BlockSums::kBlock == 0);
/// The same for lines that are searched, most of which are not parsed.
inline constexpr std::uint64_t kSearchBlock = std::uint64_t{512} << 10U;

/// What all blocks of a large file share; does not change once they are made.
struct LargeFile {
    FileSource source;
    FileId id;
    RecordOrigin origin;
    RecordLayout layout = RecordLayout::Lines;
    const Format* format = nullptr;
    /// Values: the values are rows that are tied into records.
    RowTie tie = RowTie::None;
    /// The workers add checksums of what they read; null if none are needed.
    std::shared_ptr<BlockSums> sums;
};

/// A part of a large file for one worker.
struct LargeFileBlock {
    std::shared_ptr<const LargeFile> file;
    /// Lines: the block holds the records that begin in [begin, end); the worker reads it.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// Lines: if this is after `begin`, a line begins here and those before it are known already.
    std::uint64_t linesFrom = 0;
    /// Elements and Values: already read and split, because the beginning of a record depends on all bytes
    /// before it.
    PaddedBytes bytes;
    std::vector<RecordBytes> records;
    /// Elements and Values, if the block is long: it is only split, and the worker reads [begin, end) again,
    /// so that waiting blocks need little memory.
    std::vector<RecordRange> unread;
    /// Elements.
    BehindList behind;
    /// Problems of the whole file, found while it is split.
    std::vector<Problem> problems;
    FileRemarks remarks;
};

/// Makes the blocks of one large file, one after another. One thread.
class LargeFileBlocks {
public:
    /// Sets the size and the skip reason of `file`; a problem is about the whole file. Adds to
    /// `outcome` whether it is a lone object that is skipped, and in which encoding it is if not UTF-8.
    static Result<std::unique_ptr<LargeFileBlocks>> open(SourceFile& file, FileId id, WorkerContext& worker,
                                                         RunOutcome& outcome);

    /// Begins after the lines that `known` covers, with which the file still begins. False if the file is not
    /// read by lines; then nothing is skipped.
    bool skipLines(const BlockSums& known);

    /// Null at the end of the file.
    std::unique_ptr<LargeFileBlock> next();

private:
    LargeFileBlocks(std::shared_ptr<const LargeFile> file, std::uint64_t linesBlock);

    std::unique_ptr<LargeFileBlock> nextLines();
    std::unique_ptr<LargeFileBlock> nextValues();
    /// Reads on until a record ends or the file does; records are in `m_ranges`.
    void readUntilRecords(LargeFileBlock& block);
    /// Where the list that is being read ends, or no end.
    std::uint64_t listEnd() const;
    /// False after the last list of the file.
    bool beginNextList();
    void tieRows(LargeFileBlock& block);
    void takeRecords(LargeFileBlock& block);
    void takeRecord(LargeFileBlock& block, const RecordRange& range);
    void closeFile(LargeFileBlock& block);

    std::shared_ptr<const LargeFile> m_file;
    std::uint64_t m_linesBlock;
    std::uint64_t m_offset = 0;
    std::uint64_t m_linesFrom = 0;
    RecoveringSplitter m_splitter;
    /// The beginning of a record whose end has not been read yet, to be put before the next bytes.
    std::string m_pending;
    /// Offset in the file of the bytes of the block that is being made.
    std::uint64_t m_bytesOffset = 0;
    /// The record is too long: only its end is looked for, its bytes are dropped.
    bool m_pendingDropped = false;
    bool m_finished = false;
    std::vector<RecordRange> m_ranges;
    std::optional<Problem> m_note;
    /// Index in the origin's lists of the next one.
    std::size_t m_nextList = 0;
    RowGroups m_groups;
    JsonParser m_rowParser;
    /// The rows of the record whose end is not known yet.
    std::optional<RecordRange> m_group;
};

/// Reads a block's records into `outcome`; ordinals count from 1 within the block.
void readBlock(WorkerContext& worker, const LargeFileBlock& block, RunOutcome& outcome);

} // namespace duologue
