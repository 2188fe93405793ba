// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/diff/record_matches.h"
#include "core/diff/record_places.h"
#include "core/table/snapshot.h"

namespace duologue {

/// Records whose texts are less alike than this (likenessOf()) are not taken for one: half of the word pairs.
inline constexpr double kLeastLikeness = 0.5;

/// Matches free records by the likeness of their texts, the most alike first; of equally alike ones, those
/// with the same number in the same place, then the first ones. Not all pairs are compared, only records that
/// have a word pair in common that few records have, and those with the same number in the same place. Takes
/// about 200 bytes of memory for each free record.
void matchNearestTexts(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                       RecordMatches& matches, const Job& job);

} // namespace duologue
