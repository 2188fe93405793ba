// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/marks/identity.h"
#include "core/marks/mark_set.h"
#include "core/util/phrase.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// How marks are written for other programs.
enum class MarkShape : std::uint8_t {
    /// As in files of marks, one event for what a reader says about a target now.
    Events,
    /// CSV: a line for each answer.
    Long,
    /// CSV: a line for each reader and target, a column for each question; of several codes, one of 0 and 1
    /// each.
    Wide,
    /// The export of Label Studio: a list of tasks with annotations of people and predictions of others.
    LabelStudio,
    /// Records of Argilla, one on a line.
    Argilla,
    /// Annotations of Phoenix, one on a line.
    Phoenix,
};

/// "events", "csv", "csv-wide", "label-studio", "argilla", "phoenix", in the order of MarkShape.
std::span<const std::string_view> markShapeNames();

/// The marks in a shape. Records that are needed are read again; marks on records that are gone are written
/// with what names them.
std::string writeMarks(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                       MarkShape shape, const Job& job);

/// The configuration of a labelling project in Label Studio for these questions (XML).
std::string labelStudioConfig(const MarkSet& marks);

struct ReadMarks {
    std::vector<MarkEvent> events;
    /// What was passed over, and where.
    std::vector<MarkLineProblem> problems;
};

/// Reads what writeMarks() has written, or another program in the same shape: events with new ids and times
/// where the shape has none. Only of Events, Long and LabelStudio.
ReadMarks readMarks(std::string_view text, MarkShape shape);

} // namespace duologue
