// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace duologue {

/// The part of a dataset that a record is in, for training or for testing.
enum class Split : std::uint8_t { Train, Validation, Test };

/// "train", "validation", "test".
std::string_view splitName(Split split);

/// The split of each row: by its field "split", else by a word of its file's path ("train.jsonl",
/// "data/test/1.json"). None where nothing says.
std::vector<std::optional<Split>> splitsOf(const Snapshot& snapshot);

} // namespace duologue
