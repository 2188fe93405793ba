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
#include <vector>

namespace duologue {

class FormatList;

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

/// Records of one file that are near each other and are read at once.
struct RowRun {
    FileId file = kNoFile;
    /// Bytes in the file.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// Range of indices in the list of rows.
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Divides rows, in rising order, into runs. A run, including the gaps between its records, fits into a
/// core's cache, unless it is one long record.
std::vector<RowRun> runsOf(const Snapshot& snapshot, std::span<const Row> rows);

/// Reads the bytes of runs again, one at a time. One thread at a time; the snapshot must outlive it.
class RowRunReader {
public:
    explicit RowRunReader(const Snapshot& snapshot) : m_snapshot(snapshot) {}

    /// False if the file is gone or has changed since it was loaded.
    bool read(const RowRun& run);

    /// The bytes of the run, readable for PaddedBytes::kPadding more. Valid until the next one is read.
    std::string_view bytes() const { return m_bytes.view(); }

private:
    bool open(FileId file);

    const Snapshot& m_snapshot;
    FileId m_file = kNoFile;
    std::optional<FileSource> m_source;
    PaddedBytes m_bytes;
};

/// Reads one record of a snapshot again, whole, by the same parser and format as the loader. Any thread. A
/// broken record comes back with its bytes and problems; a file that cannot be read any more is a Problem.
Result<DecodedRecordPtr> readRecord(const Snapshot& snapshot, Row row);

/// The bytes of a value that the record shows only as a note ("image/png, 12345 bytes"), in a file of
/// columns. A problem if the pointer leads to no such value. Any thread.
Result<std::string> readBytes(const Snapshot& snapshot, Row row, std::string_view pointer);

/// The same record read by another format, which need not be one of the snapshot's. Any thread. `record` is
/// not broken.
DecodedRecordPtr readAs(const DecodedRecord& record, std::shared_ptr<const Format> format);

class FormatList;

/// Reads records again, run by run, and hands each out. Keeps the parser and buffers of one worker between
/// runs. One thread at a time; the snapshot must outlive it.
class RecordVisitor {
public:
    /// Gets one record, valid during the call.
    using Visit = std::function<void(Row, std::string_view bytes, Conversation&)>;
    /// Gets a record that cannot be given: its file has changed, or it cannot be parsed.
    using Refuse = std::function<void(Row, bool hasChanged)>;

    /// `parses`: conversations are read; otherwise they are empty, and broken records are given, too.
    RecordVisitor(const Snapshot& snapshot, bool parses, Measuring measuring = Measuring::Languages);
    ~RecordVisitor();
    RecordVisitor(const RecordVisitor&) = delete;
    RecordVisitor& operator=(const RecordVisitor&) = delete;

    /// `rows` are those that the run counts in.
    void visit(const RowRun& run, std::span<const Row> rows, const Job& job, const Visit& visit,
               const Refuse& refuse);

private:
    bool parse(Row row, std::string_view bytes);

    const Snapshot& m_snapshot;
    const bool m_parses;
    const Measuring m_measuring;
    RowRunReader m_reader;
    const std::shared_ptr<const FormatList> m_formats;
    JsonParser m_parser;
    Conversation m_conversation;
    std::vector<Problem> m_problems;
};

/// What the first records show about keys (TextKeys). The first call for a snapshot reads these records, at
/// most some MiB. Valid as long as the snapshot. Any thread.
const TextKeys& textKeysOf(const Snapshot& snapshot);

} // namespace duologue
