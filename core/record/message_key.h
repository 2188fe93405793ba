// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <string>
#include <string_view>

namespace duologue {

// Keys that are equal for what says the same: messages are compared by them, records as well. A key is built
// by appending to it. The conversation has to be read with its parts (findParts()).

/// Appends a value so that different sequences of values give different keys.
void appendKeyValue(std::string_view value, std::string& key);

/// Appends what a message says in addition to its texts: what is thought, called, returned and shown, by
/// kind, name, arguments and address. Ids of calls do not count, only which call a result answers. Appends
/// nothing for a message that is text alone.
void appendPartsKey(const Conversation& conversation, const Message& message, std::string& key);

/// Appends the pictures, videos and sounds that the record names next to its messages ("images"). Appends
/// nothing if there are none.
void appendMediaKey(const Conversation& conversation, std::string& key);

} // namespace duologue
