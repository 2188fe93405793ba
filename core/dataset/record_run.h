// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/io/record_split.h"
#include "core/record/table_batch.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// What one worker needs to turn bytes into table rows: a parser and a Conversation that are filled again and
/// again. One thread at a time.
struct Workbench {
    JsonParser parser;
    Conversation conversation;
    PaddedBytes bytes;
};

/// Rows and problems made from a run of records.
struct RunOutcome {
    TableBatch batch;
    std::vector<Problem> problems;
};

/// A record's bytes in memory and where they stand in their file.
struct RecordBytes {
    std::string_view bytes;
    std::uint64_t offset = 0;
};

/// Index into the list of formats; one more than the last means that nobody knows.
std::uint8_t formatIndexOf(const Format* format);
/// The ids that such indexes stand for, "unknown" last.
std::vector<std::string> formatIdList();

/// What a file's first records say of the whole file.
struct Recognition {
    const Format* format = nullptr;
    /// Why the file is not read, where no format knows its records.
    std::string skipReason;
};

/// Looks at the first records that can be parsed. Broken ones alone leave both members empty.
Recognition recogniseRecords(Workbench& bench, const std::vector<RecordBytes>& records);

/// Parses and reads one record and adds its row to `outcome`.
void readRecordInto(Workbench& bench, const RecordBytes& record, FileId file, std::uint32_t ordinal,
                    const Format* format, const RecordOrigin& origin, RunOutcome& outcome);

/// Adds the row that parsing has already been paid for.
void addParsedRecord(Workbench& bench, const JsonView& root, RecordState state, const ByteSpan& span,
                     std::uint32_t ordinal, const Format& format, const RecordOrigin& origin,
                     RunOutcome& outcome, std::size_t firstProblem);

} // namespace duologue
