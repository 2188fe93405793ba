// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/query/pattern/text_pattern.h"
#include "core/record/conversation.h"

#include <cstdint>
#include <vector>

namespace duologue::ui {

/// A match in a conversation.
struct ConversationHit {
    /// Index into Conversation::texts. For a memo, the first text of its message.
    std::uint32_t text = 0;
    /// The index of the match within its text or memo.
    std::uint32_t number = 0;
    /// A byte range of the text or memo.
    TextRange range;
    /// The message whose memo it is in, -1 for a match in a text.
    int memoOf = -1;

    bool operator==(const ConversationHit&) const = default;
};

struct ConversationHits {
    /// In reading order: context, message by message (memo, both languages), candidates.
    std::vector<ConversationHit> hits;
    std::size_t english = 0;
    std::size_t chinese = 0;
    std::size_t memos = 0;
    /// There are more matches than are listed.
    bool cut = false;
    /// The search stopped because the pattern takes too long; there may be more matches.
    bool timedOut = false;
};

/// Searches the visible texts (without earlier wordings) and memos. Any thread; incomplete if the job was
/// stopped.
ConversationHits searchConversation(const Conversation& conversation, const TextPattern& pattern,
                                    const Job& job);

/// The words and regular expressions that a query requires in texts, so that they can be marked.
std::vector<TextPattern> patternsOf(const Query& query);

/// The approximate position of each text on the page, from 0 to 1.
std::vector<float> relativePositions(const Conversation& conversation);

} // namespace duologue::ui
