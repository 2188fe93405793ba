// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/document/transcript_writer.h"

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

} // namespace duologue::ui
