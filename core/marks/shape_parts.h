// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/conversation_text.h"
#include "core/export/exporter.h"
#include "core/marks/mark_shapes.h"

#include <nlohmann/json.hpp>

namespace duologue {

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

/// An event with an id of its own. `on` and `set` are as in files of marks; without `at`, it is of now. Empty
/// if they are no target and answers.
std::optional<MarkEvent> newEvent(const std::string& by, const std::string& kind, const ShapeJson& on,
                                  ShapeJson set, const std::string& scheme, const std::string& at);

/// The answers about one record; those of a record that is gone have no row.
struct MarkedGroup {
    std::optional<Row> row;
    /// The record says something else now.
    bool isChanged = false;
    std::vector<const MarkAnswers*> answers;
};

/// In the order of the records; those of no record last.
std::vector<MarkedGroup> groupsOf(const MarkSet& marks, const MarkedRecords& records);

/// MarkShape::Pearmut.
std::string writePearmut(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                         const Job& job, Losses& losses);
ReadMarks readPearmut(std::string_view text);

/// MarkShape::TrlPreference or TrlKto.
std::string writePreferences(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                             MarkShape shape, const Job& job, Losses& losses);

} // namespace duologue
