// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/words/intent_codes.h"
#include "ui/views/document/transcript_writer.h"

#include <QStringList>
#include <QTextDocument>

namespace duologue::ui {

/// Adds the images that the heads of the conversation's messages refer to: marks in the colours of the style,
/// and the codes of intents. `scale` is the number of pixels to a point of the document.
void addHeadImages(QTextDocument& document, const Conversation& conversation, const IntentCodes& intents,
                   const TranscriptStyle& style, double scale);

/// What a head says beside the message itself.
struct HeadFacts {
    /// 0 if the message belongs to no turn.
    int turn = 0;
    const IntentCodes& intents;
    /// What checks have found in the message.
    QStringList findings;
};

/// Writes role, number, turn, intents, hallucination mark, satisfaction and findings of a message into the
/// current block.
void writeHead(TranscriptWriter& writer, int message, const HeadFacts& facts);

/// The head in one line of plain text.
struct HeadWords {
    QString role;
    /// "#3 · turn 2 · Planning"
    QString rest;
};
HeadWords headWords(const Conversation& conversation, int message, int turn, const QStringList& findings);

/// The head as a sentence for screen readers: "Message 3, turn 2, user, intent Planning".
QString spokenHead(const Conversation& conversation, int message, int turn, const QStringList& findings);

} // namespace duologue::ui
