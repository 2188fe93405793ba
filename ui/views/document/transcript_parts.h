// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/views/document/transcript_writer.h"

namespace duologue::ui {

struct CandidateDifferences;

// What a transcript has above and below its messages. Each function writes at the cursor, which is in an
// empty block, and leaves it in one.

/// The context of the conversation. Long texts are cut while it is folded, with a link that unfolds them.
void writeContext(TranscriptWriter& writer);

/// The problems of the record and their positions, the worst first. `recordOffset` is where it begins in its
/// file.
void writeProblems(TranscriptWriter& writer, const DecodedRecord& record, std::uint64_t recordOffset,
                   const QString& fileName);

/// A problem in words: "Broken JSON: expected ',' or ']' (line 3, column 7 of the record)". Without a record
/// it has no position.
QString problemLine(const Problem& problem, const DecodedRecord* record, std::uint64_t recordOffset);

/// The candidates, each in a cell of the table, row by row. `differences` is null until they are known.
/// Returns null if there are no candidates.
QTextTable* writeCandidates(TranscriptWriter& writer, const CandidateDifferences* differences);

} // namespace duologue::ui
