// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/text_diff.h"
#include "ui/views/document/transcript_writer.h"

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

} // namespace duologue::ui
