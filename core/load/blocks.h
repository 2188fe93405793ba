// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/io/columnar/columnar_file.h"
#include "core/io/file_source.h"
#include "core/io/file_stamp.h"
#include "core/io/text_encoding.h"
#include "core/load/framing.h"
#include "core/load/record_reading.h"
#include "core/load/recovering_splitter.h"
#include "core/util/problem.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

struct WorkerContext;

/// The encoding of a file that is in memory.
TextEncoding encodingOf(std::string_view bytes);

/// The encoding of a large file that begins with `head`, judged by the head and samples of the rest. If
/// `isWhole` is false, the file is still being unpacked, and only the head is used.
TextEncoding encodingOfLarge(const FileSource& source, std::string_view head, bool isWhole);

/// Decodes a file to UTF-8 and returns the result, which is read as if the file had been packed: sets
/// SourceFile::unpacked and `packed`. Adds a note that names the encoding, or a warning if bytes were lost.
/// A problem if the file cannot be decoded.
Expected<FileSource> decodeFile(const FileSource& source, TextEncoding encoding, SourceFile& file,
                                WorkerContext& worker, std::vector<Problem>& problems);

/// The same for a file that is packed although its name does not say so. Damage in it is added to `problems`.
/// A problem if it is an archive, or itself a member of a packed file.
Expected<FileSource> unpackFile(const FileSource& source, SourceFile& file, WorkerContext& worker,
                                std::vector<Problem>& problems);

/// Files longer than this are read in blocks.
inline constexpr std::uint64_t kLargeFile = std::uint64_t{4} << 20U;
/// So many first bytes of a large file show its layout and its format.
inline constexpr std::uint64_t kLargeFileHead = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t kBlock = std::uint64_t{4} << 20U;
/// Size of a block of lines. It is small enough to stay in a core's cache until it is parsed.
inline constexpr std::uint64_t kLineBlock = std::uint64_t{1} << 20U;
// A worker that reads a block computes the checksums of its bytes.
static_assert(kLineBlock % BlockSums::kBlock == 0 && kBlock % BlockSums::kBlock == 0);
/// Size of a block of lines if a filter is set, which rules most lines out before they are parsed.
inline constexpr std::uint64_t kSearchBlock = std::uint64_t{512} << 10U;

/// What all blocks of a file share; does not change once they are read.
struct FramedFile {
    FileSource source;
    FileId id;
    RecordOrigin origin;
    RecordLayout layout = RecordLayout::Lines;
    const Format* format = nullptr;
    /// Not None: the values in the file are rows, of which several make one record.
    RowTie tie = RowTie::None;
    std::string tieKey = {};
    /// The workers add checksums of what they read; null if none are needed.
    std::shared_ptr<BlockSums> sums;
    /// Null for a file of text.
    std::shared_ptr<const ColumnarFile> columns;
    /// How its records begin; null for a file of columns.
    std::shared_ptr<const FileStarts> starts = nullptr;

    RecordSource recordSource() const { return {id, origin, format, starts.get(), layout}; }
};

/// A part of a file for one worker. A small file is one block, or one for each of its lists.
struct Block {
    static constexpr std::size_t kNoGroup = ~std::size_t{0};

    std::shared_ptr<const FramedFile> file;
    /// Lines: the block holds the records that begin in [begin, end); the worker reads it.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// Lines: if this is after `begin`, a line begins here, and the records before it are copied from an
    /// earlier snapshot.
    std::uint64_t linesFrom = 0;
    /// Other layouts, and small files: the block is already read and split, because where a record begins
    /// depends on all bytes before it.
    PaddedBytes bytes;
    std::vector<RecordBytes> records;
    /// Other layouts, if the block is long or its values are rows: offsets of its records. The worker reads
    /// [begin, end) again, so that waiting blocks need little memory.
    std::vector<RecordRange> unread;
    /// Other layouts: what follows the file's list, in its last block.
    AfterList afterList;
    /// Columns: the row group whose first block this is. The worker reads all of it unless isDecoded.
    std::size_t group = kNoGroup;
    /// Columns: the rows of a longer group; null where it is damaged.
    std::uint64_t firstRow = 0;
    std::unique_ptr<RowBlock> decoded;
    bool isDecoded = false;
    /// Problems found while the file is split, not in a record.
    std::vector<Problem> problems;
    FileRemarks remarks;
};

