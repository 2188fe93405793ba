// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace duologue {

/// Which of a conversation's languages to write. None: all of them.
using LanguageChoice = std::optional<Language>;

/// One message as plain text: its head and its texts, which stand as they are. Names never break a line.
std::string messageText(const Conversation& conversation, std::size_t index, LanguageChoice language);

/// The conversation for a terminal or a mail.
std::string conversationText(const Conversation& conversation, LanguageChoice language);

/// The conversation as a Markdown document. Texts stand as they were written, in fenced blocks
/// (markdownBlock()): read as Markdown, a text could bring the heading of a message that nobody sent, swallow
/// those that follow, or load a picture, which tells its sender who reads it when.
std::string conversationMarkdown(const Conversation& conversation, LanguageChoice language);

/// Context, messages, candidates, ratings and fields under the program's own names, whatever the format was.
nlohmann::ordered_json conversationJson(const Conversation& conversation, LanguageChoice language);

/// One message of it.
nlohmann::ordered_json messageJson(const Conversation& conversation, const Message& message,
                                   LanguageChoice language);

/// JSON text; bytes that are no UTF-8 become U+FFFD. `indent` below 0: one line.
std::string jsonText(const nlohmann::ordered_json& json, int indent);

/// "Task", "Preference" … in English.
std::string_view contextTitle(ContextKind kind);
/// "chosen", "rejected", "option", "sample".
std::string_view candidateKindName(CandidateKind kind);

} // namespace duologue
