// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/record_builder.h"
#include "core/data/record_origin.h"
#include "core/data/record_texts.h"
#include "core/data/snapshot.h"
#include "core/formats/format.h"
#include "core/io/file_source.h"
#include "core/json/json_view.h"
#include "core/load/record_parser.h"
#include "core/util/buffers.h"
#include "core/util/parallel.h"
#include "core/util/problem.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace duologue {

class FormatList;
class RecordFilter;

/// One record read whole, for the viewer: it owns its bytes, the parser and the Conversation whose views
/// point into them. Immutable once made and shared between threads as shared_ptr<const DecodedRecord>.
struct DecodedRecord {
    Row row{0};
    std::string formatId;
    /// Where `bytes` are in the file.
    ByteSpan span;
    /// As on disk.
    PaddedBytes bytes;
    JsonParser parser;
    /// The Conversation's names from the path and from the format point into these.
    RecordOrigin origin;
    std::shared_ptr<const FormatList> formats;
    /// Missing if the record cannot be parsed; then only `bytes` and `problems` are set.
    JsonView root;
    Conversation conversation;
    std::vector<Problem> problems;
    /// Of a record of a file of columns; null for others.
    std::shared_ptr<const std::vector<ColumnType>> columns;
    RecordState state = RecordState::Read;
};

using DecodedRecordPtr = std::shared_ptr<const DecodedRecord>;

/// Reads one record of a snapshot again, whole, by the same parser and format as the loader. Any thread. A
/// broken record comes back with its bytes and problems; a file that cannot be read any more is a Problem.
Expected<DecodedRecordPtr> readRecord(const Snapshot& snapshot, Row row);

/// The bytes of a value that the record shows only as a note ("image/png, 12345 bytes"), in a file of
/// columns. A problem if the pointer leads to no such value. Any thread.
Expected<std::string> readBytes(const Snapshot& snapshot, Row row, std::string_view pointer);

/// The same record read by another format, which need not be one of the snapshot's. Any thread. `record` is
/// not broken.
DecodedRecordPtr readAs(const DecodedRecord& record, std::shared_ptr<const Format> format);

/// The file of a snapshot that was read last, which stays open. One thread; the snapshot must outlive it.
class SnapshotFile {
public:
    explicit SnapshotFile(const Snapshot& snapshot) : m_snapshot(snapshot) {}

    /// Fills `target`, which has room for them, with the bytes of the span; a problem if its file is gone or
    /// has changed since it was loaded.
    std::optional<Problem> read(const ByteSpan& span, char* target);

    /// Of the last span.
    const FileSource& source() const { return m_source->value(); }

private:
    const Snapshot& m_snapshot;
    FileId m_id = kNoFile;
    std::optional<Expected<FileSource>> m_source;
};

/// How records are read again.
struct Reread {
    Measuring measuring = Measuring::Languages;
    Keeping keeping = Keeping::Everything;
    /// Records that their bytes rule out are passed over; null for none.
    const RecordFilter* filter = nullptr;
    /// 0 for one on each core; 1 for the caller's own, on which records come in the order of the rows.
    int threads = 0;
};

/// Reads the bytes of some records of a snapshot again, neighbours together, and then one record at a time as
/// far as it is asked for: its value, its conversation. Keeps its parser and buffers. One thread at a time;
/// the snapshot must outlive it.
class RecordReader {
public:
    explicit RecordReader(const Snapshot& snapshot, const Reread& how = {});

    /// Reads the bytes of these rows, which may be in any order, instead of those before.
    void read(std::span<const Row> rows);
    /// Goes to the row with this index among them. False if the filter rules it out.
    bool select(std::size_t index);
    /// Reads one row and goes to it.
    void read(Row row);

    Row row() const { return m_row; }
    /// The record as on disk, readable for PaddedBytes::kPadding more; none if its file is gone or has
    /// changed since it was loaded. Valid until the next read().
    std::optional<std::string_view> bytes() const;
    /// The format that it was loaded with; null for none.
    const Format* format() const;
    /// Its value; Broken if it has none. Valid until the next record is parsed.
    const ParsedRecord& parsed();
    /// Null if it cannot be read or is broken. Valid until the next record is read.
    Conversation* conversation();

private:
    struct Place {
        /// Offset in m_bytes; kUnread for none.
        std::size_t begin = kUnread;
        std::uint32_t length = 0;
    };
    static constexpr std::size_t kUnread = ~std::size_t{0};

    /// Neighbours.
    struct Run {
        ByteSpan span;
        /// Index in m_order.
        std::uint32_t first = 0;
    };

