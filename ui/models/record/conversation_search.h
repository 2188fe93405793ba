// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/query/pattern/text_pattern.h"
#include "core/record/conversation.h"

#include <cstdint>
#include <vector>

namespace duologue::ui {

/// A place in a conversation where something was found.
struct ConversationHit {
    /// Into Conversation::texts. Of a memo: the first text of its message.
    std::uint32_t text = 0;
    /// The how manieth in that text or memo, from 0.
    std::uint32_t number = 0;
    /// Bytes of the text or memo.
    TextRange range;
    /// The message whose memo it is in; -1 where it is in a text.
    int memoOf = -1;

    bool operator==(const ConversationHit&) const = default;
};

struct ConversationHits {
    /// In reading order: context, message by message (memo, both languages), candidates.
    std::vector<ConversationHit> hits;
    std::size_t english = 0;
    std::size_t chinese = 0;
    std::size_t memos = 0;
    /// There are more than are listed.
    bool cut = false;
    /// The pattern takes too long: there may be more, and nobody knows.
    bool gaveUp = false;
};

/// Looks through the texts and memos that a reader sees, newest wordings only. Any thread; incomplete when
/// the job was asked to stop.
ConversationHits searchConversation(const Conversation& conversation, const TextPattern& pattern,
                                    const Job& job);

/// What a query looks for in texts, so that a reader sees why a record matched: its words and regular
/// expressions, but those that must not occur.
std::vector<TextPattern> patternsOf(const Query& query);

/// Where each text of the conversation begins when all of them are read one after the other, as a share of
/// the whole, 0 to 1: about where it stands on a page.
std::vector<float> placesOfTexts(const Conversation& conversation);

} // namespace duologue::ui
