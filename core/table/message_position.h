// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <cstdint>

namespace duologue {

/// What a message is by where it stands in its conversation. Nothing of it is kept: it is counted from the
/// records' first messages and the roles, for a run of messages at once.

/// Where the messages of each row of [begin, end) begin, and where those of the last one end: one more than
/// there are rows.
void messageStarts(const Snapshot& snapshot, Row begin, Row end, std::uint32_t* out);

/// For each message of [begin, end) its 1-based place in its conversation.
void messagePositions(const Snapshot& snapshot, std::uint32_t begin, std::uint32_t end, std::uint32_t* out);

/// For each message of [begin, end) the 1-based exchange that it belongs to, as the head of a message shows
/// it; 0 for what is neither asked nor answered (system, tool).
void messageTurns(const Snapshot& snapshot, std::uint32_t begin, std::uint32_t end, std::uint32_t* out);

/// For each message of [begin, end) the intents (a number in MessageTable::intentSets) of the user message
/// that it answers: the last one before it. 0, the empty set, for what is no assistant's or answers nothing.
void repliedIntentSets(const Snapshot& snapshot, std::uint32_t begin, std::uint32_t end, std::uint32_t* out);

/// For each message of [begin, end) the intents of the next user message of its conversation. 0 for what is
/// no user's and for a user's last message.
void nextIntentSets(const Snapshot& snapshot, std::uint32_t begin, std::uint32_t end, std::uint32_t* out);

/// How many messages the longest conversation has.
std::uint32_t mostMessages(const Snapshot& snapshot);

/// Characters of the longest message. Looks at every one.
std::uint32_t longestMessage(const Snapshot& snapshot);

} // namespace duologue
