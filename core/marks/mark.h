// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A part of a text in Unicode code points, [start, end), with its text and some of what stands around it, by
/// which it is found again when the text has been edited.
struct MarkSpan {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::string exact;
    std::string before;
    std::string after;

    bool operator==(const MarkSpan&) const = default;
};

/// What a mark is on: a record, as precisely as the other members say. Numbers are from 1 on, 0 for none.
struct MarkTarget {
    /// "chats.jsonl#17": the path relative to the folder of the marks, and the number of the record.
    std::string record;
    /// The record's own id; empty if it has none.
    std::string id;
    /// conversationHash(), "xxh3:" and 32 digits; empty if it is not known.
    std::string hash;
    std::uint32_t message = 0;
    /// The language of the text, such as "zh"; empty for the message as a whole.
    std::string side;
    std::optional<MarkSpan> span;
    /// The span in the other language that goes with it.
    std::optional<MarkSpan> otherSpan;
    std::uint32_t call = 0;
    std::uint32_t candidate = 0;
    /// The second of a pair of candidates.
    std::uint32_t otherCandidate = 0;
    /// A group of records, such as the rollouts of a prompt.
    std::string group;

    bool operator==(const MarkTarget&) const = default;
    /// Whether it is on a record, not on the dataset as a whole.
    bool namesRecord() const { return !record.empty() || !id.empty() || !hash.empty(); }
    /// What is marked of the record: the same for all marks on it, whatever names the record. Spans with the
    /// same text at the same place are the same.
    std::string part() const;
};

enum class MarkKind : std::uint8_t { Human, Model, Rule };

/// One line of a file of marks: somebody answers questions about a target, or takes an earlier event back.
struct MarkEvent {
    /// A ULID: unique, and in the order of the events of one writer.
    std::string id;
    /// When, in milliseconds since 1970 (UTC).
    std::int64_t at = 0;
    /// The reader, or the name of the model or the rule.
    std::string by;
    MarkKind kind = MarkKind::Human;
    /// "errors@3": a scheme and its version; empty for none.
    std::string scheme;
    MarkTarget on;
    /// Questions with their answers as JSON: "verdict" and "\"fail\"". An answer of null takes an earlier one
    /// back.
    std::vector<std::pair<std::string, std::string>> set;
    /// The event that is taken back; then there are no target and no answers.
    std::string undo;
    /// How long the reader took, in milliseconds; 0 if unknown.
    std::uint32_t took = 0;

    bool operator==(const MarkEvent&) const = default;
};

/// As a line of the file, with its line feed.
std::string lineOf(const MarkEvent& event);

/// Reads an event into one that says nothing yet: many are read without moving them. Members that are not
/// known are left out, but not those of its target. An event without a time is of 1970. Returns why it is no
/// event; then anything may be in `event`.
Phrase readMarkEvent(const JsonView& line, MarkEvent& event);

/// A new id for an event at this time: later ids of one process are greater, also within a millisecond. Any
/// thread.
std::string newMarkId(std::int64_t milliseconds);

/// The time as MarkEvent::at has it.
std::int64_t markTimeNow();

/// "2026-11-27T10:02:11.042Z"
std::string markTimeText(std::int64_t milliseconds);

/// The questions that need no scheme.
namespace mark_keys {
inline constexpr std::string_view kStar = "star";
inline constexpr std::string_view kVerdict = "verdict";
inline constexpr std::string_view kNote = "note";
inline constexpr std::string_view kCode = "code";
/// The codes that were judged of a record, yes or no; those that occur are in kCode.
inline constexpr std::string_view kLabelled = "labelled";
inline constexpr std::string_view kTag = "tag";
/// The record was read; not kept beside the data.
inline constexpr std::string_view kRead = "read";
inline constexpr std::string_view kCorrection = "correction";
} // namespace mark_keys

} // namespace duologue
