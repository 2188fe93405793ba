// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/models/record/language_pair.h"

#include <QString>
#include <vector>

namespace duologue::ui {

/// The languages to show, of the two that a conversation has.
enum class LanguageMode { Both, First, Second };

/// A column of the transcript. First contains all texts that are not in the second language, so that none is
/// left out; AsWritten has every message in its own language.
enum class TextColumn { First, Second, AsWritten };

/// A text with its index in Conversation::texts.
struct ColumnText : Text {
    std::uint32_t index = 0;
};

/// The columns of a conversation, chosen so that none stays empty.
struct TranscriptColumns {
    LanguagePair languages;
    std::vector<TextColumn> shown;
    /// A note for the reader: the only language there is, or the number of missing translations. May be
    /// empty.
    QString notice;
};

/// The part of the width that the first column needs, so that both columns become about equally high; 0.5
/// unless there are two.
double firstShareOf(const Conversation& conversation, const TranscriptColumns& columns);

TranscriptColumns columnsOf(const Conversation& conversation, LanguageMode mode);

/// The texts of a column, the current or the earlier wordings, in file order.
std::vector<ColumnText> textsIn(const Conversation& conversation, Slice texts, TextColumn column,
                                const LanguagePair& languages, bool earlier);

/// The language that determines the font of a text.
Language fontLanguage(const Text& text);

} // namespace duologue::ui
