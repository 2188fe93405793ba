// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <QString>
#include <vector>

namespace duologue::ui {

/// "User", "Assistant", "System", "Tool" in the language of the program; another role as the file has it.
QString roleWord(std::string_view role);

/// "yes", "no", "unclear"; empty where nobody looked.
QString markWord(Mark mark);

/// "Planning 规划": both names where they differ. In a Chinese window "规划 (Planning)".
QString nameInBoth(const Name& name);

/// The intents of a message under both names, joined by ", ".
QString intentWords(const Conversation& conversation, const Message& message);

/// The role of a message: a developer's words are system messages under a name of their own.
QString roleWord(const Message& message);

/// The turn that each message belongs to, from 1; 0 for those that belong to none.
std::vector<int> turnsOf(const Conversation& conversation);

/// The memo where it says more than that there is nothing to say ("No Hallucination"), else empty.
QString tellingMemo(const Message& message);

/// True where an annotator marked a hallucination or could not tell.
bool isSuspect(const Message& message);

/// True where the message has a text in one of the two languages and none in the other.
bool lacksTranslation(const Conversation& conversation, const Message& message);

} // namespace duologue::ui
