// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <QString>
#include <optional>
#include <vector>

namespace duologue::ui {

/// Which languages the reader asks for.
enum class LanguageMode { Both, English, Chinese };

/// A column of the transcript. English takes whatever is not Chinese, so that no text is ever left out;
/// AsWritten shows every message in the language it has.
enum class TextColumn { English, Chinese, AsWritten };

/// A text of a conversation with its place in Conversation::texts, by which it is found again in a document.
struct ColumnText : Text {
    std::uint32_t index = 0;
};

/// What a conversation is shown in, so that no half of the view stays empty.
struct TranscriptColumns {
    std::vector<TextColumn> shown;
    /// One quiet line for the reader: the one language there is, how many translations are missing. May be
    /// empty.
    QString notice;
};

TranscriptColumns columnsOf(const Conversation& conversation, LanguageMode mode);

/// The texts that stand in a column, newest wordings or earlier ones, in file order.
std::vector<ColumnText> textsIn(const Conversation& conversation, Slice texts, TextColumn column,
                                bool earlier);

/// The language whose fonts a text in that column is set in.
Language fontLanguage(const Text& text);

} // namespace duologue::ui
