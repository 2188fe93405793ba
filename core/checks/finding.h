// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/phrase.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace duologue {

/// Bytes of one text of a record that a finding is about: what a window marks.
struct FindingMark {
    /// The mark is in no entry of Conversation::texts, but in a value of a field.
    static constexpr std::uint32_t kNoText = 0xFFFF'FFFF;

    /// Index into Conversation::texts of the record, as readRecord() gives it.
    std::uint32_t text = kNoText;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const FindingMark&) const = default;
};

/// Which list Finding::message is an index of.
enum class FindingPart : std::uint8_t {
    /// The record as a whole.
    Record,
    Message,
    /// A message of a candidate, of Conversation::candidateMessages.
    Candidate,
    /// What frames the conversation: an entry of Conversation::context.
    Context,
    /// The dataset as a whole: the finding has no row.
    Dataset,
};

/// Something that a check has found, as a value.
struct Finding {
    /// Index in checks().
    std::uint16_t check = 0;
    FindingPart part = FindingPart::Record;
    /// The text in the data may be right: people have to look.
    bool isMaybe = false;
    /// `what` has a text that is not to be published: reports show it masked.
    bool isPersonal = false;
    Row row{0};
    std::uint32_t message = 0;
    /// Of a candidate's message: which candidate of the record it is of, and which of the messages of that,
    /// both from 1; 0 for any other.
    std::uint32_t candidate = 0;
    std::uint32_t messageOfCandidate = 0;
    /// Of the text that it is about (findingTextHash()): it tells the text when the record has another
    /// number. 0 if nobody needs it.
    std::uint64_t textHash = 0;
    /// How many units its log had looked at when it was found: equal for what is found in one unit.
    std::uint32_t unit = 0;
    /// What is wrong, with its numbers and words.
    Phrase what;
    /// The words in question, in one text or in several (a text and its translation).
    std::vector<FindingMark> marks;
    /// Other rows that it is about: of a duplicate, the first record of its group.
    std::vector<Row> others;
    /// For each of them the message there, as `message`; kNoMessage, or missing, for the record as a whole.
    std::vector<std::uint32_t> otherMessages = {};

    static constexpr std::uint32_t kNoMessage = 0xFFFF'FFFF;
};

} // namespace duologue
