// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_notes.h"
#include "core/load/record_reader.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

namespace duologue {

/// The language to write; empty for all.
using LanguageChoice = std::optional<Language>;

/// One message as plain text: a header line, its texts unchanged, and its fields. Names are kept on one
/// line.
std::string messageText(const Conversation& conversation, std::size_t index, LanguageChoice language);

/// The conversation as plain text, for a terminal or a mail.
std::string conversationText(const Conversation& conversation, LanguageChoice language);

/// The conversation as a Markdown document. Texts are in fenced blocks (markdownBlock()): read as Markdown,
/// a text could add the heading of a message that nobody sent, hide the messages after it, or load a
/// picture, which tells its sender who reads it when. Notes are written with their messages, or first.
std::string conversationMarkdown(const Conversation& conversation, LanguageChoice language,
                                 std::span<const RecordNote> notes = {});

/// JSON as text; bytes that are not UTF-8 become U+FFFD. A negative `indent` writes one line.
std::string jsonText(const nlohmann::ordered_json& json, int indent);

/// A number whose digits a double does not hold, and its digits. The library has no such numbers: it is a
/// value of bytes, which jsonText() writes as the number.
nlohmann::ordered_json digitsJson(std::string_view digits);
std::string_view digitsOf(const nlohmann::ordered_json& number);

/// Parses JSON that this program has written. Numbers keep their digits as digitsJson() does.
nlohmann::ordered_json exactJson(std::string_view json);

/// "Task", "Preference" … in English.
std::string_view contextTitle(ContextKind kind);
/// "chosen", "rejected", "option", "sample".
std::string_view candidateKindName(CandidateKind kind);

/// Whether it is said who speaks in a candidate: not of a single answer of the assistant.
bool namesSpeakers(std::span<const Message> messages);

} // namespace duologue
