// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/marks/identity.h"
#include "core/marks/mark_set.h"

namespace duologue {

/// Marks that lead to no record of a snapshot, or to one that says something else now.
struct MarkLosses {
    std::vector<const MarkAnswers*> gone;
    std::vector<const MarkAnswers*> ambiguous;
    std::vector<const MarkAnswers*> changed;
};

/// The snapshot with fields of its marks: `mark.<question>` with what all readers say of a record or of
/// anything in it, and `mark.<question>@<reader>` with what one of them says. "star" is yes; a question with
/// several answers has several values; numbers are numbers. Queries, lists, counts, facets and exports read
/// them as all others. A record without an answer has no value; the fields of the
/// questions that need no scheme are there without any answer, too. What was found for the answers is in
/// `losses`, if that is not null.
SnapshotPtr withMarkFields(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                           MarkLosses* losses);

/// Whether a query, or another text that names fields, may name a field of marks: by its key, or by a short
/// name (core/data/mark_names.h) as a word.
bool mayNameMarkFields(std::string_view text);

} // namespace duologue
