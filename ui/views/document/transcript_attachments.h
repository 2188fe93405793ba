// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/document/transcript_writer.h"

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

/// The fields of a message besides its texts: tool calls, pictures and other parts, content that is not a
/// text. Valid as long as the conversation.
struct Attachments {
    std::vector<const Field*> fields;
    /// One of them takes the place of the text.
    bool isContent = false;
    /// The message has texts, which are parts of the content.
    bool hasText = false;
};

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentCell& cell);

/// Writes them at the end of a cell's text, or in its empty block: calls with indented arguments, and the
/// names of parts, which are not loaded unless the reader asks for a picture.
void writeAttachments(TranscriptWriter& writer, const Attachments& attached);

/// Names the pictures for which a message has placeholders, each with a link that shows it.
void writePlaceholders(TranscriptWriter& writer, std::uint32_t message);

/// Adds a picture to the document under the name by which the functions above insert it.
void addPicture(QTextDocument& document, std::size_t picture, const QImage& image);

} // namespace duologue::ui
