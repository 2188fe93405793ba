// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/views/transcript/transcript_mode.h"
#include "ui/views/transcript/transcript_style.h"

namespace duologue::ui {

struct CandidateDifferences;

/// What stands around the messages of a transcript. Each function writes at the cursor, which is in an empty
/// block, and leaves it in one.

/// Texts in several columns side by side, or one below the other where there is no room.
void writeInColumns(QTextCursor& cursor, const std::vector<std::vector<ColumnText>>& columns,
                    const TranscriptMode& mode, const TranscriptStyle& style);

/// Everything that frames the conversation. Long texts are cut short while `folded`, with a link that
/// unfolds them. True where there is something to fold.
bool writeContext(QTextCursor& cursor, const Conversation& conversation, const TranscriptMode& mode,
                  bool folded, const TranscriptStyle& style);

/// What is wrong with the record and where, the worst first. `recordOffset` is where it begins in its file.
void writeProblems(QTextCursor& cursor, const DecodedRecord& record, std::uint64_t recordOffset,
                   const QString& fileName, const TranscriptStyle& style);

/// A problem in words: "Broken JSON: expected ',' or ']' (line 3, column 7 of the record)". Without a record
/// the place is left out.
QString problemLine(const Problem& problem, const DecodedRecord* record, std::uint64_t recordOffset);

/// The alternatives below the messages, side by side where there is room: a cell each, row by row. Their
/// differences may still be missing. Null where there are no candidates.
QTextTable* writeCandidates(QTextCursor& cursor, const Conversation& conversation, const TranscriptMode& mode,
                            const TranscriptFolds& folds, const CandidateDifferences* differences,
                            const TranscriptStyle& style);

} // namespace duologue::ui
