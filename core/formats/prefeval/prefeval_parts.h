// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"

namespace duologue {

/// What the three forms of PrefEval share: a preference that the assistant should remember, a question that
/// puts it to the test, and why that is hard.

/// The topic is the name of the file: its task, and under "topic".
void readTopic(const JsonView& record, RecordBuilder& builder);

/// The preference, the persona if the form has one, and the explanation: shown above the conversation, and a
/// column each, so that records without one can be found. A missing one is a problem.
void readPrefevalContext(const JsonView& record, bool withPersona, RecordBuilder& builder);

/// The question, the last message of the user.
void readQuestion(const JsonView& record, RecordBuilder& builder);

/// One message of a text member of `parent`; a problem if it is missing.
void readUtterance(const JsonView& parent, std::string_view parentPointer, std::string_view key,
                   std::string_view role, RecordBuilder& builder);

/// Every member that is neither one of those above nor in `read`, as a field; "id" as the id.
void readOtherKeys(const JsonView& record, std::initializer_list<std::string_view> read,
                   RecordBuilder& builder);

/// "preference" and "question" are texts, and nothing in the record is a list of messages.
bool isPrefeval(const JsonView& record);

} // namespace duologue