    bool mayMatch();
    bool isBroken() const;

    const Snapshot& m_snapshot;
    const Reread m_how;
    const std::shared_ptr<const FormatList> m_formats;
    SnapshotFile m_file;
    PaddedBytes m_bytes;
    std::vector<Row> m_rows;
    std::vector<Place> m_places;
    /// Of what was read last: the indices of rows in the order of rows, and the runs that they are in.
    std::vector<std::uint32_t> m_order;
    std::vector<Run> m_runs;
    /// Where the filter has looked for the next possible match from, and where that is.
    std::size_t m_lookedFrom = 0;
    std::size_t m_nextMatch = 0;
    /// Of the selected record.
    Row m_row{0};
    Place m_place;
    bool m_isParsed = false;
    bool m_hasConversation = false;
    ParsedRecord m_parsed;
    JsonParser m_parser;
    Conversation m_conversation;
    std::vector<Problem> m_problems;
};

/// A record of each of two snapshots.
struct RowPair {
    Row old{0};
    Row now{0};
};

/// Gets a record and the index of its row among those that are read.
using RecordVisit = std::function<void(std::size_t index, RecordReader& record)>;
using PairVisit = std::function<void(std::size_t index, RecordReader& old, RecordReader& now)>;

/// Reads the rows again and hands each out, on all cores and in any order. About a MiB for each core is in
/// memory at a time. Stops early with the job.
void forEachRecord(const Snapshot& snapshot, std::span<const Row> rows, const Reread& how, const Job& job,
                   const RecordVisit& visit);
/// The same for pairs of records. It is fast if both sides of neighbouring pairs are neighbours.
void forEachPair(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Reread& how,
                 const Job& job, const PairVisit& visit);

/// A Part of mapRecords() or mapPairs().
template<typename Part>
struct MadePart final : PipelineItem {
    explicit MadePart(Part made) : part(std::move(made)) {}

    static Part& of(PipelineItem& item) { return static_cast<MadePart&>(item).part; }

    Part part;
};

/// The same for any Part.
struct PartSteps {
    std::function<std::unique_ptr<PipelineItem>(std::uint64_t bytes)> begin;
    std::function<void(PipelineItem& part, std::size_t index, RecordReader& old, RecordReader* now)> visit;
    std::function<bool(PipelineItem& part)> commit;
};
void mapRecordParts(const Snapshot& snapshot, std::span<const Row> rows, const Reread& how, const Job& job,
                    const PartSteps& steps);
void mapPairParts(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Reread& how,
                  const Job& job, const PartSteps& steps);

/// Reads the rows again and makes something of each part of them, about a MiB: begin(bytes) makes a Part for
/// so many bytes, and visit(part, index, record) adds to it, for several parts at once; commit(part) gets one
/// part at a time, in the order of the rows, and returns whether more are wanted. At most 8 parts are in
/// memory.
template<typename Begin, typename Visit, typename Commit>
void mapRecords(const Snapshot& snapshot, std::span<const Row> rows, const Reread& how, const Job& job,
                const Begin& begin, const Visit& visit, const Commit& commit)
{
    using Made = MadePart<std::invoke_result_t<Begin, std::uint64_t>>;
    mapRecordParts(snapshot, rows, how, job,
                   {[&](std::uint64_t bytes) { return std::make_unique<Made>(begin(bytes)); },
                    [&](PipelineItem& item, std::size_t index, RecordReader& record, RecordReader*) {
                        visit(Made::of(item), index, record);
                    },
                    [&](PipelineItem& item) { return commit(Made::of(item)); }});
}

/// The same for pairs of records.
template<typename Begin, typename Visit, typename Commit>
void mapPairs(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Reread& how,
              const Job& job, const Begin& begin, const Visit& visit, const Commit& commit)
{
    using Made = MadePart<std::invoke_result_t<Begin, std::uint64_t>>;
    mapPairParts(old, now, pairs, how, job,
                 {[&](std::uint64_t bytes) { return std::make_unique<Made>(begin(bytes)); },
                  [&](PipelineItem& item, std::size_t index, RecordReader& left, RecordReader* right) {
                      visit(Made::of(item), index, left, *right);
                  },
                  [&](PipelineItem& item) { return commit(Made::of(item)); }});
}

/// What the first records show about keys (TextKeys). The first call for a snapshot reads these records, at
/// most some MiB. Valid as long as the snapshot. Any thread.
const TextKeys& textKeysOf(const Snapshot& snapshot);

} // namespace duologue
