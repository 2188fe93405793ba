// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/conversation_text.h"
#include "core/json/json_writer.h"

#include <span>
#include <string>

namespace duologue {

/// Context, messages, candidates, ratings and fields under the program's own names, whatever the format is:
/// JSON on one line.
std::string conversationJson(const Conversation& conversation, LanguageChoice language);

/// One message of conversationJson().
std::string messageJson(const Conversation& conversation, const Message& message, LanguageChoice language);

/// The members of conversationJson() that follow "id" and "turns", into an object that is begun, without
/// "fields".
void writeParts(JsonWriter& out, const Conversation& conversation, LanguageChoice language);

/// Fields as members of an object that is begun. Names that occur twice get a number.
void writeFields(JsonWriter& out, std::span<const Field> fields);

/// Whether the text is a number as JSON writes it.
bool isJsonNumber(std::string_view text);

/// Whether a record may have something else than a text where a column has this name of a category: a number,
/// a flag or, in a column of lists, a list of these.
bool mayBeOtherThanText(std::string_view name, bool isOfList);

/// The value of a field as JSON.
std::string fieldJson(const Field& field);

} // namespace duologue
