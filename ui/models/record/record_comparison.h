// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/models/words/intent_codes.h"

#include <optional>
#include <vector>

namespace duologue::ui {

/// One line of a comparison of two conversations.
struct ComparedLine {
    QString what;
    /// Empty where the conversation has none.
    QString first;
    QString second;
    /// The second less the first, with its sign; empty if they are no numbers.
    QString difference;
    bool differs = false;
    /// Of an intent; other lines have none.
    std::optional<IntentCode> code;
};

/// Ratings, length, intents and marks of two conversations, and the attributes of their users that differ.
/// Lines that differ are first. The codes are those of the dataset.
std::vector<ComparedLine> compareConversations(const Conversation& first, const Conversation& second,
                                               const IntentCodes& codes);

} // namespace duologue::ui
