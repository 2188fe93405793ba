// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/conversation_text.h"
#include "core/export/exporter.h"
#include "core/marks/mark_shapes.h"

#include <nlohmann/json.hpp>

namespace duologue {

class RecordReader;

// What the shapes of marks share.

using ShapeJson = nlohmann::ordered_json;

/// Discarded if it is no JSON.
ShapeJson parsedJson(const std::string& json);
/// A text without quotation marks, anything else as JSON.
std::string plainText(const ShapeJson& value);

/// "human", "model", "rule"
std::string kindName(MarkKind kind);
/// As in files of marks.
ShapeJson targetJson(const MarkTarget& on);

/// A member of an object; null if there is none, or if it is no object.
const ShapeJson& memberOf(const ShapeJson& object, std::string_view key);
/// The same as a text; empty for null.
std::string textOf(const ShapeJson& object, std::string_view key);

/// A mark of another shape. `on` and `set` are as in files of marks.
struct ShapeMark {
    std::string by = {};
    std::string kind = "human";
    ShapeJson on = {};
    ShapeJson set = {};
    std::string scheme = {};
    /// ISO 8601; empty if the shape has no times.
    std::string at = {};
};
/// Adds it to what was read, with an id of its own, or why it is no mark.
void addMark(ReadMarks& read, std::size_t line, const ShapeMark& mark);

/// conversationHash() of the record that was read last; empty if it could not be.
std::string hashOfShown(RecordReader& reader);
/// Whether a text looks like one.
bool isOwnHash(std::string_view text);

/// The answer and all that is said of it, for a place where other programs keep what they do not know: "by",
/// "on", "answer", "at", and "scheme" and "kind" if they are not the usual ones.
ShapeJson ownJson(const MarkSet& marks, const MarkAnswers& answers, const MarkAnswer& answer);
/// Takes target and scheme from ownJson(); the kind, too, if the reader is the same, and then the time if the
/// answer is still `answer`: whoever has confirmed or changed it did so later.
void takeOwn(const ShapeJson& own, const ShapeJson& answer, ShapeMark& mark);

/// The messages of a record; an empty list if it cannot be read.
ShapeJson messagesOf(RecordReader& reader, Row row, const char* role, const char* text);

/// A message of a dialogue in another shape.
struct SaidMessage {
    std::string role;
    std::string text;
};
/// The messages in a list of objects, with the keys that programs use for role and text; none if it is no
/// such list.
std::vector<SaidMessage> saidIn(const ShapeJson& list);
/// conversationHash(); empty without messages.
std::string hashOf(const std::vector<SaidMessage>& messages);

/// What an answer was given on, as it was named then: before the record was edited, say (MarkSet::join()).
const MarkTarget& targetOf(const MarkSet& marks, const MarkAnswers& of, const MarkAnswer& answer);

/// The answers about one record; those of a record that is gone have no row.
struct MarkedGroup {
    std::optional<Row> row;
    std::vector<const MarkAnswers*> answers;
};

/// In the order of the records; those of no record last.
std::vector<MarkedGroup> groupsOf(const MarkSet& marks, const MarkedRecords& records);

/// MarkShape::Pearmut.
std::string writePearmut(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                         const Job& job, Losses& losses);
ReadMarks readPearmut(std::string_view text);

/// MarkShape::LabelStudio.
std::string writeLabelStudio(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                             const Job& job);
ReadMarks readLabelStudio(std::string_view text);

/// MarkShape::Argilla.
std::string writeArgilla(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                         const Job& job);
ReadMarks readArgilla(std::string_view text);

/// MarkShape::TrlPreference or TrlKto.
std::string writePreferences(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                             MarkShape shape, const Job& job, Losses& losses);

} // namespace duologue
