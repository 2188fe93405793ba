// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"
#include "ui/views/transcript/transcript_style.h"

#include <vector>

namespace duologue::ui {

/// The cell of a message in which something may stand beside its text.
struct AttachmentPlace {
    bool isFirst = true;
    bool isChinese = false;
    bool isOnly = true;
};

/// What a message bears beside its texts: tools that it calls; pictures and other parts; content that is no
/// text. Valid as long as the conversation.
struct Attachments {
    std::vector<const Field*> fields;
    /// Something stands where the text should.
    bool isContent = false;
    /// Texts among the parts are the message's text.
    bool hasText = false;
};

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentPlace& place);

/// Writes them at the cursor, which is at the end of a cell's text, or in an empty block where there is none:
/// calls with their arguments indented, parts named and not loaded. Nothing where there are none.
void writeAttachments(QTextCursor& cursor, const Attachments& attached, const TranscriptStyle& style);

} // namespace duologue::ui
