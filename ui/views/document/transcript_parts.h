// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "ui/views/document/transcript_writer.h"

namespace duologue::ui {

struct CandidateDifferences;

// What a transcript has above and below its messages. Each function writes at the cursor, which is in an
// empty block, and leaves it in one.

/// The context of the conversation: whole, or closed as one line of at most `width` pixels that opens it. The
/// question of a record without messages is always written whole.
void writeContext(TranscriptWriter& writer, double width);

/// Whether a text is the question of a record without messages.
bool isQuestionAlone(const Conversation& conversation, std::uint32_t text);

/// The problems of the record and their positions, the worst first. `recordOffset` is where it begins in its
/// file.
void writeProblems(TranscriptWriter& writer, const DecodedRecord& record, std::uint64_t recordOffset,
                   const QString& fileName);

/// A problem in words: "Broken JSON: expected ',' or ']' (line 3, column 7 of the record)". Without a record
/// it has no position.
QString problemLine(const Problem& problem, const DecodedRecord* record, std::uint64_t recordOffset);

/// The record names it as the right one.
bool isPreferred(const Candidate& candidate);

/// Which candidates are written. Of very many, or of very long ones, some at a time: laying out a table
/// cannot be interrupted.
struct CandidateRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool contains(std::size_t candidate) const { return begin <= candidate && candidate < end; }
};
CandidateRange shownCandidates(const Conversation& conversation, const TranscriptMode& mode,
                               const TranscriptFolds& folds);
/// The first candidate of those that are written before or after these.
std::size_t nextCandidates(const CandidateRange& shown, bool before);

/// The candidates that are shown, each in a cell of the table, row by row, with links to the others.
/// `differences` is null until they are known.
/// Returns null if there are no candidates.
QTextTable* writeCandidates(TranscriptWriter& writer, const CandidateDifferences* differences);

} // namespace duologue::ui
