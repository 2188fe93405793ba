// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <functional>
#include <string_view>

namespace duologue {

/// What a text of a record is.
enum class TextPart : std::uint8_t {
    /// What somebody says in the conversation.
    Message,
    /// Name and arguments of a tool that is called.
    ToolCall,
    ToolResult,
    /// What a model thinks before it answers, if it is written beside the answer.
    Reasoning,
    /// What frames the conversation: task, preference, persona, question, explanation.
    Context,
    /// Everything that an answer to choose from says.
    Candidate,
    /// What is written about a message or with it: memos, reasons, ids.
    Note,
    /// A text of the record itself.
    Other,
};

/// "message", "tool call", …
std::string_view textPartName(TextPart part);

/// One text that a person can read in a record.
struct RecordText {
    static constexpr std::uint32_t kNoMessage = 0xFFFF'FFFF;

    std::string_view text;
    TextPart part = TextPart::Message;
    /// Who says it; empty if it is no speech.
    std::string_view role;
    /// Index into Conversation::messages, for a Candidate into candidateMessages.
    std::uint32_t message = kNoMessage;
    /// The entry of Conversation::texts that it is; null for a memo or a value of a field.
    const Text* entry = nullptr;
    /// The field whose value it is or is in; null for the others.
    const Field* field = nullptr;

    /// As the record says, or as the text looks.
    Language language() const { return entry == nullptr ? languageOf(text) : entry->language; }
};

/// Gets one text, which is valid during the call. Returns true to stop.
using TextVisitor = std::function<bool(const RecordText&)>;

/// Visits all texts of a record as they are shown: context, messages, candidates, the rest. It is the one
/// list of what a text is: what search finds. Values that have a column are no texts, because their field
/// finds them, unless they are long or the record has nothing else. Returns whether the visitor stopped it.
bool forEachText(const Conversation& conversation, const TextVisitor& visit);

/// The texts of one message: those that it says, its tool calls, reasoning, memo and notes.
bool forEachTextOf(const Conversation& conversation, std::size_t message, const TextVisitor& visit);

/// True if nobody can take it in at a glance, so that it is no value to count or choose from.
bool isLongText(std::string_view text);

} // namespace duologue
