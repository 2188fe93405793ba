// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/json/json_pointer.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// How messages are written at one position of a record.
enum class MessageForm : std::uint8_t {
    /// A list of objects, one for each message.
    Objects,
    /// A list of such lists, which follow each other.
    NestedLists,
    /// A list of texts; the speakers alternate, the user first.
    Texts,
    /// A list of questions with their answers.
    Exchanges,
    /// An object of numbered turns ("turn_1"), each with one text for each speaker.
    NumberedTurns,
    /// One object.
    Object,
    /// One text, which may be the transcript of several messages.
    Text,
};

struct MessageSource {
    MessageForm form = MessageForm::Objects;
    JsonPointer at;
    /// Within a message object. An empty role means that the speakers alternate.
    JsonPointer role;
    JsonPointer text;
    /// Who speaks in a Text, or in all Texts: "user", "assistant" or "system".
    std::string_view speaker;
};

struct CandidateSource {
    CandidateKind kind = CandidateKind::Sample;
    JsonPointer at;
    /// The value is a list with one candidate in each element.
    bool isList = false;
    /// The text within an element that is an object.
    JsonPointer text;
};

/// What a value says about two candidates.
enum class Verdict : std::uint8_t {
    None,
    /// 0: the first is better, 1: the second.
    Index,
    /// Negative: the first is better, positive: the second.
    NegativeIsFirst,
    PositiveIsFirst,
    /// 1: the first is better, 2: the second; fractions between.
    OneOrTwo,
    /// 1: the first is better, 0: the second.
    OneIsFirst,
    /// A text that ends in "a" or "b".
    Letter,
};

/// What the keys of a record mean. Made from the record alone, so it does not depend on other records.
struct Layout {
    std::vector<MessageSource> messages;
    std::vector<CandidateSource> candidates;
    /// The candidates are whole conversations: what they have in common at the beginning is said before them.
    bool sharesPrefix = false;
    Verdict verdict = Verdict::None;
    JsonPointer verdictAt;
    /// 1 to 9.
    int certainty = 0;
};

/// Finds out who says what in a record of an unknown format; nothing if it looks like no conversation.
std::optional<Layout> inferLayout(const JsonView& record);

/// Whether a member of that name is a whole conversation ("dialogue").
bool isNameOfDialogue(std::string_view name);

/// Whether a member of that name is a part of one conversation ("messages", "prompt"), not a list of several.
bool isNameOfPart(std::string_view name);

/// Reads messages and candidates as the layout says, and every other value as a field.
void readByLayout(const JsonView& record, const Layout& layout, RecordBuilder& builder);

} // namespace duologue
