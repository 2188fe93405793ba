// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/decoded_record.h"
#include "ui/views/transcript_columns.h"
#include "ui/views/transcript_style.h"

namespace duologue::ui {

/// What stands around the messages of a transcript. Each function writes at the cursor, which is in an empty
/// block, and leaves it in one.

/// Texts of one cell, one below the other; a dim line where there is none. Where they `mayThink`, thoughts
/// stand apart from what was said.
void writeTexts(QTextCursor& cursor, const std::vector<Text>& texts, const TranscriptStyle& style,
                const QString& whenNone, bool mayThink = false);

/// Texts in several columns side by side, or one below the other where `sideBySide` is false.
void writeInColumns(QTextCursor& cursor, const std::vector<std::vector<Text>>& columns, bool sideBySide,
                    const TranscriptStyle& style);

/// Everything that frames the conversation. Long texts are cut short while `folded`, with a link that
/// unfolds them. True where there is something to fold.
bool writeContext(QTextCursor& cursor, const Conversation& conversation, LanguageMode mode, bool sideBySide,
                  bool folded, const TranscriptStyle& style);

/// What is wrong with the record and where, the worst first. `recordOffset` is where it begins in its file.
void writeProblems(QTextCursor& cursor, const DecodedRecord& record, std::uint64_t recordOffset,
                   const QString& fileName, const TranscriptStyle& style);

/// A problem in words: "Broken JSON: expected ',' or ']' (line 3, column 7 of the record)". Without a record
/// the place is left out.
QString problemLine(const Problem& problem, const DecodedRecord* record, std::uint64_t recordOffset);

/// The alternatives below the messages, two of them side by side where there is room.
void writeCandidates(QTextCursor& cursor, const Conversation& conversation, LanguageMode mode,
                     bool sideBySide, const TranscriptStyle& style);

} // namespace duologue::ui
