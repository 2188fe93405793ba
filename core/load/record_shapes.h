// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/formats/format.h"
#include "core/json/json_view.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The word for what a value is in a shape: "text", "number", "true/false", "null", "list", "object".
std::string_view kindWord(JsonKind kind);

/// The keys of a record in order, each with the kind of its value: "id: number", "meta: {source, lang}",
/// "messages: [{role, content}]". Of a list, the first element counts. Two levels below the record, only the
/// kind is told. Long keys and long lists of keys are cut. A record that is a list has one part without a
/// key.
std::vector<std::string> shapeOf(const JsonView& record);

/// How sure it is that records are read as they are meant.
enum class Certainty : std::uint8_t {
    /// No format finds a conversation.
    None,
    Guess,
    Unsure,
    Likely,
    Certain,
};

/// By what Format::recognise() says.
Certainty certaintyOf(int score);
/// "certain", "likely" …
Phrase wordOf(Certainty certainty);

/// Records that have the same keys and are read in the same way.
struct RecordShape {
    /// See shapeOf().
    std::vector<std::string> keys;
    std::string formatId;
    Phrase why;
    Certainty certainty = Certainty::None;
    /// Of those that were looked at.
    std::uint64_t records = 0;
    /// The first of them.
    Row example{0};
    /// The first ones, in order; at most 64.
    std::vector<Row> sample = {};
};

struct ShapeTally {
    /// Those of most records first.
    std::vector<RecordShape> shapes;
    /// Rows that were asked about, and those that were looked at, which are spread evenly over each file.
    std::uint64_t rows = 0;
    std::uint64_t looked = 0;
    /// Of those that were to be looked at: broken records, and those whose file is gone or has changed.
    std::uint64_t broken = 0;
    std::uint64_t unread = 0;
    /// Shapes beyond the number that is kept, and their records.
    std::uint64_t shapesLeftOut = 0;
    std::uint64_t recordsLeftOut = 0;
};

/// How the shapes among `rows` are read and why. Reads the records again on all cores, at most some thousand
/// of each file, so that it stays fast. Incomplete if the job was stopped, which it checks for each record.
/// Call it on a worker.
ShapeTally shapesOf(const Snapshot& snapshot, const RowSet& rows, const Job& job);

/// What the tally does not tell, for people: records that were not looked at, could not be read or are left
/// out. Empty if it tells all.
std::vector<Phrase> gapsOf(const ShapeTally& tally);

/// Why the record is read by the format.
struct ReadingReason {
    Phrase why;
    Certainty certainty = Certainty::None;
};
ReadingReason reasonFor(const Format& format, const JsonView& record);

} // namespace duologue
