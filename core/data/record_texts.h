// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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
    /// The value of a field of the record that has a column. Whether it is a text depends on what other
    /// records have under its key (TextKeys).
    bool isValue = false;
    /// `text` is made of the record's and ends with the call: JSON in a text whose escapes are decoded, or a
    /// number as text.
    bool isMade = false;

    /// As the record says, or as the text looks.
    Language language() const { return entry == nullptr ? languageOf(text) : entry->language; }
};

/// Gets one text, which is valid during the call. Returns true to stop.
using TextVisitor = std::function<bool(const RecordText&)>;

/// Tells which keys of records hold texts, which are searched and checked, and which hold closed values: ids,
/// labels, dates, paths, which their fields find. A key is decided once, by its name or by what the first
/// records of the dataset have under it: a text has three words or a line break in some of them. So short
/// and long values of one key are treated alike. A value; reading it is safe on any thread.
class TextKeys {
public:
    /// Takes one of the first records into account.
    void look(const Conversation& conversation);

    /// Keys that the first records do not have are texts, so that nothing is missed.
    bool isText(std::string_view key) const;
    /// Whether a text that forEachText() visits is one.
    bool isText(const RecordText& text) const { return !text.isValue || isText(text.field->key); }

    /// The keys of the first records that hold closed values, sorted.
    std::vector<std::string> closed() const;

private:
    /// Whether each key holds texts.
    std::map<std::string, bool, std::less<>> m_keys;
};

/// Visits all texts of a record as they are shown: context, messages, candidates, the rest. It is the one
/// list of what a text is: what search finds. Among them are values with a column (RecordText::isValue),
/// which are texts only if TextKeys says so; in a record that has nothing else, they all are. Returns whether
/// the visitor stopped it.
bool forEachText(const Conversation& conversation, const TextVisitor& visit);

/// The texts of one message: those that it says, its tool calls, reasoning, memo and notes.
bool forEachTextOf(const Conversation& conversation, std::size_t message, const TextVisitor& visit);

/// True if nobody can take it in at a glance, so that it is no value to count or choose from.
bool isLongText(std::string_view text);

} // namespace duologue
