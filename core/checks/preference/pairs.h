// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// The wanted answer of a record and the other one, as indexes into Conversation::candidates.
struct AnswerPair {
    std::size_t chosen = 0;
    std::size_t rejected = 0;
};

/// The first chosen and the first rejected candidate; none if the record has not both.
std::optional<AnswerPair> pairOf(const Conversation& conversation);

/// What the candidate says last; empty if it has no messages.
std::string_view answerOf(const Conversation& conversation, const Candidate& candidate);

/// The message of that answer, an index into Conversation::candidateMessages.
std::uint32_t answerIndex(const Candidate& candidate);

/// All that comes before the answers, folded: what the two answer.
std::string promptText(const Conversation& conversation);

} // namespace duologue
