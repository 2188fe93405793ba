// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_log.h"
#include "core/checks/dataset_facts.h"
#include "core/record/record_texts.h"
#include "core/table/snapshot.h"

#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// A text of a record and where it is: what search finds, in the same order (forEachText()).
struct CheckedText {
    std::string_view text;
    TextPart part = TextPart::Message;
    std::string_view role;
    /// Index into Conversation::messages or candidateMessages; RecordText::kNoMessage for others.
    std::uint32_t message = RecordText::kNoMessage;
    /// Index into Conversation::texts; FindingMark::kNoText for a memo or a value of a field.
    std::uint32_t entry = FindingMark::kNoText;
    /// An earlier wording that another text replaces.
    bool isEarlier = false;

    FindingPart findingPart() const;
    std::uint32_t findingMessage() const;
    FindingMark mark(std::size_t begin, std::size_t end) const;
};

/// A text and its translation.
struct CheckedPair {
    /// What was written first, and what was made of it.
    std::string_view source;
    std::string_view target;
    /// Indexes into Conversation::texts.
    std::uint32_t sourceEntry = 0;
    std::uint32_t targetEntry = 0;
    bool isSourceChinese = false;
    FindingPart part = FindingPart::Message;
    std::uint32_t message = 0;
    std::size_t sourceCharacters = 0;
    std::size_t targetCharacters = 0;
    /// The translation is about as long as one is, and in its language: its details can be compared.
    bool isComparable = false;

    std::string_view english() const { return isSourceChinese ? target : source; }
    std::string_view chinese() const { return isSourceChinese ? source : target; }
    FindingMark sourceMark(std::size_t begin, std::size_t end) const;
    FindingMark targetMark(std::size_t begin, std::size_t end) const;
};

/// One record as checks look at it. Valid during the call.
struct CheckedRecord {
    const Snapshot& snapshot;
    const DatasetFacts& facts;
    Row row{0};
    const Conversation& conversation;
    std::vector<CheckedText> texts;
    std::vector<CheckedPair> pairs;
    /// Keeps texts that the list of texts makes.
    StringArena strings;

    const FormatFacts& format() const { return facts.formats[snapshot.record(row).format]; }

    /// Fills `texts` and `pairs` from the conversation.
    void prepare();
};

/// A message, or a message of a candidate, says nothing: no text but white space, and no call, picture or
/// other content.
bool isBlankMessage(const Conversation& conversation, const Message& message);

/// The value of a member of a message that is not its text; Missing if there is none.
JsonView messageValue(const Conversation& conversation, const Message& message, std::string_view key);

} // namespace duologue
