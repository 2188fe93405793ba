// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/transcript/transcript_style.h"

namespace duologue::ui {

/// Writes a rendered Markdown text (headings, lists, tables, code, emphasis) at the cursor, which is in an
/// empty block. HTML stays text, nothing is loaded, and links are inactive. A line above it says how many
/// characters the rendering hides. The blocks of the text are made from `block`.
void writeMarkdown(QTextCursor& cursor, const QString& markdown, Language language,
                   const QTextBlockFormat& block, const TranscriptStyle& style, bool isOnPaper);

} // namespace duologue::ui
