// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/query/stops.h"
#include "core/query/text_pattern.h"
#include "core/util/parallel.h"
#include "ui/models/record/language_pair.h"

#include <cstdint>
#include <vector>

namespace duologue::ui {

/// A match in a conversation, or a message that is asked for.
struct ConversationHit {
    /// Index into Conversation::texts. For a memo or an attachment, the first text of its message.
    std::uint32_t text = 0;
    /// The index of the match within its text or memo.
    std::uint32_t number = 0;
    /// A byte range of the text or memo.
    TextRange range = {};
    /// The message whose memo it is in, -1 for others.
    int memoOf = -1;
    /// The message to which a tool call, reasoning or another attachment belongs that it is in, -1 for
    /// others. Then `number` counts all matches in the message's attachments.
    int attachedTo = -1;
    /// The message that is asked for as a whole, -1 for matches. `text` is its first one.
    int wholeMessage = -1;

    bool operator==(const ConversationHit&) const = default;
};

struct ConversationHits {
    /// In reading order: context, message by message (the message itself, memo, both languages,
    /// attachments), candidates.
    std::vector<ConversationHit> hits;
    LanguagePair languages;
    /// Matches in texts of these languages.
    std::size_t first = 0;
    std::size_t second = 0;
    std::size_t memos = 0;
    std::size_t attachments = 0;
    /// Messages that are asked for as a whole.
    std::size_t messages = 0;
    /// There are more matches than are listed.
    bool cut = false;
};

/// Searches the visible texts (without earlier wordings), memos, tool calls and reasoning, and the messages
/// themselves, for what several rules ask for. `row` is that of the conversation. Any thread; incomplete if
/// the job was stopped.
ConversationHits searchConversation(const Snapshot& snapshot, const Conversation& conversation, Row row,
                                    const std::vector<StopRule>& rules, const Job& job);

/// The matches of several patterns in one text, in order, each place once; at most `most`.
std::vector<TextRange> findAllOf(const std::vector<TextPattern>& patterns, std::string_view text,
                                 std::size_t most);

/// The words and regular expressions among the rules, so that they can be marked.
std::vector<TextPattern> patternsOf(const std::vector<StopRule>& rules);

/// The approximate position of each text on the page, from 0 to 1.
std::vector<float> relativePositions(const Conversation& conversation);

} // namespace duologue::ui
