// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_log.h"
#include "core/checks/duplicates/similar_texts.h"

namespace duologue {

/// A finding for each text of the group but the first, which is its other row. `what` has the number of texts
/// of the group.
void reportGroup(const TextDigests& digests, const TextGroupIndexes& group, PhraseId what, CheckLog& log);
/// The same for groups of similar texts: the other row is that of a text that it is like itself.
void reportSimilar(const TextDigests& digests, const SimilarTexts& similar, PhraseId what, CheckLog& log);

/// Where a text is.
FindingPart partOf(const TextDigest& text);
/// Its message; Finding::kNoMessage for a candidate.
std::uint32_t messageOf(const TextDigest& text);

} // namespace duologue
