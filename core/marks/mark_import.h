// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/identity.h"
#include "core/marks/mark_set.h"
#include "core/marks/mark_shapes.h"

#include <filesystem>

namespace duologue {

/// Whether a record has what is marked of it: Gone without the message, the call or the candidate, Changed if
/// the text of a span is not in the message as it was marked.
MarkMatch matchOfPart(const Conversation& conversation, const MarkTarget& on);

/// `now`, or later than all that the reader of the event has answered to its questions about its target:
/// clocks differ, and what is said last holds. Targets are the same if their places, ids or hashes are.
std::int64_t timeAfter(const MarkSet& marks, const MarkEvent& event, std::int64_t now);

/// Marks without a reader become those of `by`; without that, they are passed over.
void nameReader(ReadMarks& read, const std::string& by);

/// What is added to the marks of a dataset.
struct ImportedMarks {
    std::vector<MarkEvent> events;
    /// With those of ReadMarks, in the order of the lines; each is said of a line once.
    std::vector<MarkLineProblem> problems;
    /// Events that say nothing new: they are there already, or something later is.
    std::size_t known = 0;
};

struct ImportRequest {
    const Snapshot& snapshot;
    /// The folder of MarkPlace.
    std::filesystem::path root;
    const MarkSet& marks;
    /// Has looked at `marks`, and looks at what is read.
    MarkedRecords& records;
    std::int64_t now = 0;
};

/// Fits what was read to a dataset. Records may also be named as the command line does ("FILE:N"), by the id
/// or the hash alone; what is missing is filled in. A target without a record is passed over, unless a hash
/// and a place tell what it was on; so is one on a part that the record does not have. A span without a
/// message gets the only one with its text.
///
/// An event whose id is known is not added again. Of shapes without ids, an answer that its reader gives
/// already is not added, nor one with a time before the present answer's; an answer without a time is new if
/// it differs. Events without a time are of `now`, or of timeAfter().
ImportedMarks importMarks(ReadMarks read, const ImportRequest& request, const Job& job);

} // namespace duologue
