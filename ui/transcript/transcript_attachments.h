// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "ui/transcript/transcript_writer.h"

#include <functional>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// The longest side of a picture, in pixels before scaling: about as wide as a narrow column.
inline constexpr double kPictureSide = 400;

/// Which cell of a message its attachments are written into.
struct AttachmentCell {
    bool isFirst = true;
    bool isChinese = false;
    bool isOnly = true;
};

/// What a message is besides its texts: its parts, and content that is neither a text nor a list of parts.
/// Valid as long as the conversation.
struct Attachments {
    std::vector<const Part*> parts;
    std::vector<const Field*> fields;
    bool hasCalls = false;
    /// The fields say what the parts of the content do.
    bool arePartsWritten = false;
    /// One of them takes the place of the text.
    bool isContent = false;
    /// The message has texts, which are parts of the content.
    bool hasText = false;
};

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentCell& cell);

/// Writes them at the end of a cell's text, or in its empty block: the names of parts, which are not loaded
/// unless the reader asks for a picture, and JSON.
void writeAttachments(TranscriptWriter& writer, const Attachments& attached);

/// The pieces of a message's text that its parts say, in their order and with what is between them; empty if
/// the text is not made of them.
std::vector<std::string_view> piecesOf(std::string_view text, const std::vector<const Part*>& parts);

/// Writes what else a message's parts are than its text: what is thought, calls with indented arguments, the
/// names of pictures and files. `writePiece` is called for each part that is a text, with its number among
/// these; null to leave them out.
void writeParts(TranscriptWriter& writer, const std::vector<const Part*>& parts,
                const std::function<void(std::size_t piece)>& writePiece);

/// Names the pictures for which a message has placeholders, each with a link that shows it.
void writePlaceholders(TranscriptWriter& writer, std::uint32_t message);

/// Adds a picture to the document under the name by which the functions above insert it.
void addPicture(QTextDocument& document, std::size_t picture, const QImage& image);

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
