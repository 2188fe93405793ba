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

class Losses;

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
    /// A campaign of Pearmut: for each reader a task, for each record a document, for each marked text an
    /// item
    /// with its error spans and its score.
    Pearmut,
    /// What TRL's trainers of preferences read: a prompt with the better and the worse answer, from what
    /// readers
    /// say of pairs of answers.
    TrlPreference,
    /// The same for its KTO trainer: a prompt, an answer, and whether it is wanted, from pairs and from
    /// verdicts
    /// on answers.
    TrlKto,
};

/// "events", "csv", "csv-wide", "label-studio", "argilla", "phoenix", "pearmut", "trl-preference", "trl-kto",
/// in the order of MarkShape.
std::span<const std::string_view> markShapeNames();

/// The marks in a shape. Records that are needed are read again; marks on records that are gone are written
/// with what names them. What Pearmut and TRL have no place for is counted in `losses`, if that is not null:
/// ties, and what readers do not agree about.
std::string writeMarks(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                       MarkShape shape, const Job& job, Losses* losses = nullptr);

/// The configuration of a labelling project in Label Studio for these questions (XML).
std::string labelStudioConfig(const MarkSet& marks);

struct ReadMarks {
    std::vector<MarkEvent> events;
    /// Of each event, its line or row; in a file of tasks or items, the number of its own.
    std::vector<std::size_t> lines;
    /// The shape has ids of events, by which one that is read twice is known.
    bool hasIds = false;
    /// What was passed over, and where.
    std::vector<MarkLineProblem> problems;
};

/// Reads what writeMarks() has written, or another program in the same shape. Events have new ids where the
/// shape has none; those without a time are of 1970, and targets name records as the file does: see
/// importMarks(). Only of Events, Long, LabelStudio, Argilla and Pearmut. Of Pearmut, also what annotators
/// have done, one item on a line.
ReadMarks readMarks(std::string_view text, MarkShape shape);

} // namespace duologue
