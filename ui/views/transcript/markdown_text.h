// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript/transcript_style.h"

namespace duologue::ui {

/// Writes a Markdown text as what it means (headings, lists, tables, code, emphasis) at the cursor, which is
/// in an empty block. HTML in it stays text, nothing that it names is loaded, its links are no links. Above
/// it stands how many characters the rendering hides. Blocks of the text are made from `block`.
void writeMarkdown(QTextCursor& cursor, const QString& markdown, Language language,
                   const QTextBlockFormat& block, const TranscriptStyle& style);

} // namespace duologue::ui