/// Makes the blocks of one large file, or one of columns, one after another. One thread.
class BlockSource {
public:
    virtual ~BlockSource() = default;
    /// Begins after the lines that `known` covers; the file must still begin with these. False if the file is
    /// not one of lines; then nothing is skipped.
    virtual bool skipLines(const BlockSums& known) = 0;
    /// Null at the end of the file.
    virtual std::unique_ptr<Block> next() = 0;

protected:
    BlockSource() = default;
    BlockSource(const BlockSource&) = default;
    BlockSource& operator=(const BlockSource&) = default;
};

/// The blocks of a large file of text.
class TextBlocks final : public BlockSource {
public:
    /// Opens and recognises the file. Sets the size, stamp, origin and skip reason of `file`. Adds to
    /// `outcome` whether it is a lone object that is skipped, and a note if it is not UTF-8. A problem if the
    /// file cannot be read or is not JSON.
    static Expected<std::unique_ptr<BlockSource>> open(SourceFile& file, FileId id, WorkerContext& worker,
                                                       ReadOutcome& outcome);

    bool skipLines(const BlockSums& known) override;
    std::unique_ptr<Block> next() override;

private:
    TextBlocks(std::shared_ptr<const FramedFile> file, std::uint64_t linesBlock);

    std::unique_ptr<Block> nextLines();
    std::unique_ptr<Block> nextValues();
    /// Reads until a record ends or the file does, and puts the offsets of records into `m_ranges`.
    void readUntilRecords(Block& block);
    /// Where the current one of the origin's lists ends; the largest offset if the file has none.
    std::uint64_t listEnd() const;
    /// False after the last list of the file.
    bool beginNextList();
    void tieRows(Block& block);
    void takeRecords(Block& block);
    void takeRecord(Block& block, const RecordRange& range);
    void closeFile(Block& block);

    std::shared_ptr<const FramedFile> m_file;
    std::uint64_t m_linesBlock;
    std::uint64_t m_offset = 0;
    std::uint64_t m_linesFrom = 0;
    RecoveringSplitter m_splitter;
    /// The bytes of a record whose end has not been read yet. The next block begins with them.
    std::string m_pending;
    /// Offset in the file of the current block's bytes.
    std::uint64_t m_bytesOffset = 0;
    /// The pending record is too long: its bytes are dropped, and only its end is looked for.
    bool m_pendingDropped = false;
    bool m_finished = false;
    std::vector<RecordRange> m_ranges;
    /// Goes into the first block.
    std::optional<Problem> m_note;
    /// Index in the origin's lists of the next one.
    std::size_t m_nextList = 0;
    RowGroups m_groups;
    JsonParser m_rowParser;
    /// Offsets of a record of several rows, to which further rows may belong.
    std::vector<RecordRange> m_openGroups;
    /// How many conversations came before them, and which one the last row belongs to.
    std::size_t m_groupsTaken = 0;
    std::size_t m_lastGroup = 0;
};

/// Opens a large file of any kind (TextBlocks::open()).
Expected<std::unique_ptr<BlockSource>> openBlocks(SourceFile& file, FileId id, WorkerContext& worker,
                                                  ReadOutcome& outcome);

/// Calls record() for each record in lines that begin at `offset` in their file, and notes what stands
/// between them.
void forEachLine(std::string_view text, std::uint64_t offset, FileRemarks& remarks,
                 const RecordHandler& record);

/// At the end of values, or of a list of them, at `end`: notes what stood between them, whether the list is
/// closed, and what follows it.
void closeValues(const ValueSplitter& splitter, RecordLayout layout, const ByteSpan& end,
                 FileRemarks& remarks, Block& block);

/// Reads a block's records into `outcome`; ordinals count from 1 within the block.
void readBlock(WorkerContext& worker, const Block& block, ReadOutcome& outcome);

} // namespace duologue
