// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text_diff.h"
#include "ui/views/transcript/transcript_mode.h"
#include "ui/views/transcript/transcript_style.h"

namespace duologue::ui {

/// How one text is written.
struct TextLook {
    /// Thoughts stand apart from what was said.
    bool mayThink = false;
    bool markdown = false;
    bool invisible = false;
    bool onPaper = false;
    /// What is unfolded; may be null.
    const TranscriptFolds* folds = nullptr;
    /// The bytes of the text that another one has not, in order: they are marked, the rest is dimmed. Null
    /// where nothing is compared.
    const std::vector<DiffRange>* differences = nullptr;
    /// The number of the first of them among all differences that are shown.
    int firstDifference = 0;
};

/// Writes a text at the cursor, which is in an empty block, and leaves it at the end of the text. All blocks
/// of the text bear kSourceText, those that are about it do not.
void writeText(QTextCursor& cursor, const ColumnText& text, const TextLook& look,
               const TranscriptStyle& style);

/// Texts of one cell, one below the other; a dim line where there is none.
void writeTexts(QTextCursor& cursor, const std::vector<ColumnText>& texts, const TextLook& look,
                const TranscriptStyle& style, const QString& whenNone);

/// The text with characters that have no shape (control characters, marks of zero width) in the form
/// "⟨U+200B⟩".
QString withInvisibleShown(const QString& text);

} // namespace duologue::ui
