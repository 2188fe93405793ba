// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/dataset/load/file_remarks.h"
#include "core/formats/format.h"
#include "core/json/json_view.h"
#include "core/table/record_table.h"

#include <optional>
#include <vector>

namespace duologue {

/// A record longer than this is refused: parsing takes several times its length in memory.
inline constexpr std::uint64_t kLongestRecord = std::uint64_t{64} << 20U;

struct ParsedRecord {
    /// Missing if the state is Broken; the repaired record if the state is Repaired.
    JsonView root;
    RecordState state = RecordState::Read;
    /// Deviations from strict JSON, for the file's note.
    FileRemarks remarks;
    /// The name of a record that is a member of an object ("7": {…}); empty for others.
    std::string name;
};

/// Parses the bytes of one record, which begin at `where`; what is not strict JSON is repaired with a
/// warning, and what cannot be repaired is an error with its exact offset. The loader and the viewer both
/// read records through this, so that they agree on every one.
/// A record may also be a member of an object with its name, or a text that holds the JSON of a record.
ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems, RecordForm form = RecordForm::Value);

/// Reads a parsed record, which begins at `offset` in its file, and what the file says of it beside the
/// record.
void readParsed(const Format& format, const ParsedRecord& record, std::uint64_t offset,
                RecordBuilder& builder);

/// The same for bytes that may be one record or several: none, without a problem, if they are not exactly one
/// record.
std::optional<ParsedRecord> parseIfOneRecord(JsonParser& parser, std::string_view bytes,
                                             const ByteSpan& where, std::vector<Problem>& problems);

/// A format warns of a null where a number was repaired away; the warning of the repair is enough. Takes
/// those warnings out of `problems`, which hold the record's from `firstProblem` on.
void dropRepeatedWarnings(std::vector<Problem>& problems, std::size_t firstProblem);

/// The problem of a record that is too long.
Problem tooLong(const ByteSpan& where);
/// The problem of a record that is valid JSON of no known format.
Problem ofNoFormat(const ByteSpan& where);

} // namespace duologue
