// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_run.h"
#include "core/table/snapshot.h"

#include <span>
#include <string_view>

namespace duologue {

/// A snapshot whose records have two more fields: "check" with the ids of the checks that found something in
/// them, and "checks" with the number of findings. Queries, lists, counts, facets and exports read them as
/// all others: `check:translation_short`, `checks:>0`. A record without findings has no value in "check" and
/// 0 in "checks"; one that was not looked at (not in `rows`) has none in either: neither `check:email` nor
/// its negation finds it.
SnapshotPtr withCheckFields(const Snapshot& snapshot, const CheckRun& run, const RowSet& rows);

/// Whether the snapshot has these fields.
bool hasCheckFields(const Snapshot& snapshot);

/// The checks that look at one record at a time, for fields of all records: what withCheckFields() needs as
/// soon as somebody asks for one of them.
CheckRun runForFields(const Snapshot& snapshot, const CheckSettings& settings, int threads, const Job& job);

/// Whether a query, or another text that names fields, may name one of the two: "check" and "checks" as
/// words.
bool mayNameCheckFields(std::string_view text);

} // namespace duologue
