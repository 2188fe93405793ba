// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/dataset/load/file_remarks.h"
#include "core/json/json_view.h"
#include "core/table/record_table.h"

#include <optional>
#include <vector>

namespace duologue {

/// A record longer than this is refused: parsing takes several times its length in memory.
inline constexpr std::uint64_t kLongestRecord = std::uint64_t{64} << 20U;

struct ParsedRecord {
    /// Missing where the state is Broken. It is the repaired record where the state is Repaired.
    JsonView root;
    RecordState state = RecordState::Read;
    /// What its file is to be remarked for.
    FileRemarks remarks;
};

/// Parses the bytes of one record, which begin at `where`; what is not strict JSON is repaired with a
/// warning, and what cannot be repaired is told exactly. The loader and the viewer both read records through
/// this, so that they agree on every one.
ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems);

/// The same for bytes that may be one record or several: none, and no problem, where they are not one record
/// as they stand.
std::optional<ParsedRecord> parseIfOneRecord(JsonParser& parser, std::string_view bytes,
                                             const ByteSpan& where, std::vector<Problem>& problems);

/// A format warns of a null where a number was repaired away; the repair has said so already. Takes those
/// warnings out of `problems`, which hold the record's from `firstProblem` on.
void dropRepeatedWarnings(std::vector<Problem>& problems, std::size_t firstProblem);

/// The problem of a record that is too long.
Problem tooLong(const ByteSpan& where);
/// The problem of one that can be parsed and is not known.
Problem ofNoFormat(const ByteSpan& where);

} // namespace duologue
