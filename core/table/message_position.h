// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <cstdint>

namespace duologue {

/// Fields of a message that follow from its position in the conversation. They are not stored, but counted
/// from the records' first messages and the roles, for a run of messages at once.

/// The index of the first message of each row of [begin, end), and the end of those of the last row: one more
/// value than there are rows.
void messageStarts(const Snapshot& snapshot, Row begin, Row end, MessageIndex* out);

/// For each message of [begin, end) its 1-based position in its conversation.
void messagePositions(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// For each message of [begin, end) the 1-based number of its turn (TurnCount); 0 for messages that have
/// none.
void messageTurns(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// The column of messages' own texts under the key "intent", which are their intents if there is one; else
/// those in MessageTable::intentSets are.
const Column* ownIntents(const Snapshot& snapshot);

/// For each message of [begin, end) the intents (a number in MessageTable::intentSets, or keyOfCode() of
/// ownIntents()) of the user message that it answers: the last one before it. 0, no intents, for messages
/// that are not the assistant's or answer nothing.
void repliedIntentSets(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// For each message of [begin, end) the intents of the next user message of its conversation. 0 for messages
/// that are not the user's and for a user's last message.
void nextIntentSets(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// How many messages the longest conversation has.
std::uint32_t mostMessages(const Snapshot& snapshot);

/// Characters of the longest message. Reads all messages.
std::uint32_t longestMessage(const Snapshot& snapshot);

} // namespace duologue
