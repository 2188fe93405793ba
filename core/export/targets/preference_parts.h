// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/targets/plain_messages.h"

#include <optional>
#include <vector>

namespace duologue {

/// A wanted answer and one that is not. The messages before them are those of the conversation.
struct ExportedPair {
    const Candidate* chosen = nullptr;
    const Candidate* rejected = nullptr;
};

/// Every chosen answer with every rejected one; among options, the one that is named as right with every
/// other.
std::vector<ExportedPair> answerPairs(const Conversation& conversation);

/// One answer and whether it is wanted.
struct JudgedAnswer {
    /// Null if it is the last message of the conversation.
    const Candidate* candidate = nullptr;
    bool isWanted = false;
};

/// The answers of which the record says whether they are wanted.
std::vector<JudgedAnswer> judgedAnswers(const Conversation& conversation);

/// The record's field that judges the last message: true or false. None if there is none.
std::optional<bool> verdictOf(const Conversation& conversation);

/// Keys of such fields.
std::span<const std::string_view> verdictKeys();

} // namespace duologue
