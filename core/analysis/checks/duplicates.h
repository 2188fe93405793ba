// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/checked_record.h"
#include "core/data/snapshot.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace duologue {

/// A group of texts of one part: indexes into TextDigests::texts, in rising order; at least two.
using TextGroupIndexes = std::vector<std::uint32_t>;

/// Groups of equal texts, in the order of their first ones.
std::vector<TextGroupIndexes> equalTexts(const TextDigests& digests, DigestPart part);

/// Groups of similar texts.
struct SimilarTexts {
    std::vector<TextGroupIndexes> groups;
    /// For each text of a group, by its index in TextDigests::texts, one that it is like itself: others of
    /// its group may be like it only by way of further ones.
    std::unordered_map<std::uint32_t, std::uint32_t> partners;
};

/// Groups of texts, each at least as like to another one of its group as `likeness` says; equal texts count
/// as one, the first. By MinHash and banding (Broder 1997; Leskovec, Rajaraman, Ullman, chapter 3): pairs as
/// like as that are found with a probability of more than 0.99, and each is compared before it counts.
SimilarTexts similarTexts(const TextDigests& digests, DigestPart part, double likeness, const Job& job);

/// The part of a dataset that a record is in, for training or for testing.
enum class Split : std::uint8_t { Train, Validation, Test };

/// "train", "validation", "test".
std::string_view splitName(Split split);

/// The split of each row: by its field "split", else by a word of its file's path ("train.jsonl",
/// "data/test/1.json"). None where nothing says.
std::vector<std::optional<Split>> splitsOf(const Snapshot& snapshot);

} // namespace duologue
