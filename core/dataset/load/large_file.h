// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_run.h"
#include "core/dataset/load/recovering_splitter.h"
#include "core/io/block_sums.h"
#include "core/io/file_source.h"
#include "core/table/snapshot.h"

#include <memory>

namespace duologue {

/// Files longer than this are read in blocks.
inline constexpr std::uint64_t kLargeFile = std::uint64_t{4} << 20U;
/// Of so many bytes at a large file's front its layout and format are found.
inline constexpr std::uint64_t kLargeFileHead = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t kBlock = std::uint64_t{4} << 20U;
/// Of lines: what is read stays in a core's cache until it has been parsed.
inline constexpr std::uint64_t kLineBlock = std::uint64_t{1} << 20U;
// Whoever reads a block has its checksums.
static_assert(kLineBlock % BlockSums::kBlock == 0 && kBlock % BlockSums::kBlock == 0);
/// Of lines that are searched: hardly anything else is done with them.
inline constexpr std::uint64_t kSearchBlock = std::uint64_t{512} << 10U;

/// What all blocks of a large file share; does not change once they are made.
struct LargeFile {
    FileSource source;
    FileId id;
    RecordOrigin origin;
    RecordLayout layout = RecordLayout::Lines;
    const Format* format = nullptr;
    /// To be added to by who reads; null where nobody wants them.
    std::shared_ptr<BlockSums> sums;
};

/// Where a record stands in its file.
struct RecordRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// A part of a large file for one worker.
struct LargeFileBlock {
    std::shared_ptr<const LargeFile> file;
    /// Lines: the block holds the records that begin in [begin, end); the worker reads it.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// Lines: where this is behind `begin`, a line begins here and those before it are known already.
    std::uint64_t linesFrom = 0;
    /// Elements and Values: already read and split, because where a record begins depends on all before it.
    PaddedBytes bytes;
    std::vector<RecordBytes> records;
    /// Elements and Values, where all that was read is long: only split, and read again by the worker,
    /// [begin, end), so that blocks that wait hold little.
    std::vector<RecordRange> unread;
    /// Elements.
    BehindList behind;
    /// Of the file as such, found on the way.
    std::vector<Problem> problems;
    FileRemarks remarks;
};

/// Makes the blocks of one large file, one after another. One thread.
class LargeFileBlocks {
public:
    /// `file` gets its size and its skip reason; a problem is for the whole file. Counts in `loneObjects` a
    /// file that is skipped for being one.
    static Result<std::unique_ptr<LargeFileBlocks>> open(SourceFile& file, FileId id, WorkerContext& worker,
                                                         std::size_t& loneObjects);

    /// Begins behind the lines that `known` is of, with which the file still begins. False, and nothing is
    /// skipped, where the file is not read by lines.
    bool skipLines(const BlockSums& known);

    /// Null at the end of the file.
    std::unique_ptr<LargeFileBlock> next();

private:
    LargeFileBlocks(std::shared_ptr<const LargeFile> file, std::uint64_t linesBlock);

    std::unique_ptr<LargeFileBlock> nextLines();
    std::unique_ptr<LargeFileBlock> nextValues();
    /// Reads on until records end or the file does; they stand in `m_ranges`.
    void readUntilRecords(LargeFileBlock& block);
    void takeRecords(LargeFileBlock& block);
    void takeRecord(LargeFileBlock& block, const RecordRange& range);
    void closeFile(LargeFileBlock& block);

    std::shared_ptr<const LargeFile> m_file;
    std::uint64_t m_linesBlock;
    std::uint64_t m_offset = 0;
    std::uint64_t m_linesFrom = 0;
    RecoveringSplitter m_splitter;
    /// The beginning of a record whose end has not been read yet: it goes before the bytes that follow.
    std::string m_pending;
    /// Where the bytes of the block that is being made stand in the file.
    std::uint64_t m_bytesOffset = 0;
    /// The record is too long: its end is awaited, its bytes are not kept.
    bool m_pendingDropped = false;
    bool m_finished = false;
    std::vector<RecordRange> m_ranges;
};

/// Reads a block's records into `outcome`; ordinals count from 1 within the block.
void readBlock(WorkerContext& worker, const LargeFileBlock& block, RunOutcome& outcome);

} // namespace duologue
