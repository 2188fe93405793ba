// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/text_diff.h"
#include "ui/app/intent_codes.h"
#include "ui/transcript/transcript_writer.h"

#include <QStringList>
#include <QTextDocument>

namespace duologue::ui {

/// How one text is written, beyond the mode of the transcript.
struct TextLook {
    /// Thoughts (<think>…</think>) are written apart from the answer.
    bool mayThink = false;
    /// Markdown is not rendered, even in a mode that renders it.
    bool isVerbatim = false;
    /// What a tool gave back, which nobody wrote as Markdown: JSON is indented, all else is verbatim.
    bool isResult = false;
    /// Bytes that differ from another text, in order: they are marked, the rest is dimmed. Null if nothing is
    /// compared.
    const std::vector<DiffRange>* differences = nullptr;
    /// The number of the first of them among all differences that are shown.
    int firstDifference = 0;
};

/// Writes a text, beginning in an empty block; the cursor is then at the end of the text. The blocks of the
/// text have the property kSourceText, the program's own captions do not.
void writeText(TranscriptWriter& writer, const ColumnText& text, const TextLook& look);

/// Writes the texts of one cell, one below the other, or a dim line if there are none.
void writeTexts(TranscriptWriter& writer, const std::vector<ColumnText>& texts, const TextLook& look,
                const QString& whenNone);

/// Shows invisible characters (control characters, marks of zero width) in the form "⟨U+200B⟩".
QString withInvisibleShown(const QString& text);

/// Adds the images that the heads of the conversation's messages refer to: marks in the colours of the style,
/// and the codes of intents. `scale` is the number of pixels to a point of the document.
void addHeadImages(QTextDocument& document, const Conversation& conversation, const IntentCodes& intents,
                   const TranscriptStyle& style, double scale);

/// What others than its author say of a message.
struct MessageNotes {
    /// What checks have found in it: titles.
    QStringList findings;
    /// What readers say of all of it: verdicts, or that there is a note.
    QStringList marks;

    bool operator==(const MessageNotes&) const = default;
};

/// What a head says beside the message itself.
struct HeadFacts {
    /// 0 if the message belongs to no turn.
    int turn = 0;
    const IntentCodes& intents;
    MessageNotes notes;
};

/// Writes role, number, turn, intents, hallucination mark, satisfaction, findings and readers' marks of a
/// message into the current block.
void writeHead(TranscriptWriter& writer, int message, const HeadFacts& facts);

/// The head in one line of plain text.
struct HeadWords {
    QString role;
    /// "#3 · turn 2 · Planning"
    QString rest;
};
HeadWords headWords(const Conversation& conversation, int message, int turn, const MessageNotes& notes);

/// The head as a sentence for screen readers: "Message 3, turn 2, user, intent Planning".
QString spokenHead(const Conversation& conversation, int message, int turn, const MessageNotes& notes);

} // namespace duologue::ui
