// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript/transcript_style.h"

#include <QTextDocument>

namespace duologue::ui {

/// Gives the document the images that heads refer to, in the colours of the style, with so many pixels to a
/// point of the document.
void addHeadImages(QTextDocument& document, const TranscriptStyle& style, double scale);

/// Writes number, role, turn, intents, hallucination mark and satisfaction of a message into the block at the
/// cursor; `turn` 0 is none.
void writeHead(QTextCursor& cursor, const Conversation& conversation, int message, int turn,
               const TranscriptStyle& style);

/// The head as a sentence for screen readers: "Message 3, turn 2, user, intent Planning".
QString spokenHead(const Conversation& conversation, int message, int turn);

} // namespace duologue::ui
